"""Araf: regions with two numbers each, whose size lies strictly between these."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    covers,
    owners,
    random_rooms,
    regions,
)


def _fits(clues: list[str], size: int) -> bool:
    if len(clues) != 2:
        return False
    known = sorted(int(clue) for clue in clues if clue != "true")
    return known[0] < size < known[1] if len(known) == 2 else size not in known


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into regions with two fitting numbers each."""
    clue = {**puzzle.givens["unknown"], **puzzle.givens["clue"]}
    fitting = (
        region
        for region in regions(puzzle.grid)
        if _fits([clue[cell] for cell in region if cell in clue], len(region))
    )
    for tiling in covers(frozenset(puzzle.grid.cells), fitting):
        yield {"owner": owners({min(clue.keys() & region): region for region in tiling})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the board at random, and put two numbers into each region of two cells or more."""
    room, clue = random_rooms(random, grid), dict[Cell, str]()
    for name in sorted({*room.values()}):
        cells = [cell for cell in room if room[cell] == name]
        if len(cells) > 1 or random.random() < 0.1:
            places = random.sample(cells, min(2, len(cells)))
            numbers = (len(cells) - random.randint(1, 2), len(cells) + random.randint(1, 9))
            clue |= {c: str(max(0, n)) for c, n in zip(places, numbers, strict=False)}
    unknown = {cell: "true" for cell in clue if random.random() < 0.2}
    clue = {cell: text for cell, text in clue.items() if cell not in unknown}
    return GridPuzzle(grid, {"clue": clue, "unknown": unknown})


GENRE = GridGenre(answers, judge, invent, ("owner",), 9)
