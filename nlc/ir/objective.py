"""What boards cost by an objective, and the program of those that cost no more than some bound."""

from __future__ import annotations

from math import gcd

import numpy as np
from msgspec.structs import replace

from nlc.ir.builder import Builder
from nlc.ir.nodes import Assignment, Counts, Program
from nlc.ir.valuation import Valuation


def cost_of(program: Program, board: Assignment) -> int:
    """Return what a filled board costs by the objective of its program, which reads no clause."""
    assert program.objective is not None
    held = Valuation.of(program, board).holds(program.objective.lits)
    return int(program.objective.weights[held].sum())


def at_most(program: Program, cost: int) -> Program:
    """Return a program without objective whose boards are those that cost at most so much.

    What weighs w stands w times in one count, which any encoding of counts can state.

    Args:
        program: has an objective.
        cost: -1 for none.
    """
    aim = program.objective
    assert aim is not None
    lists = ("auxiliaries", "rules", "atoms")
    copied = {name: [*getattr(program, name)] for name in lists}
    made = replace(program, objective=None, nodes=[*program.nodes], **copied)
    if cost >= int(aim.weights.sum()):
        return made
    builder = Builder(made)
    builder.begin_rule(aim.sense)
    unit = gcd(*aim.weights.tolist()) if len(aim.weights) else 1
    lits = np.repeat(aim.lits, aim.weights // unit)[None]
    counts, nothing = Counts.between(0, cost // unit), np.zeros((1, 0), np.int32)
    rows = np.zeros(1, np.int32)
    if cost < 0:
        builder.clause(nothing, nothing, aim.origin, rows)
    else:
        builder.count(counts, lits, nothing, aim.origin, rows)
    made.nodes += builder.rule_nodes()
    return made
