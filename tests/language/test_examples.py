"""The examples of the stock genres, and their rules in sentences."""

from __future__ import annotations

import pytest

import nlc
from nlc.language.catalogue import describe, entries, stock_rules

GUESSED = ("araf", "fillomino", "renban")
"""Genres whose examples take a nested assumption or a search."""


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", [entry.name for entry in entries()])
def test_the_example_of_a_genre_has_one_solution_that_is_found_without_guessing(genre):
    (puzzle,) = nlc.loads(describe(genre)[0].example)
    found = nlc.grade(puzzle)
    assert (found.status, found.complete) == ("graded", True)
    if genre not in GUESSED:
        assert not found.steps.get("nested") and not found.steps.get("search")


def test_sentences_of_stock_genres_are_sentences():
    for rules in (stock_rules(entry.name) for entry in entries()):
        texts = [" ".join(each.value for each in item.sentences) for item in rules.text]
        assert texts
        assert all(text[0].isupper() and text[-1] == "." for text in texts), rules.name
