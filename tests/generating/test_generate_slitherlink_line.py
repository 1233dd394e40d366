"""Random lines: rings of cells, which cells may flip, doubling, and the ends of open lines."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import KINDS, connected, pieces_of

from nlc.generating.shape import blank
from nlc.generating.slitherlink.regions import border
from nlc.generating.slitherlink.scale import LineSpec, regions


def is_one_line(board, area, colours, is_open: bool) -> bool:
    """Tell by a walk whether the border of the regions is one loop, or one open line."""
    line = border(board, area, colours)
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends = 2 if is_open else 0
    if degrees.max() > 2 or (degrees == 1).sum() != ends:
        return False
    return len(pieces_of(board, line)) == 1


@pytest.mark.sample(8)
@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_both_regions_are_connected_and_their_border_is_one_line(tiling, is_open, diagonal):
    if diagonal and tiling == "hex":
        diagonal = False
    for seed, (rows, cols) in enumerate([(2, 2), (2, 9), (9, 3), (8, 8), (17, 21), (33, 36)]):
        line = LineSpec(tiling, rows, cols, is_open, diagonal)
        area, colours = regions(line, np.random.default_rng(seed))
        assert connected(area, colours)
        assert is_one_line(blank(tiling, cols, rows).board, area, colours, is_open)
        assert 0 < area.inside(colours).mean() < 1 or is_open or rows == 2
