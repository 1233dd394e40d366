"""Tile Paint: whole tiles are shaded; numbers count shaded cells up to a black cell or the rim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, takewhile
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, parts, random_rooms, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade tiles, without their black cells."""
    black = puzzle.givens["block"].keys()
    white = (parts(puzzle.grid, {*room} - black) for room in puzzle.rooms())
    tiles = {min(tile): tile for tile in chain.from_iterable(white)}
    for heads in subsets([*tiles]):
        yield {"dark": frozenset(chain.from_iterable(tiles[head] for head in heads))}


def runs(puzzle: GridPuzzle) -> dict[tuple[str, Cell], list[Cell]]:
    """Return the cells that each number would count."""
    grid, black = puzzle.grid, puzzle.givens["block"]
    out: dict[tuple[str, Cell], list[Cell]] = {}
    for head, line in grid.heads.items():  # a hole ends it
        (i, j), (k, m) = line[0], line[-1]
        step = (int(k > i), int(m > j))
        out["total", head] = [line[0], *grid.ray(line[0], step)] if len(line) > 1 else line
    out |= {("below", cell): grid.ray(cell, (1, 0)) for cell in black}
    out |= {("right", cell): grid.ray(cell, (0, 1)) for cell in black}
    return {at: [*takewhile(lambda c: c not in black, line)] for at, line in out.items()}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all numbers are met."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    lines = runs(puzzle)
    return all(
        len(dark & {*lines[name, at]}) == k
        for name in ("total", "below", "right")
        for at, k in puzzle.numbers(name).items()
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw tiles and black cells, and shade some tiles to count their cells."""
    room = random_rooms(random, grid, 4)
    block = {cell: "true" for cell in grid.cells if random.random() < 0.15}
    room |= {cell: f"black{at}" for at, cell in enumerate(block)}
    names: tuple[str, ...] = ("total", "below", "right")
    puzzle = GridPuzzle(grid, {"room": room, "block": block})
    shaded = {name for name in room.values() if random.random() < 0.5}
    clues: dict[str, dict[Cell, str]] = {name: {} for name in names}
    for (name, at), line in runs(puzzle).items():
        if random.random() < 0.5:
            count = sum(room[cell] in shaded for cell in line)
            clues[name][at] = str(count + (random.random() < 0.03))
    return GridPuzzle(grid, {"room": room, "block": block, **clues}, outside=("total",))


GENRE = GridGenre(answers, judge, invent, ("dark",))
