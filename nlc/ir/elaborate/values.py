"""The values of expressions during elaboration, for all instances at once.

An instance is one row of a frame: one choice of elements for the bound variables. A value has
either one entry for every row or a single one, if it is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import add
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from nlc.arrays import Bools, Ints, distinct_rows, offsets
from nlc.board import Sort
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.nodes import TRUE
from nlc.language.builtins import ENTRY

MISSING = int(np.iinfo(np.int32).min)
"""Stands for no value of an optional."""

Wide = npt.NDArray[np.int64]


class Pairs(Struct, eq=False):
    """Pairs of two elements or values of one kind, in either order, numbered as they are met.

    Attributes:
        kind: of their members.
        text: returns the text of a member.
        ends: shape (pairs, 2), the smaller first.
    """

    kind: Sort | str
    text: Callable[[int], str]
    ends: Ints = field(default_factory=lambda: np.zeros((0, 2), np.int32))

    def numbers(self, one: Ints, other: Ints) -> Ints:
        """Return the number of each pair; `MISSING` if one is missing, or both are the same."""
        both = np.sort(np.stack([one, other], axis=1), axis=1).astype(np.int32)
        whole = (both[:, 0] != both[:, 1]) & (both[:, 0] != MISSING)
        every = np.concatenate([self.ends, both[whole]])
        first, which = distinct_rows(every)
        place = np.argsort(np.argsort(first))
        out = np.full(len(one), MISSING, np.int32)
        out[whole] = place[which[len(self.ends) :]]
        self.ends = every[np.sort(first)]
        return out

    def sort(self) -> Sort:
        """Return a sort whose elements are the pairs."""
        return Sort(ENTRY, tuple("-".join(map(self.text, pair)) for pair in self.ends.tolist()))


Kind = Sort | str | Pairs
"""``"bool"``, ``"int"``, ``"symbol"``, ``"list"``, the sort of an element, or pairs."""


class Static(Struct, frozen=True, eq=False):
    """A value that is known in elaboration.

    Attributes:
        kind: its kind; a symbol, or the text of a list, is a number of `Symbols`.
        data: shape () or (rows,); boolean for ``"bool"``, else int32 with `MISSING`.
    """

    kind: Kind
    data: npt.NDArray[Any]

    def over(self, rows: int) -> npt.NDArray[Any]:
        """Return one entry for each row."""
        return self.data if self.data.shape == (rows,) else np.broadcast_to(self.data, (rows,))


class StaticSet(Struct, frozen=True, eq=False):
    """A set (in order, repetitions kept) of static values: row i is data[indptr[i]:indptr[i + 1]].

    With `indptr` None every row has the same set, all of `data`. For the cells of a ring, in order,
    `ring` is 1 if a cell touches the next one (after the last the first).
    """

    kind: Kind
    indptr: Ints | None
    data: Ints
    ring: Ints | None = None

    def over(self, rows: int) -> tuple[Ints, Ints]:
        """Return (indptr, data) with a list for every row."""
        if self.indptr is not None:
            return self.indptr, self.data
        require_room(rows * len(self.data))
        indptr = np.arange(rows + 1, dtype=np.int32) * np.int32(len(self.data))
        return indptr, self.data if rows == 1 else np.tile(self.data, rows)

    def decided(self, rows: int) -> DecidedSet:
        """Return the set for some rows, with the truth as the literal of each member."""
        indptr, data = self.over(rows)
        return DecidedSet(self.kind, indptr, data, np.full(len(data), TRUE, np.int32))

    def sizes(self) -> Ints:
        """Return the number of members, shape () or (rows,)."""
        if self.indptr is None:
            return np.asarray(len(self.data), np.int32)
        return np.diff(self.indptr)


class DecidedSet(Struct, frozen=True, eq=False):
    """A set whose members the solver decides.

    Attributes:
        kind: the kind of the members, or ``"bool"`` for a list of conditions.
        indptr: shape (rows + 1,).
        data: the possible members; empty for ``"bool"``.
        lits: the literal "it is in the set" of each possible member; for conditions, "it is in the
            set and holds".
        among: the literals "it is in the set" of conditions that may not be in it; else None.
    """

    kind: Kind
    indptr: Ints
    data: Ints
    lits: Ints
    among: Ints | None = None

    def take(self, rows: Ints) -> DecidedSet:
        """Return the sets of the given rows."""
        indptr, index = ragged_take(self.indptr, np.arange(len(self.lits), dtype=np.int32), rows)
        data = self.data if self.kind == "bool" else self.data[index]
        among = None if self.among is None else self.among[index]
        return DecidedSet(self.kind, indptr, data, self.lits[index], among)


class ArrayRef(Struct, frozen=True, eq=False):
    """The bare name of a decided variable, such as ``line`` in ``acyclic(line)``."""

    name: str


class FdValue(Struct, frozen=True, eq=False):
    """A decided finite-domain variable at an element of each row; `elements` has shape (rows,)."""

    name: str
    elements: Ints

    def take(self, rows: Ints) -> FdValue:
        """Return the values of the given rows."""
        return FdValue(self.name, self.elements[rows])


class Number(NamedTuple):
    """A decided number: at least ``levels[0]``, and at least ``levels[i]`` if literal i - 1 holds.

    The literals change once from true to false; none is a constant.
    """

    levels: tuple[int, ...]
    lits: tuple[int, ...] = ()


class Term(NamedTuple):
    """A product of numbers and its weight; of several numbers, none is below 0."""

    weight: int
    factors: tuple[Number, ...]


class Sum(NamedTuple):
    """A number.

    Attributes:
        terms: decided counts with their weights.
        values: values of variables with their weights.
        known: a known number, shape () or (rows,).
        made: further terms of each row; empty if no row has any.
        optional: literals of each row, "a value in `made` is there"; without it there is no number.
    """

    terms: tuple[tuple[int, DecidedSet], ...] = ()
    values: tuple[tuple[int, FdValue], ...] = ()
    known: Wide = np.zeros((), np.int64)
    made: tuple[tuple[Term, ...], ...] = ()
    optional: tuple[Ints, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether the solver decides a part of it."""
        return bool(self.terms or self.values or self.made)

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """Return a sum, or a difference for the sign -1."""
        more = other.times(sign)
        terms, values = self.terms + more.terms, self.values + more.values
        both = self.made and more.made
        made = tuple(map(add, self.made, more.made)) if both else self.made or more.made
        return Sum(terms, values, self.known + more.known, made, self.optional + more.optional)

    def times(self, factor: int) -> Sum:
        """Return a multiple."""
        terms = tuple((factor * weight, term) for weight, term in self.terms)
        values = tuple((factor * weight, value) for weight, value in self.values)
        made = tuple(tuple(Term(factor * t.weight, t.factors) for t in row) for row in self.made)
        return Sum(terms, values, self.known * factor, made, self.optional)

    def take(self, rows: Ints) -> Sum:
        """Return the numbers of the given rows."""
        terms = tuple((sign, members.take(rows)) for sign, members in self.terms)
        values = tuple((sign, value.take(rows)) for sign, value in self.values)
        made = tuple(self.made[row] for row in rows.tolist()) if self.made else ()
        optional = tuple(lits[rows] for lits in self.optional)
        return Sum(
            terms, values, self.known[rows] if self.known.ndim else self.known, made, optional
        )


