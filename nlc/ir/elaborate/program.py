"""From a puzzle's syntax tree to its program: every rule on every element, batch by batch."""

from __future__ import annotations

from functools import partial

import numpy as np

from nlc.arrays import Bools
from nlc.board import GRAPH, Sort
from nlc.board.draw import DrawnBoard
from nlc.board.tilings import TILINGS
from nlc.errors import Diagnostics, Span, fail
from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import bounded, located
from nlc.ir.elaborate.domain_values import domain_values
from nlc.ir.elaborate.evaluator import Abbreviation, Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.grounding import ground_board
from nlc.ir.elaborate.loops import Loop, Loops
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.rule_cache import RuleCache
from nlc.ir.elaborate.values import ArrayRef, Static
from nlc.ir.elaborate.whole_board import WholeBoard
from nlc.ir.nodes import Domain, Program
from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS, SORTS
from nlc.language.resolve import Puzzle

MAX_FAILURES = 5
"""Failures reported of one check."""


def elaborate(puzzle: Puzzle, *, apart: bool = False) -> Program:
    """Elaborate a puzzle that the type checker has passed.

    Args:
        puzzle: the puzzle.
        apart: state each rule without what others say, such as which segment is surely drawn; for
            who leaves rules out (`nlc.ir.passes.groups`).

    Raises:
        UserError: the drawing, a clue or a check of the genre is wrong.
    """
    with bounded(puzzle.max_instances):
        return Elaborator(ground_board(puzzle), puzzle, apart).program


def unstated(puzzle: Puzzle) -> Program:
    """Return the program of a puzzle with its rules named and not stated: board, clues, variables.

    Raises:
        UserError: as of `elaborate`.
    """
    with bounded(puzzle.max_instances):
        return Elaborator(ground_board(puzzle), puzzle, stated=False).program


def declare(puzzle: Puzzle) -> tuple[Program, DrawnBoard]:
    """Return the program of a puzzle with the names of the rules that hold, which suffices to draw.

    The checks of the genre are left out, so that a puzzle that is not finished can be drawn.
    With it comes the drawn board.

    Raises:
        UserError: the drawing or a clue is wrong.
    """
    with bounded(puzzle.max_instances):
        ground = ground_board(puzzle)
        elaborator = Elaborator(ground, puzzle, stated=False, checked=False)
        program = elaborator.program
        program.rules[:] = filter(elaborator.holds, program.rules)
        return program, ground.drawn


