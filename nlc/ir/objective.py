"""Costs of boards by an objective, and programs with a bound on the cost."""

from __future__ import annotations

from math import gcd

import numpy as np
from msgspec.structs import replace

from nlc.ir.builder import Builder
from nlc.ir.nodes import Assignment, Counts, Program
from nlc.ir.valuation import Valuation


def cost_of(program: Program, board: Assignment) -> int:
    """Return the cost of a filled board by the objective of its program."""
    assert program.objective is not None
    held = Valuation.of(program, board).holds(program.objective.lits)
    return int(program.objective.weights[held].sum())


def at_most(program: Program, cost: int) -> Program:
    """Return a program without objective whose boards have at most a cost.

    A literal of weight w occurs w times in one count, to which any encoding of counts applies.

    Args:
        program: has an objective.
        cost: the greatest cost; -1 excludes all boards.
    """
    aim = program.objective
    assert aim is not None
    made = replace(program, objective=None)
    if cost >= int(aim.weights.sum()):
        return made
    builder = Builder.beyond(made, aim.sense)
    unit = gcd(*aim.weights.tolist()) if len(aim.weights) else 1
    lits = np.repeat(aim.lits, aim.weights // unit)[None]
    if cost < 0:
        builder.clause(np.zeros((1, 0), np.int32), aim.origin)
    else:
        builder.count(Counts.between(0, cost // unit), lits, aim.origin)
    return builder.extended()
