"""Names of elements, and elements by name."""

import pytest
from board.boards import board, drawings
from hypothesis import given

from nlc.board import Sort


def number(found: tuple[Sort, int] | None) -> int:
    assert found is not None
    return found[1]


@pytest.mark.slow
@given(drawings())
def test_names_are_unique_over_all_sorts_and_find_leads_back(
    drawing: tuple[str, tuple[str, ...]],
) -> None:
    top, lines = drawing
    b = board(lines, top).board
    every = [name for sort in Sort.ALL for name in b.names(sort)]
    assert len(set(every)) == len(every)
    for sort in Sort.ALL:
        assert len(b.names(sort)) == b.count(sort)
        for i, name in enumerate(b.names(sort)):
            assert b.find(name) == b.find(name, sort) == (sort, i)
            assert all(b.find(name, other) is None for other in Sort.ALL if other is not sort)


@pytest.mark.slow
@given(drawings())
def test_links_and_borders_are_found_in_either_order(
    drawing: tuple[str, tuple[str, ...]],
) -> None:
    top, lines = drawing
    b = board(lines, top).board
    for sort, separator in ((Sort.LINK, "-"), (Sort.BORDER, "|")):
        for i, name in enumerate(b.names(sort)):
            if separator in name:
                swapped = separator.join(reversed(name.split(separator)))
                assert b.find(swapped) == (sort, i)


def test_names_of_a_small_square_board() -> None:
    b = board("../.#").board
    assert b.names(Sort.CELL) == ["r1c1", "r1c2", "r2c1"]
    assert b.names(Sort.LINK) == ["r1c1-r1c2", "r1c1-r2c1"]
    assert b.names(Sort.BORDER) == [
        "r1c1.side(N)",
        "r1c1|r1c2",
        "r1c1|r2c1",
        "r1c1.side(W)",
        "r1c2.side(N)",
        "r1c2.side(E)",
        "r1c2.side(S)",
        "r2c1.side(E)",
        "r2c1.side(S)",
        "r2c1.side(W)",
    ]
    assert b.names(Sort.VERTEX) == [
        "r1c1.corner(NW)",
        "r1c1.corner(NE)",
        "r1c1.corner(SE)",
        "r1c1.corner(SW)",
        "r1c2.corner(NE)",
        "r1c2.corner(SE)",
        "r2c1.corner(SE)",
        "r2c1.corner(SW)",
    ]


def test_an_inner_border_is_also_a_side_of_each_of_its_cells() -> None:
    b = board("../..").board
    assert b.find("r1c1.side(E)") == b.find("r1c2.side(W)") == b.find("r1c1|r1c2")


def test_a_vertex_is_a_corner_of_each_of_its_cells() -> None:
    b = board("../..").board
    names = ["r1c1.corner(SE)", "r1c2.corner(SW)", "r2c1.corner(NE)", "r2c2.corner(NW)"]
    assert {b.find(name) for name in names} == {(Sort.VERTEX, 2)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r0c1",
        "r1c0",
        "r01c1",
        "r3c1",
        "r1c3",
        "r2c2",
        "r1c1 ",
        "R1C1",
        "r99999999999c1",
        "r9999999999999999999999999999c1",
        "r4294967297c1",
        "r1c1.side(NE)",
        "r1c1.side(n)",
        "r1c1.corner(N)",
        "r1c1.middle(N)",
        "r1c1.lane(N)",
        "r1c1-r2c2",
        "r1c2-r2c1",
        "r1c1-r1c1",
        "r1c1-r1c2-r1c1",
        "r1c1|r2c2",
        "r1c1|r1c1",
        "r1c1.side(E)|r1c2",
        "-",
        "|",
        "a",
    ],
)
def test_texts_that_name_nothing_find_nothing(text: str) -> None:
    assert board("../.#").board.find(text) is None


def test_walled_cells_still_have_a_border_but_no_link() -> None:
    b = board("..", walls="r1c2|r1c1").board
    assert b.find("r1c1-r1c2") is None
    assert b.border_inner[number(b.find("r1c1|r1c2"))]


def test_a_legend_can_move_holes_to_another_token() -> None:
    drawn = board("#x/..", kinds={"#": "empty", "x": "hole"})
    assert drawn.board.names(Sort.CELL) == ["r1c1", "r2c1", "r2c2"]
