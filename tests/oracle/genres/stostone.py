"""Stostone: a stone in each room, none beside another one; they fall and fill the lower half."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from oracle.genres.shimaguni import sizes
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_fences, random_rooms


def fallen(grid: Grid, stones: list[set[Cell]]) -> set[Cell]:
    """Return where stones lie after they have fallen one by one, each in one piece."""
    at, todo = list(map(set, stones)), True
    while todo:
        todo = False
        for n, stone in enumerate(at):
            below = {(i + 1, j) for i, j in stone}
            others = set[Cell]().union(*at[:n], *at[n + 1 :])
            if not below & others and all(i < grid.rows for i, _ in below):
                at[n], todo = below, True
    return set[Cell]().union(*at)


def halves(grid: Grid) -> Iterator[frozenset[Cell]]:
    """Yield all ways to shade half of each column."""
    columns = [[(i, j) for i in range(grid.rows) if grid.has((i, j))] for j in range(grid.cols)]
    every = [list(combinations(column, grid.rows // 2)) for column in columns]
    for chosen in product(*every) if grid.rows % 2 == 0 else ():
        yield frozenset(cell for half in chosen for cell in half)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade half of each column."""
    for dark in halves(puzzle.grid):
        yield {"dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    if sizes(puzzle, dark) is None:
        return False
    half = {(i, j) for i in range(grid.rows // 2, grid.rows) for j in range(grid.cols)}
    return fallen(grid, [set(dark & set(cells)) for cells in puzzle.rooms()]) == half


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, mostly those of a board that is right, and number some of them."""
    for _ in range(30):
        room = random_rooms(random, grid, 6)
        fences = random_fences(random, grid, room)
        puzzle = GridPuzzle(grid, {"size": {}, "room": room}, fences=fences)
        every = [dark for dark in halves(grid) if judge(puzzle, {"dark": dark})]
        if every:
            break
    dark = random.choice(every or [frozenset()])
    size = {}
    for cells in puzzle.rooms():
        count = len(dark & set(cells))
        if count and random.random() < 0.3:
            size[random.choice(cells)] = str(count)
    return GridPuzzle(grid, {"size": size, "room": room}, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("dark",), 16)
