"""Yajilin: a loop through all cells that are neither clues nor shaded; shaded cells do not touch;
an arrow's number counts the shaded cells in its direction."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from nlc.oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, loops, visited


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all loops; what they leave out beside the clues is shaded."""
    clues = puzzle.givens["arrow"].keys()
    for line in loops(puzzle.grid):
        on = visited(line)
        if not on & clues:
            yield {"line": line, "dark": frozenset(set(puzzle.grid.cells) - on - clues)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    return all(
        len(dark & set(_seen(grid, puzzle, cell))) == k
        for cell, k in puzzle.numbers("clue").items()
    )


def _seen(grid: Grid, puzzle: GridPuzzle, cell: Cell) -> list[Cell]:
    return grid.ray(cell, STEPS["NESW".index(puzzle.givens["arrow"][cell])])


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put arrows beside a loop, with the right numbers mostly."""
    found = [line for line in loops(grid) if len(line) >= len(grid.cells) // 2]
    if not found:
        return GridPuzzle(grid, {"clue": {}, "arrow": {}})
    left = sorted(set(grid.cells) - visited(random.choice(found)))
    dark: set[Cell] = set()
    clue, arrow = {}, {}
    for cell in random.sample(left, len(left)):
        if not dark & set(grid.beside(cell)) and random.random() < 0.6:
            dark.add(cell)
        else:
            arrow[cell] = random.choice("NESW")
    blank = GridPuzzle(grid, {"arrow": arrow})
    for cell in arrow:
        count = len(dark & set(_seen(grid, blank, cell)))
        clue[cell] = str(count + (random.random() < 0.05))
    return GridPuzzle(grid, {"clue": clue, "arrow": arrow})


GENRE = GridGenre(answers, judge, invent, ("line", "dark"), 16)
