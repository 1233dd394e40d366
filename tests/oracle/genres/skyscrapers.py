"""Skyscrapers: each height once in a row and column, and counts of those seen from outside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def arranged(grid: Grid, signs: list[str]) -> list[dict[Cell, str]]:
    """Return all ways to give cells signs, none twice in a line but ``.``, which is no value."""
    found: list[dict[Cell, str]] = [{}]
    for i in sorted({i for i, _ in grid.cells}):
        row = [cell for cell in grid.cells if cell[0] == i]
        orders = [dict(zip(row, p, strict=True)) for p in {*permutations(signs, len(row))}]
        taken = [{(c[1], sign) for c, sign in above.items() if sign != "."} for above in found]
        found = [
            above | order
            for above, there in zip(found, taken, strict=True)
            for order in orders
            if not any((c[1], sign) in there for c, sign in order.items())
        ]
    return found


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write heights, with empty cells."""
    empty = puzzle.options["empty"]
    assert isinstance(empty, int)
    side = max(map(len, puzzle.grid.lines))
    heights = [str(k + 1) for k in range(side - empty)]
    for found in arranged(puzzle.grid, [*heights, *"." * empty]):
        yield {"house": {cell: height for cell, height in found.items() if height != "."}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each line has its empty cells, and each number outside is met."""
    house, grid, options = answer["house"], puzzle.grid, puzzle.options
    assert isinstance(house, dict)
    if any(house.get(cell) != height for cell, height in puzzle.givens["height"].items()):
        return False
    if any(len([c for c in line if c not in house]) != options["empty"] for line in grid.lines):
        return False
    side = max(map(len, grid.lines))
    both = [(house[c], c) for c in grid.cells if c in house and options["diagonal"]]
    for diagonal in (
        [h for h, (i, j) in both if i == j],
        [h for h, c in both if sum(c) == side - 1],
    ):
        if len({*diagonal}) < len(diagonal):
            return False
    return all(seen(grid.sides[p], house) == k for p, k in puzzle.numbers("seen").items())


def seen(line: list[Cell], house: dict[Cell, str]) -> int:
    """Return how many houses are seen from before a line."""
    return len(
        {
            max(int(house[c]) for c in line[: n + 1] if c in house)
            for n in range(len(line))
            if {*line[: n + 1]} & {*house}
        }
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw numbers outside, mostly by an answer."""
    options = {"empty": random.choice([0, 0, 1]), "diagonal": random.random() < 0.1}
    bare = GridPuzzle(grid, {"height": {}, "seen": {}}, options)
    right = [answer["house"] for answer in answers(bare) if judge(bare, answer)]
    house = random.choice(right) if right else {}
    assert isinstance(house, dict)
    clues = {place: str(seen(line, house) or 1) for place, line in grid.sides.items()}
    clues = some(random, clues, 0.3)
    if random.random() < 0.2:
        clues[random.choice([*grid.sides])] = "2"
    heights = some(random, house, 0.15)
    return GridPuzzle(grid, {"height": heights, "seen": clues}, options, rim=("seen",))


GENRE = GridGenre(answers, judge, invent, ("house",), 9)
