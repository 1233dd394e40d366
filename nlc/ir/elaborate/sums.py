"""Compares numbers that the solver decides: counts, values of variables, their sums and
differences.

What is subtracted is counted by the conditions that do not hold: count A - count B is the number of
A's and of B's negations that hold, less the size of B. A value is taken case by case: ``count S =
num[c]`` says for each k that num[c] = k implies count S = k. Where there are more, they are added
up: they become conditions, and the sum is how many hold. A number from 1 to 9 is 1 and one more for
each of the conditions "at least 2" to "at least 9"; what weighs w stands w times. So a sum is a
count, which the encodings of counts state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    Lit,
    constant,
    present,
)
from nlc.ir.elaborate.sets import literals, members_of, needs_no_name
from nlc.ir.elaborate.values import DecidedSet, FdValue, Static, StaticSet, Sum, Wide, ragged_rows
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s

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

MAX_CASES = 4096
"""Values of variables are added up where a comparison would have more cases, or three values."""

MANY = 9
"""A count of so many conditions is compared with an open given by adding up: a count for each value
is more than one of twice the size."""

MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def is_calculated(node: s.Expr) -> bool:
    """Return whether a number is a count, or calculated from others."""
    return isinstance(node, s.CALCULATED)


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
    if isinstance(node, s.Sum):
        return _total(ev, node, frame)
    value = ev.as_set(node.of, frame) if isinstance(node, s.Count) else ev.value(node, frame)
    if isinstance(value, DecidedSet):
        return Sum(terms=((1, value),))
    if isinstance(value, FdValue):
        return Sum(values=((1, value),))
    if isinstance(value, StaticSet):
        return Sum(known=value.sizes().astype(np.int64))
    assert isinstance(value, Static)
    return Sum(known=np.asarray(ev.present(value, node).data.astype(np.int64)))


def _total(ev: Evaluator, node: s.Sum, frame: Frame) -> Sum:
    """Add up the numbers of a set; where they are the same for all instances, only once."""
    of = node.of
    if not frame.is_root and needs_no_name(of, frame):
        return _total(ev, node, Frame()).take(np.zeros(frame.rows, np.int32))
    every = np.arange(frame.rows, dtype=np.int32)
    match of:
        case s.SetOf():
            inner, parents, guard = members_of(ev, of, frame)
            return added(ev, sum_of(ev, of.element, inner), of, inner, parents, frame.rows, guard)
        case s.Listed(members=members):
            found = Sum()
            for member in members:
                found = found.plus(sum_of(ev, member, frame))
            return added(ev, found, of, frame, every, frame.rows)
        case s.Index(variable=ref, args=(over,)):
            indptr, elements = ev.static_set(over, frame).over(frame.rows)
            parents = ragged_rows(indptr)
            numbers = Sum(values=((1, FdValue(ref.name, elements)),))
            return added(ev, numbers, of, frame.take(parents), parents, frame.rows)
    indptr, data = ev.static_set(of, frame).over(frame.rows)
    known = np.zeros(frame.rows, np.int64)
    np.add.at(known, ragged_rows(indptr), data)
    return Sum(known=known)


def compare_sums(
    ev: Evaluator, op: str, left: Sum, right: Sum, node: s.Node, frame: Frame
) -> Formula:
    """Return that two numbers, not both of them known, compare in one of the six ways."""
    found = left.plus(right, -1)
    cases = 1
    for _, value in found.values:
        cases *= len(ev.ground.domains[value.name])
    wide = max((int(np.diff(term.indptr).max(initial=0)) for _, term in found.terms), default=0)
    many = wide >= MANY and any(value.name in ev.ground.opened for _, value in found.values)
    if len(found.values) > 2 or cases > MAX_CASES or many:
        return _compare_added(ev, op, found, node, frame)
    require_room(cases * frame.rows)
    return _compare(ev, op, found, frame)


def _compare_added(ev: Evaluator, op: str, found: Sum, node: s.Node, frame: Frame) -> Formula:
    """Return how a number compares with 0: a count, and that each value is there."""
    total = added(ev, found, node, frame, np.arange(frame.rows, dtype=np.int32), frame.rows)
    there = [
        present(value.name, value.elements)
        for _, value in found.values
        if ev.builder.program.domains[value.name].optional
    ]
    return Junction(True, (_count(op, total, frame), *there))


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
    if not terms:
        held = COMPARISONS[op](known, np.zeros((), np.int64))
        return constant(np.broadcast_to(held, (frame.rows,)))
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


class _Part(NamedTuple):
    """Literals that weigh something, each in a sum; all of shape (n,)."""

    sums: Ints
    weights: Wide
    lits: Ints


def added(
    ev: Evaluator,
    numbers: Sum,
    node: s.Node,
    frame: Frame,
    parents: Ints,
    size: int,
    guard: Formula | None = None,
) -> Sum:
    """Add up the numbers of a frame's rows.

    Args:
        ev: makes auxiliaries.
        numbers: one a row; a value that is missing is 0.
        node: what is being stated.
        parents: for each row the sum that it belongs to.
        size: how many sums there are.
        guard: the numbers for which it does not hold are left out.
    """
    held = np.full(frame.rows, TRUE, np.int32)
    if guard is not None:
        held = literals(ev, guard, node, frame)
    parts = [
        _Part(parents[row], weights, _both(ev, held[row], lits, node, frame.take(row)))
        for row, weights, lits in _parts(ev, numbers, node, frame)
    ]
    sums, weights, lits = (np.concatenate(column) for column in zip(*parts, strict=True))
    known = np.zeros(size, np.int64)
    sure = lits == TRUE
    np.add.at(known, sums[sure], weights[sure])
    # What is subtracted where a condition holds is subtracted in any case, and added where not.
    below = ~sure & (weights < 0)
    np.add.at(known, sums[below], weights[below])
    lits = np.where(below, -lits, lits)
    times = np.where(sure, 0, np.abs(weights))
    require_room(int(times.sum()))
    order = np.argsort(sums, kind="stable")
    lits, sums = np.repeat(lits[order], times[order]), np.repeat(sums[order], times[order])
    if not len(lits):
        return Sum(known=known)
    indptr = offsets(np.bincount(sums, minlength=size))
    return Sum(((1, DecidedSet("bool", indptr, np.zeros(0, np.int32), lits)),), (), known)


def _parts(ev: Evaluator, numbers: Sum, node: s.Node, frame: Frame) -> Iterator[_Part]:
    """Yield the literals that make up numbers, each with the row that it is of."""
    rows = np.arange(frame.rows, dtype=np.int32)
    sure = np.full(frame.rows, TRUE, np.int32)
    known = np.broadcast_to(numbers.known, (frame.rows,)).astype(np.int64)
    for sign, members in numbers.terms:
        entries = ragged_rows(members.indptr)
        yield _Part(entries, np.full(len(entries), sign, np.int64), members.lits)
    for sign, value in numbers.values:
        steps = ev.steps.of(value, ev.origin(node, frame))
        known = known + sign * steps.least
        entries = np.repeat(rows, len(steps.gaps))
        yield _Part(entries, np.tile(sign * steps.gaps, frame.rows), steps.lits.ravel())
    yield _Part(rows, known, sure)


def _both(ev: Evaluator, held: Ints, lits: Ints, node: s.Node, frame: Frame) -> Ints:
    if (held == TRUE).all():
        return lits
    if (lits == TRUE).all():
        return held
    return literals(ev, Junction(True, (Lit(held), Lit(lits))), node, frame)
