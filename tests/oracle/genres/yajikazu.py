"""Yajisan-Kazusan: shaded cells do not touch, the others hang together; an arrow that is not
shaded counts the shaded cells in its direction."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, arrow = answer["dark"], puzzle.grid, puzzle.givens["arrow"]
    assert isinstance(dark, frozenset)
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    for cell, k in puzzle.numbers("clue").items():
        if cell in arrow and cell not in dark:
            ahead = grid.ray(cell, STEPS["NESW".index(arrow[cell])])
            if len(dark & set(ahead)) != k:
                return False
    return hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put arrows on a board, also such without a number, and numbers without an arrow."""
    places = [c for c in grid.cells if random.random() < 0.5]
    clue, arrow, unknown = dict[Cell, str](), dict[Cell, str](), dict[Cell, str]()
    for cell in places:
        if random.random() < 0.1:
            unknown[cell] = "true"
            continue
        if random.random() < 0.9:
            arrow[cell] = random.choice("NESW")
        if random.random() < 0.9:
            clue[cell] = random.choice("00111223")
    return GridPuzzle(grid, {"clue": clue, "arrow": arrow, "unknown": unknown})


GENRE = GridGenre(answers, judge, invent, ("dark",))
