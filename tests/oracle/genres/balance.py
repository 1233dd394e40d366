"""Balance Loop: a loop through all circles goes straight on from a white one equally far both ways,
from a black one not; a number is the sum."""

from __future__ import annotations

from random import Random

from oracle.genres.geradeweg import along, arms
from oracle.genres.simpleloop import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, Link, visited


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop goes on from each circle as far as it should."""
    line, totals = answer["line"], puzzle.numbers("total")
    assert isinstance(line, frozenset)
    circles = puzzle.givens["circle"]
    if puzzle.options.get("full") and visited(line) != set(puzzle.grid.cells):
        return False
    if not visited(line) >= circles.keys() | totals.keys():
        return False
    return all(sum(arms(line, c)) == k for c, k in totals.items()) and all(
        (len(set(arms(line, c))) == 1) == (color == "white") for c, color in circles.items()
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay circles along a loop, with numbers in some, and numbers without a circle."""
    totals: dict[Cell, str] = {}

    def clue(line: frozenset[Link], cell: Cell) -> str:
        lengths = arms(line, cell)
        if random.random() < 0.3:
            totals[cell] = str(sum(lengths) + (random.random() < 0.05))
        return "white" if len(set(lengths)) == 1 else "black"

    puzzle = along(random, grid, "circle", clue)
    return GridPuzzle(grid, {"total": totals, **puzzle.givens}, puzzle.options)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
