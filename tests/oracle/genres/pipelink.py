"""Pipelink: one loop through every cell, which may cross itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, Link, some, ways

PIECES = {
    "┼": {(-1, 0), (0, 1), (1, 0), (0, -1)},
    "│": {(-1, 0), (1, 0)},
    "─": {(0, 1), (0, -1)},
    "└": {(-1, 0), (0, 1)},
    "┘": {(-1, 0), (0, -1)},
    "┐": {(1, 0), (0, -1)},
    "┌": {(1, 0), (0, 1)},
}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all lines that leave each cell twice or four times."""
    grid = puzzle.grid

    def drawn(cells: list[Cell], line: frozenset[Link]) -> Iterator[frozenset[Link]]:
        if not cells:
            yield line
            return
        (i, j), *rest = cells
        after = [((i, j), d) for d in ((i, j + 1), (i + 1, j)) if grid.has(d)]
        for chosen in range(1 << len(after)):
            more = line | {link for at, link in enumerate(after) if chosen >> at & 1}
            if len(ways(more, (i, j))) in (2, 4):
                yield from drawn(rest, more)

    for line in drawn(grid.cells, frozenset()):
        yield {"line": line}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether a walk along the line takes all of it, and has the given pieces."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    if any({*ways(line, c)} != PIECES[text] for c, text in puzzle.givens["pipe"].items()):
        return False
    cell, way = start = puzzle.grid.cells[0], (0, 1)
    length = 0
    while not length or (cell, way) != start:
        cell = (cell[0] + way[0], cell[1] + way[1])
        back = (-way[0], -way[1])
        there = ways(line, cell)
        way = way if len(there) == 4 else next(each for each in there if each != back)
        length += 1
    return length == len(line)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw pieces, mostly those of an answer."""
    bare = GridPuzzle(grid, {"pipe": {}})
    right = [a["line"] for a in answers(bare) if judge(bare, a)]
    pieces = {cell: random.choice([*PIECES]) for cell in grid.cells}
    if right and random.random() < 0.9:
        line = random.choice(right)
        assert isinstance(line, frozenset)
        names = {frozenset(steps): text for text, steps in PIECES.items()}
        pieces = {cell: names[frozenset(ways(line, cell))] for cell in grid.cells}
    return GridPuzzle(grid, {"pipe": some(random, pieces, 0.15)})


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
