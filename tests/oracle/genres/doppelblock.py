"""Doppelblock: two shaded cells in each line, different numbers, and the sum between the two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.skyscrapers import arranged
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write numbers, none twice in a line; the other cells are shaded."""
    side = max(map(len, puzzle.grid.lines))
    for found in arranged(puzzle.grid, [*map(str, range(1, max(side - 1, 2))), ".", "."]):
        number = {cell: sign for cell, sign in found.items() if sign != "."}
        yield {"number": number, "dark": frozenset({*found} - {*number})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each line has two shaded cells, and all clues are met."""
    number, dark, lines = answer["number"], answer["dark"], puzzle.grid.heads
    assert isinstance(number, dict) and isinstance(dark, frozenset)
    if any(number.get(cell) != k for cell, k in puzzle.givens["num"].items()):
        return False
    if any(len(dark & {*line}) != 2 for line in lines.values()):
        return False
    totals = puzzle.numbers("total").items()
    return all(between(lines[head], number) == k for head, k in totals)


def between(line: list[Cell], number: dict[Cell, str]) -> int:
    """Return the sum of the numbers between the two cells of a line that have none."""
    first, last = (k for k, cell in enumerate(line) if cell not in number)
    return sum(int(number[cell]) for cell in line[first + 1 : last])


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw sums, mostly by an answer."""
    bare = GridPuzzle(grid, {"num": {}, "total": {}})
    right = [answer["number"] for answer in answers(bare) if judge(bare, answer)]
    number = random.choice(right) if right else {}
    assert isinstance(number, dict)
    lines = grid.heads.items()
    totals = {head: str(between(line, number)) if right else "1" for head, line in lines}
    totals = some(random, totals, 0.3)
    if random.random() < 0.2:
        totals[random.choice([*grid.heads])] = random.choice("019")
    num = some(random, number, 0.1)
    return GridPuzzle(grid, {"num": num, "total": totals}, outside=("total",))


GENRE = GridGenre(answers, judge, invent, ("number", "dark"), 9)
