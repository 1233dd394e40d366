"""Suguru: a room of n cells holds 1 to n; equal numbers never touch, not even at a corner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, random_rooms


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write 1 to n into each room of n cells."""
    clues, ways = puzzle.numbers("num"), []
    for room in puzzle.rooms():
        orders = permutations(range(1, len(room) + 1))
        fitting = [
            p for p in orders if all(clues.get(c, k) == k for c, k in zip(room, p, strict=True))
        ]
        ways.append([dict(zip(room, p, strict=True)) for p in fitting])
    for chosen in product(*ways):
        yield {"number": {cell: k for part in chosen for cell, k in part.items()}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no two equal numbers touch."""
    number, grid = answer["number"], puzzle.grid
    assert isinstance(number, dict)
    return all(number[c] != number[d] for c in grid.cells for d in grid.around(c))


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms of at most four cells, and some numbers."""
    room = random_rooms(random, grid, 4)
    sizes = list(room.values())
    num = {
        c: str(random.randint(1, sizes.count(k))) for c, k in room.items() if random.random() < 0.2
    }
    return GridPuzzle(grid, {"num": num, "room": room})


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
