"""Binairo: zeros and ones, half of each in a line, no three in a row, and where asked for no two
lines alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.norinori import answers as shaded
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write ones."""
    for each in shaded(puzzle):
        yield {"one": each["dark"]}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the digits obey the rules."""
    one, grid = answer["one"], puzzle.grid
    assert isinstance(one, frozenset)
    if any((cell in one) != (text == "1") for cell, text in puzzle.givens["digit"].items()):
        return False
    texts = ["".join("01"[c in one] if grid.has(c) else "#" for c in line) for line in grid.places]
    if any(t.count("0") != t.count("1") or "000" in t or "111" in t for t in texts):
        return False
    if not puzzle.options.get("distinct", True):
        return True
    count = len({i for i, _ in grid.cells})
    rows, columns = texts[:count], texts[count:]
    return len(set(rows)) == len(rows) and len(set(columns)) == len(columns)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Write some digits of a board that is right, or any."""
    options = {"distinct": random.random() < 0.6}
    blank = GridPuzzle(grid, {"digit": {}}, options)
    right = [a["one"] for a in answers(blank) if judge(blank, a)] if len(grid.cells) < 13 else []
    one = random.choice(right) if right else frozenset(grid.cells[::3])
    assert isinstance(one, frozenset)
    digits = {c: "01"[c in one] for c in grid.cells}
    return GridPuzzle(grid, {"digit": some(random, digits, 0.3)}, options)


GENRE = GridGenre(answers, judge, invent, ("one",), 16)
