"""Frames: all instances of the bound variables of nested `for`s, one a row."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Sort
from nlc.dataclasses import dataclass, field
from nlc.ir.elaborate.formula import Formula, take
from nlc.ir.elaborate.values import DecidedSet, FdValue, Static, StaticSet, ragged_take
from nlc.language import syntax as s


@dataclass(frozen=True, eq=False)
class Abbreviation:
    """A ``let`` with parameters; its value is evaluated where it is called."""

    params: tuple[str, ...]
    value: s.Expr


Value = Static | StaticSet | DecidedSet | FdValue | Formula | Abbreviation
"""What a name may be bound to within a frame."""


@dataclass(frozen=True, eq=False)
class Frame:
    """Instances and what the local names are worth in each.

    Attributes:
        rows: number of instances.
        names: values of bound variables and local lets.
        bound: the bound variables among them, outermost first.
    """

    rows: int = 1
    names: dict[str, Value] = field(default_factory=dict)
    bound: tuple[str, ...] = ()

    def bind(self, name: str, value: Value, bound: bool = False) -> Frame:
        """Return the frame with one more name."""
        names = {**self.names, name: value}
        return Frame(self.rows, names, (*self.bound, name) if bound else self.bound)

    def take(self, rows: Ints) -> Frame:
        """Return the frame of the given instances, in this order, repetitions allowed."""
        done: dict[int, Formula] = {}
        names = {name: _take(value, rows, done) for name, value in self.names.items()}
        return Frame(len(rows), names, self.bound)

    def select(self, mask: Bools) -> Frame:
        """Return the frame of the instances where `mask`, shape () or (rows,), is true."""
        if mask.ndim == 0 or mask.all():
            return self if mask.all() else self.take(np.zeros(0, np.int32))
        return self.take(np.flatnonzero(mask).astype(np.int32))

    def expand(self, name: str, domain: StaticSet) -> tuple[Frame, Ints]:
        """Let a new name run over a set.

        Returns:
            The frame with one instance for each row and member, and the row of each.
        """
        indptr, data = domain.over(self.rows)
        lengths = np.diff(indptr)
        parents = np.repeat(np.arange(self.rows, dtype=np.int32), lengths)
        root = self.rows == 1 and not self.names
        inner = Frame(len(data)) if root else self.take(parents)
        return inner.bind(name, Static(domain.kind, data), bound=True), parents

    def binders(self) -> tuple[tuple[str, Sort | None, Ints], ...]:
        """Return name, sort (None for plain values) and value a row of the bound variables."""
        out = []
        for name in self.bound:
            value = self.names[name]
            assert isinstance(value, Static)
            sort = value.kind if isinstance(value.kind, Sort) else None
            out.append((name, sort, value.over(self.rows)))
        return tuple(out)


def _take(value: Value, rows: Ints, done: dict[int, Formula]) -> Value:
    match value:
        case Static(kind, data):
            return value if data.ndim == 0 else Static(kind, data[rows])
        case StaticSet(kind, indptr, data):
            if indptr is None:
                return value
            return StaticSet(kind, *ragged_take(indptr, data, rows))
        case DecidedSet():
            return value.take(rows)
        case FdValue(name, elements):
            return FdValue(name, elements[rows])
        case Abbreviation():
            return value
        case _:
            return take(value, rows, done)
