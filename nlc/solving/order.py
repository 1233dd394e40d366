"""Which variables a search for paths decides first: links, from the corners of the board inwards.

Near a corner a path has the fewest ways to go, so that one decision there settles many links. A
search for one of many puzzles in a formula does better by that, until it has met conflicts of its
own, than by the conflicts of the puzzles before it (docs/lab/performance.md).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nlc.arrays import Floats
from nlc.board import Sort
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Program

_LESS_THAN_A_CONFLICT = 1e-9
"""An activity below that which a variable gets by one conflict."""

Distance = Callable[[Floats, Floats], Floats]
"""How late links are decided, shape (n,), by the places of their middles (x, y), shape (2, n), and
by the width and the height of the upright rectangle round these, shape (2, 1)."""


def to_corner(at: Floats, size: Floats) -> Floats:
    """Return how far places are from the nearest corner, along rows and columns; a `Distance`."""
    away: Floats = np.minimum(at, size - at).sum(axis=0)
    return away


def activities(
    program: Program, lowered: LoweredProgram, distance: Distance = to_corner
) -> dict[int, float]:
    """Return activities of the CNF variables of links, the highest for those to be decided first.

    Only shown variables are told, all below the activity that one conflict gives; none where no
    link is shown.

    Args:
        program: the puzzle, or one of those that the formula holds.
        lowered: the formula; it has the program's declared variables.
        distance: by which links are ordered.
    """
    shown = [var for var in program.bools if var.shown and var.sort is Sort.LINK]
    if lowered.literals is None or not sum(var.size for var in shown):
        return {}
    at = program.board.middles(Sort.LINK).T
    at = at - at.min(axis=1)[:, None]
    away = distance(at, at.max(axis=1)[:, None])
    order = np.argsort(np.tile(away, len(shown)), kind="stable")
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in shown]
    variables = lowered.literals(np.concatenate(numbers)[order])
    falling = np.linspace(2, 1, len(variables)) * _LESS_THAN_A_CONFLICT
    return dict(zip(variables.tolist(), falling.tolist(), strict=True))