class Symbols:
    """Texts of names and enum values, numbered from 0."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._index: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, a new one if it has none."""
        if text not in self._index:
            self._index[text] = len(self.texts)
            self.texts.append(text)
        return self._index[text]


# ---------- ragged arrays ----------


def ragged_take(indptr: Ints, data: Ints, rows: Ints) -> tuple[Ints, Ints]:
    """Return (indptr, data) of the given rows of a ragged array."""
    if np.array_equal(rows, np.arange(len(indptr) - 1)):
        return indptr, data
    starts = indptr[rows].astype(np.int64)
    lengths = indptr[1:][rows] - starts
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    require_room(int(ends[-1]))
    index = np.arange(ends[-1]) + np.repeat(starts - ends[:-1], lengths)
    return ends.astype(np.int32), data[index]


def ragged_rows(indptr: Ints) -> Ints:
    """Return, for each entry of a ragged array, the row it is in."""
    return np.repeat(np.arange(len(indptr) - 1, dtype=np.int32), np.diff(indptr))


def ragged_filter(indptr: Ints, keep: Bools) -> Ints:
    """Return the indptr of a ragged array whose entries are thinned by `keep`."""
    return offsets(keep)[indptr]


def by_length(indptr: Ints) -> Iterator[tuple[Ints, npt.NDArray[np.int64]]]:
    """Group the rows of a ragged array by length, ascending.

    Yields:
        Pairs (rows, index), where ``data[index]`` has shape (len(rows), length).
    """
    lengths = np.diff(indptr)
    for length in np.flatnonzero(np.bincount(lengths)).tolist():
        rows = np.flatnonzero(lengths == length).astype(np.int32)
        yield rows, indptr[rows].astype(np.int64)[:, None] + np.arange(length)
