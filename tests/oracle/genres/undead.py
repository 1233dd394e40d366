"""Undead: monsters that are seen directly, in mirrors or always."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some

KINDS = {"G": "ghosts", "V": "vampires", "Z": "zombies"}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to place the monsters."""
    pool = [kind for kind, name in KINDS.items() for _ in range(int(str(puzzle.options[name])))]
    cells = [c for c in puzzle.grid.cells if c not in puzzle.givens["mirror"]]
    if len(cells) == len(pool):
        for order in {*permutations(pool)}:
            yield {"monster": dict(zip(cells, order, strict=True))}


def seen(puzzle: GridPuzzle, place: Cell, monster: Mapping[Cell, str]) -> int:
    """Return how many monsters are seen from a place outside."""
    (i, j), grid, mirrored, found = place, puzzle.grid, False, 0
    first = grid.sides[place][0]
    step = ((first[0] > i) - (first[0] < i), (first[1] > j) - (first[1] < j))
    i, j = first
    while grid.has((i, j)):
        sign = puzzle.givens["mirror"].get((i, j))
        if sign:
            mirrored = True
            step = (step[1], step[0]) if sign == "\\" else (-step[1], -step[0])
        else:
            found += monster[i, j] != ("V" if mirrored else "G")
        i, j = i + step[0], j + step[1]
    return found


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the numbers outside are met."""
    monster = answer["monster"]
    assert isinstance(monster, dict)
    return all(seen(puzzle, place, monster) == k for place, k in puzzle.numbers("seen").items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Place mirrors and monsters, and count what is seen."""
    mirror = {c: random.choice("\\/") for c in grid.cells if random.random() < 0.4}
    monster = {c: random.choice([*KINDS]) for c in grid.cells if c not in mirror}
    counts = Counter(monster.values())
    options = {name: counts[kind] for kind, name in KINDS.items()}
    if random.random() < 0.1:
        options["ghosts"] += 1
    bare = GridPuzzle(grid, {"mirror": mirror}, options)
    clues = {place: str(seen(bare, place, monster)) for place in grid.sides}
    clues = some(random, clues, 0.4)
    if random.random() < 0.15:
        clues[random.choice([*grid.sides])] = "3"
    return GridPuzzle(grid, {"mirror": mirror, "seen": clues}, options, rim=("seen",))


GENRE = GridGenre(answers, judge, invent, ("monster",), 6)
