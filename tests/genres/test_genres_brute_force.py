"""Every genre on small square boards: its solutions are those of its definition."""

from __future__ import annotations

from random import Random

import pytest
from oracle import genres
from oracle.grid import Grid
from support.grids import shown, written

import nlc

SQUARE = (
    *("binairo", "doppelblock", "easyasabc", "latinpatchwork", "munraito", "starbattle"),
    "stostone",
)
"""Genres that have solutions on square boards alone, or with an even number of rows."""

SIZES = {(2, 3): 1, (3, 3): 1, (3, 4): 2, (4, 4): 1}
"""How many puzzles of each size: small boards repeat one another, large ones take long.

Of 3x4 there are more where those have no solution.
"""


@pytest.mark.sample(1, every=3)
@pytest.mark.parametrize("name", genres.names())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_solutions_are_those_of_brute_force(name: str, size: tuple[int, int]) -> None:
    genre = genres.get(name)
    grid = Grid(*size)
    if len(grid.cells) > genre.most_cells:
        grid = Grid(2, 2)
    random = Random(f"{name} {size}")
    found = 0
    for number in range(9):
        if number >= SIZES[size] and (found or size != (3, 4)):
            break
        puzzle = genre.invent(random, grid)
        text = written(name, puzzle, number)
        answers = genre.solutions(puzzle)
        names = genre.variables
        right = {shown(answer, names) for answer in answers}
        (read,) = nlc.loads(text)
        try:
            solutions = [shown(board.to_json(), names) for board in nlc.enumerate(read)]
        except nlc.InputError as error:  # a clue that no board can have
            assert "asks for" in str(error)
            solutions = []
        assert len(solutions) == len(set(solutions)), text
        assert set(solutions) == right, text
        found += len(right)
    assert found or size != (3, 4) or name in SQUARE, "no puzzle of these has a solution"
