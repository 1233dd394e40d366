"""Which variables a search for paths decides first: links, from the corners of the board inwards.

Near a corner a path has the fewest ways to go, so that one decision there settles many links. A
search for one of many puzzles in a formula does better by that, until it has met conflicts of its
own, than by the conflicts of the puzzles before it (docs/lab/performance.md).
"""

from __future__ import annotations

import numpy as np

from nlc.board import Sort
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Program

_LESS_THAN_A_CONFLICT = 1e-9
"""An activity below that which a variable gets by one conflict."""


def from_corners(program: Program, lowered: LoweredProgram) -> dict[int, float]:
    """Return activities of the CNF variables of links, the highest for those next to a corner.

    A corner is one of the upright rectangle round the middles of all links, and the distance to it
    is that along rows and columns. Only shown variables are told, all below the activity that one
    conflict gives; none where no link is shown.

    Args:
        program: the puzzle, or one of those that the formula holds.
        lowered: the formula; it has the program's declared variables.
    """
    shown = [var for var in program.bools if var.shown and var.sort is Sort.LINK]
    if lowered.literals is None or not sum(var.size for var in shown):
        return {}
    middles = program.board.middles(Sort.LINK)
    middles -= middles.min(axis=0)
    away = np.minimum(middles, middles.max(axis=0) - middles).sum(axis=1)
    order = np.argsort(np.tile(away, len(shown)), kind="stable")
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in shown]
    variables = lowered.literals(np.concatenate(numbers)[order])
    falling = np.linspace(2, 1, len(variables)) * _LESS_THAN_A_CONFLICT
    return dict(zip(variables.tolist(), falling.tolist(), strict=True))
