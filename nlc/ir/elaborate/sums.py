"""Compares sums and differences of decided counts: ``count A + count B = n``.

What is subtracted is counted by the conditions that do not hold: count A - count B is the number of
A's and of B's negations that hold, less the size of B.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints, offsets
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.formula import CountIs, Formula
from nlc.ir.elaborate.values import DecidedSet, ragged_rows
from nlc.language import syntax as s

Wide = npt.NDArray[np.int64]

MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Sum(NamedTuple):
    """Decided counts, each added or subtracted, and a number that is known, shape () or (rows,)."""

    terms: tuple[tuple[int, DecidedSet], ...]
    known: Wide


def has_count(node: s.Expr) -> bool:
    """Return whether a number is a count, or calculated from one."""
    if isinstance(node, s.Arith):
        return has_count(node.left) or has_count(node.right)
    return isinstance(node, s.Count)


def sum_of(ev: Evaluator, node: s.Expr, frame: Frame, sign: int = 1) -> Sum:
    """Evaluate a number, times 1 or -1."""
    if isinstance(node, s.Arith):
        one = sum_of(ev, node.left, frame, sign)
        two = sum_of(ev, node.right, frame, sign if node.op == "+" else -sign)
        return Sum((*one.terms, *two.terms), one.known + two.known)
    if isinstance(node, s.Count):
        members = ev.value(node.of, frame)
        if isinstance(members, DecidedSet):
            return Sum(((sign, members),), np.zeros((), np.int64))
    return Sum((), np.asarray(sign * ev.number(node, frame).astype(np.int64)))


def compare_counts(ev: Evaluator, node: s.Compare, frame: Frame) -> Formula | None:
    """Evaluate a comparison with counts; None where all of them are known."""
    left = sum_of(ev, node.left, frame)
    right = sum_of(ev, node.right, frame, -1)
    terms, known = (*left.terms, *right.terms), left.known + right.known
    if not terms:
        return None
    op = node.op
    if all(sign < 0 for sign, _ in terms):
        op, known = MIRROR[op], -known
        terms = tuple((-sign, members) for sign, members in terms)
    bound = np.broadcast_to(-known, (frame.rows,)).copy()
    for sign, members in terms:
        if sign < 0:
            bound += np.diff(members.indptr)
    indptr, lits = _together(terms, frame.rows)
    bound = bound.clip(-1, int(np.diff(indptr).max(initial=0)) + 1).astype(np.int32)
    match op:
        case "=" | "!=":
            return CountIs(indptr, lits, "=", (bound,), op == "=")
        case "<" | "<=":
            return CountIs(indptr, lits, "<=", (bound - np.int32(op == "<"),))
        case _:
            return CountIs(indptr, lits, ">=", (bound + np.int32(op == ">"),))


def _together(terms: tuple[tuple[int, DecidedSet], ...], rows: int) -> tuple[Ints, Ints]:
    """Return the literals of all terms, row by row; those of what is subtracted are negated."""
    if len(terms) == 1:
        return terms[0][1].indptr, terms[0][1].lits
    row = np.concatenate([ragged_rows(members.indptr) for _, members in terms])
    lits = np.concatenate([members.lits * np.int32(sign) for sign, members in terms])
    order = np.argsort(row, kind="stable")
    return offsets(np.bincount(row, minlength=rows)), lits[order]
