"""Random lines: rings of faces, which faces may flip, and the ends of open lines."""

from __future__ import annotations

import math
from statistics import mean

import numpy as np
import pytest
from generating.slitherlink import KINDS, TILINGS, connected, is_one_line, regions

from nlc.generating.shape import blank
from nlc.generating.slitherlink.faces import faces_of
from nlc.generating.slitherlink.lines import sweep


def rings(faces) -> dict[int, tuple[list[int], list[int]]]:
    """Return the ring and the sides of each face."""
    return {
        face: (ring, [side for side in sides if side != face])
        for each in faces.classes
        for face, ring, sides in zip(
            each.faces.tolist(), each.rings.tolist(), each.sides.tolist(), strict=True
        )
    }


@pytest.mark.parametrize("tiling", TILINGS)
def test_rings_hold_the_cells_at_the_corners_in_order_and_sides_those_of_the_board(tiling):
    board = blank(tiling, 7, 6).board
    faces = faces_of(board)
    found = rings(faces)
    first, second = faces.borders.T
    cell_of = dict(zip(second.tolist(), board.border_cells[:, 0].tolist(), strict=True))
    inner = board.border_inner
    cell_of |= dict(zip(first[inner].tolist(), board.border_cells[inner, 1].tolist(), strict=True))
    assert sorted(cell_of.values()) == list(range(len(board.centers)))
    for face, (ring, sides) in found.items():
        cell = cell_of[face]
        corners = board.cell_corners.row(cell).tolist()
        near = {o for v in corners for o in board.vertex_cells.row(v).tolist() if o != cell}
        assert {cell_of[other] for other in ring if other in cell_of} == near
        across = [set(board.border_cells[e].tolist()) for e in board.cell_borders.row(cell)]
        beyond = [next(iter(pair - {cell})) for pair in across]
        assert sorted(cell_of.get(side, -1) for side in sides) == sorted(beyond)
        for one, after in zip(ring, [*ring[1:], ring[0]], strict=True):
            if one in cell_of and after in cell_of and one != after:
                pair = sorted((cell_of[one], cell_of[after]))
                assert pair in np.sort(board.border_cells, axis=1).tolist()


@pytest.mark.parametrize("tiling", TILINGS)
def test_no_two_faces_of_a_class_meet_and_every_cell_has_a_class(tiling):
    faces = faces_of(blank(tiling, 8, 5).board)
    for each in faces.classes:
        assert not np.isin(each.rings, each.faces).any()
    assert sorted(np.concatenate([each.faces for each in faces.classes])) == faces.cells.tolist()


@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_a_cell_may_flip_if_and_only_if_the_line_stays_one_line(tiling, is_open):
    board = blank(tiling, 5, 4).board
    counts = [0, 0]
    for seed in range(8):
        faces, colours = regions(board, is_open, seed)
        for face in faces.cells.tolist():
            flipped, alone = colours.copy(), np.arange(len(colours)) == face
            flipped[face] ^= 1
            fine = connected(faces, flipped) and is_one_line(board, faces.line(flipped), is_open)
            random = np.random.default_rng(1)
            assert sweep(faces, colours.copy(), math.inf, random, among=alone) == fine
            counts[fine] += 1
    assert min(counts) > 20


@pytest.mark.sample(8)
@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
@pytest.mark.parametrize("method", ["scale", "article"])
def test_both_regions_are_connected_and_their_border_is_one_line(tiling, is_open, diagonal, method):
    for seed, (rows, cols) in enumerate([(2, 2), (2, 9), (9, 3), (8, 8), (17, 21)]):
        board = blank(tiling, cols, rows).board
        faces, colours = regions(board, is_open, seed, method, diagonal)
        assert connected(faces, colours)
        assert is_one_line(board, faces.line(colours), is_open)
        if method == "article":
            random = np.random.default_rng(1)
            assert not sweep(faces, colours, 0.0, random, 0.01 * diagonal)


def test_the_line_of_the_article_is_longer():
    def length(method: str) -> float:
        made = (regions(blank("square", 20, 20).board, False, seed, method) for seed in range(5))
        return mean(int(faces.line(colours).sum()) for faces, colours in made)

    assert length("article") > length("scale")


def test_lines_wiggle_less_where_it_is_hotter_and_diagonals_leave_less_plain_area():
    board = blank("square", 30, 30).board

    def plain(temperature: float, diagonal: float = 0.0) -> float:
        faces, colours = regions(board)
        for _ in range(40):
            sweep(faces, colours, temperature, np.random.default_rng(1), diagonal)
        same = [(colours[e.rings] == colours[e.faces][:, None]).all(axis=1) for e in faces.classes]
        return float(np.concatenate(same).mean())

    assert plain(0.5, 0.5) <= plain(0.5) < plain(8.0)


@pytest.mark.parametrize("tiling", TILINGS)
def test_ends_of_open_lines_are_found_all_along_the_rim(tiling):
    places = set()
    board = blank(tiling, 6, 6).board
    for seed in range(50):
        faces, colours = regions(board, True, seed)
        line = faces.line(colours)
        degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
        places.update(np.flatnonzero(degrees == 1).tolist())
    rim = np.flatnonzero(~board.vertex_inner).tolist()
    assert places <= set(rim)
    assert len(places) > 0.6 * len(rim)
