"""Double Back: a loop through all cells visits each room twice."""

from __future__ import annotations

from random import Random

from oracle.genres.country import crossings
from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    arcs,
    grown,
    loops,
    random_fences,
    random_rooms,
    visited,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop visits every cell, and each room twice."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    if visited(line) != set(puzzle.grid.cells):
        return False
    return all(count == 4 for count in crossings(line, puzzle).values())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, mostly each of two pieces of one loop that lie side by side."""
    room = random_rooms(random, grid)
    full = [line for line in loops(grid) if visited(line) == set(grid.cells)]
    if full and len(grid.cells) > 5 and random.random() < 0.8:
        pieces = arcs(random, random.choice(full), random.choice([4, 4, 6]))
        owner: dict[Cell, str] = {}
        for i, piece in enumerate(pieces):
            near = {d for c in piece for d in grid.beside(c)}
            free = [k for k in range(len(pieces)) if k != i and pieces[k][0] not in owner]
            free = [k for k in free if near & set(pieces[k]) and abs(k - i) > 1]
            if piece[0] not in owner and free:
                owner |= dict.fromkeys([*piece, *pieces[random.choice(free)]], chr(97 + i))
        if owner:
            room = grown(random, grid, owner)
    return GridPuzzle(grid, {"room": room}, fences=random_fences(random, grid, room))


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
