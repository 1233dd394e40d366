"""Elaborates a puzzle's syntax tree to its program: all rules for all elements, in batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from types import MappingProxyType

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, merge_literals
from nlc.board import GRAPH, Sort
from nlc.board.drawn_board import DrawnBoard
from nlc.board.tilings import TILINGS
from nlc.errors import Diagnostics, Span, fail
from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import entries_of, expand
from nlc.ir.elaborate.bounds import bounded, located, require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.ground import KINDS, GroundBoard, ground_board
from nlc.ir.elaborate.narrowing import bounded_alone, bounds_numbers, narrow
from nlc.ir.elaborate.opening import Openings, open_givens
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.statements import Statements
from nlc.ir.elaborate.sums import sum_of
from nlc.ir.elaborate.tables import table_of
from nlc.ir.elaborate.totals import linear
from nlc.ir.elaborate.values import DecidedSet, Kind, Static, StaticSet, ragged_rows, ragged_take
from nlc.ir.nodes import TRUE, Assign, Domain, Objective, Origin, Program
from nlc.language import syntax as s
from nlc.language.builtins import DIRECTION, SORTS
from nlc.language.catalogue import filled, written
from nlc.language.resolve import Puzzle


def elaborate(
    puzzle: Puzzle,
    *,
    guarded_rules: bool = False,
    open: Openings | None = None,  # noqa: A002
) -> Program:
    """Elaborate a puzzle that is type-checked.

    Args:
        puzzle: the puzzle.
        guarded_rules: elaborate each rule independently of others, so that rules can be left out
            (`nlc.ir.passes.groups`).
        open: the open givens, each a variable of its own name; their clues are removed.

    Raises:
        UserError: the drawing, a clue or a check of the genre is wrong.
    """
    with bounded(puzzle.max_instances):
        return elaborate_board(ground_board(puzzle), puzzle, guarded_rules, open)


def elaborate_board(
    ground: GroundBoard,
    puzzle: Puzzle,
    guarded_rules: bool = False,
    open: Openings | None = None,  # noqa: A002
) -> Program:
    """Elaborate a ground board; see `elaborate`."""
    try:
        elaborator = Elaborator(ground, puzzle, guarded_rules, open or {})
        elaborator.check()
        if not guarded_rules and not ground.is_open:
            elaborator.narrow()
        elaborator.post_rules()
    except ValueNeededError as error:
        names = [*(open or ground.opened)]
        listed = " and ".join(f"'{name}'" for name in names)
        message = f"{listed} cannot be left open: the value has to be known here"
        none = " ".join(f"{name}: none;" for name in names)
        hint = f"state it by variables and rules; or 'generate {{ {none} }}' makes boards without"
        raise fail(message, error.node.span, hint) from None
    return elaborator.program


def elaborate_clues(puzzle: Puzzle) -> Program:
    """Return the program of a puzzle with the names of its rules, but without their nodes.

    Raises:
        UserError: see `elaborate`.
    """
    with bounded(puzzle.max_instances):
        elaborator = Elaborator(ground_board(puzzle), puzzle)
        elaborator.check()
        elaborator.program.rules.extend(puzzle.rules.rules)
        if puzzle.rules.objective is not None:
            elaborator.program.rules.append(puzzle.rules.objective.sense)
        elaborator.program.text = tuple(elaborator.text())
        return elaborator.program


def elaborate_drawing(puzzle: Puzzle) -> tuple[Program, DrawnBoard]:
    """Return the program of a puzzle without nodes, for drawing and telling, and the drawn board.

    Its `rules` and `text` are those for its options. The checks of the genre are left out, so that
    an unfinished puzzle can be drawn.

    Raises:
        UserError: the drawing or a clue is wrong.
    """
    with bounded(puzzle.max_instances):
        ground = ground_board(puzzle)
        elaborator = Elaborator(ground, puzzle)
        program = elaborator.program
        program.rules.extend(filter(elaborator.holds, puzzle.rules.rules))
        program.text = tuple(elaborator.text())
        return program, ground.drawn


class Elaborator:
    """Elaborates one ground board; the result is `program`."""

    def __init__(
        self,
        ground: GroundBoard,
        puzzle: Puzzle,
        guarded_rules: bool = False,
        openings: Openings = MappingProxyType({}),
    ) -> None:
        self.ground = ground
        self.puzzle = puzzle
        chosen = ground.options.items()
        options = {name: ground.text(value.kind, value.data.item()) for name, value in chosen}
        title, genre = puzzle.tree.title, puzzle.tree.genre.name
        self.program = Program(title, genre, options, ground.given_texts(), ground.board)
        givens = ground.rules.givens.items()
        self.program.given_sorts = {name: Sort(given.sort) for name, given in givens}
        self.program.marks = ground.rules.marks
        self.program.clue_marks = ground.rules.clue_marks
        self.program.max_instances = puzzle.max_instances
        self.program.guarded_rules = guarded_rules
        self.builder = Builder(self.program)
        self.evaluator = Expressions(ground, self.builder)
        for name, table in puzzle.rules.tables.items():
            kind = KINDS.get(table.type.kind, "symbol")
            ground.tables[name] = table_of(self.evaluator, table, kind, puzzle.data[name])
        self._restrictions: list[tuple[str, Ints]] = []
        self._declare(openings)
        self._draw()

    def narrow(self) -> None:
        """Drop values that numbers cannot have by the rules."""
        if bounds_numbers(self.ground.rules):
            scratch = Elaborator(self.ground, self.puzzle)
            tables = narrow(scratch.evaluator, scratch.holds)
            for name, table in tables.items():
                self.program.domains[name] = replace(self.program.domains[name], allowed=table)

    def post_rules(self) -> None:
        """Elaborate all rules."""
        rules = self.ground.rules
        statements = Statements(self.evaluator)
        for name, rule in rules.rules.items():
            self.builder.begin_rule(name)
            if self.holds(name):
                statements.post_rules(rule.body, Frame())
        if rules.objective is not None:
            self.program.objective = objective_of(self.evaluator, rules.objective)
        self.builder.finish()

    def holds(self, name: str) -> bool:
        """Return whether a rule applies with the options of the puzzle."""
        self.evaluator.rule = name
        return self._is_true(self.ground.rules.rules[name].when)

    def text(self) -> Iterator[str]:
        """Yield the sentences of the rules for people with the options of the puzzle."""
        self.evaluator.rule = "text"
        for item in self.ground.rules.text:
            if self._is_true(item.when):
                for sentence in item.sentences:
                    yield filled(sentence.value, self.program.options)

    def _is_true(self, when: s.Expr | None) -> bool:
        return when is None or bool(self.evaluator.static(when, Frame()).data.all())

    # ---------- declarations ----------

    def _declare(self, openings: Openings) -> None:
        rules = self.ground.rules
        if self.ground.board.topology == GRAPH:
            self._refuse_undrawn()
        self.evaluator.rule = "open"
        for name, var in rules.vars.items():
            if var.over is not None:
                if not rules.names_in(var.over).isdisjoint(openings):
                    raise ValueNeededError(var.over.items[0].domain, None, Frame())
                self.ground.entries[name] = entries_of(self.evaluator, var)
        decided = [n for n, v in rules.vars.items() if v.type.kind == "bool"]
        for name in sorted(decided, key=lambda name: name not in rules.shows):
            shown, reported = name in rules.shows, name in rules.reports
            self.builder.declare(name, self._sort(rules.vars[name]), shown, reported)
        if openings:
            self.builder.begin_rule("open")
            open_givens(self.ground, self.builder, openings)
        given_kinds = {name: given.kind for name, given in self.ground.givens.items()}
        sides = (Sort.BORDER, DIRECTION)
        kinds = {n: "side" if kind in sides else str(kind) for n, kind in given_kinds.items()}
        self.program.value_kinds = kinds
        for name, var in rules.vars.items():
            if var.type.kind != "bool":
                sort = self._sort(var)
                found = domain_values(self.evaluator, var, sort)
                kinds[name] = found.kind if isinstance(found.kind, str) else "element"
                self.ground.domains[name] = found.values
                if found.lits is not None:
                    self._restrictions.append((name, found.lits))
                self.program.domains[name] = Domain(
                    name,
                    sort,
                    self.ground.board.count(sort),
                    tuple(self.ground.text(found.kind, v) for v in found.values.tolist()),
                    var.optional,
                    name in rules.shows,
                    name in rules.reports,
                    allowed=found.allowed,
                    ordered=found.kind == "int" and name in bounded_alone(rules),
                )

    def _draw(self) -> None:
        """Find the cells and the pieces that pictures show of the puzzle alone."""
        self.evaluator.rule = "show"
        for shown in self.ground.rules.drawn:
            self.evaluator.begin()
            # What an open clue decides is not drawn.
            with located(f"'{shown.name.name}'", shown.span), suppress(ValueNeededError):
                if isinstance(shown.mark, s.Str):
                    number = int(self.evaluator.static(shown.name, Frame()).data.item())
                    self.program.pieces |= {shown.mark.value: number} if number > 0 else {}
                elif shown.mark is not None:
                    cells = self.evaluator.static_set(shown.name, Frame()).data.tolist()
                    self.program.grounds |= dict.fromkeys(cells, shown.mark.name)

    def _sort(self, var: s.Var) -> Sort:
        """Return the sort of a variable."""
        entries = self.ground.entries.get(var.name.name)
        return Sort(var.sort) if entries is None else entries.sort

    def _refuse_undrawn(self) -> None:
        """Check that a genre on borders or vertices has no graph, which lacks them."""
        rules = self.ground.rules
        items: list[s.Var | s.Given] = [*rules.vars.values(), *rules.givens.values()]
        for item in items:
            if item.sort in ("border", "vertex") or item.type.kind == "side":
                name = item.name.name
                plural = "sides" if item.type.kind == "side" else SORTS[item.sort]
                message = f"a graph has no {plural}, and '{name}' of {rules.name} is about them"
                hint = f"draw the board: topology {' or '.join(TILINGS.names())}"
                raise fail(message, self.puzzle.topology.span, hint)

    def check(self) -> None:
        """Run the checks of the genre on the clues.

        Raises:
            UserError: a check fails.
        """
        diagnostics = Diagnostics()
        for name, lits in self._restrictions:  # of open givens, on the values of a variable
            elements, values = (at.astype(np.int32) for at in np.nonzero(np.abs(lits) != TRUE))
            origin = Origin("open", None, (("element", None, elements),))
            lacking = Assign(name, elements, values, equal=False)
            self.builder.state(lacking, origin, guard=-lits[elements, values][:, None])
        for name, check in self.ground.rules.checks.items():
            self.evaluator.rule = name
            self.evaluator.begin()
            frame = Frame()
            with located(f"check '{name}'", check.name.span):
                if check.binders is not None:
                    frame = expand(self.evaluator, check.binders, frame).frame
                if not frame.rows:
                    continue
                value = self.evaluator.value(check.condition, frame)
                if not isinstance(value, Static) or frame.guard().size:  # of open clues
                    origin = self.evaluator.origin(check.condition, frame)
                    rows = np.arange(frame.rows, dtype=np.int32)
                    condition = self.evaluator.as_formula(value, frame)
                    Reifier(self.builder, origin).post(condition, rows, frame.guard())
                    continue
                held = value.over(frame.rows)
            for row in np.flatnonzero(~held)[:5].tolist():
                texts, span = {}, None
                for bound, sort, data in frame.binders():
                    value = frame.names[bound]
                    assert isinstance(value, Static)
                    texts[bound] = self.ground.text(value.kind, int(data[row]))
                    span = span or self._where(sort, value.kind, int(data[row]))
                message = filled(check.message.value, texts)
                diagnostics.error(message, span or self.puzzle.tree.span)
        diagnostics.raise_errors()

    def _where(self, sort: Sort | None, kind: object, value: int) -> Span | None:
        """Return the span of an element, or of a value of the board's tokens."""
        if sort is Sort.CELL:
            return self.ground.drawn.span_of(value)
        for name, given in self.ground.givens.items():
            if sort is None and given.kind == kind != "bool":
                for element in np.flatnonzero(given.data == value).tolist():
                    return self.ground.span_of(name, element)
        return None


