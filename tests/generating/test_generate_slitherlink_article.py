"""The article's own generator: its puzzles, and its name."""

from __future__ import annotations

import pytest

from nlc.cli import main
from nlc.generating.batch import Batch
from nlc.generating.genre import genre
from nlc.generating.shape import blank


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_open", [False, True])
def test_its_puzzles_are_made_and_have_one_solution(is_open):
    options = {"method": "article", "open": is_open}
    made = Batch(genre("slitherlink").generator(blank("square", 6, 6), options))
    puzzle = made.make(1).puzzle
    assert puzzle is not None
    assert (puzzle.unique, puzzle.minimal) == (True, True)
    assert made.generator.removal.bisect


def test_a_method_that_is_none_gets_a_hint(capsys):
    assert main(["generate", "slitherlink", "5x5", "--method", "artcle"]) == 2
    assert "did you mean 'article'?" in capsys.readouterr().err
