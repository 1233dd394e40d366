"""Tents: each tree has a tent of its own beside it, and no two tents touch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to put as many tents as there are trees beside them."""
    grid, trees = puzzle.grid, puzzle.givens["tree"]
    places = [c for c in grid.cells if c not in trees and any(d in trees for d in grid.beside(c))]
    for tent in subsets(places):
        if len(tent) == len(trees) and not any(tent & {*grid.around(c)} for c in tent):
            yield {"tent": tent}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the numbers are met, and each tree can have a tent of its own."""
    tent, grid = answer["tent"], puzzle.grid
    assert isinstance(tent, frozenset)
    numbers = puzzle.numbers("number").items()
    if any(len(tent & {*grid.heads[head]}) != k for head, k in numbers):
        return False
    return _paired(grid, sorted(puzzle.givens["tree"]), tent)


def _paired(grid: Grid, trees: list[Cell], tent: frozenset[Cell]) -> bool:
    if not trees:
        return not tent
    near = [c for c in grid.beside(trees[0]) if c in tent]
    return any(_paired(grid, trees[1:], tent - {c}) for c in near)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Pitch tents, mostly with a tree beside each, and count some of them."""
    tent: set[Cell] = set()
    trees: set[Cell] = set()
    for cell in random.sample(grid.cells, len(grid.cells)):
        free = [d for d in grid.beside(cell) if d not in tent | trees]
        if free and cell not in trees and not tent & {*grid.around(cell)}:
            tent.add(cell)
            trees.add(random.choice(free))
    if random.random() < 0.2:
        trees.add(random.choice(grid.cells))
    counts = {head: str(len(tent & {*line})) for head, line in grid.heads.items()}
    clues = some(random, counts, 0.5)
    if random.random() < 0.1:
        clues[random.choice([*grid.heads])] = "5"
    tree = dict.fromkeys(sorted(trees), "true")
    return GridPuzzle(grid, {"tree": tree, "number": clues}, outside=("number",))


GENRE = GridGenre(answers, judge, invent, ("tent",), 16)
