"""Nondango: one black circle in each room; no three circles of one colour follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, random_rooms, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to blacken circles."""
    for dark in subsets(sorted(puzzle.givens["spot"])):
        yield {"dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each room has one black circle and no line has three alike."""
    dark, spots = answer["dark"], puzzle.givens["spot"]
    assert isinstance(dark, frozenset)
    if any(len(dark & {*room}) != 1 for room in puzzle.rooms()):
        return False
    for i, j in puzzle.grid.cells:
        for a, b in (0, 1), (1, 0), (1, 1), (1, -1):
            three = [(i + a * k, j + b * k) for k in range(3)]
            if {*three} <= spots.keys() and len({cell in dark for cell in three}) == 1:
                return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and circles, at least one in most rooms."""
    room = random_rooms(random, grid, 4)
    spots = {cell for cell in grid.cells if random.random() < 0.4}
    for k in sorted(set(room.values())):
        if random.random() < 0.97:
            spots.add(random.choice([cell for cell in room if room[cell] == k]))
    return GridPuzzle(grid, {"room": room, "spot": dict.fromkeys(sorted(spots), "true")})


GENRE = GridGenre(answers, judge, invent, ("dark",))
