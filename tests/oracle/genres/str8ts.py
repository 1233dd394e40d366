"""Str8ts: no number twice in a line, those on black included; runs of white cells are straights."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.futoshiki import square
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write numbers into white cells, none twice in a line."""
    grid = puzzle.grid
    clues, black = puzzle.numbers("num"), puzzle.givens["block"]
    most = max(map(len, grid.lines))
    white = [cell for cell in grid.cells if cell not in black]
    on_black = {cell: k for cell, k in clues.items() if cell in black}

    def fill(number: dict[Cell, int]) -> Iterator[Answer]:
        if len(number) == len(white):
            yield {"number": number}
            return
        i, j = cell = white[len(number)]
        taken = {k for (y, x), k in (on_black | number).items() if y == i or x == j}
        for digit in {*range(1, most + 1)} - taken:
            if clues.get(cell, digit) == digit:
                yield from fill(number | {cell: digit})

    yield from fill({})


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers on black differ and all runs are straights."""
    number, grid, black = answer["number"], puzzle.grid, puzzle.givens["block"]
    assert isinstance(number, dict)
    for line in grid.places:
        dark = [k for cell, k in puzzle.numbers("num").items() if cell in line and cell in black]
        run: list[int] = []
        for cell in [*line, None]:
            if cell in number:
                run.append(number[cell])
            elif run:
                if max(run) - min(run) != len(run) - 1:
                    return False
                run = []
        if len(set(dark)) < len(dark):
            return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw black cells, and some numbers on both colours."""
    number = square(random, grid)
    block = {cell: "true" for cell in grid.cells if random.random() < 0.35}
    share = random.choice((0.1, 0.3))
    num = some(random, {cell: str(k) for cell, k in number.items()}, share)
    return GridPuzzle(grid, {"num": num, "block": block})


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
