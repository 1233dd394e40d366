"""Wrap-around boards."""

import numpy as np
import pytest
from board.boards import board, euler, faces
from test_board_complex import check_incidences

from nlc.board import Board, Sort

TORI = [
    ("square", ["...", "...", "..."], 4, 4),
    ("square", ["....", "....", "....", "....", "...."], 4, 4),
    ("hex", ["....", "....", "....", "...."], 6, 3),
    ("triangle", ["......"] * 4, 3, 6),
]


def wrapped(top: str, lines: list[str], wrap: str) -> Board:
    layout = ", layout=odd_r" if top == "hex" else ""
    return board(lines, f"{top}(wrap={wrap}{layout})").board


def degrees(b: Board, sort: Sort) -> set[int]:
    rows = {Sort.CELL: b.cell_links, Sort.VERTEX: b.vertex_borders}[sort]
    return set(rows.lengths.tolist())


@pytest.mark.parametrize(("top", "lines", "cell_degree", "vertex_degree"), TORI)
def test_on_a_torus_all_cells_and_all_vertices_look_alike(
    top: str, lines: list[str], cell_degree: int, vertex_degree: int
) -> None:
    b = wrapped(top, lines, "both")
    assert degrees(b, Sort.CELL) == {cell_degree}
    assert degrees(b, Sort.VERTEX) == {vertex_degree}
    assert b.border_inner.all() and b.vertex_inner.all()
    assert b.count(Sort.VERTEX) - b.count(Sort.BORDER) + b.count(Sort.CELL) == 0
    assert len(np.unique(b.link_cells, axis=0)) == len(b.link_cells)
    assert len(np.unique(np.sort(b.border_vertices), axis=0)) == len(b.border_vertices)
    check_incidences(b)


@pytest.mark.parametrize(("top", "lines", "cell_degree", "vertex_degree"), TORI)
def test_the_rotation_of_a_torus_has_a_face_for_each_cell_and_says_it_is_not_planar(
    top: str, lines: list[str], cell_degree: int, vertex_degree: int
) -> None:
    b = wrapped(top, lines, "both")
    assert b.link_graph.nonplanar == b.border_graph.nonplanar
    assert b.link_graph.nonplanar == "the board wraps round both ways"
    assert faces(b.link_graph) == b.count(Sort.VERTEX)
    assert faces(b.border_graph) == b.count(Sort.CELL)


@pytest.mark.parametrize("wrap", ["horizontal", "vertical"])
@pytest.mark.parametrize(
    ("top", "lines"),
    [
        ("square", ["....", ".#..", "....", "...#"]),
        ("triangle(first=up", ["......", "..#...", "......", "......"]),
        ("triangle(first=down", ["......", "..#...", "......", "#....."]),
        *(
            (f"hex(layout={layout}", ["....", ".#..", "....", "...."])
            for layout in ("odd_r", "even_r", "odd_q", "even_q", "axial")
        ),
    ],
)
def test_a_cylinder_is_embedded_in_the_plane(top: str, lines: list[str], wrap: str) -> None:
    b = board(lines, f"{top}, wrap={wrap})").board
    check_incidences(b)
    for graph in (b.link_graph, b.border_graph):
        assert graph.nonplanar is None
        assert euler(graph) == 0
    for sort in Sort.ALL:
        assert len(set(b.names(sort))) == b.count(sort)
        assert all(b.find(name) == (sort, i) for i, name in enumerate(b.names(sort)))


def test_going_straight_on_leads_round_a_torus() -> None:
    b = board(["...."] * 3, "square(wrap=both)").board
    found = b.find("r1c1-r1c2")
    assert found
    link, cell, seen = found[1], 1, []
    for _ in range(4):
        seen.append(b.names(Sort.LINK)[link])
        link = int(b.opposite[link, b.link_cells[link].tolist().index(cell)])
        cell = int(b.link_cells[link].sum() - cell)
    assert seen == ["r1c1-r1c2", "r1c2-r1c3", "r1c3-r1c4", "r1c1-r1c4"]
    assert link == found[1]


def test_holes_of_a_torus_leave_rims() -> None:
    b = board(["....", ".#..", "...."], "square(wrap=both)").board
    assert np.count_nonzero(~b.border_inner) == 4
    assert np.count_nonzero(~b.vertex_inner) == 4
    check_incidences(b)
