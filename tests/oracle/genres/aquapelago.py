"""Aquapelago: shaded cells do not touch, but make groups at corners, of the sizes of their
numbers; the other cells hang together and fill no square."""

from __future__ import annotations

from random import Random

from oracle import relations
from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together


def groups(grid: Grid, dark: frozenset[Cell]) -> list[set[Cell]] | None:
    """Return the groups of shaded cells; None if these are not as they have to be."""
    if any(a in dark and b in dark for a, b in grid.links):
        return None
    if any(not dark & set(block) for block in grid.blocks):
        return None
    if not hang_together(grid, set(grid.cells) - dark):
        return None
    return relations.parts(set(dark), ((c, d) for c in dark for d in dark & set(grid.around(c))))


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, size = answer["dark"], puzzle.numbers("size")
    assert isinstance(dark, frozenset)
    if not dark >= size.keys() | puzzle.givens["circle"].keys():
        return False
    found = groups(puzzle.grid, dark)
    return found is not None and all(size.get(c, len(g)) == len(g) for g in found for c in g)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Circle cells of a board, mostly one that is right, and number some of them."""
    found = None
    for _ in range(60):
        dark = set[Cell]()
        for cell in random.sample(grid.cells, len(grid.cells)):
            if not dark & set(grid.beside(cell)) and random.random() < 0.7:
                dark.add(cell)
        found = found or groups(grid, frozenset(dark))
    size, circle = dict[Cell, str](), dict[Cell, str]()
    for group in found or []:
        for cell in sorted(group):
            chance = random.random()
            if chance < 0.3:
                size[cell] = str(len(group) + (random.random() < 0.05))
            elif chance < 0.4:
                circle[cell] = "true"
    return GridPuzzle(grid, {"size": size, "circle": circle})


GENRE = GridGenre(answers, judge, invent, ("dark",))
