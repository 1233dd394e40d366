"""Easy as ABC: each letter once in a row and column, and the first one that is seen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.skyscrapers import arranged
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write letters, none twice in a line."""
    letters = puzzle.options["letters"]
    assert isinstance(letters, int)
    longest = max(map(len, puzzle.grid.lines))
    for found in arranged(puzzle.grid, [*"ABCDE"[:letters], *"." * (longest - letters)]):
        yield {"sign": {cell: letter for cell, letter in found.items() if letter != "."}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each line has all letters, and each letter outside is the first one."""
    sign, grid = answer["sign"], puzzle.grid
    assert isinstance(sign, dict)
    if any(sign.get(cell) != letter for cell, letter in puzzle.givens["letter"].items()):
        return False
    if any(len([c for c in line if c in sign]) != puzzle.options["letters"] for line in grid.lines):
        return False
    return all(first(grid.sides[p], sign) == k for p, k in puzzle.givens["seen"].items())


def first(line: list[Cell], sign: dict[Cell, str]) -> str:
    """Return the first letter of a line."""
    return next((sign[cell] for cell in line if cell in sign), "")


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw letters outside, mostly by an answer."""
    options = {"letters": 1 if random.random() < 0.2 else min(2, grid.rows, grid.cols)}
    bare = GridPuzzle(grid, {"letter": {}, "seen": {}}, options)
    right = [answer["sign"] for answer in answers(bare) if judge(bare, answer)]
    sign = random.choice(right) if right else {}
    assert isinstance(sign, dict)
    clues = {place: first(line, sign) or "A" for place, line in grid.sides.items()}
    clues = some(random, clues, 0.3)
    if random.random() < 0.2:
        clues[random.choice([*grid.sides])] = random.choice("AB")
    return GridPuzzle(
        grid, {"letter": some(random, sign, 0.1), "seen": clues}, options, rim=("seen",)
    )


GENRE = GridGenre(answers, judge, invent, ("sign",), 9)
