"""LITS: a tetromino in each room, like ones apart, all in one part, no two by two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random

from oracle import relations
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    hang_together,
    random_fences,
    random_rooms,
)

Shape = frozenset[Cell]


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade four cells in each room."""
    for parts in product(*(combinations(room, 4) for room in puzzle.rooms())):
        yield {"dark": frozenset(cell for part in parts for cell in part)}


def shape(cells: Iterable[Cell]) -> Shape:
    """Return what is the same for all places, turns and mirror images of a piece."""
    images = []
    for turn in range(8):
        image = list(cells)
        for _ in range(turn % 4):
            image = [(j, -i) for i, j in image]
        if turn >= 4:
            image = [(i, -j) for i, j in image]
        top, left = min(i for i, _ in image), min(j for _, j in image)
        images.append(tuple(sorted((i - top, j - left) for i, j in image)))
    return frozenset(min(images))


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, room = answer["dark"], puzzle.grid, puzzle.givens["room"]
    assert isinstance(dark, frozenset)
    pieces = {room[cells[0]]: dark & set(cells) for cells in puzzle.rooms()}
    for piece in pieces.values():
        joined = [(a, b) for a, b in grid.links if not puzzle.parted(a, b)]
        if len(piece) != 4 or len(relations.parts(set(piece), joined)) > 1:
            return False
    if any(set(block) <= dark for block in grid.blocks) or not hang_together(grid, dark):
        return False
    shapes = {k: shape(piece) for k, piece in pieces.items()}
    return all(
        shapes[room[a]] != shapes[room[b]]
        for a, b in grid.links
        if a in dark and b in dark and room[a] != room[b]
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms of four cells and more, as far as they go."""
    room = random_rooms(random, grid)
    for _ in range(30):
        sizes = list(room.values())
        if all(sizes.count(k) >= 4 for k in sizes):
            break
        room = random_rooms(random, grid)
    return GridPuzzle(grid, {"room": room}, fences=random_fences(random, grid, room))


GENRE = GridGenre(answers, judge, invent, ("dark",), 16)
