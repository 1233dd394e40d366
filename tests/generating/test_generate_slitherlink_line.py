"""Random lines: rings of cells, which cells may flip, doubling, and the ends of open lines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from generating.slitherlink import KINDS, TILINGS, connected, pieces_of

from nlc.generating.shape import blank
from nlc.generating.slitherlink.flips import chances, sweep
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.regions import border, grid
from nlc.generating.slitherlink.scale import LineSpec, doubled, regions, start


def is_one_line(board, area, colours, is_open: bool) -> bool:
    """Tell by a walk whether the border of the regions is one loop, or one open line."""
    line = border(board, area, colours)
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends = 2 if is_open else 0
    if degrees.max() > 2 or (degrees == 1).sum() != ends:
        return False
    return len(pieces_of(board, line)) == 1


@pytest.mark.parametrize("tiling", TILINGS)
def test_rings_hold_the_cells_at_the_corners_in_order_and_sides_those_of_the_board(tiling):
    board, area = blank(tiling, 7, 6).board, grid(tiling, 6, 7)
    cell_at = {place: cell for cell, place in enumerate(area.cells.tolist())}
    checked = 0
    for cell, ring in enumerate(area.rings.tolist()):
        corners = set(board.cell_corners.row(cell).tolist())
        near = {
            other
            for vertex in corners
            for other in board.vertex_cells.row(vertex).tolist()
            if other != cell
        }
        assert {cell_at[place] for place in ring if place in cell_at} == near
        edges = board.cell_borders.row(cell).tolist()
        for side, edge in zip(LATTICES[tiling].sides, edges, strict=True):
            beyond = set(board.border_cells[edge].tolist()) - {cell}
            assert beyond == {cell_at.get(ring[side], -1)}
        if all(place in cell_at for place in ring):
            checked += 1
            for place, after in zip(ring, [*ring[1:], ring[0]], strict=True):
                pair = {cell_at[place], cell_at[after]}
                assert any(pair == set(cells) for cells in board.border_cells.tolist())
    assert checked > 5


@pytest.mark.parametrize("tiling", TILINGS)
def test_no_two_cells_of_a_class_meet_and_every_cell_has_a_class(tiling):
    area = grid(tiling, 5, 8)
    places = []
    for members, rings in area.classes:
        assert not np.isin(rings, members).any()
        places += members.tolist()
    assert sorted(places) == area.cells.tolist()


@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_a_cell_may_flip_if_and_only_if_the_line_stays_one_line(tiling, is_open):
    board = blank(tiling, 5, 4).board
    table = chances(tiling, False, math.inf)
    counts = [0, 0]
    for seed in range(8):
        random = np.random.default_rng(seed)
        area, colours = regions(LineSpec(tiling, 4, 5, is_open), random)
        flat = colours.reshape(-1)
        for place, ring in zip(area.cells.tolist(), area.rings.tolist(), strict=True):
            bits = sum(int(flat[other] != flat[place]) << i for i, other in enumerate(ring))
            flat[place] ^= 1
            fine = connected(area, colours) and is_one_line(board, area, colours, is_open)
            flat[place] ^= 1
            assert (table[bits] > 0) == fine
            counts[fine] += 1
    assert min(counts) > 20


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


@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_doubling_keeps_the_regions_connected_and_their_areas_in_proportion(tiling, is_open):
    for seed in range(5):
        random = np.random.default_rng(seed)
        small = grid(tiling, 5, 6)
        colours = start(small, is_open, random)
        for _ in range(10):
            sweep(small, colours, chances(tiling, False, math.inf), random)
        finer = grid(tiling, 11, {"square": 13, "hex": 14, "triangle": 15}[tiling])
        twice = doubled(small, finer, colours)
        assert connected(finer, twice)
        assert is_one_line(blank(tiling, finer.cols, 11).board, finer, twice, is_open)
        if not is_open:  # the frame is region 0, so that nothing is added to region 1
            assert finer.inside(twice).sum() == 4 * small.inside(colours).sum() == twice.sum()


def test_lines_wiggle_less_where_it_is_hotter_and_diagonals_leave_less_plain_area():
    def plain(line: LineSpec, temperature: float) -> float:
        random = np.random.default_rng(1)
        area, colours = regions(line, random)
        table = chances(line.tiling, line.diagonal, temperature)
        for _ in range(40):
            sweep(area, colours, table, random)
        flat = colours.ravel()
        return float((flat[area.rings] == flat[area.cells][:, None]).all(axis=1).mean())

    cool, hot = (plain(LineSpec("square", 40, 40), t) for t in (0.5, 8.0))
    diagonal = plain(LineSpec("square", 40, 40, diagonal=True), 0.5)
    assert diagonal <= cool < hot


@pytest.mark.parametrize("tiling", ["square", "hex"])
def test_ends_of_open_lines_are_found_all_along_the_rim(tiling):
    places = set()
    board = blank(tiling, 8, 8).board
    for seed in range(50):
        area, colours = regions(LineSpec(tiling, 8, 8, True), np.random.default_rng(seed))
        line = border(board, area, colours)
        degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
        ends = np.flatnonzero(degrees == 1)
        assert not board.vertex_inner[ends].any()
        places.update(ends.tolist())
    cells = board.vertex_cells.lengths
    possible = ~board.vertex_inner if tiling == "square" else cells == 1
    assert places <= set(np.flatnonzero(possible).tolist())
    assert len(places) > 0.6 * possible.sum()
