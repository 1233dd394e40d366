"""What the methods make, held against the independent brute force on small boards."""

from __future__ import annotations

from random import Random

import pytest
from generate_kit import HOLED, drawn, names_of, wish

from nlc.generate import judge, methods
from nlc.generate.batch import make
from nlc.generate.draft import Wish, paths_of
from nlc.generate.placement import Placements
from nlc.generate.refuse import refuse
from nlc.generate.shape import shape_of
from nlc.lang.diagnostics import Source, UserError
from nlc.lang.resolve import load
from nlc.oracle import brute_force
from nlc.oracle.drawn import Drawn

MADE = [
    ("loops", "square", 4, 4, 3, {"touch": False}),
    ("loops", "square", 5, 3, 3, {"touch": False}),
    ("solution", "square", 4, 4, 3, {}),
    ("solution", "square", 4, 4, 4, {"touch": False}),
    ("solution", "square", 5, 3, 3, {"touch": True, "no2x2": True}),
    ("solution", "hex", 3, 4, 3, {}),
    ("solution", "hex", 3, 4, 3, {"touch": False}),
    ("solution", "triangle", 6, 3, 3, {}),
    ("solution", "triangle", 6, 3, 4, {"touch": False}),
    ("domino", "square", 4, 4, 3, {}),
    ("domino", "square", 5, 3, 3, {}),
    ("domino", "square", 3, 5, 4, {}),
    ("path", "square", 4, 4, 3, {}),
    ("path", "hex", 3, 4, 3, {}),
    ("path", "triangle", 6, 3, 3, {}),
    ("scatter", "square", 4, 4, 3, {}),
    ("scatter", "square", 5, 3, 2, {"cover": False, "touch": False}),
    ("scatter", "hex", 3, 3, 2, {}),
    ("scatter", "triangle", 6, 3, 4, {}),
]


@pytest.mark.parametrize(("method", "tiling", "cols", "rows", "pairs", "options"), MADE)
def test_a_unique_puzzle_has_the_planted_solution_and_no_other(
    method, tiling, cols, rows, pairs, options
):
    wanted = wish(tiling, cols, rows, pairs=pairs, options=options, unique=True)
    for number in (1, 2):
        made = make(wanted, method, 5, number)
        assert made.unique
        assert len(paths_of(wanted.shape.board, made.links)) == pairs
        found = brute_force.numberlink(drawn(wanted.shape, made.links), **options)
        assert found == {names_of(wanted.shape, made.links)}


@pytest.mark.parametrize(("method", "tiling", "cols", "rows", "pairs", "options"), MADE)
def test_the_planted_solution_is_one_also_where_uniqueness_was_not_wished(
    method, tiling, cols, rows, pairs, options
):
    wanted = wish(tiling, cols, rows, pairs=pairs, options=options)
    made = make(wanted, method, 6, 1)
    assert not made.unique
    found = brute_force.numberlink(drawn(wanted.shape, made.links), **options)
    assert names_of(wanted.shape, made.links) in found


@pytest.mark.parametrize("method", methods.NAMES)
def test_pairs_of_neighbours_are_made_only_where_they_are_allowed(method):
    lengths = set()
    for trivial in (False, True):
        options = dict(methods.get(method).options)
        wanted = wish("square", 4, 4, pairs=4, options=options, trivial=trivial)
        for number in range(1, 9):
            links = make(wanted, method, 1, number).links
            lengths |= {(trivial, len(p)) for p in paths_of(wanted.shape.board, links)}
    assert (False, 2) not in lengths
    assert (True, 2) in lengths


def test_puzzles_are_made_on_the_board_of_another_with_its_holes_and_walls():
    (case,) = load(Source("holed.nl", HOLED)).cases
    shape = shape_of(case)
    assert shape.rectangle is None
    made = make(Wish(shape, {"touch": False}, 4, unique=True), "solution", 1, 1)
    names = names_of(shape, made.links)
    assert "r1c2-r1c3" not in names
    assert brute_force.numberlink(drawn(shape, made.links), touch=False) == {names}


def test_another_solution_is_found_where_there_is_one():
    wanted = wish("square", 4, 4, pairs=2)
    several = 0
    for number in range(1, 6):
        links = make(wanted, "solution", 2, number).links
        program = judge.program_of(wanted, links)
        other = judge.another(program, judge.planted(program, links))
        every = brute_force.numberlink(drawn(wanted.shape, links))
        several += len(every) > 1
        if other is None:
            assert every == {names_of(wanted.shape, links)}
        else:
            assert names_of(wanted.shape, other) in every - {names_of(wanted.shape, links)}
    assert several > 0


def test_a_draft_that_breaks_a_rule_is_never_let_through():
    wanted = wish("square", 3, 3, options={"touch": False})
    ring = wanted.shape.board.link_cells
    links = (ring[:, 1] - ring[:, 0] == 1) | (ring[:, 1] == 3)  # rows, two of them joined
    program = judge.program_of(wanted, links)
    with pytest.raises(RuntimeError, match=r"breaks a rule: (apart|turn)"):
        judge.check(program, judge.planted(program, links))


