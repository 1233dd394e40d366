"""Changes a line where even all clues leave another one.

That happens beside holes, which have no clue: of a whole board, all clues leave one line nearly
always. The cells at which the other line differs flip anew, with those around them; the rest of the
line stays.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from nlc.board import Board
from nlc.generating.slitherlink.flips import chances, sweep, sweep_holes
from nlc.generating.slitherlink.formula import formula
from nlc.generating.slitherlink.regions import Colours, Grid
from nlc.generating.slitherlink.solver import ClueSolver

_PATIENCE = 4
"""After so many changes at one place more around it is changed."""

_REACH = 8
"""How many cells around are changed at most."""

_SWEEPS = 4
"""Proposed flips for each cell at which it is changed."""


def repair(board: Board, grid: Grid, colours: Colours, random: np.random.Generator) -> int | None:
    """Change two regions, in place, until all clues leave the line between them alone.

    Returns:
        How often the line was changed, or None: all changes were in vain.
    """
    table = chances(grid.tiling, False, math.inf)
    places = np.append(grid.cells, [hole[0] for hole in grid.holes]).astype(np.int32)
    done, spent = 0, np.zeros(len(places), np.int32)
    while True:
        planted = formula(board, grid, colours)
        solver = ClueSolver(board, planted)
        faces = solver.ambiguous()
        solver.close()
        if faces is None:
            return done
        spent[faces] += 1
        done += 1
        if (reach := 1 + int(spent[faces].max()) // _PATIENCE) > _REACH:
            return None
        near = places[faces]
        for _ in range(reach):
            near = np.union1d(near, grid.rings[np.isin(grid.cells, near)])
        chosen = [(np.isin(own, near), own, rings) for own, rings in grid.classes]
        classes = tuple((own[of], rings[of]) for of, own, rings in chosen)
        holes = tuple(hole for hole in grid.holes if np.isin(hole, near).any())
        part = replace(grid, classes=classes, holes=holes)
        for _ in range(_SWEEPS):
            sweep(part, colours, table, random)
            sweep_holes(part, colours, False, math.inf, random)
