"""Genres that take numbers in a row, signs and directions, against brute force."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from random import Random

import pytest
from support.number_puzzles import Cell, drawing, genre, placed

import nlc


def puzzle(name: str, body: str) -> str:
    return f'{genre(name)}\npuzzle "p" is {name} {{ topology square;\n{body}}}\n'


def boards(text: str, name: str) -> list[tuple[int, ...]]:
    """Return the numbers of all solutions in order, cell by cell."""
    answer = nlc.solve(nlc.loads(text)[0], nlc.ALL)
    assert answer.complete and answer.program is not None
    found = (answer.program.solution_json(solution)[name] for solution in answer.solutions)
    return sorted(tuple(map(int, numbers.values())) for numbers in found)


def grid(rows: int, cols: int) -> list[Cell]:
    return list(product(range(rows), range(cols)))


def written(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


WAYS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}
SIDES = [WAYS[side] for side in "NESW"]


def way(a: Cell, b: Cell) -> str | None:
    """Return the direction in which a cell lies from another one, if it is one of eight."""
    y, x = b[0] - a[0], b[1] - a[1]
    if not (y == 0 or x == 0 or abs(y) == abs(x)) or a == b:
        return None
    step = (y > 0) - (y < 0), (x > 0) - (x < 0)
    return next(name for name, at in WAYS.items() if at == step)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_signposts_have_the_solutions_of_brute_force(seed: int) -> None:
    random, cells = Random(seed), grid(2, 3)
    right: list[tuple[Cell, ...]] = []
    while not right:
        arrows = {c: random.choice([w for d in cells if (w := way(c, d))]) for c in cells[:-1]}
        every = list(permutations(cells))
        right = [p for p in every if all(arrows.get(a) == way(a, b) for a, b in pairwise(p))]
        right = [p for p in right if p[-1] == cells[-1]]
    clues = {right[0][i]: i + 1 for i in random.sample(range(6), seed % 3)}
    right = [p for p in right if all(p[n - 1] == cell for cell, n in clues.items())]
    marks = "".join(f"mark arrow = {name} at {written(c)};\n" for c, name in arrows.items())
    text = puzzle("signpost", drawing("", placed(2, 3, clues)) + marks)
    numbers = sorted(tuple(p.index(cell) + 1 for cell in cells) for p in right)
    assert boards(text, "num") == numbers


@pytest.mark.sample(1)
@pytest.mark.parametrize("marks", [3, 4, 5])
def test_the_shortest_rulers_are_those_of_brute_force(marks: int) -> None:
    def apart(ruler: tuple[int, ...]) -> bool:
        return len({b - a for a, b in combinations(ruler, 2)}) == marks * (marks - 1) // 2

    rulers = ((0, *rest) for rest in combinations(range(1, 13), marks - 1))
    right = [ruler for ruler in rulers if apart(ruler)]
    shortest = min(ruler[-1] for ruler in right)
    options = f"set marks = {marks}; set longest = 12;"
    text = f'{genre("golomb")} puzzle "p" is golomb {{ topology none; {options} }}'
    assert boards(text, "at_") == [ruler for ruler in right if ruler[-1] == shortest]
