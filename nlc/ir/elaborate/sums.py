"""Compares numbers that the solver decides: counts, values of variables, their sums and
differences.

What is subtracted is counted by the conditions that do not hold: count A - count B is the number of
A's and of B's negations that hold, less the size of B. A value is taken case by case: ``count S =
num[c]`` says for each k that num[c] = k implies count S = k.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints, offsets
from nlc.errors import fail
from nlc.ir.elaborate.bounds import require_room, spend_step
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.formula import (
    CountIs,
    Formula,
    Implication,
    Is,
    Junction,
    constant,
    present,
)
from nlc.ir.elaborate.values import DecidedSet, FdValue, Static, ragged_rows
from nlc.language import syntax as s

Wide = npt.NDArray[np.int64]

MAX_NUMBER = 2**31 - 2
"""No number of a puzzle is further from 0."""

COMPARISONS: dict[str, Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
"""How known numbers are compared."""

MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Sum(NamedTuple):
    """A number.

    Attributes:
        terms: decided counts, each added (1) or subtracted (-1).
        values: values of variables, likewise.
        known: a number that is known, shape () or (rows,).
    """

    terms: tuple[tuple[int, DecidedSet], ...] = ()
    values: tuple[tuple[int, FdValue], ...] = ()
    known: Wide = np.zeros((), np.int64)

    @property
    def decided(self) -> bool:
        """Whether the solver has a part in it."""
        return bool(self.terms or self.values)

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """Return a sum or, by the sign -1, a difference."""
        return Sum(
            (*self.terms, *((sign * one, term) for one, term in other.terms)),
            (*self.values, *((sign * one, value) for one, value in other.values)),
            self.known + sign * other.known,
        )


def is_calculated(node: s.Expr) -> bool:
    """Return whether a number is a count, or calculated from others."""
    return isinstance(node, (s.Arith, s.Count))


def narrowed(total: Wide, node: s.Expr) -> Static:
    """Return a known number, or raise a diagnostic where it is too large."""
    if total.size and int(np.abs(total).max()) > MAX_NUMBER:
        raise fail(f"a number grows beyond {MAX_NUMBER} here", node.span)
    return Static("int", np.asarray(total.astype(np.int32)))


def sum_of(ev: Evaluator, node: s.Expr, frame: Frame) -> Sum:
    """Evaluate a number."""
    if isinstance(node, s.Arith):
        sign = 1 if node.op == "+" else -1
        found = sum_of(ev, node.left, frame).plus(sum_of(ev, node.right, frame), sign)
        if not found.decided:
            narrowed(found.known, node)
        return found
    value = ev.value(node.of if isinstance(node, s.Count) else node, frame)
    if isinstance(value, DecidedSet):
        return Sum(terms=((1, value),))
    if isinstance(value, FdValue):
        return Sum(values=((1, value),))
    if isinstance(node, s.Count):
        value = ev.value(node, frame)
    assert isinstance(value, Static)
    return Sum(known=np.asarray(ev.present(value, node).data.astype(np.int64)))


def compare_sums(ev: Evaluator, op: str, left: Sum, right: Sum, frame: Frame) -> Formula:
    """Return that two numbers, not both of them known, compare in one of the six ways."""
    found = left.plus(right, -1)
    cases = 1
    for _, value in found.values:
        cases *= len(ev.ground.domains[value.name])
    require_room(cases * frame.rows)
    return _compare(ev, op, found, frame)


def _compare(ev: Evaluator, op: str, found: Sum, frame: Frame) -> Formula:
    """Return how a number compares with 0."""
    spend_step()
    if not found.values:
        return _count(op, found, frame)
    (sign, value), *others = found.values
    last = not others and not found.terms
    parts: list[Formula] = []
    for index, number in enumerate(ev.ground.domains[value.name].tolist()):
        this = Is(value.name, value.elements, np.full(frame.rows, index, np.int32))
        known = found.known + sign * number
        if last:
            held = np.broadcast_to(COMPARISONS[op](known, np.zeros((), np.int64)), (frame.rows,))
            if held.any():
                parts.append(this if held.all() else Junction(True, (this, constant(held))))
        else:
            rest = _compare(ev, op, Sum(found.terms, tuple(others), known), frame)
            parts.append(Implication(this, rest))
    if not parts:
        return constant(np.zeros(frame.rows, np.bool_))
    if not last and ev.builder.program.domains[value.name].optional:
        parts.append(present(value.name, value.elements))
    return Junction(not last, tuple(parts))


def _count(op: str, found: Sum, frame: Frame) -> Formula:
    terms, known = found.terms, found.known
    if all(sign < 0 for sign, _ in terms):
        op, known = MIRROR[op], -known
        terms = tuple((-sign, members) for sign, members in terms)
    bound = np.broadcast_to(-known, (frame.rows,)).copy()
    for sign, members in terms:
        if sign < 0:
            bound += np.diff(members.indptr)
    indptr, lits = _together(terms, frame.rows)
    most = int(np.diff(indptr).max(initial=0))
    wanted: Ints = bound.clip(-1, most + 1).astype(np.int32)
    match op:
        case "=" | "!=":
            return CountIs(indptr, lits, "=", (wanted,), op == "=")
        case "<" | "<=":
            return CountIs(indptr, lits, "<=", (wanted - np.int32(op == "<"),))
        case _:
            return CountIs(indptr, lits, ">=", (wanted + np.int32(op == ">"),))


def _together(terms: tuple[tuple[int, DecidedSet], ...], rows: int) -> tuple[Ints, Ints]:
    """Return the literals of all terms, row by row; those of what is subtracted are negated."""
    if len(terms) == 1:
        return terms[0][1].indptr, terms[0][1].lits
    row = np.concatenate([ragged_rows(members.indptr) for _, members in terms])
    lits = np.concatenate([members.lits * np.int32(sign) for sign, members in terms])
    order = np.argsort(row, kind="stable")
    return offsets(np.bincount(row, minlength=rows)), lits[order]
