"""Cojun: a room of n cells holds 1 to n; equal numbers share no side; in a room the upper of two
cells is larger."""

from __future__ import annotations

from oracle.genres.suguru import answers, invent
from oracle.grid import Answer, GridGenre, GridPuzzle


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether neighbours differ, and fall from above within a room."""
    number, grid, room = answer["number"], puzzle.grid, puzzle.givens["room"]
    assert isinstance(number, dict)
    return all(
        number[a] != number[b] and (a[0] == b[0] or room[a] != room[b] or number[a] > number[b])
        for a, b in grid.links
    )


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
