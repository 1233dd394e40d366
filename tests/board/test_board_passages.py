"""Walls and warps."""

import numpy as np
import pytest
from board.boards import board, errors
from test_board_complex import check_incidences

from nlc.board import Sort


def test_a_wall_takes_the_link_and_leaves_the_border() -> None:
    b = board("../..", walls="r1c1|r2c1, r2c1|r2c2").board
    assert b.names(Sort.LINK) == ["r1c1-r1c2", "r1c2-r2c2"]
    assert b.count(Sort.BORDER) == 12
    border = b.find("r1c1|r2c1")
    assert border and b.border_inner[border[1]]
    assert b.link_graph.nonplanar is None
    check_incidences(b)


def test_a_warp_is_a_link_without_a_border_after_the_links_through_sides() -> None:
    b = board("....", warps="r1c1|r1c4").board
    warp = b.find("r1c4-r1c1")
    assert warp == (Sort.LINK, 1)
    assert b.names(Sort.LINK) == ["r1c1-r1c2", "r1c1-r1c4", "r1c2-r1c3", "r1c3-r1c4"]
    assert b.link_border[1] == -1
    assert b.cell_links.row(0).tolist() == [0, 1]
    assert b.cell_links.row(3).tolist() == [3, 1]
    assert np.all(b.link_graph.rank[1] > b.link_graph.rank[[0, 3]].max())
    assert b.opposite[1].tolist() == [-1, -1]
    assert b.link_graph.nonplanar == "the board has warps"
    assert b.border_graph.nonplanar is None
    check_incidences(b)


def test_a_warp_between_sides_leads_straight_on() -> None:
    b = board("..../....", warps="r2c4.side(E)|r1c1.side(W)").board
    link, warp, last = (b.find(name) for name in ("r1c1-r1c2", "r1c1-r2c4", "r2c3-r2c4"))
    assert link and warp and last
    assert b.opposite[warp[1]].tolist() == [link[1], last[1]]
    assert b.opposite[link[1], 0] == warp[1]


def test_a_warp_may_name_the_side_of_one_cell_only() -> None:
    b = board("....", warps="r1c1.side(W)|r1c4").board
    warp = b.find("r1c1-r1c4")
    assert warp
    assert b.opposite[warp[1]].tolist() == [0, -1]


def test_a_warp_may_join_neighbours_with_a_wall_between_them() -> None:
    b = board("..", walls="r1c1|r1c2", warps="r1c1|r1c2").board
    assert b.names(Sort.LINK) == ["r1c1-r1c2"]
    assert b.link_border.tolist() == [-1]


@pytest.mark.parametrize(
    ("walls", "column", "message"),
    [
        ("r1c1|r1c3", 1, "r1c1 and r1c3 are not neighbours, so no wall fits between them"),
        ("r1c1|r1c1", 1, "r1c1 and r1c1 are not neighbours, so no wall fits between them"),
        ("r1c1|r7c1", 6, "there is no cell r7c1 on this board"),
        ("r2c2|r1c2", 1, "there is no cell r2c2 on this board"),
        ("r1c1|r1c2.side(W)", 6, "a wall separates two cells, not a side"),
        ("r1c1.lane(N)|r1c2", 1, "r1c1 is not a bridge, so it has no lanes"),
        ("a|r1c2", 1, "'a' is not a place on a drawn board"),
    ],
)
def test_walls_that_stand_nowhere_are_refused(walls: str, column: int, message: str) -> None:
    assert [found[:3] for found in errors(".../.#.", walls=walls)] == [(1, column, message)]


@pytest.mark.parametrize(
    ("warps", "column", "message"),
    [
        ("r1c1|r1c2", 1, "r1c1 and r1c2 are linked already"),
        ("r1c1|r1c3, r1c3|r1c1", 12, "r1c3 and r1c1 are linked already"),
        ("r1c1|r1c1", 1, "a warp from r1c1 to the same cell"),
        ("r1c1.side(N)|r1c1.side(W)", 1, "a warp from r1c1.side(N) to the same cell"),
        ("r1c1|r9c1", 6, "there is no cell r9c1 on this board"),
        (
            "r1c1.side(NE)|r1c3",
            1,
            "r1c1 has no side NE; its sides are N, E, S, W",
        ),
        (
            "r1c1.corner(N)|r1c3",
            1,
            "r1c1 has no corner N; its corners are NW, NE, SE, SW",
        ),
        ("r1c1.corner(NW)|r1c3", 1, "a warp joins two cells, or a side of each, not a corner"),
        (
            "r1c1.side(E)|r1c3.side(N)",
            1,
            "no warp can leave by r1c1.side(E): it is not on the rim",
        ),
        (
            "r1c1.side(N)|r1c3.side(N), r1c1.side(N)|r2c3",
            28,
            "no warp can leave by r1c1.side(N): a warp leaves by it already",
        ),
        ("r2c1|r1c3", 1, "r2c1 is a bridge: a warp must say by which side it leaves"),
        ("r2c1.lane(N)|r1c3", 1, "a warp joins two cells, or a side of each, not a lane"),
    ],
)
def test_warps_that_lead_nowhere_are_refused(warps: str, column: int, message: str) -> None:
    found = errors(".../+#./...", kinds={"+": "bridge"}, warps=warps)
    assert [f[:3] for f in found] == [(1, column, message)]
