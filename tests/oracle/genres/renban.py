"""Renban-Madoguchi: rooms of consecutive numbers; across a border they differ by its length."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_fences, random_rooms

LARGEST = 30


def length(puzzle: GridPuzzle, a: Cell, b: Cell) -> int:
    """Return the length of the straight line of borders between two cells."""
    step = (b[0] - a[0], b[1] - a[1])
    total = 1
    for way in (1, -1):
        i, j = a
        while True:
            i, j = i + way * step[1], j + way * step[0]
            c, d = (i, j), (i + step[0], j + step[1])
            if not (puzzle.grid.has(c) and puzzle.grid.has(d) and puzzle.parted(c, d)):
                break
            total += 1
    return total


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write numbers, part by part, from one cell on to those beside it."""
    grid, clues = puzzle.grid, puzzle.numbers("num")
    room = {cell: each for each in puzzle.rooms() for cell in each}
    order: list[Cell] = []
    for start in sorted(grid.cells, key=lambda cell: (cell not in clues, cell)):
        order += [start] if start not in order else []
        for cell in order:
            order += [d for d in grid.beside(cell) if d not in order]

    def fits(number: dict[Cell, int], cell: Cell) -> bool:
        k, mates = number[cell], [number[d] for d in room[cell] if d in number]
        if len(set(mates)) < len(mates) or max(mates) - min(mates) >= len(room[cell]):
            return False
        return clues.get(cell, k) == k and all(
            abs(number[d] - k) == length(puzzle, min(cell, d), max(cell, d))
            for d in grid.beside(cell)
            if d in number and puzzle.parted(cell, d)
        )

    def fill(number: dict[Cell, int]) -> Iterator[Answer]:
        if len(number) == len(order):
            yield {"number": number}
            return
        cell = order[len(number)]
        near = [number[d] for d in grid.beside(cell) if d in number]
        for k in range(1, LARGEST + 1):
            if (not near or abs(k - near[0]) < 10) and fits(new := number | {cell: k}, cell):
                yield from fill(new)

    yield from fill({})


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all cells have numbers; all else is seen to above."""
    number = answer["number"]
    assert isinstance(number, dict)
    return len(number) == len(puzzle.grid.cells)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, fences and a few numbers."""
    room = random_rooms(random, grid, 4)
    fences = random_fences(random, grid, room)
    blank = GridPuzzle(grid, {"num": {grid.cells[0]: "4"}, "room": room}, fences=fences)
    found = next(iter(answers(blank)), {"number": {grid.cells[0]: 4}})["number"]
    assert isinstance(found, dict)
    shown = random.sample(sorted(found), min(2, len(found)))
    num = {cell: str(found[cell]) for cell in shown}
    return GridPuzzle(grid, {"num": num, "room": room}, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