class DomainValues(Struct, frozen=True, eq=False):
    """The values of a variable.

    Attributes:
        kind: the kind of the values.
        values: in their order: numbers and elements ascending, names by first occurrence.
        allowed: shape (elements, values), the values that each element can have; None for all.
    """

    kind: Kind
    values: Ints
    allowed: Bools | None = None
    lits: Ints | None = None
    """Shape (elements, values): the literals of allowed values, if givens are open."""


def domain_values(ev: Evaluator, var: s.Var, sort: Sort) -> DomainValues:
    """Return the values of a finite-domain variable."""
    type_ = var.type
    size = ev.ground.board.count(sort)
    frame = Frame()
    if var.over is not None:
        frame = ev.ground.entries[var.name.name].frame
    elif var.at is not None:
        elements = Static(sort, np.arange(size, dtype=np.int32))
        frame = Frame(size).bind(var.at.name, elements, bound=True)
    with located(f"variable '{var.name.name}'", type_.span, "values of elements"):
        ev.begin()
        match type_.kind:
            case "range":
                return _range(ev, var, frame, size)
            case "enum":
                numbers = [ev.ground.symbols.number(name) for name in type_.names]
                return DomainValues("symbol", np.array(numbers, np.int32))
            case "members":
                return _members(ev, type_.bounds[0], frame, size)
            case _:
                name = s.Ref(type_.span, type_.names[0])
                return _members(ev, name, Frame(), size)


