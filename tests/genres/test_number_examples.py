"""Genres of numbers in few lines: random puzzles against brute force, and decided when large."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import prod
from random import Random

import pytest
from support.number_puzzles import EXAMPLES, Grid, genre, kakuro, kenken, killer, skyscrapers

import nlc

LINES = 25
LONG = {"double_choco": 42}
"""What each genre has at most."""


def boards(text: str) -> set[tuple[int, ...]]:
    """Return the numbers of all solutions, cell by cell; of a Kakuro without its holes."""
    answer = nlc.solve(nlc.loads(text)[0], nlc.ALL)
    assert answer.complete and answer.program is not None
    found = set()
    for solution in answer.solutions:
        shown = answer.program.solution_json(solution)
        name = "house" if "house" in shown else "num"
        found.add(tuple(int(number) for number in shown[name].values()))
    return found


@cache
def latin(n: int) -> tuple[Grid, ...]:
    """Return all Latin squares."""

    def rows(above: Grid) -> Iterator[Grid]:
        if len(above) == n:
            yield above
            return
        for row in permutations(range(1, n + 1)):
            if all(row[c] != other[c] for other in above for c in range(n)):
                yield from rows([*above, list(row)])

    return tuple(rows([]))


def flat(grid: Grid) -> tuple[int, ...]:
    return tuple(number for row in grid for number in row)


def makes(kind: str, numbers: list[int], target: int) -> bool:
    """Return whether the numbers of a cage make its target."""
    largest, *others = sorted(numbers, reverse=True)
    return {
        "multiply": prod(numbers) == target,
        "subtract": largest - sum(others) == target,
        "divide": largest == target * prod(others),
    }.get(kind, sum(numbers) == target)


def seen(line: list[int]) -> int:
    """Return how many houses of a street are seen from its start."""
    return sum(all(house > before for before in line[:i]) for i, house in enumerate(line))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.nl")), ids=lambda path: path.stem)
def test_a_genre_takes_few_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONG.get(path.stem, LINES)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(8))
def test_kenken_has_the_solutions_of_brute_force(seed):
    text, grid, cages = kenken(Random(seed), 3 + seed % 2)
    right = {
        flat(square)
        for square in latin(len(grid))
        if all(makes(kind, [square[r][c] for r, c in cage], t) for cage, kind, t in cages)
    }
    assert flat(grid) in right
    assert boards(text) == right


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_skyscrapers_have_the_solutions_of_brute_force(seed):
    n = 3 + seed % 2
    text, clues = skyscrapers(Random(seed), n)
    right = set()
    for square in latin(n):
        streets = [*square, *map(list, zip(*square, strict=True))]
        views = [seen(line[::way]) for line in streets for way in (1, -1)]
        if all(clue in (None, view) for clue, view in zip(clues, views, strict=True)):
            right.add(flat(square))
    assert boards(text) == right


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_kakuro_has_the_solutions_of_brute_force(seed):
    text, filled, runs = kakuro(Random(seed), 3, 0.35)
    cells = sorted(filled)
    options = [
        [
            numbers
            for numbers in permutations(range(1, 10), len(run))
            if sum(numbers) == sum(filled[cell] for cell in run)
        ]
        for run in runs
        if run[0][0] == run[-1][0]
    ]
    down = [run for run in runs if run[0][0] != run[-1][0]]
    right = set()
    for choice in product(*options):
        board = dict(zip(cells, (x for numbers in choice for x in numbers), strict=True))
        columns = [[board[cell] for cell in run] for run in down]
        different = all(len({*numbers}) == len(numbers) for numbers in columns)
        if different and list(map(sum, columns)) == [sum(filled[c] for c in r) for r in down]:
            right.add(tuple(board[cell] for cell in cells))
    assert boards(text) == right


@pytest.mark.slow
def test_magic_squares_are_those_of_brute_force():
    found = boards(
        genre("magic") + 'puzzle "m" is magic { topology square; board\n' + "...\n" * 3 + "end }"
    )
    right = set()
    for p in permutations(range(1, 10)):
        lines = [p[0:3], p[3:6], p[6:9], p[0::3], p[1::3], p[2::3], p[0::4], p[2:7:2]]
        if len({sum(line) for line in lines}) == 1:
            right.add(p)
    assert found == right
    assert len(right) == 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["kenken 6", "kenken 9", "kakuro 10", "killer 9", "magic 4"])
def test_published_sizes_are_decided(name, seed):
    random = Random(seed)
    kind, size = name.split()
    made = {
        "kenken": lambda: kenken(random, int(size))[0],
        "kakuro": lambda: kakuro(random, int(size), 0.3)[0],
        "killer": lambda: killer(random, 3, 3, 4)[0],
        "magic": lambda: (
            f'{genre("magic")} puzzle "m" is magic {{ topology square; board\n'
            + "\n".join([". " * int(size)] * int(size))
            + "\nend }"
        ),
    }
    answer = nlc.solve(nlc.loads(made[kind]())[0], nlc.ONE if kind == "magic" else nlc.UNIQUE)
    assert answer.solutions
    assert kind == "magic" or answer.unique is not None
