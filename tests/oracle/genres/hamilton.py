"""Hamiltonian cycle: a loop through every cell, or a line between two ends; some steps are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle

Near = Callable[[Grid, Cell], Iterable[Cell]]
"""The cells to which a step may lead."""


def ways(near: Near, name: str, puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways through every cell, each once."""
    grid, found = puzzle.grid, set[frozenset[tuple[Cell, Cell]]]()
    ends = sorted(puzzle.givens["stop"])

    def go(way: list[Cell]) -> None:
        last = way[-1]
        if len(way) == len(grid.cells):
            closed = way[0] in near(grid, last) and len(way) > 2
            if last == ends[1] if ends else closed:
                steps = [*pairwise(way)] if ends else [*pairwise([*way, way[0]])]
                found.add(frozenset((min(x), max(x)) for x in steps))
            return
        for after in near(grid, last):
            if after not in way:
                go([*way, after])

    if len(ends) in (0, 2):
        go([ends[0] if ends else grid.cells[0]])
    for line in found:
        yield {name: line}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the line has the given steps."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    names = {"|".join(f"r{i + 1}c{j + 1}" for i, j in link) for link in line}
    return all(place in names for _, place in puzzle.marks)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Mark two ends mostly, and give a step of some way."""
    stop = random.sample(grid.cells, 2) if random.random() < 0.7 and len(grid.cells) > 1 else []
    marks = {}
    if grid.links and random.random() < 0.5:
        (i, j), (y, x) = random.choice(grid.links)
        marks["fixed", f"r{i + 1}c{j + 1}|r{y + 1}c{x + 1}"] = "true"
    return GridPuzzle(grid, {"stop": dict.fromkeys(stop, "true")}, marks=marks)


GENRE = GridGenre(partial(ways, Grid.beside, "line"), judge, invent, ("line",))
