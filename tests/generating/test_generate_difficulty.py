"""Puzzles of a wished level: what is given back, and that generators and ``nlc grade`` agree."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import nlc
from nlc.generating.difficulty import DifficultyRequest, restore_clues
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import grade

MADE = [
    *(("slitherlink", "5x4", tiling) for tiling in ("square", "hex", "triangle")),
    ("numberlink", "4x4", "hex"),
    *((name, "5x5", "square") for name in ("akari", "masyu", "hitori")),
    ("sudoku", "4x4", "square"),
]


ABC = "abcdefghijklmnopqr"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "tiling"), MADE)
def test_a_puzzle_has_the_grade_that_its_generator_gave_it(name, size, tiling):
    options = {"unique": True} if name == "numberlink" else {}
    (made,) = nlc.generate(name, size, tiling=tiling, seed=3, difficulty="any", **options)
    (again,) = nlc.loads(str(made))
    assert made.grade.level in LEVELS
    assert nlc.grade(made.puzzle) == nlc.grade(again) == made.grade
    assert str(made).startswith(f"// {made.grade}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "level"),
    [("slitherlink", "expert"), ("akari", "hard")],
)
def test_puzzles_of_a_level_have_it_and_one_solution(name, level):
    (made,) = nlc.generate(name, "5x5", seed=5, difficulty=level)
    assert made.grade.level == level
    assert grade(made.puzzle).level == level
    assert nlc.count(made.puzzle) == 1


@pytest.mark.slow
def test_clues_that_are_given_back_lie_alike():
    options = {"difficulty": "easy", "symmetry": "rotate"}
    (made,) = nlc.generate("akari", "7x7", seed=1, **options)
    clues = nlc.elaborate(made.puzzle).givens["clue"]
    assert {48 - cell for cell in clues} == set(clues)


@pytest.mark.slow
def test_the_fewest_clues_are_given_back_that_make_a_puzzle_easy_enough():
    """Against trying all numbers, where more clues are never harder; at most a third more."""
    removed = [frozenset([i]) for i in range(6)]
    for bounds, least in product(product(range(8), repeat=3), map(frozenset, ("abcdef", ABC))):
        easy, medium, hard = sorted(bounds, reverse=True)

        def graded(clues, bounds=(easy, medium, hard), least=least):
            count = len(clues) - len(least)
            level = sum(count < bound for bound in bounds)
            return Grade("graded", effort=4.0 * level * level, values=100, hardest=9)

        for level in LEVELS:
            kept, found = restore_clues(level, least, [], removed, graded)
            fits = [
                n
                for n in range(7)
                if LEVELS.index(graded({*least, *range(n)}).level) <= LEVELS.index(level)
            ]
            best = min(fits, default=6)
            assert len(kept) - len(least) == (0 if best > len(least) / 3 else best)
            assert found == graded(kept)
            assert least <= kept


def test_restored_clues_take_the_place_of_needed_ones_where_there_would_be_too_many():
    """All of 0 to 4 make it easy, and of 'abcdef' three go, so that a third more than six stay."""

    def graded(clues):
        level = 0 if {*range(5)} <= clues else 4
        return Grade("graded", effort=4.0 * level, values=100, hardest=9)

    removed, needed = ([frozenset([x]) for x in some] for some in (range(5), "abcd"))
    kept, found = restore_clues("easy", frozenset("abcdef"), needed, removed, graded)
    assert kept > {*range(5), "e", "f"} and len(kept) == 8 and found.level == "easy"


def test_another_level_than_the_wished_one_is_counted_and_told():
    counts: Counter[str] = Counter()
    easy = Grade("graded", {"single": 9}, hardest=1)
    assert (
        DifficultyRequest("easy").is_met(easy, counts)
        and DifficultyRequest("any").is_met(easy, counts)
        and not counts
    )
    assert not DifficultyRequest("hard").is_met(easy, counts)
    assert not DifficultyRequest("easy").is_met(Grade("several solutions"), counts)
    assert counts == {"level easy": 1, "not unique": 1}
    assert DifficultyRequest("hard", soft=True).is_met(easy, counts)
    assert not DifficultyRequest("any", "X-wing").is_met(easy, counts)
    assert counts["without X-wing"] == 1
    assert DifficultyRequest("hard").advice(counts) == "--difficulty any takes what comes: easy"
    assert DifficultyRequest("any").advice(counts) is DifficultyRequest().advice(counts) is None
