"""Small boards with one solution, of every stock genre; drawn at random, and solved to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from oracle.case import GENRES
from oracle.grid import Cell, Grid, GridPuzzle
from oracle.random_boards import random_case

import nlc
from support.broken import invented
from support.grids import written
from support.sheets import FIRST

SOLVER = "pysat:cadical153"
"""Another one than those that explain and that check explanations."""

_LONG = ("ayeheya", "cave", "country", "doubleback", "ripple", "yinyang")

SMALLER = {**dict.fromkeys(_LONG, (3, 4)), "suguru": (3, 3)}
"""Rows and columns where 4 of each rarely have one solution, or take long to draw."""

NUMBERS = ("cojun", "ripple", "sudoku", "suguru")
"""Genres whose clues are numbers of the solution."""


def every_genre() -> list[str]:
    """Return the names of the genres that have boards here, in their order."""
    return sorted({*FIRST, *GENRES})


def drawn_at_random(genre: str, random: Random, size: tuple[int, int]) -> GridPuzzle | None:
    """Return a puzzle on a rectangle of squares, or None."""
    if genre == "lits":
        return mended(random)
    if genre not in GENRES:
        return invented(genre, random, size)
    case = random_case(random, genre, "square")
    rows = [row.split() for row in case.drawn.rows]
    holes = any({"#", "+"} & {*row} for row in rows) or len({*map(len, rows)}) > 1
    if case.ports or case.drawn.walls or case.drawn.warps or case.drawn.wrap != "none" or holes:
        return None
    name = "clue" if genre == "slitherlink" else "label"
    clues = {(i, j): t for i, row in enumerate(rows) for j, t in enumerate(row) if t != "."}
    return GridPuzzle(Grid(len(rows), len(rows[0])), {name: clues}, dict(case.options))


def unique(genre: str, random: Random) -> Iterator[GridPuzzle]:
    """Yield puzzles with one solution, for ever; numbers are added where there are others."""
    while True:
        puzzle = drawn_at_random(genre, random, SMALLER.get(genre, (4, 4)))
        if puzzle is None or len(puzzle.grid.cells) < 4 or not any(puzzle.givens.values()):
            continue
        answer = answered(genre, puzzle, nlc.UNIQUE)
        while answer is not None and len(answer.boards) > 1 and genre in NUMBERS:
            numbers = [board.to_json()["number"] for board in answer.boards]
            name = next(name for name in numbers[0] if numbers[0][name] != numbers[1].get(name))
            row, col = map(int, name[1:].split("c"))
            clues = {**puzzle.givens["num"], (row - 1, col - 1): str(numbers[0][name])}
            puzzle = replace(puzzle, givens={**puzzle.givens, "num": clues})
            answer = answered(genre, puzzle, nlc.UNIQUE)
        if answer is not None and answer.unique:
            yield puzzle


def answered(genre: str, puzzle: GridPuzzle, question: nlc.Question = nlc.ONE) -> nlc.Answer | None:
    """Return what plain solving says of a puzzle; None of one that is refused as it is read."""
    return _answered(written(genre, puzzle), question)


def _answered(text: str, question: nlc.Question) -> nlc.Answer | None:
    try:
        (read,) = nlc.loads(text)
        answer = nlc.solve(read, question, solver=SOLVER)
    except nlc.InputError:
        return None
    assert answer.status in ("SATISFIABLE", "UNSATISFIABLE"), answer.reason
    return answer


def solvable(genre: str, puzzle: GridPuzzle) -> bool:
    """Return whether a puzzle has a solution, which the evaluator accepts."""
    return _solvable(written(genre, puzzle))


@lru_cache(10_000)  # boards without some clues come again with the next mistake of a puzzle
def _solvable(text: str) -> bool:
    answer = _answered(text, nlc.ONE)
    return answer is not None and answer.status == "SATISFIABLE"


LITS_SIZE = (4, 6)

SOLVER = "pysat:cadical153"

MOVES = 40
"""Cells that are put into another room before rooms are given up."""

Rooms = dict[Cell, str]


def mended(random: Random) -> GridPuzzle | None:
    """Return a board with one solution, or None if these rooms do not lead to one."""
    grid = Grid(*LITS_SIZE)
    rooms = _grown(random, grid, len(grid.cells) // random.choice((5, 6, 7)))
    if min(Counter(rooms.values()).values()) < 4:
        return None
    for _ in range(MOVES):
        puzzle = GridPuzzle(grid, {"room": dict(rooms)})
        (read,) = nlc.loads(written("lits", puzzle))
        answer = nlc.solve(read, nlc.UNIQUE, solver=SOLVER)
        if answer.unique:
            return puzzle
        if not answer.boards or not _moved(random, rooms, *map(_dark, answer.boards[:2])):
            return None
    return None


def _grown(random: Random, grid: Grid, count: int) -> Rooms:
    """Return rooms that grow from random cells until they meet."""
    seeds = random.sample(sorted(grid.cells), count)
    rooms = {cell: "abcdefgh"[number] for number, cell in enumerate(seeds)}
    while len(rooms) < len(grid.cells):
        rim = [c for c in sorted(grid.cells) if c not in rooms and _near(c) & rooms.keys()]
        cell = random.choice(rim)
        rooms[cell] = rooms[random.choice(sorted(_near(cell) & rooms.keys()))]
    return rooms


def _moved(random: Random, rooms: Rooms, first: set[Cell], second: set[Cell]) -> bool:
    """Put a cell that only the second solution shades into another room; tell whether one can."""
    moves = [
        (cell, rooms[other])
        for cell in sorted(second - first)
        for other in sorted(_near(cell) & rooms.keys())
        if rooms[other] != rooms[cell]
    ]
    random.shuffle(moves)
    for cell, room in moves:
        if _connected({c for c, name in rooms.items() if name == rooms[cell]} - {cell}):
            rooms[cell] = room
            return True
    return False


def _near(cell: Cell) -> set[Cell]:
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


def _connected(cells: set[Cell]) -> bool:
    met = {min(cells)}
    todo = list(met)
    while todo:
        new = (_near(todo.pop()) & cells) - met
        met |= new
        todo += new
    return met == cells


def _dark(board: nlc.Solution) -> set[Cell]:
    names = board.to_json()["dark"]
    return {(int(row) - 1, int(col) - 1) for row, col in (n[1:].split("c") for n in names)}
