"""Latin Renban: a Latin square whose rooms have consecutive numbers."""

from __future__ import annotations

from random import Random

from oracle.genres.futoshiki import answers, square
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, random_rooms, some


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the numbers of each room are consecutive."""
    number = answer["number"]
    assert isinstance(number, dict)
    for room in puzzle.rooms():
        numbers = sorted(number[cell] for cell in room)
        if numbers != list(range(numbers[0], numbers[0] + len(room))):
            return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, of several ones such that a board has right numbers in most, and some numbers."""
    number = square(random, grid)
    tries = [random_rooms(random, grid, 3) for _ in range(60)]
    room = next(
        (x for x in tries if judge(GridPuzzle(grid, {"room": x}), {"number": number})), tries[0]
    )
    clues = some(random, {cell: str(k) for cell, k in number.items()}, 0.2)
    return GridPuzzle(grid, {"num": clues, "room": room})


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
