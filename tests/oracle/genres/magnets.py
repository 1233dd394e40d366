"""Magnets: pairs of cells have a plus and a minus pole, or none; equal poles are not adjacent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to lay a magnet into each pair, or to leave it blank."""
    pairs = puzzle.rooms()
    for poles in product(("+-", "-+", ""), repeat=len(pairs)):
        laid = zip(pairs, poles, strict=True)
        yield {"pole": {c: sign for pair, signs in laid for c, sign in zip(pair, signs)}}  # noqa: B905


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no equal poles are adjacent, and all clues are met."""
    pole, grid = answer["pole"], puzzle.grid
    assert isinstance(pole, dict)
    if any(pole.get(cell) != sign for cell, sign in puzzle.givens["sign"].items()):
        return False
    if any(c in pole and pole[c] == pole.get(d) for c, d in grid.links):
        return False
    for name, sign in ("plus", "+"), ("minus", "-"):
        for head, k in puzzle.numbers(name).items():
            if [pole.get(cell) for cell in grid.heads[head]].count(sign) != k:
                return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the grid into pairs, and count the poles of an answer; a cell left over is a hole."""
    room: dict[Cell, str] = {}
    while True:
        free = [c for c in grid.cells if c not in room]
        links = [x for x in grid.links if not {*x} & {*room}]
        if not links:
            break
        few = {c: sum(c in link for link in links) for c in free}
        first = min((c for c in free if few[c]), key=lambda c: (few[c], random.random()))
        for cell in random.choice([link for link in links if first in link]):
            room[cell] = chr(97 + len(grid.cells) - len(free) + len(grid.holes))
    grid = Grid(grid.rows, grid.cols, grid.holes | {*grid.cells} - {*room})
    none: dict[str, dict[Cell, str]] = {"sign": {}, "plus": {}, "minus": {}}
    bare = GridPuzzle(grid, {"room": room, **none})
    pole = random.choice([answer["pole"] for answer in answers(bare) if judge(bare, answer)])
    assert isinstance(pole, dict)
    for name, sign in ("plus", "+"), ("minus", "-"):
        lines = grid.heads.items()
        counts = {head: str([pole.get(c) for c in line].count(sign)) for head, line in lines}
        none[name] = some(random, counts)
    if random.random() < 0.1:
        none["plus"][random.choice([*grid.heads])] = "7"
    none["sign"] = some(random, pole, 0.1)
    return GridPuzzle(grid, {"room": room, **none}, outside=("plus", "minus"))


GENRE = GridGenre(answers, judge, invent, ("pole",), 16)
