"""The example of every genre has one solution, and is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from oracle import genres
from support import documents
from support.sheets import GRAPHS, PUZZLES

import nlc
from nlc.language.files import stock_genres


def test_every_genre_has_an_example() -> None:
    assert {*PUZZLES} == {*stock_genres()}
    assert {*genres.names()} <= {*PUZZLES}


@pytest.mark.sample(11)
@pytest.mark.parametrize("name", PUZZLES)
def test_the_example_has_one_solution_and_is_drawn(name: str) -> None:
    answer = nlc.solve(PUZZLES[name], nlc.UNIQUE)
    assert answer.unique and answer.board is not None
    assert nlc.check(PUZZLES[name], answer.board) == []
    assert len(str(answer.board).splitlines()) >= (2 if name in GRAPHS else 3)
    ElementTree.fromstring(answer.to_svg())


HEXAGONS = {p.title: p for p in nlc.load(documents.ROOT / "fixtures" / "hexagons.nl")}


@pytest.mark.parametrize("name", HEXAGONS)
def test_an_example_on_other_boards_has_one_solution_and_is_drawn(name: str) -> None:
    answer = nlc.solve(HEXAGONS[name], nlc.UNIQUE)
    assert answer.unique and answer.board is not None
    assert nlc.check(HEXAGONS[name], answer.board) == []
    assert len(str(answer.board).splitlines()) >= 5
    ElementTree.fromstring(answer.to_svg())


def test_at_least_eight_genres_have_an_example_on_other_boards() -> None:
    assert len(HEXAGONS) >= 8 and set(HEXAGONS) <= set(PUZZLES)
