"""Grand Tour: a loop along the grid visits every point; some of its segments are given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, Link, loops, visited


@cache
def tours(grid: Grid) -> tuple[frozenset[str], ...]:
    """Return the names of the sides along each loop through every corner of a cell."""
    places = product(range(grid.rows + 1), range(grid.cols + 1))
    bare = frozenset((i, j) for i, j in places if not _any(grid, [(i, j), (i - 1, j - 1)], (i, j)))
    points = Grid(grid.rows + 1, grid.cols + 1, bare)
    whole = (line for line in loops(points) if visited(line) == set(points.cells))
    named = ([_name(grid, link) for link in line] for line in whole)
    return tuple(frozenset(names) for names in named if "" not in names)


def _any(grid: Grid, diagonal: list[tuple[int, int]], point: tuple[int, int]) -> bool:
    i, j = point
    return any(map(grid.has, [*diagonal, (i - 1, j), (i, j - 1)]))


def _name(grid: Grid, link: Link) -> str:
    """Return the name of the side between two corners; none if no cell has it."""
    (i, j), (y, _) = link
    first, second, sides = ((i - 1, j), (i, j), "SN") if i == y else ((i, j - 1), (i, j), "EW")
    name = "r{}c{}".format
    a, b = (name(p + 1, q + 1) for p, q in (first, second))
    if grid.has(first) and grid.has(second):
        return f"{a}|{b}"
    if grid.has(first):
        return f"{a}.side({sides[0]})"
    return f"{b}.side({sides[1]})" if grid.has(second) else ""


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all loops through every point."""
    for line in tours(puzzle.grid):
        yield {"line": line}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop has all the given segments."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    return line >= {place for _, place in puzzle.marks}


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Give some segments of a loop, sometimes another one."""
    found = tours(grid)
    marks = {}
    if found:
        line = random.choice(found)
        given = random.sample(sorted(line), random.randint(0, len(line) // 3))
        if random.random() < 0.2:
            given.append(min(random.choice(found)))
        marks = {("segment", name): "true" for name in given}
    return GridPuzzle(grid, {"blank": {}}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("line",), 12)
