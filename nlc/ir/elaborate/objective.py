"""The number that the best solutions make least or greatest, as weighted literals."""

from __future__ import annotations

import numpy as np

from nlc.arrays import merged
from nlc.ir.elaborate.bounds import located
from nlc.ir.elaborate.evaluator import Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.sums import added, sum_of
from nlc.ir.nodes import TRUE, Objective
from nlc.language import syntax as s


def objective_of(ev: Expressions, item: s.Objective) -> Objective:
    """Return the objective of a puzzle.

    Raises:
        UserError: the number has more conditions than a statement may have.
    """
    ev.rule, frame = item.sense, Frame()
    with located(f"'{item.sense}'", item.span):
        ev.begin()
        number = sum_of(ev, item.number, frame)
        total = added(ev, number, item.number, frame, np.zeros(1, np.int32), 1)
    lits = total.terms[0][1].lits if total.terms else np.zeros(0, np.int32)
    sure = int(np.count_nonzero(lits == TRUE))
    lits = lits[np.abs(lits) != TRUE]
    lits, weights, more = merged(lits, np.ones(len(lits), np.int64))
    constant = int(np.broadcast_to(total.known, (1,))[0]) + sure + more
    if item.sense == "maximize":
        lits, constant = -lits, constant + int(weights.sum())
    origin = ev.origin(item.number, frame)
    return Objective(item.sense, lits, weights, constant, _text(item.number), origin)


def _text(expr: s.Expr) -> str:
    """Return an expression as it was written, on one line."""
    span = expr.span
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
