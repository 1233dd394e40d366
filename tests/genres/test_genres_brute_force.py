"""Every genre on small square boards: its solutions are those of its definition."""

from __future__ import annotations

from random import Random

import pytest
from oracle import genres
from oracle.grid import Grid
from support.grids import shown, written

import nlc

SIZES = {(3, 4): 2, (3, 3): 1, (2, 3): 1, (4, 4): 1}
"""How many puzzles of each size: small boards repeat one another, large ones take long.

Of the first size of a genre there are more where those have no solution.
"""

FIRST = {
    **dict.fromkeys(("doppelblock", "easyasabc", "munraito"), (3, 3)),
    **dict.fromkeys(("binairo", "latinpatchwork", "starbattle", "stostone"), (4, 4)),
    "dbchoco": (2, 3),
}
"""The first sizes of genres that hardly have solutions on the first of those that fit."""


def sizes(name: str) -> list[tuple[int, int]]:
    """Return the sizes of a genre; of the first one, which is large, puzzles have solutions."""
    fitting = (size for size in SIZES if size[0] * size[1] <= genres.get(name).most_cells)
    first = FIRST.get(name) or next(fitting)
    return [first, *sorted({*SIZES} - {first})]


@pytest.mark.sample(1, every=16)
@pytest.mark.parametrize(
    ("name", "size"),
    [(name, sizes(name)[rank]) for rank in range(len(SIZES)) for name in genres.names()],
    ids=str,
)
def test_solutions_are_those_of_brute_force(name: str, size: tuple[int, int]) -> None:
    genre = genres.get(name)
    grid = Grid(*size)
    if len(grid.cells) > genre.most_cells:
        grid = Grid(2, 2)
    random = Random(f"{name} {size}")
    found = 0
    for number in range(20):
        if number >= SIZES[size] and (found or size != sizes(name)[0]):
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
    assert found or size != sizes(name)[0], "no puzzle of these has a solution"
