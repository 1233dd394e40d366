"""Numbers of elements and Euclidean form of whole boards of each tiling."""

import numpy as np
import pytest
from board.boards import board

from nlc.board import Board, Sort
from nlc.board.tilings import TILINGS


def counts(b: Board) -> tuple[int, int, int, int]:
    return b.count(Sort.CELL), b.count(Sort.LINK), b.count(Sort.BORDER), b.count(Sort.VERTEX)


def matrix(rows: int, cols: int) -> list[str]:
    return ["." * cols] * rows


@pytest.mark.parametrize("rows", [1, 2, 5])
@pytest.mark.parametrize("cols", [1, 3, 4])
def test_square_boards_have_the_counts_of_a_grid(rows: int, cols: int) -> None:
    m, n = rows, cols
    assert counts(board(matrix(m, n)).board) == (
        m * n,
        m * (n - 1) + n * (m - 1),
        m * (n + 1) + n * (m + 1),
        (m + 1) * (n + 1),
    )


@pytest.mark.parametrize("side", [1, 2, 3, 6])
def test_hexagonal_outlines_have_the_counts_of_a_hexagon(side: int) -> None:
    s = side
    widths = [*range(s, 2 * s), *range(2 * s - 2, s - 1, -1)]
    lines = [" " * (2 * s - 1 - w) + " ".join("." * w) for w in widths]
    b = board(lines, "hex").board
    assert counts(b) == (3 * s * (s - 1) + 1, 9 * s * s - 15 * s + 6, 9 * s * s - 3 * s, 6 * s * s)
    assert np.count_nonzero(b.vertex_inner) == 6 * (s - 1) ** 2


@pytest.mark.parametrize("layout", ["odd_r", "even_r", "axial"])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 3), (5, 2), (4, 4)])
def test_pointy_hex_rows_have_the_counts_of_their_layout(layout: str, rows: int, cols: int) -> None:
    m, n = rows, cols
    links = m * (n - 1) + (m - 1) * (2 * n - 1)
    borders = 6 * m * n - links
    found = counts(board(matrix(m, n), f"hex(layout={layout})").board)
    assert found == (m * n, links, borders, 1 + borders - m * n)


@pytest.mark.parametrize("layout", ["odd_q", "even_q"])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 3), (5, 2), (4, 4)])
def test_flat_hex_columns_have_the_counts_of_their_layout(
    layout: str, rows: int, cols: int
) -> None:
    m, n = rows, cols
    links = n * (m - 1) + (n - 1) * (2 * m - 1)
    borders = 6 * m * n - links
    found = counts(board(matrix(m, n), f"hex(layout={layout})").board)
    assert found == (m * n, links, borders, 1 + borders - m * n)


@pytest.mark.parametrize("side", [1, 2, 5])
def test_triangular_outlines_have_the_counts_of_a_triangle(side: int) -> None:
    s = side
    lines = [" " * 2 * (s - r) + " ".join("." * (2 * r + 1)) for r in range(s)]
    b = board(lines, "triangle").board
    assert counts(b) == (
        s * s,
        3 * s * (s - 1) // 2,
        3 * s * (s + 1) // 2,
        (s + 1) * (s + 2) // 2,
    )


def test_first_tells_the_orientation_of_the_first_token() -> None:
    up, down = (board("..", f"triangle(first={first})").board for first in ("up", "down"))
    assert up.find("r1c1.side(S)") and not up.find("r1c1.side(N)")
    assert down.find("r1c1.side(N)") and not down.find("r1c1.side(S)")


@pytest.mark.parametrize(
    ("layout", "drawn"),
    [
        ("odd_r", [". . .", " . . .", ". . ."]),
        ("even_r", [" . . .", ". . .", " . . ."]),
        ("axial", [". . .", " . . .", "  . . ."]),
    ],
)
def test_a_layout_is_the_board_that_is_drawn_so(layout: str, drawn: list[str]) -> None:
    named, seen = board(matrix(3, 3), f"hex(layout={layout})").board, board(drawn, "hex").board
    for sort in Sort.ALL:
        assert named.names(sort) == seen.names(sort)
    assert np.allclose(named.centers - named.centers[0], seen.centers - seen.centers[0])


def test_odd_q_shifts_odd_columns_down_and_even_q_the_even_ones() -> None:
    odd, even = (board(matrix(2, 2), f"hex(layout={name})").board for name in ("odd_q", "even_q"))
    assert odd.find("r2c1-r1c2") and not odd.find("r1c1-r2c2")
    assert even.find("r1c1-r2c2") and not even.find("r2c1-r1c2")


@pytest.mark.parametrize("name", TILINGS.names())
def test_every_tiling_has_defaults_and_clockwise_convex_polygons(name: str) -> None:
    tiling = TILINGS.get(name)
    assert all(len(choices) > 1 for choices in tiling.settings.values())
    b = board(". . .", name).board
    for cell in range(3):
        corners = b.points[b.cell_corners.row(cell)]
        edges = np.roll(corners, -1, axis=0) - corners
        following = np.roll(edges, -1, axis=0)
        turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
        assert np.all(turns > 0)
        assert np.allclose(np.hypot(*edges.T), 1)
        assert np.allclose(corners.mean(axis=0), b.centers[cell])


@pytest.mark.parametrize(
    ("top", "cell", "sides", "corners"),
    [
        ("square", "r1c1", "N E S W", "NW NE SE SW"),
        ("hex", "r1c1", "NE E SE SW W NW", "N NE SE S SW NW"),
        ("hex(layout=odd_q)", "r1c1", "N NE SE S SW NW", "NE E SE SW W NW"),
        ("triangle", "r1c1", "E S W", "N SE SW"),
        ("triangle", "r1c2", "N E W", "NW NE S"),
    ],
)
def test_names_of_sides_and_corners_point_where_they_say(
    top: str, cell: str, sides: str, corners: str
) -> None:
    b = board("..", top).board
    found = b.find(cell)
    assert found
    center = b.centers[found[1]]
    for part, names in (("side", sides.split()), ("corner", corners.split())):
        numbers = [b.find(f"{cell}.{part}({name})") for name in names]
        rows = b.cell_borders if part == "side" else b.cell_corners
        assert [n[1] for n in numbers if n] == rows.row(found[1]).tolist()
        for name, number in zip(names, numbers, strict=True):
            assert number
            ends = b.border_vertices[number[1]] if part == "side" else [number[1]]
            x, y = b.points[ends].mean(axis=0) - center
            # N, S, E and W are exact where they stand alone; in pairs both halves must agree.
            for letter, amount in zip("NSEW", (-y, y, x, -x), strict=True):
                assert letter not in name or amount > 0.1
            if name in "NS":
                assert abs(x) < 1e-9