def test_the_same_seed_makes_the_same_puzzle():
    wanted = wish("hex", 5, 5, unique=True)
    first, again = (make(wanted, "solution", 3, 2) for _ in range(2))
    assert (first.links == again.links).all()
    assert any((make(wanted, "solution", 3, n).links != first.links).any() for n in (3, 4))


@pytest.mark.parametrize(
    ("method", "wanted", "message"),
    [
        ("solution", wish("square", 4, 4, pairs=9, trivial=True), "9 pairs cannot be put there"),
        ("solution", wish("square", 4, 4, pairs=6), "three cells or more"),
        ("solution", wish("square", 3, 1, pairs=2, trivial=True), "the board has 3 cells"),
        ("solution", wish("triangle", 9, 1, pairs=4, trivial=False), "three cells or more"),
        ("solution", wish("square", 1, 1, pairs=1), "the board has 1 cell,"),
        ("loops", wish("hex", 4, 4), "whole rectangles of squares only"),
        ("domino", wish("hex", 4, 4), "whole rectangles of squares"),
        ("domino", wish("square", 4, 4, options={"touch": False}), "whether paths touch"),
        ("path", wish("square", 4, 4, options={"no2x2": True}), "whether paths touch"),
        ("scatter", wish("hex", 4, 4, switches={"parity": True}), "rings of an odd number"),
        (
            "scatter",
            wish("square", 4, 4, switches={"balance": True}, options={"cover": False}),
            "boards whose cells are all covered",
        ),
        ("loops", wish("square", 9, 1), "two rows and two columns"),
        ("loops", wish("square", 6, 6, switches={"parity": True}), "--parity is no switch"),
    ],
)
def test_impossible_wishes_are_refused_with_the_reason(method, wanted, message):
    with pytest.raises(UserError, match=message):
        refuse(wanted, methods.get(method), method)


def test_a_board_whose_colours_differ_in_number_needs_as_many_pairs():
    text = """puzzle "five and two" is numberlink {
      topology square;
      board
        . . .
        # . #
        . . .
      end
    }"""
    shape = shape_of(load(Source("seven.nl", text)).cases[0])
    with pytest.raises(UserError, match="it needs 3 or more"):
        refuse(Wish(shape, {}, 2), methods.get("solution"), "solution")
    refuse(Wish(shape, {}, 3, trivial=True), methods.get("solution"), "solution")


def test_a_board_with_many_dead_ends_needs_as_many_ends():
    text = """puzzle "a twig" is numberlink {
      topology square;
      board
        . . . .
        # . # #
      end
    }"""
    shape = shape_of(load(Source("twig.nl", text)).cases[0])
    with pytest.raises(UserError, match="3 of its cells have one neighbour only"):
        refuse(Wish(shape, {}, 1), methods.get("solution"), "solution")


def test_without_a_number_of_pairs_pieces_are_joined_as_far_as_they_go():
    counts = set()
    wanted = wish("square", 14, 14)
    for number in range(1, 4):
        made = make(wanted, "domino", 1, number)
        paths = paths_of(wanted.shape.board, made.links)
        assert min(map(len, paths)) > 2
        counts.add(len(paths))
    assert max(counts) > 14


@pytest.mark.parametrize("test", ["isolated", "parity", "balance", "adjacent"])
def test_quick_tests_of_scatter_reject_only_what_has_no_solution(test):
    board = wish("square", 4, 3).shape
    placements = Placements(board.board)
    random, rejected = Random(4), 0
    while rejected < 12:
        cells = random.sample(range(12), 6)
        pairs = list(zip(cells[::2], cells[1::2], strict=True))
        if getattr(placements, test)(pairs):
            rejected += 1
            texts = {cell: str(i) for i, pair in enumerate(pairs) for cell in pair}
            rows = [" ".join(texts.get(4 * r + c, ".") for c in range(4)) for r in range(3)]
            every = brute_force.numberlink(Drawn("square", tuple(rows)))
            if test == "adjacent":
                ends = set(map(frozenset, pairs))
                links = {frozenset(pair) for pair in board.board.link_cells.tolist()}
                assert ends & links
            else:
                assert not every


def test_balance_rejects_whatever_parity_rejects():
    placements = Placements(wish("square", 5, 5).shape.board)
    random = Random(1)
    seen = set()
    for _ in range(300):
        cells = random.sample(range(25), 8)
        pairs = list(zip(cells[::2], cells[1::2], strict=True))
        seen.add((placements.parity(pairs), placements.balance(pairs)))
    assert seen == {(False, False), (False, True), (True, True)}


def test_an_unknown_method_is_refused_with_a_suggestion():
    with pytest.raises(UserError, match="did you mean 'loops'"):
        methods.get("loop")


@pytest.mark.parametrize("name", methods.NAMES)
def test_methods_say_what_they_are(name):
    method = methods.get(name)
    assert method.summary
    wanted = wish("square", 4, 4, options=dict(method.options))
    assert any(method.make(wanted, Random(seed)) is not None for seed in range(20))
