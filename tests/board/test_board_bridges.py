"""Bridges: tiles split into lanes."""

from board.boards import board

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


def test_a_warp_from_the_rim_side_of_a_bridge_gives_its_lane_a_second_link() -> None:
    b = board(".+./.../...", kinds=BRIDGE, warps="r1c2.side(N)|r3c2.side(S)").board
    lane, warp, down = (
        b.find(n) for n in ("r1c2.lane(N)", "r1c2.lane(N)-r3c2", "r1c2.lane(S)-r2c2")
    )
    assert lane and warp and down
    assert b.cell_links.row(lane[1]).tolist() == [down[1], warp[1]]
    assert b.opposite[down[1], 0] == warp[1] and b.opposite[warp[1], 0] == down[1]
