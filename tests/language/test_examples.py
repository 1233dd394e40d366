"""The examples of the stock genres, and their rules in sentences."""

from __future__ import annotations

import pytest
from support.sheets import EXAMPLES

import nlc
from nlc.language.catalogue import entries, stock_rules

GUESSED = {"araf", "fillomino", "renban"}
"""Genres whose examples take a search."""

LONG = {"dbchoco", "kurotto", "mochikoro", "palisade", "patchwork", "sashigane", "statuepark"}
"""Genres whose examples take up to half a minute: they are graded with ``--whole``."""


@pytest.mark.slow
@pytest.mark.sample(3, every=2)
@pytest.mark.parametrize(
    "genre", sorted({*EXAMPLES} - GUESSED, key=lambda name: (name in LONG, name))
)
def test_the_example_of_a_genre_is_solved_without_guessing(genre, pytestconfig):
    if genre in LONG and not pytestconfig.option.whole:
        pytest.skip("it takes up to half a minute; --whole does it")
    found = nlc.grade(EXAMPLES[genre])
    assert (found.status, found.complete) == ("graded", True)
    assert not found.steps.get("search")


def test_sentences_of_stock_genres_are_sentences():
    for rules in (stock_rules(entry.name) for entry in entries()):
        texts = [" ".join(each.value for each in item.sentences) for item in rules.text]
        assert texts
        assert all(text[0].isupper() and text[-1] == "." for text in texts), rules.name
