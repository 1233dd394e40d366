"""The grader of Slitherlink: what it concludes is right, and more rules never conclude less."""

from __future__ import annotations

import numpy as np
import pytest
from generating.slitherlink import KINDS, SMALL, batch, drawn, names_of, planted

from nlc.generating.lookahead import deep_levels
from nlc.generating.slitherlink.formula import formula
from nlc.generating.slitherlink.grade import LEVELS, Grader
from nlc.generating.slitherlink.scale import regions
from nlc.oracle import brute_force


@pytest.mark.sample(5)
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_what_is_settled_grows_with_the_rules_and_ends_with_all_segments_or_search(tiling, is_open):
    for number in (1, 2):
        grade = batch(tiling, 6, 5, is_open, difficulty="any").make(number).puzzle.grade
        assert grade.levels == LEVELS
        assert len(grade.settled) == len(LEVELS) - 1
        assert list(grade.settled) == sorted(grade.settled)
        assert grade.settled[-1] <= grade.segments
        assert (grade.looks > 0) == (grade.settled[-1] > grade.settled[-2])
        assert (grade.level == "search") == (grade.settled[-1] < grade.segments)


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_of_a_level_have_it_and_one_solution(level):
    wanted = batch("square", 5, 5, difficulty=level)
    made = wanted.make(1).puzzle
    assert made.grade.level == level
    puzzle, ports = drawn(wanted.generator.shape, made.line, made.clues)
    assert brute_force.slitherlink(puzzle, ports=ports) == {
        names_of(wanted.generator.shape, made.line)
    }


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", ["counts", "regions", "loops", "look-ahead"])
def test_no_clue_can_go_without_raising_the_level(level):
    wanted = batch("square", 5, 5, difficulty=level)
    item = wanted.make(2)
    made = item.puzzle
    assert made.minimal
    grader = Grader(wanted.generator.shape.board, planted_again(wanted, item))
    assert grader.solves(made.clues, level)
    for cell in made.clues:
        assert not grader.solves([other for other in made.clues if other != cell], level)


@pytest.mark.slow
def test_on_a_large_board_clues_are_added_until_looking_ahead_suffices():
    wanted = batch("square", 13, 12, difficulty="look-ahead")
    item = wanted.make(1)
    made = item.puzzle
    assert made.grade.level == "look-ahead"
    assert not made.minimal
    grader = Grader(wanted.generator.shape.board, planted_again(wanted, item))
    assert grader.solves(made.clues, "look-ahead")
    assert not grader.solves(made.clues, "loops")


def planted_again(wanted, item):
    """Return the formula of a puzzle's line, made again from its seed."""
    random = np.random.default_rng([wanted.seed, 0, item.number, item.counts["tries"] - 1])
    request = wanted.generator.request
    found = formula(request.shape.board, *regions(request.line, random))
    assert (found.line == item.puzzle.line).all()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_all_that_is_concluded_holds_in_every_solution(tiling, is_open):
    shape, made = planted(tiling, *SMALL[tiling], is_open, seed=4)
    grader = Grader(shape.board, made)
    random = np.random.default_rng(1)
    concluded = 0
    for share in (0.3, 0.5, 0.7):
        cells = np.flatnonzero(random.random(made.cells) < share).tolist()
        puzzle, ports = drawn(shape, made.line, {c: int(made.clues[c]) for c in cells})
        every = brute_force.slitherlink(puzzle, ports=ports)
        shared = frozenset.intersection(*every)
        some = frozenset.union(*every)
        known = {}
        for stage in deep_levels(LEVELS, 2)[:-1]:
            known, _ = grader._concluded(stage, cells, known)
            yes, unknown = grader._drawn(known)
            assert names_of(shape, yes) <= shared
            assert not names_of(shape, ~yes & ~unknown) & some
            concluded += int((~unknown).sum())
    assert concluded > 20
    grader.close()


@pytest.mark.slow
def test_a_wished_depth_is_that_of_the_puzzles_and_no_smaller_one_tells_them():
    wanted = batch("square", 6, 6, difficulty="look-ahead-2", depth=2)
    for number in (1, 2):
        item = wanted.make(number)
        made = item.puzzle
        assert made.grade.level == "look-ahead-2"
        assert list(made.grade.settled) == sorted(made.grade.settled)
        assert made.grade.settled[-2] < made.grade.settled[-1] == made.grade.segments
        assert made.minimal
        grader = Grader(wanted.generator.shape.board, planted_again(wanted, item))
        assert grader.grade(made.clues).level == "search"


def test_more_clues_never_settle_less():
    shape, made = planted("square", 7, 7, seed=2)
    grader = Grader(shape.board, made)
    shuffled = np.random.default_rng(1).permutation(made.cells).tolist()
    before = (0,) * (len(LEVELS) - 1)
    for count in (10, 20, 30, 49):
        settled = grader.grade(shuffled[:count]).settled
        assert all(a <= b for a, b in zip(before, settled, strict=True))
        before = settled
    assert before[-1] > 0


def test_rings_that_would_close_too_early_settle_what_the_regions_do_not():
    wanted = batch("square", 6, 6, difficulty="loops")
    for number in (1, 2):
        settled = wanted.make(number).puzzle.grade.settled
        assert settled[1] < settled[2] == 84
