"""The examples of the stock genres, and their rules in sentences."""

from __future__ import annotations

import pytest

import nlc
from nlc.language.catalogue import describe, entries


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", [entry.name for entry in entries()])
def test_the_example_of_a_genre_has_one_solution_that_is_found_without_guessing(genre):
    (puzzle,) = nlc.loads(describe(genre)[0].example)
    found = nlc.grade(puzzle)
    assert (found.status, found.complete) == ("graded", True)
    assert not found.steps.get("nested") and not found.steps.get("search")


def test_sentences_of_stock_genres_are_sentences():
    for genre in (describe(entry.name)[0] for entry in entries()):
        assert genre.sentences
        assert all(each.text[0].isupper() and each.text[-1] == "." for each in genre.sentences)
