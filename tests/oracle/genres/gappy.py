"""Gappy: two shaded cells in each line, none touching another, and the cells between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some

SIDE = 9
"""Smaller boards have two answers at most."""


@cache
def boards() -> list[frozenset[Cell]]:
    """Return all ways to shade two cells of each line of a whole board."""
    rows = [p for p in combinations(range(SIDE), 2) if p[1] - p[0] > 1]
    apart = {p: [q for q in rows if all(abs(a - b) > 1 for a in p for b in q)] for p in rows}
    found = [[row] for row in rows]
    for _ in range(SIDE - 1):
        longer = ([*above, row] for above in found for row in apart[above[-1]])
        found = [new for new in longer if all(sum(new, ()).count(k) <= 2 for k in new[-1])]
    return [frozenset((i, j) for i, row in enumerate(each) for j in row) for each in found]


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade two cells of each line."""
    for dark in boards():
        if not dark & puzzle.grid.holes:
            yield {"dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all gaps are met."""
    dark, lines = answer["dark"], puzzle.grid.heads
    assert isinstance(dark, frozenset)
    met = all(gap(lines[head], dark) == k for head, k in puzzle.numbers("gap").items())
    return met and {*puzzle.givens["shade"]} <= dark


def gap(line: list[Cell], dark: frozenset[Cell]) -> int:
    """Return the places between the two dark cells of a line, holes counted."""
    first, last = sorted(dark & {*line})
    return sum(last) - sum(first) - 1


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw gaps by an answer on a board of 9x9, with the holes of the one that is asked for."""
    grid = Grid(SIDE, SIDE, grid.holes)
    bare = GridPuzzle(grid, {"shade": {}, "gap": {}})
    dark = random.choice([answer["dark"] for answer in answers(bare)])
    assert isinstance(dark, frozenset)
    gaps = {head: str(gap(line, dark)) for head, line in grid.heads.items()}
    gaps = some(random, gaps, 0.6)
    if random.random() < 0.1:
        gaps[random.choice([*grid.heads])] = random.choice("09")
    shade = some(random, dict.fromkeys(sorted(dark), "true"), 0.1)
    return GridPuzzle(grid, {"shade": shade, "gap": gaps}, outside=("gap",))


GENRE = GridGenre(answers, judge, invent, ("dark",), 16)
