"""Chocona: groups of shaded cells are rectangles; numbers count those of a room."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, parts, random_rooms, some, subsets


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, room = answer["dark"], puzzle.givens["room"]
    assert isinstance(dark, frozenset)
    for cell, k in puzzle.numbers("clue").items():
        if sum(room[c] == room[cell] for c in dark) != k:
            return False
    return all(_full(group) for group in parts(puzzle.grid, dark))


def _full(group: set[tuple[int, int]]) -> bool:
    high, wide = [i for i, _ in group], [j for _, j in group]
    return len(group) == (max(high) - min(high) + 1) * (max(wide) - min(wide) + 1)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and count the cells of rectangles in some of them."""
    room = random_rooms(random, grid, 6)
    drawn = (d for d in subsets(grid.cells) if random.random() < 0.05)
    dark = random.choice([d for d in drawn if all(map(_full, parts(grid, d)))] or [frozenset()])
    count = {k: str(sum(room[c] == k for c in dark)) for k in room.values()}
    first = {k: c for c, k in sorted(room.items(), reverse=True)}
    clue = some(random, {c: count[k] for k, c in first.items()}, 0.7)
    if clue and random.random() < 0.1:
        clue[min(clue)] = "4"
    return GridPuzzle(grid, {"clue": clue, "room": room})


GENRE = GridGenre(answers, judge, invent, ("dark",))
