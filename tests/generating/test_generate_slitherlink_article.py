"""The article's own generator: its flip rule."""

from __future__ import annotations

from statistics import mean

import numpy as np
import pytest
from generating.slitherlink import KINDS, connected

from nlc.cli import main
from nlc.generating.batch import Batch
from nlc.generating.genre import genre
from nlc.generating.shape import blank
from nlc.generating.slitherlink import article, scale
from nlc.generating.slitherlink.flips import lengthens
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.regions import border
from nlc.generating.slitherlink.scale import LineSpec


@pytest.mark.parametrize("diagonal", [False, True])
def test_the_flip_rule_is_the_articles(diagonal):
    table, places = lengthens("square", diagonal), LATTICES["square"].sides
    for index in range(256):
        own = [not index >> bit & 1 for bit in range(8)]
        changes = sum(a != b for a, b in zip(own, [*own[1:], own[0]], strict=True))
        sides = sum(own[place] for place in places)
        corners = sum(own) - sides
        more = sides > 2 or (diagonal and sides == 2 and corners > 2)
        assert table[index] == (changes == 2 and 0 < sides < 4 and more)


@pytest.mark.parametrize(("tiling", "is_open"), KINDS)
def test_the_line_is_one_and_no_flip_makes_it_longer(tiling, is_open):
    line = LineSpec(tiling, 9, 10, is_open)
    area, colours = article.regions(line, np.random.default_rng(3))
    assert connected(area, colours)
    flat = colours.ravel()
    other = flat[area.rings] ^ flat[area.cells][:, None]
    index = (other.astype(np.int64) << np.arange(other.shape[1])).sum(axis=1)
    assert not lengthens(tiling, line.diagonal)[index].any()


def test_its_line_is_longer_than_ours():
    def lengths(make) -> list[int]:
        board, found = blank("square", 20, 20).board, []
        for seed in range(5):
            area, colours = make(LineSpec("square", 20, 20), np.random.default_rng(seed))
            found.append(int(border(board, area, colours).sum()))
        return found

    assert mean(lengths(article.regions)) > mean(lengths(scale.regions))


@pytest.mark.sample(1)
@pytest.mark.parametrize("is_open", [False, True])
def test_its_puzzles_are_made_and_have_one_solution(is_open):
    options = {"method": "article", "open": is_open}
    made = Batch(genre("slitherlink").generator(blank("square", 6, 6), options))
    puzzle = made.make(1).puzzle
    assert puzzle is not None
    assert (puzzle.unique, puzzle.minimal) == (True, True)
    assert made.generator.request.removal.bisect


def test_a_method_that_is_none_gets_a_hint(capsys):
    assert main(["generate", "slitherlink", "5x5", "--method", "artcle"]) == 2
    assert "did you mean 'article'?" in capsys.readouterr().err
