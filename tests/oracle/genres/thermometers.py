"""Thermometers: each is filled from its bulb on, and numbers count the filled cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to fill thermometers."""
    place = puzzle.numbers("place")
    names = sorted({number // 100 for number in place.values()})
    tubes = [sorted((k, c) for c, k in place.items() if k // 100 == name) for name in names]
    for filled in product(*(range(len(tube) + 1) for tube in tubes)):
        cells = (tube[:k] for tube, k in zip(tubes, filled, strict=True))
        yield {"filled": frozenset(cell for part in cells for _, cell in part)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all numbers are met."""
    dark, lines = answer["filled"], puzzle.grid.heads
    assert isinstance(dark, frozenset)
    return all(len(dark & {*lines[head]}) == k for head, k in puzzle.numbers("number").items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay thermometers of any length, fill them and count."""
    place: dict[Cell, str] = {}
    for number, start in enumerate(random.sample(grid.cells, len(grid.cells))):
        cell: Cell | None = None if start in place else start
        for k in range(1, random.choice([2, 3, 5]) + 1):
            if cell is not None:
                place[cell] = str(100 * number + 100 + k)
                cell = next((d for d in grid.beside(cell) if d not in place), None)
    bare = GridPuzzle(grid, {"place": place})
    dark = random.choice([*answers(bare)])["filled"]
    assert isinstance(dark, frozenset)
    counts = {head: str(len(dark & {*line})) for head, line in grid.heads.items()}
    clues = some(random, counts, 0.6)
    if random.random() < 0.1:
        clues[random.choice([*grid.heads])] = "9"
    return GridPuzzle(grid, {"place": place, "number": clues}, outside=("number",))


GENRE = GridGenre(answers, judge, invent, ("filled",))
