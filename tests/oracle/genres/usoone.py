"""Uso-one: numbers count the shaded cells beside them, but one in each room is wrong; no two
shaded cells touch, and the others hang together."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, random_rooms


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, clue = answer["dark"], puzzle.grid, puzzle.numbers("clue")
    assert isinstance(dark, frozenset)
    if dark & (clue.keys() | puzzle.givens["unknown"].keys()):
        return False
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    wrong = {c for c, k in clue.items() if len(dark & set(grid.beside(c))) != k}
    alone = all(len(wrong & set(room)) == 1 for room in puzzle.rooms())
    return alone and hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and numbers about a few shaded cells, mostly one wrong in each room."""
    blank = GridPuzzle(grid, {"room": random_rooms(random, grid, random.choice((0, 8, 5)))})
    dark = set[Cell]()
    for cell in random.sample(grid.cells, len(grid.cells)):
        if not dark & set(grid.beside(cell)) and random.random() < 0.3:
            dark.add(cell)
    clue, unknown = dict[Cell, str](), dict[Cell, str]()
    for cells in blank.rooms():
        left = [c for c in cells if c not in dark]
        random.shuffle(left)
        for n, cell in enumerate(left[: random.randint(1, 3)]):
            count = len(dark & set(grid.beside(cell)))
            clue[cell] = str(count if n else (count + random.randint(1, 4)) % 5)
        if len(left) > 3 and random.random() < 0.5:
            unknown[left[3]] = "true"
    return GridPuzzle(grid, {"clue": clue, "unknown": unknown, **blank.givens})


GENRE = GridGenre(answers, judge, invent, ("dark",))
