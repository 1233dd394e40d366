"""States what the statements of a rule say of the instances of a frame, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import located
from nlc.ir.elaborate.evaluator import Abbreviation, Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.loops import Loop, Loops
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import ArrayRef
from nlc.ir.elaborate.whole_board import WholeBoard
from nlc.ir.nodes import Node
from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS

Stacked = Callable[[str, Loop], "Sequence[Node] | None"]
"""Returns what a loop of a rule states for a puzzle, or None where that is open."""


class Statements:
    """States the statements of one puzzle."""

    def __init__(
        self,
        evaluator: Expressions,
        builder: Builder,
        loops: Loops,
        stacked: Stacked | None = None,
    ) -> None:
        """Take what states the puzzle, and what was worked out for it together with others."""
        self._evaluator, self._builder, self._loops = evaluator, builder, loops
        self._stacked = stacked

    def state(self, body: tuple[s.Stmt, ...], frame: Frame) -> None:
        """State what statements say of the instances of a frame."""
        for statement in body:
            if not frame.rows:
                return
            span = statement.binders.span if isinstance(statement, s.For) else statement.span
            with located(f"rule '{self._evaluator.rule}'", span):
                self._evaluator.begin()
                frame = self._statement(statement, frame)

    def _statement(self, statement: s.Stmt, frame: Frame) -> Frame:
        """State a statement; return the frame with the name that it binds, if any."""
        match statement:
            case s.For(binders=binders, body=inner):
                loop = None if frame.names else self._loops.find(statement)
                if loop is None:
                    self.state(inner, expand(self._evaluator, binders, frame).frame)
                elif (found := self._together(loop)) is not None:
                    for node in found:
                        self._builder.add(node)
                else:
                    self._select(loop)
            case s.If(condition=condition, then=then, otherwise=otherwise):
                held = self._evaluator.static(condition, frame).data
                self.state(then, frame.select(held))
                self.state(otherwise, frame.select(~held))
            case s.Let(name=name, params=params, value=expression) if params:
                let = Abbreviation(tuple(param.name for param in params), expression)
                frame = frame.bind(name.name, let)
            case s.Let(name=name, value=expression):
                value = self._evaluator.value(expression, frame)
                assert not isinstance(value, ArrayRef)
                frame = frame.bind(name.name, value)
            case s.Post(condition=condition):
                self._post(condition, frame)
        return frame

    def _together(self, loop: Loop) -> Sequence[Node] | None:
        """Return what a loop states, where that was worked out together with other puzzles."""
        return None if self._stacked is None else self._stacked(self._evaluator.rule, loop)

    def _select(self, loop: Loop) -> None:
        """State the body of a loop, whose instances are known, of those that the clues select."""
        selected = np.ones(loop.frame.rows, np.bool_)
        if loop.where is not None and loop.frame.rows:
            selected = self._evaluator.static(loop.where, loop.frame).over(loop.frame.rows)
        self._part(loop, loop.syntax.body, selected)

    def _part(
        self, loop: Loop, body: tuple[s.Stmt, ...], selected: Bools, frame: Frame | None = None
    ) -> None:
        """State a part of the body of a loop of some of its instances.

        Args:
            loop: the loop.
            body: the part.
            selected: shape (rows,), the instances.
            frame: these, with the names that statements before have bound; None where there are
                none, and most bodies need no frame.
        """
        if not selected.any():
            return
        for inner in body:
            if (
                isinstance(inner, s.Post)
                and (found := self._loops.nodes(loop, self._evaluator.rule, inner, selected))
                is not None
            ):
                for node in found:
                    self._builder.add(node)
                continue
            frame = frame or loop.frame.select(selected)
            if isinstance(inner, s.If):
                held = self._evaluator.static(inner.condition, frame).data
                for part, kept in ((inner.then, held), (inner.otherwise, ~held)):
                    if kept.all():
                        self._part(loop, part, selected, frame)
                    elif part and kept.any():
                        rest = selected.copy()
                        rest[selected] = kept
                        self._part(loop, part, rest, frame.select(kept))
            else:
                with located(f"rule '{self._evaluator.rule}'", inner.span):
                    self._evaluator.begin()
                    frame = self._statement(inner, frame)

    def _post(self, condition: s.Expr, frame: Frame) -> None:
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            for row in range(frame.rows):
                WholeBoard(
                    self._evaluator, condition, frame.take(np.array([row], np.int32))
                ).state()
            return
        rows = np.arange(frame.rows, dtype=np.int32)
        operands = condition.operands if isinstance(condition, s.And) else (condition,)
        self._evaluator.begin(operands)
        reifier = Reifier(self._builder, self._evaluator.origin(condition, frame))
        reifier.post(self._evaluator.formula(condition, frame), rows)
