"""Tracks: a single track from one end to the other; numbers count its cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from oracle.genres.net import PIECES
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some, ways


def walks(grid: Grid, walk: list[Cell], end: Cell) -> Iterator[list[Cell]]:
    """Yield all ways to go on to a cell."""
    if walk[-1] == end:
        yield walk
        return
    for cell in grid.beside(walk[-1]):
        if cell not in walk:
            yield from walks(grid, [*walk, cell], end)


def _ends(puzzle: GridPuzzle) -> list[tuple[Cell, Cell]]:
    """Return the cell at each end, and the step by which the track leaves it."""
    sides, out = puzzle.grid.sides, []
    for i, j in puzzle.givens["gate"]:
        cell = sides[i, j][0]
        out.append((cell, ((i > cell[0]) - (i < cell[0]), (j > cell[1]) - (j < cell[1]))))
    return out


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways from one end to the other."""
    (start, _), (end, _) = _ends(puzzle)
    for walk in walks(puzzle.grid, [start], end):
        yield {"track": frozenset((min(p), max(p)) for p in pairwise(walk))}


def _pieces(puzzle: GridPuzzle, track: frozenset[tuple[Cell, Cell]]) -> dict[Cell, str]:
    """Return the sign of the piece in each cell of the track."""
    ends = _ends(puzzle)
    out = {c: [*ways(track, c), *(step for d, step in ends if c == d)] for c in puzzle.grid.cells}
    return {cell: PIECES[frozenset(steps)] for cell, steps in out.items() if steps}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers are met, and given pieces stay."""
    track = answer["track"]
    assert isinstance(track, frozenset)
    pieces, grid = _pieces(puzzle, track), puzzle.grid
    if any(pieces.get(cell) != sign for cell, sign in puzzle.givens["piece"].items()):
        return False
    numbers = puzzle.numbers("number").items()
    return all(len({*grid.heads[head]} & {*pieces}) == k for head, k in numbers)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Go from a place outside to another, and count."""
    ends = dict.fromkeys(random.sample([*grid.sides], 2), "true")
    bare = GridPuzzle(grid, {"piece": {}, "number": {}, "gate": ends})
    tracks = [answer["track"] for answer in answers(bare)]
    track = random.choice(tracks) if tracks else frozenset()
    assert isinstance(track, frozenset)
    pieces = {cell: sign for cell, sign in _pieces(bare, track).items() if sign in "└─┘┌│┐"}
    counts = {head: str(len({*line} & {*pieces})) for head, line in grid.heads.items()}
    given = some(random, pieces, 0.2)
    if random.random() < 0.15:
        given[random.choice(grid.cells)] = random.choice("└─┘┌│┐")
    givens = {"piece": given, "number": some(random, counts, 0.6), "gate": ends}
    return GridPuzzle(grid, givens, outside=("number",), rim=("gate",))


GENRE = GridGenre(answers, judge, invent, ("track",), 16)
