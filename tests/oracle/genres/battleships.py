"""Battleships: a fleet of straight ships that do not touch, and counts of their cells."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, parts, some, subsets

FLEET = ("submarines", "destroyers", "cruisers", "battleships", "carriers")
ENDS = ("top", "right", "bottom", "left")
"""What ends in the direction of each step."""


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all sets of as many cells as the fleet has."""
    cells = sum(length * int(str(puzzle.options[k])) for length, k in enumerate(FLEET, 1))
    for ship in subsets(puzzle.grid.cells):
        if len(ship) == cells:
            yield {"ship": ship}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the cells are the ships of the fleet, and all clues are met."""
    ship, grid = answer["ship"], puzzle.grid
    assert isinstance(ship, frozenset)
    if lengths(grid, ship) != [puzzle.options[name] for name in FLEET]:
        return False
    numbers = puzzle.numbers("number").items()
    if any(len(ship & {*grid.heads[head]}) != k for head, k in numbers):
        return False
    pieces = puzzle.givens["piece"].items()
    return all(piece in (shape(ship, c), "part" if c in ship else "") for c, piece in pieces)


def lengths(grid: Grid, ship: frozenset[Cell]) -> list[int]:
    """Return how many ships of each length there are; none if some touch or are bent."""
    found = parts(grid, ship)
    for part in found:
        straight = 1 in (len({i for i, _ in part}), len({j for _, j in part}))
        if not straight or len(part) > 5 or any({*grid.around(c)} & ship - part for c in part):
            return []
    return [[*map(len, found)].count(k) for k in range(1, 6)]


def shape(ship: frozenset[Cell], cell: Cell) -> str:
    """Return how a cell looks."""
    i, j = cell
    on = [(i + a, j + b) in ship for a, b in STEPS]
    if cell not in ship:
        return "water"
    return "single" if not any(on) else "middle" if sum(on) == 2 else ENDS[on.index(True) - 2]


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay ships that do not touch, and show some of their cells."""
    ship = frozenset[Cell]()
    for _ in range(6):
        line = random.choice(grid.lines)
        start = random.randrange(len(line))
        new = ship | {*line[start : start + random.choice([1, 2, 2, 3])]}
        ship = new if lengths(grid, new) else ship
    options = dict(zip(FLEET, lengths(grid, ship) or [0] * 5, strict=True))
    shapes = {c: random.choice([shape(ship, c)] * 3 + ["part"] * (c in ship)) for c in grid.cells}
    pieces = some(random, shapes, 0.2)
    counts = {head: str(len(ship & {*line})) for head, line in grid.heads.items()}
    clues = some(random, counts, 0.3)
    if random.random() < 0.2:
        pieces[random.choice(grid.cells)] = random.choice([*ENDS, "middle", "single"])
    if random.random() < 0.1:
        clues[random.choice([*grid.heads])] = "9"
    return GridPuzzle(grid, {"piece": pieces, "number": clues}, options, outside=("number",))


GENRE = GridGenre(answers, judge, invent, ("ship",))