class Elaborator:
    """Elaborates one ground board; the result is `program`."""

    def __init__(
        self,
        ground: GroundBoard,
        puzzle: Puzzle,
        apart: bool = False,
        stated: bool = True,
        checked: bool = True,
    ) -> None:
        self.ground = ground
        self.puzzle = puzzle
        options = {
            name: ground.text(value.kind, value.data.item())
            for name, value in ground.options.items()
        }
        title, genre = puzzle.tree.title, puzzle.tree.genre.name
        self.program = Program(title, genre, options, ground.given_texts(), ground.board)
        givens = ground.rules.givens.items()
        self.program.given_sorts = {name: Sort(given.sort) for name, given in givens}
        self.program.marks = ground.rules.marks
        self.program.clue_marks = ground.rules.clue_marks
        self.program.max_instances = puzzle.max_instances
        self.builder = Builder(self.program, apart)
        self.evaluator = Expressions(ground, self.builder)
        self._declare()
        if checked:
            self._check()
        if not stated:
            self.program.rules.extend(ground.rules.rules)
            return
        cache = RuleCache(ground.rules, options, self.builder)
        self._loops = Loops(ground, self.builder, cache)
        for name in ground.rules.rules:
            self.builder.begin_rule(name)
            cache.state(name, partial(self._rule, name))
        self.builder.finish()

    def _rule(self, name: str) -> None:
        """State a rule."""
        if self.holds(name):
            self._statements(self.ground.rules.rules[name].body, Frame())

    def holds(self, name: str) -> bool:
        """Whether a rule is one of the puzzle, by its options."""
        when = self.ground.rules.rules[name].when
        self.evaluator.rule = name
        return when is None or bool(self.evaluator.static(when, Frame()).data.all())

    # ---------- declarations ----------

    def _declare(self) -> None:
        rules = self.ground.rules
        if self.ground.board.topology == GRAPH:
            self._refuse_undrawn()
        decided = [v for v in rules.vars.values() if v.type.kind == "bool"]
        decided.sort(key=lambda v: v.name.name not in rules.shows)
        for var in decided:
            name = var.name.name
            shown, reported = name in rules.shows, name in rules.reports
            self.builder.declare(name, Sort(var.sort), shown, reported)
        given_kinds = {name: given.kind for name, given in self.ground.givens.items()}
        kinds = {n: "side" if kind is Sort.BORDER else str(kind) for n, kind in given_kinds.items()}
        self.program.value_kinds = kinds
        for name, var in rules.vars.items():
            if var.type.kind != "bool":
                found = domain_values(self.evaluator, var)
                kinds[name] = "element" if isinstance(found.kind, Sort) else found.kind
                self.ground.domains[name] = found.values
                self.program.domains[name] = Domain(
                    name,
                    Sort(var.sort),
                    self.ground.board.count(Sort(var.sort)),
                    tuple(self.ground.text(found.kind, v) for v in found.values.tolist()),
                    var.optional,
                    name in rules.shows,
                    name in rules.reports,
                    allowed=found.allowed,
                )

    def _refuse_undrawn(self) -> None:
        """Refuse a genre about borders or vertices on a graph, which has none."""
        rules = self.ground.rules
        items: list[s.Var | s.Given] = [*rules.vars.values(), *rules.givens.values()]
        for item in items:
            if item.sort in ("border", "vertex") or item.type.kind == "side":
                name = item.name.name
                plural = "sides" if item.type.kind == "side" else SORTS[item.sort]
                raise fail(
                    f"a graph has no {plural}, and '{name}' of {rules.name} is about them",
                    self.puzzle.topology.span,
                    f"draw the board: topology {' or '.join(TILINGS.names())}",
                )

    def _check(self) -> None:
        diagnostics = Diagnostics()
        for name, check in self.ground.rules.checks.items():
            self.evaluator.rule = name
            self.evaluator.begin()
            frame = Frame()
            with located(f"check '{name}'", check.name.span):
                if check.binders is not None:
                    frame = expand(self.evaluator, check.binders, frame).frame
                if not frame.rows:
                    continue
                held = self.evaluator.static(check.condition, frame).over(frame.rows)
            for row in np.flatnonzero(~held)[:MAX_FAILURES].tolist():
                texts, span = {}, None
                for bound, sort, data in frame.binders():
                    value = frame.names[bound]
                    assert isinstance(value, Static)
                    texts[bound] = self.ground.text(value.kind, int(data[row]))
                    span = span or self._where(sort, value.kind, int(data[row]))
                message = check.message.value
                for bound, text in texts.items():
                    message = message.replace(f"{{{bound}}}", text)
                diagnostics.error(message, span or self.puzzle.tree.span)
        diagnostics.raise_errors()

    def _where(self, sort: Sort | None, kind: object, value: int) -> Span | None:
        """Return where the user wrote an element, or a value of the board's tokens."""
        if sort is Sort.CELL:
            return self.ground.drawn.span_of(value)
        for name, given in self.ground.givens.items():
            if sort is None and given.kind == kind != "bool":
                for element in np.flatnonzero(given.data == value).tolist():
                    return self.ground.span_of(name, element)
        return None

    # ---------- statements ----------

    def _statements(self, body: tuple[s.Stmt, ...], frame: Frame) -> None:
        for statement in body:
            if not frame.rows:
                return
            span = statement.binders.span if isinstance(statement, s.For) else statement.span
            with located(f"rule '{self.evaluator.rule}'", span):
                self.evaluator.begin()
                frame = self._statement(statement, frame)

    def _statement(self, statement: s.Stmt, frame: Frame) -> Frame:
        """State a statement; return the frame with the name that it binds, if any."""
        match statement:
            case s.For(binders=binders, body=inner):
                loop = None if frame.names else self._loops.find(statement)
                if loop is None:
                    self._statements(inner, expand(self.evaluator, binders, frame).frame)
                else:
                    self._select(loop)
            case s.If(condition=condition, then=then, otherwise=otherwise):
                held = self.evaluator.static(condition, frame).data
                self._statements(then, frame.select(held))
                self._statements(otherwise, frame.select(~held))
            case s.Let(name=name, params=params, value=expression) if params:
                let = Abbreviation(tuple(param.name for param in params), expression)
                frame = frame.bind(name.name, let)
            case s.Let(name=name, value=expression):
                value = self.evaluator.value(expression, frame)
                assert not isinstance(value, ArrayRef)
                frame = frame.bind(name.name, value)
            case s.Post(condition=condition):
                self._post(condition, frame)
        return frame

    def _select(self, loop: Loop) -> None:
        """State the body of a loop, whose instances are known, of those that the clues select."""
        frame, selected = loop.frame, np.ones(loop.frame.rows, np.bool_)
        if loop.where is not None and frame.rows:
            selected = self.evaluator.static(loop.where, frame).over(frame.rows)
        self._part(loop, loop.syntax.body, frame.select(selected), selected)

    def _part(self, loop: Loop, body: tuple[s.Stmt, ...], frame: Frame, selected: Bools) -> None:
        """State a part of the body of a loop of those instances that a frame has."""
        for inner in body:
            match inner:
                case s.Post() if (
                    found := self._loops.nodes(loop, self.evaluator.rule, inner, selected)
                ) is not None:
                    for node in found:
                        self.builder.add(node)
                case s.If(condition=condition, then=then, otherwise=otherwise) if frame.rows:
                    held = self.evaluator.static(condition, frame).over(frame.rows)
                    for part, kept in ((then, held), (otherwise, ~held)):
                        rest = selected.copy()
                        rest[selected] = kept
                        self._part(loop, part, frame.select(kept), rest)
                case _ if frame.rows:
                    with located(f"rule '{self.evaluator.rule}'", inner.span):
                        self.evaluator.begin()
                        frame = self._statement(inner, frame)

    def _post(self, condition: s.Expr, frame: Frame) -> None:
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            for row in range(frame.rows):
                WholeBoard(self.evaluator, condition, frame.take(np.array([row], np.int32))).state()
            return
        rows = np.arange(frame.rows, dtype=np.int32)
        operands = condition.operands if isinstance(condition, s.And) else (condition,)
        self.evaluator.begin(operands)
        reifier = Reifier(self.builder, self.evaluator.origin(condition, frame))
        reifier.post(self.evaluator.formula(condition, frame), rows)
