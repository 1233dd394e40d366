"""Map: countries that share a border have different colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, random_rooms, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to give colours, each in the first cell of its country."""
    count = puzzle.options["colours"]
    assert isinstance(count, int)
    firsts = [min(cells) for cells in puzzle.rooms("country")]
    for colours in product(range(1, count + 1), repeat=len(firsts)):
        yield {"colour": dict(zip(firsts, colours, strict=True))}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether neighbours differ, and the given colours stay."""
    colour, country = answer["colour"], puzzle.givens["country"]
    assert isinstance(colour, dict)
    of = {country[cell]: k for cell, k in colour.items()}
    links = ((country[a], country[b]) for a, b in puzzle.grid.links)
    known = puzzle.numbers("known").items()
    return all(of[country[c]] == k for c, k in known) and all(
        x == y or of[x] != of[y] for x, y in links
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw countries, and some colours."""
    country = random_rooms(random, grid)
    colours = random.randint(2, 3) if len({*country.values()}) > 5 else random.randint(1, 4)
    known = {cell: str(random.randint(1, colours + (random.random() < 0.1))) for cell in grid.cells}
    givens = {"country": country, "known": some(random, known, 0.12)}
    return GridPuzzle(grid, givens, {"colours": colours})


GENRE = GridGenre(answers, judge, invent, ("colour",), 12)
