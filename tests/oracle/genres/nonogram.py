"""Nonogram: the numbers at a line are the lengths of its runs of shaded cells, in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade cells in which the rows are right."""
    clue, rows = puzzle.givens["clue"], []
    for head, line in puzzle.grid.heads.items():
        if head[1] < 0:
            ways = subsets(line)
            rows.append([w for w in ways if head not in clue or _fits(clue[head], line, w)])
    for chosen in product(*rows):
        yield {"dark": frozenset[Cell]().union(*chosen)}


def lengths(line: list[Cell], dark: object) -> list[int]:
    """Return the lengths of the runs of dark cells."""
    assert isinstance(dark, frozenset)
    signs = "".join("x" if cell in dark else " " for cell in line)
    return [len(run) for run in signs.split()]


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the runs of each line have the lengths that stand there."""
    heads = puzzle.grid.heads
    return all(_fits(t, heads[head], answer["dark"]) for head, t in puzzle.givens["clue"].items())


def _fits(text: str, line: list[Cell], dark: object) -> bool:
    """Return whether the runs of a line are those of a clue."""
    wanted = [number for number in text.split(",") if number != "0"]
    found = lengths(line, dark)
    right = all(w in ("?", str(k)) for w, k in zip(wanted, found, strict=False))
    return right and len(found) == len(wanted)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Shade cells, and write most of their runs; some lengths are unknown, or wrong."""
    dark = frozenset(c for c in grid.cells if random.random() < 0.5)
    clues = {}
    for head, line in grid.heads.items():
        if sum(line[-1]) - sum(line[0]) >= len(line):
            continue  # a hole lies in it
        told = [str(k) if random.random() < 0.8 else "?" for k in lengths(line, dark)] or ["0"]
        told += ["0"] if random.random() < 0.1 else []
        clues[head] = ",".join(told)
    return GridPuzzle(grid, {"clue": some(random, clues, 0.75)}, outside=("clue",))


GENRE = GridGenre(answers, judge, invent, ("dark",))
