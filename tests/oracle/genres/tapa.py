"""Tapa: numbers are the lengths of the shaded runs round their cell; the shaded cells hang
together and fill no square."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def runs(dark: frozenset[Cell], cell: Cell) -> list[int]:
    """Return the lengths of the runs of shaded cells round a cell."""
    ring = ["x" if (cell[0] + a, cell[1] + b) in dark else "." for a, b in RING]
    if "." not in ring:
        return [8]
    start = ring.index(".")
    return [len(run) for run in "".join(ring[start:] + ring[:start]).split(".") if run]


def fits(found: list[int], clue: str) -> bool:
    """Tell whether runs are those of a clue, in which ``?`` is any run, and alone none as well."""
    if clue in ("?", "0"):
        return len(found) <= (clue == "?")
    rest = list(found)
    for text in clue.replace("?", ""):
        if int(text) not in rest:
            return False
        rest.remove(int(text))
    return len(rest) == clue.count("?")


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, clue = answer["dark"], puzzle.grid, puzzle.givens["clue"]
    assert isinstance(dark, frozenset)
    if dark & clue.keys() or any(set(block) <= dark for block in grid.blocks):
        return False
    return all(fits(runs(dark, c), text) for c, text in clue.items()) and hang_together(grid, dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Write numbers into cells of a board, mostly one that is right."""
    for _ in range(60):
        dark = frozenset(c for c in grid.cells if random.random() < 0.6)
        if judge(GridPuzzle(grid, {"clue": {}}), {"dark": dark}):
            break
    clue = {}
    for cell in sorted(set(grid.cells) - dark):
        found = runs(dark, cell)
        random.shuffle(found)
        if random.random() < 0.5:
            told = [str(k) if random.random() < 0.8 else "?" for k in found]
            clue[cell] = "".join(told) if told else random.choice("0?")
    if clue and random.random() < 0.1:
        clue[min(clue)] = random.choice(("1", "12", "??", "8", "111"))
    return GridPuzzle(grid, {"clue": clue})


GENRE = GridGenre(answers, judge, invent, ("dark",))
