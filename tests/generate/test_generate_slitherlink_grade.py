"""The grader of Slitherlink: what it concludes is right, and more rules never conclude less."""

from __future__ import annotations

import numpy as np
import pytest
from slitherlink_kit import KINDS, SMALL, drawn, names_of, order, planted

from nlc.generate.ahead import deep_levels
from nlc.generate.slitherlink.batch import make
from nlc.generate.slitherlink.formula import formula
from nlc.generate.slitherlink.grade import LEVELS, Grader
from nlc.generate.slitherlink.scale import regions
from nlc.oracle import brute_force


@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_what_is_settled_grows_with_the_rules_and_ends_with_all_segments_or_search(tiling, is_open):
    for number in (1, 2):
        grade = make(order(tiling, 6, 5, is_open, difficulty="any"), number).grade
        assert grade.levels == LEVELS
        assert len(grade.settled) == len(LEVELS) - 1
        assert list(grade.settled) == sorted(grade.settled)
        assert grade.settled[-1] <= grade.segments
        assert (grade.looks > 0) == (grade.settled[-1] > grade.settled[-2])
        assert (grade.level == "search") == (grade.settled[-1] < grade.segments)


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_of_a_level_have_it_and_one_solution(level):
    wanted = order("square", 5, 5, difficulty=level)
    made = make(wanted, 1)
    assert made.grade.level == level
    puzzle, ports = drawn(wanted.shape, made.line, made.clues)
    assert brute_force.slitherlink(puzzle, ports=ports) == {names_of(wanted.shape, made.line)}


@pytest.mark.parametrize("level", ["counts", "regions", "loops", "look-ahead"])
def test_no_clue_can_go_without_raising_the_level(level):
    wanted = order("square", 5, 5, difficulty=level)
    made = make(wanted, 2)
    assert made.minimal
    grader = Grader(wanted.shape.board, planted_again(wanted, made))
    assert grader.solves(made.clues, level)
    for cell in made.clues:
        assert not grader.solves([other for other in made.clues if other != cell], level)


def planted_again(wanted, made):
    """Return the formula of a puzzle's line, made again from its seed."""
    random = np.random.default_rng([wanted.seed, 0, made.number, made.counts["tries"] - 1])
    found = formula(wanted.shape.board, *regions(wanted.line, random))
    assert (found.line == made.line).all()
    return found


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


def test_a_wished_depth_is_that_of_the_puzzles_and_no_smaller_one_tells_them():
    wanted = order("square", 6, 6, difficulty="look-ahead-2", depth=2)
    for number in (1, 2):
        made = make(wanted, number)
        assert made.grade.level == "look-ahead-2"
        assert list(made.grade.settled) == sorted(made.grade.settled)
        assert made.grade.settled[-2] < made.grade.settled[-1] == made.grade.segments
        assert made.minimal
        assert Grader(wanted.shape.board, planted_again(wanted, made)).grade(made.clues).level == (
            "search"
        )


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
    wanted = order("square", 6, 6, difficulty="loops")
    for number in (1, 2):
        settled = make(wanted, number).grade.settled
        assert settled[1] < settled[2] == 84
