"""Irregular boards given as graphs."""

import pytest
from board.boards import board, errors

from nlc.board import Sort

TRIANGLE_AND_TAIL = "graph { a b c d; b-a c-b c-a d-c }"


def test_a_graph_has_cells_and_links_and_nothing_else() -> None:
    drawn = board(None, TRIANGLE_AND_TAIL)
    b = drawn.board
    assert (b.topology, b.rows, b.cols) == ("graph", 0, 0)
    assert [b.count(sort) for sort in Sort.ALL] == [4, 4, 0, 0, 0, 1]
    assert b.names(Sort.CELL) == ["a", "b", "c", "d"]
    assert b.names(Sort.LINK) == ["a-b", "a-c", "b-c", "c-d"]
    assert b.names(Sort.BORDER) == b.names(Sort.VERTEX) == []
    assert [b.cell_links.row(c).tolist() for c in range(4)] == [[0, 1], [0, 2], [1, 2, 3], [3]]
    assert b.link_border.tolist() == [-1] * 4
    assert b.link_graph.nonplanar and b.link_graph.nodes == 4
    assert drawn.vocabulary == () and drawn.cell_token.tolist() == [-1] * 4
    assert [drawn.span_of(c).column for c in range(4)] == [9, 11, 13, 15]


def test_cells_and_links_of_a_graph_are_found_by_plain_names() -> None:
    b = board(None, TRIANGLE_AND_TAIL).board
    assert b.find("d") == (Sort.CELL, 3)
    assert b.find("c-b") == b.find("b-c") == (Sort.LINK, 2)
    assert b.find("b-c", Sort.CELL) is None
    assert b.find("e") is None and b.find("a-d") is None and b.find("r1c1") is None


def test_cells_of_a_graph_lie_apart() -> None:
    centers = board(None, TRIANGLE_AND_TAIL).board.centers.tolist()
    assert len({tuple(center) for center in centers}) == 4


def test_a_graph_may_have_no_links() -> None:
    b = board(None, "graph { a b; }").board
    assert [b.count(sort) for sort in Sort.ALL] == [2, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        (
            "graph(wrap=both) { a b; a-b }",
            7,
            "the topology has no setting 'wrap'",
            "it has no settings",
        ),
    ],
)
def test_malformed_graphs_are_refused(
    text: str, column: int, message: str, hint: str | None
) -> None:
    assert errors(None, text) == [(1, column, message, hint)]


def test_a_graph_takes_no_walls_or_warps() -> None:
    found = errors(None, "graph { a b; a-b }", walls="r1c1|r1c2", warps="r1c1|r1c2")
    assert {f[2] for f in found} == {
        "a graph has no walls",
        "a graph has no warps",
    }
