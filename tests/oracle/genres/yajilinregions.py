"""Yajilin by regions: a loop through all cells that are not shaded; shaded cells do not touch; a
room's number counts its shaded cells; none may lie inside the loop."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.yajilin import well_shaded
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, loops, random_rooms, visited


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all loops; what they leave out is shaded."""
    for line in loops(puzzle.grid):
        yield {"line": line, "dark": frozenset(set(puzzle.grid.cells) - visited(line))}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, room = answer["dark"], puzzle.givens["room"]
    assert isinstance(dark, frozenset)
    return well_shaded(puzzle, answer) and all(
        sum(room[c] == room[cell] for c in dark) == k for cell, k in puzzle.numbers("clue").items()
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and numbers of the shades beside a loop, right ones mostly."""
    room = random_rooms(random, grid, 6)
    options = {"inside": random.random() < 0.6}
    blank = GridPuzzle(grid, {"clue": {}, "room": room}, options)
    found = list(answers(blank))
    right = [answer for answer in found if judge(blank, answer)]
    if not found:
        return blank
    dark, clue = random.choice(right or found)["dark"], {}
    assert isinstance(dark, frozenset)
    for k in sorted(set(room.values())):
        if random.random() < 0.4:
            cell = random.choice([c for c in room if room[c] == k])
            clue[cell] = str(sum(room[c] == k for c in dark) + (random.random() < 0.05))
    return GridPuzzle(grid, {"clue": clue, "room": room}, options)


GENRE = GridGenre(answers, judge, invent, ("line", "dark"), 16)
