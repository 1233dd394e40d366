"""Small boards of LITS with one solution: random rooms, changed until no other one is left."""

from __future__ import annotations

from collections import Counter
from random import Random

from oracle.grid import Cell, Grid, GridPuzzle

import nlc
from support.grids import written

SIZE = (4, 6)

SOLVER = "pysat:cadical153"

MOVES = 40
"""Cells that are put into another room before rooms are given up."""

Rooms = dict[Cell, str]


def mended(random: Random) -> GridPuzzle | None:
    """Return a board with one solution, or None if these rooms do not lead to one."""
    grid = Grid(*SIZE)
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
