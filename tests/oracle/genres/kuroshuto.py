"""Kuroshuto: of the cells that are as far away as a number says, one is shaded; no two shaded
cells touch, and the others hang together."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together


def at_distance(cell: Cell, k: int) -> set[Cell]:
    """Return the places in line with a cell that lie as far away."""
    return {(cell[0] + k * a, cell[1] + k * b) for a, b in STEPS}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, far = answer["dark"], puzzle.grid, puzzle.numbers("far")
    assert isinstance(dark, frozenset)
    if dark & (far.keys() | puzzle.givens["circle"].keys()):
        return False
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    if any(len(dark & at_distance(cell, k)) != 1 for cell, k in far.items()):
        return False
    return hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put circles on a board where a few cells are shaded, with the right numbers mostly."""
    dark = set[Cell]()
    for cell in random.sample(grid.cells, len(grid.cells)):
        if not dark & set(grid.beside(cell)) and random.random() < 0.5:
            dark.add(cell)
    far, circle = dict[Cell, str](), dict[Cell, str]()
    for i, j in sorted(set(grid.cells) - dark):
        right = [
            k for k in (1, 2, 3) if len(dark & {(i + k * a, j + k * b) for a, b in STEPS}) == 1
        ]
        chance = random.random()
        if chance < 0.1:
            circle[i, j] = "true"
        elif chance < 0.5 and right:
            far[i, j] = str(random.choice(right))
    if far and random.random() < 0.1:
        far[min(far)] = random.choice("1239")
    return GridPuzzle(grid, {"far": far, "circle": circle})


GENRE = GridGenre(answers, judge, invent, ("dark",))
