"""Decided conditions of one expression for all rows of a frame, before they become nodes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints, unique_rows
from nlc.ir.elaborate.bounds import spend_step
from nlc.ir.elaborate.values import Static, by_length, ragged_take
from nlc.ir.nodes import ABSENT, TRUE, Counts
from nlc.ir.runs import Lengths

NOWHERE = -2
"""The value index of a static value outside of the domain."""


class Lit(Struct, frozen=True, eq=False, dict=True):
    """A literal for each row, shape (rows,); may be `TRUE` or its negation."""

    lits: Ints


class Junction(Struct, frozen=True, eq=False, dict=True):
    """All (or, if not `every`, any) of a few formulas."""

    every: bool
    parts: tuple[Formula, ...]


class Many(Struct, frozen=True, eq=False, dict=True):
    """All (or any) of a list of literals for each row, ragged."""

    every: bool
    indptr: Ints
    lits: Ints


class Implication(Struct, frozen=True, eq=False, dict=True):
    """`left` implies `right`."""

    left: Formula
    right: Formula


class Equivalence(Struct, frozen=True, eq=False, dict=True):
    """Both or neither."""

    left: Formula
    right: Formula


class CountIs(Struct, frozen=True, eq=False, dict=True):
    """The number of true literals of a ragged row compared with numbers.

    Attributes:
        relation: ``=`` (any of the numbers), ``<=``, ``>=`` or ``odd``.
        numbers: arrays of shape (rows,).
        holds: False if the comparison must fail.
    """

    indptr: Ints
    lits: Ints
    relation: str
    numbers: tuple[Ints, ...]
    holds: bool = True


class Is(Struct, frozen=True, eq=False, dict=True):
    """A finite-domain variable has (or has not) a value, by row: index, `ABSENT` or `NOWHERE`."""

    variable: str
    elements: Ints
    values: Ints
    equal: bool = True


class Same(Struct, frozen=True, eq=False, dict=True):
    """Two finite-domain variables are equal (or not), row by row."""

    left: str
    left_elements: Ints
    right: str
    right_elements: Ints
    equal: bool = True


class Different(Struct, frozen=True, eq=False, dict=True):
    """The present values of a finite-domain variable over a ragged set are different, row by row.

    It is a statement, and not a part of another formula.
    """

    variable: str
    indptr: Ints
    elements: Ints


class RunsAre(Struct, frozen=True, eq=False, dict=True):
    """The maximal runs of true literals of a ragged row have given lengths.

    Attributes:
        lengths: one list for each row.
        ring: whether the rows are rings; see `nlc.ir.nodes.Runs`.
        holds: False if the lengths must be others.
    """

    indptr: Ints
    lits: Ints
    lengths: tuple[Lengths, ...]
    ring: bool
    holds: bool = True


Formula = (
    Lit | Junction | Many | Implication | Equivalence | CountIs | Is | Same | Different | RunsAre
)


def constant(value: Ints) -> Lit:
    """Return the formula of static truth values, shape (rows,), boolean."""
    return Lit(np.where(value, TRUE, -TRUE).astype(np.int32))


def settled(lits: Ints) -> Static | Lit:
    """Return a condition by its literals; it is known if all of them are constants."""
    if (np.abs(lits) == TRUE).all():
        return Static("bool", lits == TRUE)
    return Lit(lits)


def negate(f: Formula) -> Formula:
    """Return the negation, pushed inwards; it is computed once, and its negation is `f`."""
    known: Formula | None = vars(f).get("negation")
    if known is None:
        known = _negation(f)
        vars(f)["negation"], vars(known)["negation"] = known, f
    return known


def _negation(f: Formula) -> Formula:
    spend_step()
    match f:
        case Lit(lits):
            return Lit(-lits)
        case Junction(every, parts):
            return Junction(not every, tuple(negate(p) for p in parts))
        case Many(every, indptr, lits):
            return Many(not every, indptr, -lits)
        case Implication(left, right):
            return Junction(True, (left, negate(right)))
        case Equivalence(left, right):
            return Equivalence(left, negate(right))
        case CountIs(holds=holds) | RunsAre(holds=holds):
            return replace(f, holds=not holds)
        case Is(equal=equal) | Same(equal=equal):
            return replace(f, equal=not equal)
        case Different():
            raise AssertionError("not a part of a formula")


def take(f: Formula, rows: Ints, done: dict[int, Formula] | None = None) -> Formula:
    """Return the formula of the given rows.

    Args:
        rows: indices, may repeat.
        done: the results for formulas by identity, which may share parts with this one.
    """
    done = {} if done is None else done
    if id(f) in done:
        return done[id(f)]
    spend_step()
    out: Formula
    match f:
        case Lit(lits):
            out = Lit(lits[rows])
        case Junction(every, parts):
            out = Junction(every, tuple(take(p, rows, done) for p in parts))
        case Many(every, indptr, lits):
            out = Many(every, *ragged_take(indptr, lits, rows))
        case Implication(left, right):
            out = Implication(take(left, rows, done), take(right, rows, done))
        case Equivalence(left, right):
            out = Equivalence(take(left, rows, done), take(right, rows, done))
        case CountIs(indptr, lits, relation, numbers, holds):
            indptr, lits = ragged_take(indptr, lits, rows)
            out = CountIs(indptr, lits, relation, tuple(k[rows] for k in numbers), holds)
        case Is(variable, elements, values, equal):
            out = Is(variable, elements[rows], values[rows], equal)
        case Same(left_name, left_elements, right_name, right_elements, equal):
            out = Same(left_name, left_elements[rows], right_name, right_elements[rows], equal)
        case RunsAre(indptr, lits, lengths, ring, holds):
            indptr, lits = ragged_take(indptr, lits, rows)
            out = RunsAre(indptr, lits, tuple(lengths[i] for i in rows.tolist()), ring, holds)
        case Different(variable, indptr, elements):
            out = Different(variable, *ragged_take(indptr, elements, rows))
    done[id(f)] = out
    return out


def count_groups(f: CountIs | Many) -> Iterator[tuple[Ints, Ints, Counts]]:
    """Split a count, or a junction, into groups of one length and one set of numbers.

    Yields:
        Triples (rows, lits of shape (len(rows), n), allowed counts within 0..n).
    """
    for rows, index in by_length(f.indptr):
        n = index.shape[1]
        lits = f.lits[index]
        if isinstance(f, Many):
            yield rows, lits, Counts.of(n) if f.every else Counts.between(1, n)
            continue
        keys = np.array([k[rows] for k in f.numbers]).reshape(-1, len(rows)).T
        first, which = unique_rows(keys)
        for i, key in enumerate(keys[first]):
            where = np.flatnonzero(which == i)
            yield rows[where], lits[where], _counts(f, tuple(int(k) for k in key), n)


def _counts(f: CountIs, ks: tuple[int, ...], n: int) -> Counts:
    match f.relation:
        case "=":
            counts = Counts.of(*ks)
        case "<=":
            counts = Counts.between(0, ks[0])
        case ">=":
            counts = Counts.between(ks[0], n)
        case _:
            counts = Counts.of(*range(1, n + 1, 2))
    return counts.within(n) if f.holds else counts.complement(n)


def present(variable: str, elements: Ints) -> Is:
    """Return the condition that an optional finite-domain variable has a value."""
    return Is(variable, elements, np.full(len(elements), ABSENT, np.int32), equal=False)
