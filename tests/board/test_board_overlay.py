"""Further drawings of a board: which element each token is for, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from board.boards import board

from nlc.board import Sort
from nlc.board.drawn_board import Layer
from nlc.board.overlay import parse_overlay
from nlc.errors import Source, Span, UserError
from nlc.language.syntax import BoardLiteral


def lay(rows: str, over: str, sort: Sort, top: str = "square", **kinds: str) -> Layer:
    """Return what `overlay` reads; rows are separated by ``/``, and begin on line 1."""
    names = {"hole": "#", "bridge": "+", "empty": "_"}
    legend = {names[kind]: kind for kind in kinds}
    lines = tuple(over.split("/"))
    source = Source("over", over.replace("/", "\n"))
    literal = BoardLiteral(Span(source, 1, 1, len(lines), 1), lines, 1)
    return parse_overlay(board(rows, top, legend), literal, sort, legend)


def tokens(layer: Layer) -> str:
    return "".join(layer.vocabulary[i] for i in layer.token)


def test_tokens_of_cells_are_those_of_the_same_place_whatever_the_spacing():
    for over in ("ab#/cde", " a  b #/c d e", "a b ./c d e"):
        assert tokens(lay("..#/...", over, Sort.CELL)) == "abcde"


def test_all_lanes_of_a_bridge_get_its_token():
    layer = lay(".+./.+.", "abc/def", Sort.CELL, bridge="+")
    assert tokens(layer) == "abbcdeef"


def test_the_span_of_an_element_is_that_of_its_token():
    layer = lay("..#/...", "a b #/ c  d e", Sort.CELL)
    assert [(layer.span_of(i).line, layer.span_of(i).column) for i in range(5)] == [
        (1, 1), (1, 3), (2, 2), (2, 5), (2, 7)
    ]  # fmt: skip


NAMED = (
    ("square", "../..", "abc/def/ghi"),
    ("square", ".#/.#/..", "ab#/cd#/efg/hij"),
    ("square(wrap=horizontal)", ".../...", "abc/def/ghi"),
    ("square(wrap=both)", ".../.../...", "abc/def/ghi"),
    ("hex", " . ./. . .", " a b/c d e/f g h/i j k l/m n o p/ q r s"),
    ("hex(layout=odd_q)", "..", "ab/cde/fgh/ij"),
    ("triangle", "...", "ab/cde"),
    ("triangle(first=down)", ". . ./. . .", "abc/de/fgh"),
)


@pytest.mark.parametrize(("top", "rows", "over"), NAMED)
def test_the_tokens_of_vertices_stand_in_reading_order(top: str, rows: str, over: str):
    layer = lay(rows, over, Sort.VERTEX, top)
    points = board(rows, top).board.points
    drawn = [token for row in over.split("/") for token in row if token not in " #"]
    order = np.lexsort((points[:, 0].round(6), points[:, 1].round(6)))
    assert [layer.vocabulary[layer.token[v]] for v in order] == drawn


@pytest.mark.parametrize(
    ("rows", "over", "sort", "line", "column", "message"),
    [
        ("..", "ab/cd", Sort.CELL, 1, 1, "this drawing has 2 rows, and the board has 1 rows"),
        ("../..", "ab/c", Sort.CELL, 2, 1, "row 2 of this drawing has 1 token, and the board has"),
        (".#", "ab", Sort.CELL, 1, 2, "the board has no cell here"),
        ("..", "a#", Sort.CELL, 1, 2, "the board has a cell here"),
        (
            ".",
            "ab/cd/ef",
            Sort.VERTEX,
            1,
            1,
            "this drawing has 3 rows, and the board has 2 rows of",
        ),
        (".", "ab/c", Sort.VERTEX, 2, 1, "row 2 of this drawing has 1 token, and the board has 2"),
        (".#", "abc/def", Sort.VERTEX, 1, 3, "the board has no vertex here"),
        ("..", "ab#/def", Sort.VERTEX, 1, 3, "the board has a vertex here"),
        ("..", "", Sort.CELL, 1, 1, "the board has no cells"),
    ],
)
def test_what_does_not_fit_the_board_is_refused(
    rows: str, over: str, sort: Sort, line: int, column: int, message: str
):
    with pytest.raises(UserError) as caught:
        lay(rows, over, sort)
    first = caught.value.diagnostics[0]
    assert first.span is not None
    assert (first.span.line, first.span.column) == (line, column)
    assert first.message.startswith(message)
