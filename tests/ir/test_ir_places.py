"""What lies round a cell, leaps, diagonals and turns, against the coordinates of the outlines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain, pairwise
from random import Random

import numpy as np
import pytest
from oracle.reference_board import Complex, Drawn, Point

from nlc.board import Board, Sort
from nlc.errors import Source, UserError
from nlc.ir.elaborate import functions
from nlc.ir.elaborate.ground import ground_board
from nlc.ir.elaborate.program import elaborate
from nlc.ir.elaborate.values import MISSING, Static, StaticSet
from nlc.language.resolve import load

TILINGS = ("square", "hex", "triangle")
SEEDS = range(3)


def random_board(tiling: str, seed: int) -> Drawn:
    random = Random(f"{tiling} {seed}")
    shift = " " if tiling == "hex" else ""
    rows = []
    for row in range(random.randint(2, 4)):
        tokens = [random.choice("....#") for _ in range(random.randint(3, 5))]
        tokens[0] = "."
        rows.append(shift * (row % 2) + " ".join(tokens))
    if tiling == "square":
        width = min(map(len, rows))
        rows = [row[:width] for row in rows]
    return Drawn(tiling, tuple(rows))


@cache
def read(drawn: Drawn) -> tuple[Board, Complex, list[frozenset[Point]]]:
    """Return a board both ways, and the corners of each cell by their coordinates."""
    rows = "\n".join(drawn.rows)
    topology = drawn.tiling + ("(first=up)" if drawn.tiling == "triangle" else "")
    text = (
        "genre g { given x : cell -> name?; var q : cell -> bool;"
        ' rule r { for c in cells { not q[c]; } } show q; }\npuzzle "p" is g {'
        f" topology {topology}; board\n{rows}\nend }}"
    )
    board = ground_board(load(Source("p.nl", text)).puzzles[0]).board
    shape = Complex(drawn)
    assert board.names(Sort.CELL) == shape.names
    corners = [
        frozenset(point for name, point in shape.corners.items() if name.split(".")[0] == cell)
        for cell in shape.names
    ]
    return board, shape, corners


def cells_of(board: Board, name: str, cell: int, *more: Static) -> list[int]:
    found = functions.call(board, name, [Static(Sort.CELL, np.asarray(cell, np.int32)), *more])
    return found.data.tolist()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tiling", TILINGS)
def test_cells_that_touch_share_a_corner(tiling, seed):
    board, shape, corners = read(random_board(tiling, seed))
    for cell in range(len(shape.names)):
        near = [d for d in range(len(corners)) if d != cell and corners[d] & corners[cell]]
        ends = [set(pair) for pair in shape.links.values()]
        assert cells_of(board, "touching", cell) == near
        assert sorted(cells_of(board, "ring", cell)) == near
        assert sorted(cells_of(board, "neighbours", cell)) == sorted(
            other for pair in ends if cell in pair for other in pair - {cell}
        )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tiling", TILINGS)
def test_a_ring_goes_clockwise_and_breaks_at_its_end(tiling, seed):
    board, shape, _ = read(random_board(tiling, seed))
    for cell in range(len(shape.names)):
        ring = cells_of(board, "ring", cell)
        way = board.centers[ring] - board.centers[cell]
        turned = np.diff(np.arctan2(way[:, 1], way[:, 0])) % (2 * np.pi)
        assert turned.sum() < 2 * np.pi  # once round, downwards being clockwise
        sides = [set(shape.sides[d]) for d in ring]
        apart = [not one & other for one, other in pairwise([*sides, *sides[:1]])]
        assert not any(apart) or apart[-1]  # where it is interrupted, it begins after a gap


def test_a_knight_goes_two_and_one():
    board, _, _ = read(random_board("square", 1))
    places = list(zip(board.row_of.tolist(), board.col_of.tolist(), strict=True))
    for cell, (row, col) in enumerate(places):
        near = [d for d, (r, c) in enumerate(places) if {abs(r - row), abs(c - col)} == {1, 2}]
        assert cells_of(board, "knights", cell) == near


@pytest.mark.parametrize("seed", SEEDS)
def test_a_diagonal_ray_ends_at_the_rim_or_a_hole(seed):
    board, _, corners = read(random_board("square", seed))
    at = {frozenset(points): cell for cell, points in enumerate(corners)}
    for cell in range(len(corners)):
        for vertex in board.cell_corners.row(cell).tolist():
            x, y = np.sign(board.points[vertex] - board.centers[cell]).astype(int).tolist()
            found, points = [], corners[cell]
            while (points := frozenset((a + x, b + y) for a, b in points)) in at:
                found.append(at[points])
            corner = Static(Sort.VERTEX, np.asarray(vertex, np.int32))
            assert cells_of(board, "ray", cell, corner) == found


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tiling", TILINGS)
def test_the_cell_opposite_has_the_opposite_corners(tiling, seed):
    board, _, corners = read(random_board(tiling, seed))
    at = {points: cell for cell, points in enumerate(corners)}
    for sort in (Sort.CELL, Sort.BORDER, Sort.VERTEX):
        for element in range(board.count(sort)):
            middle = 2 * board.middles(sort)[element]
            for cell in range(len(corners)):
                centre = Static(sort, np.asarray(element, np.int32))
                found = cells_of(board, "mirror", cell, centre)
                opposite = middle - board.centers[cell]
                right = [
                    d
                    for d in range(len(corners))
                    if np.allclose(board.centers[d], opposite, atol=1e-3)
                ]
                assert found == (right[0] if right else MISSING)
    assert len(at) == len(corners)


@pytest.mark.parametrize(("tiling", "angle"), [("square", 90), ("hex", 60), ("triangle", 120)])
def test_turns_add_up(tiling, angle):
    board, shape, _ = read(random_board(tiling, 2))
    for cell in range(len(shape.names)):
        for centre in range(len(shape.names)):
            middle = Static(Sort.CELL, np.asarray(centre, np.int32))
            once, whole, back = (
                Static("int", np.asarray(n, np.int32)) for n in (angle, 360, -angle)
            )
            assert cells_of(board, "turn", cell, middle, whole) == cell
            there = cells_of(board, "turn", cell, middle, once)
            if there != MISSING:
                assert cells_of(board, "turn", there, middle, back) == cell


def test_a_right_turn_goes_clockwise():
    board, _, _ = read(Drawn("square", (". . .", ". . .", ". . .")))
    middle, right = (Static(k, np.asarray(n, np.int32)) for k, n in ((Sort.CELL, 4), ("int", 90)))
    assert [cells_of(board, "turn", c, middle, right) for c in range(9)] == [
        2,
        5,
        8,
        1,
        4,
        7,
        0,
        3,
        6,
    ]


@pytest.mark.parametrize("tiling", TILINGS)
def test_a_moved_cell_has_the_moved_outline(tiling):
    board, _, _ = read(random_board(tiling, 0))
    count = board.count(Sort.CELL)
    turns = 4 if tiling == "square" else 6
    outlines = [
        [complex(*board.points[v]) for v in board.cell_corners.row(c)] for c in range(count)
    ]
    middles = [complex(*at) for at in board.centers]
    cells = {rounded(outline): cell for cell, outline in enumerate(outlines)}
    random = Random(tiling)
    for _ in range(40):
        p, q, k = random.randrange(count), random.randrange(count), random.randrange(2 * turns)
        turn = np.exp(2j * np.pi * k / turns)  # clockwise, as y leads downwards

        def move(at: complex) -> complex:
            at -= middles[p]  # noqa: B023 - called at once
            return turn * (at if k < turns else -at.conjugate()) + middles[q]  # noqa: B023

        whole = rounded(map(move, outlines[p])) == rounded(outlines[q])
        moved = [rounded(map(move, outline)) for outline in outlines]
        kinds = (Sort.CELL, np.arange(count)), (Sort.CELL, p), (Sort.CELL, q), ("int", k)
        args = [Static(kind, np.asarray(data, np.int32)) for kind, data in kinds]
        assert functions.call(board, "moved", args).data.tolist() == [
            cells.get(outline, MISSING) if whole else MISSING for outline in moved
        ]


def rounded(points: Iterable[complex]) -> frozenset[tuple[float, float]]:
    return frozenset((round(at.real, 2) + 0.0, round(at.imag, 2) + 0.0) for at in points)


@pytest.mark.parametrize("tiling", TILINGS)
def test_a_part_is_what_links_join_within_a_set(tiling):
    board, shape, _ = read(random_board(tiling, 1))
    count, random = len(shape.names), Random(tiling)
    sets = [random.sample(range(count), random.randint(1, count)) for _ in range(20)]
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    members = StaticSet(Sort.CELL, indptr, np.array(list(chain(*sets)), np.int32))
    cells = [random.choice(range(count)) for _ in sets]
    found = functions.call(board, "part", [Static(Sort.CELL, np.array(cells, np.int32)), members])
    for row, (cell, inside) in enumerate(zip(cells, sets, strict=True)):
        part = {cell} & set(inside)
        for _ in inside:
            part |= {d for ends in shape.links.values() for d in ends if part & set(ends)} & set(
                inside
            )
        own = found.data[found.indptr[row] : found.indptr[row + 1]].tolist()
        assert own == [d for d in inside if d in part]


@pytest.mark.parametrize(
    ("topology", "call", "message"),
    [
        ("hex", "knights(c)", "'knights' needs a board of squares"),
        ("graph { cells p q; links p-q; }", "ring(c)", "'ring' needs a drawn board"),
        ("hex", "{d for v in corners(c), d in ray(c, v)}", "'ray' needs a board of squares"),
    ],
)
def test_a_function_that_the_board_has_not_is_refused(topology, call, message):
    board = "" if topology.startswith("graph") else "; board\n . .\n. .\nend"
    text = (
        "genre g { given x : cell -> name?; var q : cell -> bool;"
        f" rule r {{ for c in cells {{ none of q[{call}]; }} }} show q; }}\n"
        f'puzzle "p" is g {{ topology {topology}{board} }}'
    )
    with pytest.raises(UserError, match=message):
        elaborate(load(Source("p.nl", text)).puzzles[0])