def _range(ev: Evaluator, var: s.Var, frame: Frame, size: int) -> DomainValues:
    low, high = (ev.number(bound, frame) for bound in var.type.bounds)
    if var.at is None and var.over is None:
        if low > high:
            raise fail(f"there is no number from {low} to {high}", var.type.span)
        require_room((int(high) - int(low) + 1) * size)
        return DomainValues("int", np.arange(int(low), int(high) + 1, dtype=np.int32))
    some = np.broadcast_to(low <= high, (size,))
    lows, highs = np.broadcast_to(low, (size,)), np.broadcast_to(high, (size,))
    if not some.any():
        return DomainValues("int", np.zeros(0, np.int32))
    least, most = int(lows[some].min()), int(highs[some].max())
    require_room((most - least + 1) * size)
    values = np.arange(least, most + 1, dtype=np.int32)
    allowed = (values >= lows[:, None]) & (values <= highs[:, None])
    return _drop_impossible("int", values, allowed)


def _members(ev: Evaluator, node: s.Expr, frame: Frame, size: int) -> DomainValues:
    found = ev.value(node, frame)
    if not isinstance(found, (StaticSet, DecidedSet)):
        raise ValueNeededError(node, None, frame)
    data = np.asarray(found.data, np.int32)
    values, first, which = np.unique(data, return_index=True, return_inverse=True)
    if not (found.kind == "int" or isinstance(found.kind, Sort)):
        order = np.argsort(first)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        values, which = values[order], rank[which.ravel()]
    require_room(len(values) * size)
    if found.indptr is None:
        return DomainValues(found.kind, values)
    allowed = np.zeros((size, len(values)), np.bool_)
    if isinstance(found, DecidedSet):
        rows = np.arange(size, dtype=np.int32) % np.int32(frame.rows)
        indptr, index = ragged_take(found.indptr, np.arange(len(data), dtype=np.int32), rows)
        lits = np.full((size, len(values)), -TRUE, np.int32)
        lits[ragged_rows(indptr), which.ravel()[index]] = found.lits[index]
        there = lits != -TRUE
        return DomainValues(found.kind, values, None if there.all() else there, lits)
    allowed[ragged_rows(found.indptr), which.ravel()] = True
    return _drop_impossible(found.kind, values, allowed)


def _drop_impossible(kind: Kind, values: Ints, allowed: Bools) -> DomainValues:
    """Return values without those that no element can have."""
    used = allowed.any(axis=0)
    values, allowed = values[used], allowed[:, used]
    return DomainValues(kind, values, None if allowed.all() else allowed)


def objective_of(ev: Expressions, item: s.Objective) -> Objective:
    """Return the objective of a puzzle.

    Raises:
        UserError: the number has more conditions than a statement may have.
    """
    ev.rule, frame = item.sense, Frame()
    with located(f"'{item.sense}'", item.span):
        ev.begin()
        rows, known = linear(ev, sum_of(ev, item.number, frame), item.number, frame)
    every = np.array([x for number in rows[0] for x in number.lits], np.int64)
    gaps = np.concatenate([np.zeros(0, np.int64), *(np.diff(number.levels) for number in rows[0])])
    lits, weights, more = merge_literals(every.astype(np.int32), gaps)
    constant = known[0] + sum(number.levels[0] for number in rows[0]) + more
    if item.sense == "maximize":
        lits, constant = -lits, constant + int(weights.sum())
    origin = ev.origin(item.number, frame)
    return Objective(item.sense, lits, weights, constant, written(item.number.span), origin)
