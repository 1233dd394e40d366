"""Incidences of random boards, checked against each other, geometry and Euler's formula."""

from itertools import pairwise
from math import atan2, tau

import numpy as np
import pytest
from board.boards import board, drawings, euler
from hypothesis import given, settings
from hypothesis import strategies as st

from nlc.board import Board, Incidence, Sort

RandomDrawing = tuple[str, tuple[str, ...]]


def bearings(center: np.ndarray, points: np.ndarray) -> list[float]:
    return [atan2(x, -y) % tau for x, y in points - center]


def is_clockwise(angles: list[float]) -> bool:
    turns = [(b - a) % tau for a, b in pairwise([*angles, *angles[:1]])]
    return len(angles) < 2 or abs(sum(turns) - tau) < 1e-9


def relation(incidence: Incidence) -> set[tuple[int, int]]:
    owner = np.repeat(np.arange(len(incidence.lengths)), incidence.lengths)
    pairs = set(zip(owner.tolist(), incidence.data.tolist(), strict=True))
    assert len(pairs) == len(incidence.data)
    return pairs


def inverse(pairs: np.ndarray) -> set[tuple[int, int]]:
    return {(x, i) for i, row in enumerate(pairs.tolist()) for x in row if x >= 0}


def check_incidences(b: Board) -> None:
    assert relation(b.cell_links) == inverse(b.link_cells)
    assert relation(b.cell_borders) == inverse(b.border_cells)
    assert relation(b.vertex_borders) == inverse(b.border_vertices)
    assert {(v, c) for c, v in relation(b.cell_corners)} == relation(b.vertex_cells)
    assert all(np.all(np.diff(b.vertex_cells.row(v)) > 0) for v in range(len(b.points)))
    assert np.array_equal(b.border_inner, b.border_cells[:, 1] >= 0)
    assert b.link_cells.tolist() == sorted(b.link_cells.tolist())
    assert np.all(b.link_cells[:, 0] < b.link_cells[:, 1])
    crossing = b.link_border >= 0
    assert np.array_equal(b.border_cells[b.link_border[crossing]], b.link_cells[crossing])
    link_of = {border: link for link, border in enumerate(b.link_border.tolist()) if border >= 0}
    for v in range(len(b.points)):
        borders = b.vertex_borders.row(v).tolist()
        crossed = [link_of[border] for border in borders if border in link_of]
        assert b.vertex_links.row(v).tolist() == crossed
        assert b.vertex_inner[v] == all(b.border_inner[borders])


@pytest.mark.slow
@given(drawings())
def test_incidences_agree_both_ways(drawing: RandomDrawing) -> None:
    top, lines = drawing
    check_incidences(board(lines, top).board)


@pytest.mark.slow
@given(drawings())
def test_there_is_one_link_for_each_inner_border(drawing: RandomDrawing) -> None:
    top, lines = drawing
    b = board(lines, top).board
    assert sorted(b.link_border.tolist()) == np.flatnonzero(b.border_inner).tolist()


@pytest.mark.slow
@given(drawings(), st.data())
def test_both_graphs_are_embedded_in_the_plane_whatever_the_holes_and_walls(
    drawing: RandomDrawing, data: st.DataObject
) -> None:
    top, lines = drawing
    links = board(lines, top).board.names(Sort.LINK)
    walls = data.draw(st.sets(st.sampled_from(links)) if links else st.just(set()))
    text = ", ".join(sorted(name.replace("-", "|") for name in walls))
    b = board(lines, top, walls=text).board
    assert b.count(Sort.LINK) == len(links) - len(walls)
    check_incidences(b)
    for graph in (b.link_graph, b.border_graph):
        assert graph.nonplanar is None
        assert euler(graph) == 0


@pytest.mark.slow
@given(drawings())
def test_lists_run_clockwise_and_ranks_follow_them(drawing: RandomDrawing) -> None:
    top, lines = drawing
    b = board(lines, top).board
    for c, center in enumerate(b.centers):
        corners, borders = b.cell_corners.row(c), b.cell_borders.row(c)
        assert is_clockwise(bearings(center, b.points[corners]))
        middles = b.points[b.border_vertices[borders]].mean(axis=1)
        assert is_clockwise(bearings(center, middles))
        links = b.cell_links.row(c)
        assert [x for x in borders.tolist() if b.border_inner[x]] == b.link_border[links].tolist()
        ranks = b.link_graph.rank[links][b.link_cells[links] == c]
        assert np.all(np.diff(ranks) > 0)
    for v, point in enumerate(b.points):
        borders = b.vertex_borders.row(v)
        away = b.border_vertices[borders].sum(axis=1) - v
        assert is_clockwise(bearings(point, b.points[away]))
        ranks = b.border_graph.rank[borders][b.border_vertices[borders] == v]
        assert np.all(np.diff(ranks) > 0)


@pytest.mark.slow
@given(drawings())
def test_borders_and_vertices_are_numbered_as_a_walk_over_the_cells_meets_them(
    drawing: RandomDrawing,
) -> None:
    top, lines = drawing
    b = board(lines, top).board
    for incidence in (b.cell_borders, b.cell_corners):
        _, first = np.unique(incidence.data, return_index=True)
        assert np.all(np.diff(first) > 0)


@pytest.mark.slow
@given(drawings(opposed=True))
def test_the_opposite_link_leads_straight_on(drawing: RandomDrawing) -> None:
    top, lines = drawing
    b = board(lines, top).board
    for link, ends in enumerate(b.link_cells.tolist()):
        for i, (c, other) in enumerate(zip(ends, ends[::-1], strict=True)):
            straight = [
                m
                for m in b.cell_links.row(c).tolist()
                if np.allclose(
                    b.centers[b.link_cells[m].sum() - c] + b.centers[other], 2 * b.centers[c]
                )
            ]
            assert b.opposite[link, i] == (straight[0] if straight else -1)


@pytest.mark.slow
@settings(max_examples=15)
@given(drawings())
def test_rows_and_ordinals_count_holes(drawing: RandomDrawing) -> None:
    top, lines = drawing
    b = board(lines, top).board
    rows = [line.split() for line in lines]
    expected = [(r, c) for r, row in enumerate(rows) for c, t in enumerate(row) if t != "#"]
    assert list(zip(b.row_of.tolist(), b.col_of.tolist(), strict=True)) == expected
    assert (b.rows, b.cols) == (len(lines), max(map(len, rows)))
    assert np.all(b.lanes == -1)
