"""Puzzles that are there already are graded as those that are made."""

from __future__ import annotations

import pytest
from support import documents

import nlc
from nlc.generating.genre import GENRES
from nlc.generating.propagation import grade_puzzle, levels

STOCK = nlc.load(documents.ROOT / "fixtures" / "genres.nl")


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("genre", ["slitherlink", "numberlink"])
@pytest.mark.parametrize("tiling", ["square", "hex", "triangle"])
@pytest.mark.parametrize("depth", [1, 2])
def test_a_puzzle_has_the_grade_that_its_generator_gave_it(genre, tiling, depth):
    made = nlc.generate(
        genre, "5x4", count=3, seed=3, tiling=tiling, difficulty="any", depth=depth, unique=True
    )
    for puzzle in made:
        assert str(grade_puzzle(puzzle.puzzle, depth)) == str(puzzle.grade)


@pytest.mark.sample(5)
@pytest.mark.parametrize("puzzle", STOCK, ids=str)
def test_any_genre_has_a_level(puzzle):
    found = grade_puzzle(puzzle)
    assert found.levels == levels({"rules": None})
    assert list(found.settled) == sorted(found.settled)
    assert (found.level == "search") == (found.settled[-1] < found.segments)
    deep = grade_puzzle(puzzle, 2)
    assert deep.settled[:-1] == found.settled
    assert deep.settled[-1] >= found.settled[-1]


def test_a_slitherlink_that_no_generator_makes_is_graded_by_rules_alone():
    wrapped = """
puzzle "wrapped" is slitherlink { topology square(wrap=horizontal); board
4 . .
. . .
end }
"""
    (puzzle,) = nlc.loads(wrapped)
    assert nlc.unique(puzzle)
    assert GENRES.get("slitherlink").graded(nlc.elaborate(puzzle), 1) is None
    assert grade_puzzle(puzzle).levels == ("rules", "look-ahead", "search")


def test_without_time_there_is_no_grade():
    assert grade_puzzle(STOCK[0], limits=nlc.Limits(seconds=1e-6)) is None
