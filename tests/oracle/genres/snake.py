"""Snake: a path of shaded cells that touches itself nowhere, not even at a corner; numbers outside
count its cells, circles lie on it, the black ones at its ends."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, some


def tails(grid: Grid, dark: frozenset[Cell]) -> set[Cell] | None:
    """Return the two ends of a snake; None if the shaded cells are none."""
    near = {c: dark & set(grid.beside(c)) for c in dark}
    ends = {c for c, beside in near.items() if len(beside) == 1}
    if len(ends) != 2 or any(len(beside) not in (1, 2) for beside in near.values()):
        return None
    for c in dark:
        for d in dark & set(grid.around(c)) - near[c]:
            if not near[c] & near[d]:
                return None
    return ends if hang_together(grid, dark) else None


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, part = answer["dark"], puzzle.grid, puzzle.givens["part"]
    assert isinstance(dark, frozenset)
    numbers = puzzle.numbers("number").items()
    if any(len(dark & {*grid.heads[head]}) != k for head, k in numbers) or not dark >= part.keys():
        return False
    ends = tails(grid, dark)
    return ends is not None and all((c in ends) == (part[c] == "b") for c in part)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw circles and numbers, mostly those of a snake."""
    for _ in range(60):
        dark = frozenset(c for c in grid.cells if random.random() < 0.55)
        if (ends := tails(grid, dark)) is not None:
            break
    part = some(random, {c: "b" if c in (ends or ()) else "w" for c in sorted(dark)}, 0.3)
    counts = {head: str(len(dark & {*line})) for head, line in grid.heads.items()}
    clues = some(random, counts, 0.5)
    if random.random() < 0.1:
        clues[random.choice([*grid.heads])] = "2"
    return GridPuzzle(grid, {"part": part, "number": clues}, outside=("number",))


GENRE = GridGenre(answers, judge, invent, ("dark",))
