"""Signpost: the next number lies in the direction of the arrow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some

WAYS = {
    name: (("S" in name) - ("N" in name), ("E" in name) - ("W" in name))
    for name in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
}


def walks(puzzle: GridPuzzle, walk: list[Cell]) -> Iterator[list[Cell]]:
    """Yield all ways to go on through all cells by the arrows."""
    grid, arrow = puzzle.grid, puzzle.givens["arrow"]
    if len(walk) == len(grid.cells):
        yield walk
    elif walk[-1] in arrow:
        for cell in grid.ray(walk[-1], WAYS[arrow[walk[-1]]]):
            if cell not in walk:
                yield from walks(puzzle, [*walk, cell])


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways through all cells by the arrows."""
    for start in puzzle.grid.cells:
        for walk in walks(puzzle, [start]):
            yield {"number": {cell: k for k, cell in enumerate(walk, 1)}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the given numbers stay, and only the last cell may lack an arrow."""
    number, arrow = answer["number"], puzzle.givens["arrow"]
    assert isinstance(number, dict)
    if any(number[cell] != k for cell, k in puzzle.numbers("clue").items()):
        return False
    return all(cell in arrow or k == len(number) for cell, k in number.items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Go at random, and give some numbers and arrows on the way."""
    left, cell = {*grid.cells}, random.choice(grid.cells)
    number, arrow = dict[Cell, str](), dict[Cell, str]()
    while True:
        number[cell] = str(len(number) + 1)
        left.discard(cell)
        rays = {way: {*grid.ray(cell, step)} & left for way, step in WAYS.items()}
        ways = [way for way, ray in rays.items() if ray]
        if not ways:
            break
        arrow[cell] = random.choice(ways)
        cell = random.choice(sorted(rays[arrow[cell]]))
    for each in left or ({cell} if random.random() < 0.5 else {*()}):
        arrow[each] = random.choice([*WAYS])
    if random.random() < 0.1:
        arrow.pop(random.choice(grid.cells), None)
    clues = some(random, number, 0.25)
    if random.random() < 0.1:
        clues[random.choice(grid.cells)] = str(len(grid.cells) + 1)
    return GridPuzzle(grid, {"clue": clues, "arrow": arrow})


GENRE = GridGenre(answers, judge, invent, ("number",), 12)
