"""KenKen: a Latin square in whose cages the numbers make a number by an operation."""

from __future__ import annotations

from math import prod
from random import Random

from oracle.genres.futoshiki import answers, square
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_rooms

SIGNS = ("plus", "minus", "times", "divided")


def makes(kind: str, numbers: list[int]) -> float:
    """Return what numbers make, with a part if they do not divide."""
    most, *rest = sorted(numbers, reverse=True)
    made = {"minus": most - sum(rest), "times": prod(numbers), "divided": most / prod(rest)}
    return made.get(kind, sum(numbers))


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each cage makes its number."""
    number, told = answer["number"], puzzle.numbers("target")
    assert isinstance(number, dict)
    if not puzzle.givens["op"].keys() <= told.keys():
        return False
    for cage in puzzle.rooms("cage"):
        for cell in told.keys() & set(cage):
            if len(cage) == 1 and cell in puzzle.givens["op"]:
                return False
            kinds = [puzzle.givens["op"].get(cell, "")]
            if kinds == [""]:
                kinds = [*SIGNS]
            if told[cell] not in [makes(kind, [number[c] for c in cage]) for kind in kinds]:
                return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw cages, and what most of them make."""
    number, cage = square(random, grid), random_rooms(random, grid, 4)
    blank = GridPuzzle(grid, {"cage": cage})
    target: dict[Cell, str] = {}
    op: dict[Cell, str] = {}
    for cells in blank.rooms("cage"):
        kind = random.choice(SIGNS)
        made = makes(kind, [number[c] for c in cells])
        if made >= 1 and made == int(made) and random.random() < 0.8:
            target[cells[0]] = str(int(made))
            op |= {cells[0]: kind} if random.random() < 0.8 and cells[1:] else {}
    num = {c: str(k) for c, k in number.items() if random.random() < 0.1}
    return GridPuzzle(grid, {"target": target, "op": op, "cage": cage, "num": num})


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
