"""Genres that take numbers in a row, signs and directions, against brute force."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from support.number_puzzles import Cell, genre

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
