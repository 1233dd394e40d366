"""Genres of numbers in few lines: random puzzles against brute force, and decided when large."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from support.number_puzzles import EXAMPLES, genre, kakuro, kenken, killer

import nlc

LINES = 25
LONG = {"double_choco": 42}
"""What each genre has at most."""


def boards(text: str) -> set[tuple[int, ...]]:
    """Return the numbers of all solutions, cell by cell."""
    answer = nlc.solve(nlc.loads(text)[0], nlc.ALL)
    assert answer.complete and answer.program is not None
    found = set()
    for solution in answer.solutions:
        shown = answer.program.solution_json(solution)
        found.add(tuple(int(number) for number in shown["num"].values()))
    return found


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.nl")), ids=lambda path: path.stem)
def test_a_genre_takes_few_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONG.get(path.stem, LINES)


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
