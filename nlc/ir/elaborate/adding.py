"""Adds up numbers that the solver decides: they become conditions, and the sum is how many hold.

A number from 1 to 9 is 1 and one more for each of the conditions "at least 2" to "at least 9"; what
weighs w stands w times. So a sum is a count, which the encodings of counts state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nlc.arrays import Ints, offsets
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.formula import Formula, Junction, Lit
from nlc.ir.elaborate.sets import literals
from nlc.ir.elaborate.values import DecidedSet, Sum, Wide, ragged_rows
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s


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
        frame: the rows.
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
