"""Fillomino: each number is the size of its region, and regions of one size share no side."""

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
    random_rooms,
    regions,
    some,
)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield the numbers of all ways to cut the board into regions."""
    clues, small = puzzle.numbers("size"), puzzle.options.get("small")
    fitting = (
        region
        for region in regions(puzzle.grid)
        if all(clues.get(cell, len(region)) == len(region) for cell in region)
        and not (small and len(region) > 3)
    )
    for tiling in covers(frozenset(puzzle.grid.cells), fitting):
        region_of = {cell: region for region in tiling for cell in region}
        if all(
            (len(region_of[c]) == len(region_of[d])) == (region_of[c] is region_of[d])
            for c, d in puzzle.grid.links
        ):
            yield {"num": {cell: len(region) for cell, region in region_of.items()}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no region goes on across a border."""
    num = answer["num"]
    assert isinstance(num, dict)
    return all(num[c] != num[d] for c, d in puzzle.fences)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Give some sizes of random regions, which may be wrong, and seldom borders between them."""
    room = random_rooms(random, grid, 4)
    sizes: dict[Cell, str] = {c: str([*room.values()].count(k)) for c, k in room.items()}
    share = random.choice((0.0, 0.2))
    fences = frozenset(
        (c, d) for c, d in grid.links if room[c] != room[d] and random.random() < share
    )
    small = {"small": random.random() < 0.2}
    return GridPuzzle(grid, {"size": some(random, sizes, 0.3)}, small, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("num",), 9)
