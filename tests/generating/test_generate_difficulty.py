"""Puzzles of a wished level: what is given back, and that generators and ``nlc grade`` agree."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import nlc
from nlc.generating.batch import Batch
from nlc.generating.difficulty import Wish, restore_clues
from nlc.generating.genre import genre
from nlc.generating.shape import blank
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import grade, graded

MADE = [
    *(("slitherlink", "5x4", tiling) for tiling in ("square", "hex", "triangle")),
    ("numberlink", "5x4", "hex"),
    *((name, "6x6", "square") for name in ("akari", "masyu", "hitori")),
    ("sudoku", "4x4", "square"),
]


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
    [("slitherlink", "medium"), ("slitherlink", "expert"), ("akari", "hard")],
)
def test_puzzles_of_a_level_have_it_and_one_solution(name, level):
    (made,) = nlc.generate(name, "6x6", seed=5, difficulty=level)
    assert made.grade.level == level
    assert grade(made.puzzle).level == level
    assert nlc.count(made.puzzle) == 1


@pytest.mark.slow
def test_clues_that_are_given_back_lie_alike():
    options = {"difficulty": "easy", "symmetry": "rotate"}
    (made,) = nlc.generate("akari", "7x7", seed=1, **options)
    clues = nlc.elaborate(made.puzzle).givens["clue"]
    assert {48 - cell for cell in clues} == set(clues)


def test_the_fewest_clues_are_given_back_that_make_a_puzzle_easy_enough():
    """Against trying all numbers, where more clues are never harder."""
    removed, least = [frozenset([i]) for i in range(6)], frozenset("abcdefghijkl")
    for bounds in product(range(8), repeat=3):
        easy, medium, hard = sorted(bounds, reverse=True)

        def graded(clues, bounds=(easy, medium, hard)):
            count = len(clues) - 12
            level = sum(count < bound for bound in bounds)
            return Grade("graded", effort=4.0 * level * level, values=100, hardest=9)

        for level in LEVELS:
            kept, found = restore_clues(level, least, removed, graded)
            fits = [
                n
                for n in range(7)
                if LEVELS.index(graded({*least, *range(n)}).level) <= LEVELS.index(level)
            ]
            assert len(kept) - 12 == min(fits, default=6)
            assert found == graded(kept)
            assert least <= kept


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("least", "most"), [(0, 0), (1, 1), (4, 6), (7, 9), (40, 46)])
def test_at_most_half_as_many_clues_are_given_back_as_stay(least, most, level, at_once):
    stay = frozenset(range(-least, 0))
    removed = [frozenset([i, i + 1]) for i in range(0, 6, 2)]

    def graded(clues):
        return Grade("graded", effort=50.0 - len(clues), values=100, hardest=9)

    kept, found = restore_clues(level, stay, removed, graded, at_once)
    assert stay <= kept and len(kept) <= most and found == graded(kept)
    if level == "easy":  # which is not reached
        assert len(kept) == most


def test_a_grade_ends_where_a_level_is_passed():
    puzzle = nlc.load("fixtures/first.nl")[0]
    full, ended = graded(puzzle), graded(puzzle, beyond="medium")
    assert full.level == "expert" and full.complete and not ended.complete
    assert graded(puzzle, beyond="expert") == full
    assert sum(ended.steps.values()) < sum(full.steps.values())
    counts: Counter[str] = Counter()
    assert not Wish("medium").is_met(ended, counts) and counts == {"harder than medium": 1}
    assert Wish("medium").advice(counts) == "--difficulty any takes what comes"


def test_another_level_than_the_wished_one_is_counted_and_told():
    counts: Counter[str] = Counter()
    easy = Grade("graded", {"single": 9}, hardest=1)
    assert Wish("easy").is_met(easy, counts) and Wish("any").is_met(easy, counts) and not counts
    assert not Wish("hard").is_met(easy, counts)
    assert not Wish("easy").is_met(Grade("several solutions"), counts)
    assert counts == {"level easy": 1, "not unique": 1}
    assert Wish("hard", soft=True).is_met(easy, counts)
    assert not Wish("any", "X-wing").is_met(easy, counts)
    assert counts["without X-wing"] == 1
    assert Wish("hard").advice(counts) == "--difficulty any takes what comes: easy"
    assert Wish("any").advice(counts) is Wish().advice(counts) is None


def test_a_minimal_puzzle_gets_no_clue_back():
    options = {"method": "open", "minimal": True, "difficulty": "any"}
    made = Batch(genre("slitherlink", "open").generator(blank("square", 4, 4), options))
    puzzle = made.make(1).puzzle
    assert puzzle.minimal and puzzle.grade.level in LEVELS
