"""The oracle itself, against counts known from elsewhere or made out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies
from hypothesis import strategies as st

from oracle.brute_force import multilink, numberlink, slitherlink
from oracle.case import TILINGS, Case
from oracle.random_boards import random_case
from oracle.reference_board import Complex, Drawn


def cases(genre: str, tiling: str, **fixed: bool) -> strategies.SearchStrategy[Case]:
    """Return a strategy for puzzles of a genre on a tiling; `fixed` gives options a value."""
    return strategies.randoms().map(lambda random: random_case(random, genre, tiling, **fixed))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "loops"), [(1, 1), (2, 13), (3, 213), (4, 9349)])
def test_loops_of_an_empty_square_board_are_as_many_as_known(size, loops):
    assert len(slitherlink(Drawn("square", (" ".join("." * size),) * size))) == loops


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ((". . . .", ". A A .", ". . . ."), 2),
        ((". . . .", ". A A .", ". . . .", ". . . ."), 4),
        ((". A A .", ". . . .", ". . . .", ". . . ."), 4),
    ],
)
def test_one_pair_in_the_middle_of_a_board_has_the_known_count(rows, count):
    assert len(numberlink(Drawn("square", rows))) == count


@pytest.mark.parametrize(
    ("drawn", "count"),
    [
        (
            Drawn(
                "square",
                (
                    ". . . 4 . . .",
                    ". 3 . . 2 5 .",
                    ". . . 3 1 . .",
                    ". . . 5 . . .",
                    ". . . . . . .",
                    ". . 1 . . . .",
                    "2 . . . 4 . .",
                ),
            ),
            1,
        ),
        (Drawn("hex", ("  . . 1", " . . . .", "1 4 2 4 3", " . 3 2 .", "  . . .")), 1),
        (
            Drawn(
                "triangle",
                (". 2 . 3 . . .", "2 1 . . . . .", ". . 3 . . . .", ". . . 1 . . ."),
            ),
            1,
        ),
    ],
)
def test_published_numberlinks_have_one_solution(drawn, count):
    assert len(numberlink(drawn)) == count


def test_two_triplets_and_a_pair_have_one_solution():
    rows = (". . . . A", ". . . . C", "C A A . .", ". . . . B", "B . . B .")
    assert len(multilink(Drawn("square", rows))) == 1


def test_hole_wall_and_no_touch_leave_six_solutions():
    rows = ("1 . . 2", ". # . .", ". . . .", "1 . . 2")
    drawn = Drawn("square", rows, (("r3c1", "r4c1"),))
    assert len(numberlink(drawn, cover=False, touch=False)) == 6


def test_published_slitherlinks_have_one_solution():
    loop = Drawn("square", ("3 . . .", "3 . . .", ". 2 2 .", ". 2 . 1"))
    assert len(slitherlink(loop)) == 1
    line = Drawn("square", (". . 3 2", ". 3 . .", "2 2 2 1", ". 2 . ."))
    assert len(slitherlink(line, ports=("r2c1.corner(NW)", "r4c4.corner(NE)"))) == 1


def test_a_house_rule_leaves_one_of_the_hexagon_loops():
    drawn = Drawn("hex", (" 1 .", ". 1 .", " . ."))
    board = Complex(drawn)
    corners = {board.corners[f"r2c2.corner({name})"] for name in "NS"}
    shy = {border for border, ends in board.borders.items() if corners.intersection(ends)}
    solutions = slitherlink(drawn)
    assert len(solutions) == 2
    assert sum(not shy & solution for solution in solutions) == 1


# ---------- geometry ----------


def test_a_square_board_has_the_names_of_the_language():
    board = Complex(Drawn("square", (". #", "1 ."), (("r2c1", "r2c2"),)))
    assert board.names == ["r1c1", "r2c1", "r2c2"]
    assert board.links == {"r1c1-r2c1": (0, 1)}
    assert [set(sides) for sides in board.sides] == [
        {"r1c1.side(N)", "r1c1.side(E)", "r1c1|r2c1", "r1c1.side(W)"},
        {"r1c1|r2c1", "r2c1|r2c2", "r2c1.side(S)", "r2c1.side(W)"},
        {"r2c2.side(N)", "r2c2.side(E)", "r2c2.side(S)", "r2c1|r2c2"},
    ]
    assert board.tokens == [None, "1", None]


@pytest.mark.parametrize(
    ("drawn", "links"),
    [
        (
            Drawn("hex", (" . .", ". . .")),
            "r1c1-r1c2 r1c1-r2c1 r1c1-r2c2 r1c2-r2c2 r1c2-r2c3 r2c1-r2c2 r2c2-r2c3",
        ),
        (Drawn("hex", (". .", " . .")), "r1c1-r1c2 r1c1-r2c1 r1c2-r2c1 r1c2-r2c2 r2c1-r2c2"),
        (Drawn("triangle", (". .", ". .")), "r1c1-r1c2 r1c1-r2c1 r2c1-r2c2"),
        (Drawn("triangle", ("  . .", ". . .")), "r1c1-r1c2 r1c1-r2c2 r2c1-r2c2 r2c2-r2c3"),
    ],
)
def test_neighbours_share_a_side_where_they_are_drawn(drawn, links):
    assert sorted(Complex(drawn).links) == links.split()


def test_rings_lie_round_vertices_without_rim_hole_or_wall():
    assert len(Complex(Drawn("square", (". . .",) * 3)).rings) == 4
    assert len(Complex(Drawn("square", (". . .", ". . #", ". . ."))).rings) == 2
    assert len(Complex(Drawn("square", (". .",) * 2, (("r1c1", "r1c2"),))).rings) == 0
    assert len(Complex(Drawn("hex", (" . .", ". . ."))).rings) == 3
    hexagon = Complex(Drawn("triangle", ("  . . .", "  . . .")))
    assert [len(ring) for ring in hexagon.rings] == [6]


# ---------- search against plain enumeration ----------


def subsets(names):
    return (frozenset(chosen) for n in range(len(names) + 1) for chosen in combinations(names, n))


def degrees(edges, chosen):
    out = {node: 0 for ends in edges.values() for node in ends}
    for name in chosen:
        for node in edges[name]:
            out[node] += 1
    return out


def reach(edges, chosen, start):
    seen, stack = {start}, [start]
    while stack:
        node = stack.pop()
        for name in chosen:
            if node in edges[name]:
                (other,) = set(edges[name]) - {node}
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
    return seen


TINY = [
    Drawn("square", ("A . .", ". . A")),
    Drawn("square", ("A B .", ". . .", "A . B")),
    Drawn("hex", (" A .", ". . A")),
    Drawn("triangle", ("A . . .", ". . . A")),
    Drawn("square", ("A . .", ". . .", ". . A"), (("r2c1", "r2c2"),)),
]


@pytest.mark.sample(3)
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("drawn", TINY)
def test_numberlink_search_misses_no_set_of_links(drawn, cover):
    board = Complex(drawn)
    expected = set()
    for chosen in subsets(list(board.links)):
        degree = dict.fromkeys(range(len(board.names)), 0) | degrees(board.links, chosen)
        pieces = {c: reach(board.links, chosen, c) for c in degree}
        if all(
            degree[c] == 1 if token else degree[c] == 2 or (degree[c] == 0 and not cover)
            for c, token in enumerate(board.tokens)
        ) and all(
            [board.tokens[c] for c in sorted(piece) if board.tokens[c]] in (["A"] * 2, ["B"] * 2)
            for piece in pieces.values()
            if len(piece) > 1
        ):
            expected.add(chosen)
    assert numberlink(drawn, cover=cover) == expected


@pytest.mark.sample(3)
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(
    "drawn",
    [
        Drawn("square", (". .", "3 .")),
        Drawn("triangle", (". . . .",)),
        Drawn("square", (". . .", "# . .")),
    ],
)
def test_slitherlink_search_misses_no_set_of_borders(drawn, full):
    board = Complex(drawn)
    expected = set()
    for chosen in subsets(list(board.borders)):
        degree = degrees(board.borders, chosen)
        used = {p for p, n in degree.items() if n}
        if (
            used
            and all(n == 2 or (n == 0 and not full) for n in degree.values())
            and reach(board.borders, chosen, min(used)) == used
            and all(
                token is None or len(chosen.intersection(sides)) == int(token)
                for token, sides in zip(board.tokens, board.sides, strict=True)
            )
        ):
            expected.add(chosen)
    assert slitherlink(drawn, full=full) == expected


# ---------- options ----------


def test_no_touch_forbids_a_turn_back_that_touch_allows():
    drawn = Drawn("square", ("A A", ". ."))
    straight, around = frozenset({"r1c1-r1c2"}), frozenset({"r1c1-r2c1", "r1c2-r2c2", "r2c1-r2c2"})
    assert numberlink(drawn, cover=False) == {straight, around}
    assert numberlink(drawn, cover=False, touch=False) == {straight}
    assert numberlink(drawn, cover=False, no2x2=True) == {straight}


def test_a_wall_keeps_a_turn_back_from_touching_itself():
    drawn = Drawn("square", ("A A", ". ."), (("r1c1", "r1c2"),))
    assert len(numberlink(drawn, touch=False, no2x2=True)) == 1


def test_only_branching_groups_may_fork():
    drawn = Drawn("square", ("A . A", "# A #"))
    assert multilink(drawn) == set()
    fork = frozenset({"r1c1-r1c2", "r1c2-r1c3", "r1c2-r2c2"})
    assert multilink(drawn, branch=True) == {fork}


@pytest.mark.slow
@given(st.sampled_from(TILINGS).flatmap(lambda tiling: cases("numberlink", tiling)))
def test_no_touch_implies_no_2x2(case):
    options = dict(case.options) | {"touch": False}
    strict = numberlink(case.drawn, **options | {"no2x2": True})
    assert numberlink(case.drawn, **options | {"no2x2": False}) == strict


@pytest.mark.slow
@given(st.sampled_from(TILINGS).flatmap(lambda tiling: cases("numberlink", tiling)))
def test_numberlink_is_multilink_with_pairs(case):
    assert multilink(case.drawn, **dict(case.options)) == case.solutions()


# ---------- random boards ----------
