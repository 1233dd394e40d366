"""Numbrix: a walk through all cells, from each to one at its side."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.genres.hidato import invent, judge, walks
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield the walks of a rook by single steps."""
    yield from walks(puzzle, Grid.beside)


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
