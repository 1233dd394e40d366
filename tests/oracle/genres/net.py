"""Net: pieces are turned so that the wire is a tree through all cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from oracle import relations
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, Link, some, ways

EAST_NORTH_WEST_SOUTH = ((0, 1), (-1, 0), (0, -1), (1, 0))

PIECES = {
    frozenset(step for bit, step in enumerate(EAST_NORTH_WEST_SOUTH) if number >> bit & 1): sign
    for number, sign in enumerate(["", *"╶╵└╴─┘┴╷┌│├┐┬┤┼"])
}
"""The signs of pieces by the directions of their ends."""


def turned(ends: Iterable[Cell]) -> set[str]:
    """Return the signs of a piece in its four positions."""
    found, now = set(), list(ends)
    for _ in range(4):
        now = [(j, -i) for i, j in now]
        found.add(PIECES[frozenset(now)])
    return found


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all trees through all cells."""
    grid = puzzle.grid
    for wire in combinations(grid.links, len(grid.cells) - 1):
        if len(relations.parts(set(grid.cells), wire)) == 1:
            yield {"wire": frozenset(wire)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each piece is what is given, but for turns."""
    wire = answer["wire"]
    assert isinstance(wire, frozenset)
    return all(sign in turned(ways(wire, c)) for c, sign in puzzle.givens["tile"].items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Grow a tree and turn its pieces; some are missing, or others."""
    reached, wire = [random.choice(grid.cells)], list[Link]()
    for _ in range(100):
        one = random.choice(reached)
        new = [cell for cell in grid.beside(one) if cell not in reached]
        if new:
            other = random.choice(new)
            wire.append((min(one, other), max(one, other)))
            reached.append(other)
    signs = {cell: sorted(turned(ways(wire, cell)) - {""}) for cell in grid.cells}
    tiles = {cell: random.choice(each) for cell, each in signs.items() if each}
    if random.random() < 0.1:
        tiles[random.choice(grid.cells)] = random.choice("╴┘┤┼")
    return GridPuzzle(grid, {"tile": some(random, tiles, random.choice((0.6, 1)))})


GENRE = GridGenre(answers, judge, invent, ("wire",), 9)
