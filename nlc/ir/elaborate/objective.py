"""The objective of a puzzle as weighted literals."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from nlc.arrays import merge_literals
from nlc.ir.elaborate.bounds import located
from nlc.ir.elaborate.evaluator import Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.sums import sum_of
from nlc.ir.elaborate.totals import linear
from nlc.ir.nodes import Objective
from nlc.language import syntax as s
from nlc.language.catalogue import written


def objective_of(ev: Expressions, item: s.Objective) -> Objective:
    """Return the objective of a puzzle.

    Raises:
        UserError: the number has more conditions than a statement may have.
    """
    ev.rule, frame = item.sense, Frame()
    with located(f"'{item.sense}'", item.span):
        ev.begin()
        rows, known = linear(ev, sum_of(ev, item.number, frame), item.number, frame)
    steps = [
        (x, high - low)
        for number in rows[0]
        for x, (low, high) in zip(number.lits, pairwise(number.levels), strict=True)
    ]
    every, gaps = np.array(steps, np.int64).reshape(-1, 2).T
    lits, weights, more = merge_literals(every.astype(np.int32), gaps)
    constant = known[0] + sum(number.levels[0] for number in rows[0]) + more
    if item.sense == "maximize":
        lits, constant = -lits, constant + int(weights.sum())
    origin = ev.origin(item.number, frame)
    return Objective(item.sense, lits, weights, constant, written(item.number.span), origin)
