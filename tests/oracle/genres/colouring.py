"""Graph colouring: cells that are joined have different colours, of which some are given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all colours of all cells."""
    colours, cells = range(1, int(str(puzzle.options["k"])) + 1), puzzle.grid.cells
    for chosen in product(map(str, colours), repeat=len(cells)):
        yield {"colour": dict(zip(cells, chosen, strict=True))}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the colours are those given, and differ where cells share a side."""
    colour = answer["colour"]
    assert isinstance(colour, dict)
    given = all(colour[cell] == text for cell, text in puzzle.givens["hue"].items())
    return given and all(colour[a] != colour[b] for a, b in puzzle.grid.links)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Give a few colours, which may be too many."""
    k = random.choice((2, 3, 3))
    places: list[Cell] = random.sample(grid.cells, min(random.randrange(4), len(grid.cells)))
    hue = {cell: str(random.randint(1, k)) for cell in sorted(places)}
    return GridPuzzle(grid, {"hue": hue}, {"k": k})


GENRE = GridGenre(answers, judge, invent, ("colour",), 8)
