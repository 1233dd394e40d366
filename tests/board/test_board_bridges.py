"""Bridges: tiles split into lanes."""

import numpy as np
import pytest
from board.boards import board, drawings, euler
from hypothesis import given
from hypothesis import strategies as st
from test_board_complex import check_incidences

from nlc.board import Sort

BRIDGE = {"+": "bridge"}


def test_a_square_bridge_is_two_lanes_in_the_order_of_the_sides() -> None:
    drawn = board(".../.+./...", kinds=BRIDGE)
    b = drawn.board
    assert b.names(Sort.CELL)[4:6] == ["r2c2.lane(N)", "r2c2.lane(E)"]
    assert b.lanes.tolist() == [-1, -1, -1, -1, 0, 1, -1, -1, -1, -1]
    assert b.row_of[4:6].tolist() == b.col_of[4:6].tolist() == [1, 1]
    assert [drawn.vocabulary[t] for t in drawn.cell_token[4:6]] == ["+", "+"]
    assert drawn.span_of(5).column == 2
    assert [b.names(Sort.LINK)[link] for link in b.cell_links.row(4)] == [
        "r1c2-r2c2.lane(N)",
        "r2c2.lane(N)-r3c2",
    ]
    assert [b.names(Sort.BORDER)[border] for border in b.cell_borders.row(5)] == [
        "r2c2.lane(E)|r2c3",
        "r2c1|r2c2.lane(E)",
    ]


def test_a_lane_goes_by_either_of_its_sides_but_not_by_its_tile() -> None:
    b = board(".../.+./...", kinds=BRIDGE).board
    assert b.find("r2c2.lane(N)") == b.find("r2c2.lane(S)") == (Sort.CELL, 4)
    assert b.find("r2c2.lane(E)") == b.find("r2c2.lane(W)") == (Sort.CELL, 5)
    assert b.find("r1c2-r2c2.lane(N)")
    assert b.find("r1c2-r2c2.lane(S)") == b.find("r1c2-r2c2.lane(N)")
    assert b.find("r2c2") is None
    assert b.find("r1c2-r2c2") is None
    assert b.find("r1c2-r2c2.lane(E)") is None
    assert b.find("r2c2.side(N)") == b.find("r1c2.side(S)")
    assert b.find("r2c2.corner(SE)") == b.find("r3c3.corner(NW)")


def test_a_hex_bridge_is_three_lanes() -> None:
    b = board([" . .", ". + .", " . ."], "hex", kinds=BRIDGE).board
    assert b.names(Sort.CELL)[3:6] == [f"r2c2.lane({side})" for side in ("NE", "E", "SE")]
    assert [b.find(f"r2c2.lane({side})") for side in ("SW", "W", "NW")] == [
        (Sort.CELL, i) for i in (3, 4, 5)
    ]
    assert b.link_cells[b.cell_links.row(3)].tolist() == [[1, 3], [3, 7]]


@pytest.mark.slow
@given(drawings(opposed=True), st.data())
def test_bridges_keep_links_and_borders_and_lead_straight_on(
    drawing: tuple[str, tuple[str, ...]], data: st.DataObject
) -> None:
    top, lines = drawing
    crossed = tuple(
        "".join(data.draw(st.sampled_from("+.")) if c == "." else c for c in line) for line in lines
    )
    plain, b = board(lines, top).board, board(crossed, top, kinds=BRIDGE).board
    for sort in (Sort.LINK, Sort.BORDER, Sort.VERTEX):
        assert b.count(sort) == plain.count(sort)
    assert np.array_equal(b.border_vertices, plain.border_vertices)
    check_incidences(b)
    for cell in np.flatnonzero(b.lanes >= 0).tolist():
        assert len(b.cell_borders.row(cell)) == 2
        assert len(b.cell_corners.row(cell)) == 0
        links = b.cell_links.row(cell).tolist()
        across = [b.opposite[x, b.link_cells[x].tolist().index(cell)] for x in links]
        assert across == (links[::-1] if len(links) == 2 else [-1] * len(links))
    for sort in Sort.ALL:
        names = b.names(sort)
        assert len(set(names)) == b.count(sort)
        assert all(b.find(name) == (sort, i) for i, name in enumerate(names))
    bridged = any("+" in line for line in crossed)
    assert b.link_graph.nonplanar == ("the board has bridges" if bridged else None)
    assert b.border_graph.nonplanar is None and euler(b.border_graph) == 0


@pytest.mark.parametrize("wall", ["r1c2|r2c2", "r2c2|r1c2", "r2c2.lane(S)|r1c2"])
def test_a_wall_beside_a_bridge_takes_the_link_of_one_lane(wall: str) -> None:
    b = board(".../.+./...", kinds=BRIDGE, walls=wall).board
    assert b.find("r1c2-r2c2.lane(N)") is None
    assert b.count(Sort.LINK) == 11
    assert b.find("r2c2.lane(N)-r3c2")


def test_a_warp_from_the_rim_side_of_a_bridge_gives_its_lane_a_second_link() -> None:
    b = board(".+./.../...", kinds=BRIDGE, warps="r1c2.side(N)|r3c2.side(S)").board
    lane, warp, down = (
        b.find(n) for n in ("r1c2.lane(N)", "r1c2.lane(N)-r3c2", "r1c2.lane(S)-r2c2")
    )
    assert lane and warp and down
    assert b.cell_links.row(lane[1]).tolist() == [down[1], warp[1]]
    assert b.opposite[down[1], 0] == warp[1] and b.opposite[warp[1], 0] == down[1]
