"""Detour: a loop through all cells; numbers count turns in their rooms."""

from __future__ import annotations

from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Grid,
    GridGenre,
    GridPuzzle,
    is_straight,
    loops,
    random_rooms,
    visited,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop visits every cell and turns as often as numbers say."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    room = puzzle.givens["room"]
    turns = [room[c] for c in visited(line) if not is_straight(line, c)]
    full = visited(line) == set(puzzle.grid.cells)
    return full and all(turns.count(room[cell]) == k for cell, k in puzzle.numbers("turns").items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and numbers that a loop has in them."""
    room = random_rooms(random, grid, 5)
    full = [line for line in loops(grid) if visited(line) == set(grid.cells)]
    turns = {}
    if full:
        line = random.choice(full)
        for k in sorted(set(room.values())):
            cells = [c for c in room if room[c] == k]
            if random.random() < 0.5:
                count = sum(not is_straight(line, c) for c in cells)
                turns[cells[0]] = str(count + (random.random() < 0.1))
    return GridPuzzle(grid, {"turns": turns, "room": room})


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
