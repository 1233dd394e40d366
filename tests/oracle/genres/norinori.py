"""Norinori: shaded cells come in pairs over a side; each room has two of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, grown, random_rooms, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade cells."""
    for dark in subsets(puzzle.grid.cells):
        yield {"dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    pairs = all(len(dark & set(puzzle.grid.beside(c))) == 1 for c in dark)
    return pairs and all(len(dark & set(room)) == 2 for room in puzzle.rooms())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, mostly round dominoes that do not touch."""
    owner: dict[Cell, str] = {}
    for link in random.sample(grid.links, len(grid.links)):
        near = {d for c in link for d in (c, *grid.beside(c))}
        if not near & owner.keys() and random.random() < 0.9:
            owner |= dict.fromkeys(link, chr(97 + len(owner) // 2))
    if not owner or random.random() < 0.2:
        return GridPuzzle(grid, {"room": random_rooms(random, grid)})
    return GridPuzzle(grid, {"room": grown(random, grid, owner)})


GENRE = GridGenre(answers, judge, invent, ("dark",))
