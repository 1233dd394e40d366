"""Evaluates expressions for what is wanted of them: a condition, a known value, a known set."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable

import numpy as np

from nlc.arrays import Ints
from nlc.errors import fail
from nlc.ir.builder import Builder, Place
from nlc.ir.elaborate.bounds import begin_steps
from nlc.ir.elaborate.formula import Formula, constant
from nlc.ir.elaborate.frame import Abbreviation, Frame, Value
from nlc.ir.elaborate.functions import Functions
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import MISSING, ArrayRef, DecidedSet, FdValue, Static, StaticSet
from nlc.language import syntax as s

Evaluated = Value | ArrayRef


class Evaluator(ABC):
    """Evaluates expressions that the type checker has passed.

    Attributes:
        ground: board, options and clues.
        builder: takes the auxiliaries that conditions inside sets may need.
        rule: name of the rule that is being elaborated.
        asserted: the conditions that must hold as they stand, not as a part of another.
    """

    def __init__(self, ground: GroundBoard, builder: Builder) -> None:
        self.ground = ground
        self.builder = builder
        self.functions = Functions(ground.board)
        self.rule = ""
        self.asserted: frozenset[s.Expr] = frozenset()
        self._once: dict[Hashable, tuple[Evaluated, object]] = {}
        self._lets: dict[str, Evaluated] = {}

    def begin(self, asserted: Iterable[s.Expr] = ()) -> None:
        """Begin a statement: forget what was kept of the last.

        Args:
            asserted: the conditions that must hold as they stand, not as a part of another.
        """
        self.asserted = frozenset(asserted)
        self._once.clear()
        begin_steps()

    def once(
        self, key: Hashable, evaluate: Callable[[], Evaluated], kept: object = None
    ) -> Evaluated:
        """Evaluate a let, unless it was evaluated for the same arguments in this statement.

        Args:
            key: the let and its arguments, which may be told by their identity.
            evaluate: gives the value.
            kept: the objects whose identity is in the key.
        """
        if key not in self._once:
            self._once[key] = evaluate(), kept
        return self._once[key][0]

    @abstractmethod
    def value(self, node: s.Expr, frame: Frame) -> Evaluated:
        """Evaluate any expression."""

    def formula(self, node: s.Expr, frame: Frame) -> Formula:
        """Evaluate a condition, static or decided."""
        return self.as_formula(self.value(node, frame), frame)

    def as_formula(self, value: Evaluated, frame: Frame) -> Formula:
        """Return the value of a condition as a formula."""
        if isinstance(value, Static):
            return constant(value.over(frame.rows))
        assert not isinstance(value, (StaticSet, DecidedSet, FdValue, ArrayRef, Abbreviation))
        return value

    def static(self, node: s.Expr, frame: Frame) -> Static:
        """Evaluate something known when compiling."""
        value = self.value(node, frame)
        assert isinstance(value, Static)
        return value

    def static_set(self, node: s.Expr, frame: Frame) -> StaticSet:
        """Evaluate a set known when compiling."""
        value = self.value(node, frame)
        assert isinstance(value, StaticSet)
        return value

    def present(self, value: Static, node: s.Expr) -> Static:
        """Return a value of which no row is missing."""
        if value.kind != "bool" and (value.data == MISSING).any():
            raise fail(
                "this has no value on some part of the board",
                node.span,
                "ask with 'where has …' or 'if has …' before you use it",
            )
        return value

    def number(self, node: s.Expr, frame: Frame) -> Ints:
        """Evaluate a number that is known and missing nowhere: shape () or (rows,)."""
        return self.present(self.static(node, frame), node).data

    def place(self, node: s.Node, frame: Frame) -> Place:
        """Return the place of a statement in the rule at hand."""
        return Place(self.rule, node.span, frame.binders())

    def expand(self, binders: s.Binders, frame: Frame) -> tuple[Frame, Ints]:
        """Return the instances that binders make of a frame, and the row that each is from."""
        parents = np.arange(frame.rows, dtype=np.int32)
        for binder in binders.items:
            for name in binder.names:
                frame, rows = frame.expand(name.name, self.static_set(binder.domain, frame))
                parents = parents[rows]
        if binders.where is not None and frame.rows:
            mask = self.static(binders.where, frame).over(frame.rows)
            frame, parents = frame.select(mask), parents[mask]
        return frame, parents
