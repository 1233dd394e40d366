"""Yajilin: a loop through all cells that are neither clues nor shaded; shaded cells do not touch;
an arrow's number counts the shaded cells in its direction; none may lie inside the loop."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import (
    STEPS,
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    Link,
    loops,
    surrounded,
    visited,
)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all loops; what they leave out beside the clues is shaded."""
    clues = puzzle.givens["arrow"].keys() | puzzle.givens["unknown"].keys()
    for line in loops(puzzle.grid):
        on = visited(line)
        if not on & clues:
            yield {"line": line, "dark": frozenset(set(puzzle.grid.cells) - on - clues)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    return well_shaded(puzzle, answer) and all(
        len(dark & set(_seen(grid, puzzle, cell))) == k
        for cell, k in puzzle.numbers("clue").items()
    )


def well_shaded(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no two shaded cells touch, and none is inside the loop where it must not."""
    dark, line = answer["dark"], answer["line"]
    assert isinstance(dark, frozenset) and isinstance(line, frozenset)
    if any(a in dark and b in dark for a, b in puzzle.grid.links):
        return False
    return bool(puzzle.options.get("inside", True)) or not any(surrounded(line, c) for c in dark)


def _seen(grid: Grid, puzzle: GridPuzzle, cell: Cell) -> list[Cell]:
    return grid.ray(cell, STEPS["NESW".index(puzzle.givens["arrow"][cell])])


def shades_beside(random: Random, grid: Grid, line: frozenset[Link]) -> tuple[set[Cell], set[Cell]]:
    """Shade most cells beside a loop, none of which touch; return these and the others."""
    left = sorted(set(grid.cells) - visited(line))
    dark, others = set[Cell](), set[Cell]()
    for cell in random.sample(left, len(left)):
        if not dark & set(grid.beside(cell)) and random.random() < 0.6:
            dark.add(cell)
        else:
            others.add(cell)
    return dark, others


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put arrows beside a loop, with the right numbers mostly."""
    options = {"inside": random.random() < 0.6}
    found = [line for line in loops(grid) if len(line) >= len(grid.cells) // 2]
    if not found:
        return GridPuzzle(grid, {"clue": {}, "arrow": {}, "unknown": {}}, options)
    dark, others = shades_beside(random, grid, random.choice(found))
    unknown = {cell: "true" for cell in sorted(others) if random.random() < 0.1}
    arrow = {cell: random.choice("NESW") for cell in sorted(others) if cell not in unknown}
    blank, clue = GridPuzzle(grid, {"arrow": arrow}), {}
    for cell in arrow:
        count = len(dark & set(_seen(grid, blank, cell)))
        clue[cell] = str(count + (random.random() < 0.05))
    return GridPuzzle(grid, {"clue": clue, "arrow": arrow, "unknown": unknown}, options)


GENRE = GridGenre(answers, judge, invent, ("line", "dark"), 16)
