"""Hotaru Beam: a path from the dot of each circle to a circle, but not to its dot; a number says
how often the path from its circle turns; the paths hang together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random

from oracle import relations
from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, visited


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield the lines of paths from all dots; ``turns`` are those of each path."""
    dots = {c: STEPS["NESW".index(side)] for c, side in puzzle.givens["dot"].items()}
    circles = dots.keys() | puzzle.givens["turns"].keys()

    def walk(path: list[Cell], used: set[Cell]) -> Iterator[list[Cell]]:
        i, j = path[-1]
        if len(path) > 1 and (i, j) in circles:
            yield path
            return
        ways = [dots[path[0]]] if len(path) == 1 else STEPS
        for a, b in ways:
            after = (i + a, j + b)
            free = dots.get(after) != (-a, -b) if after in circles else after not in used
            if puzzle.grid.has(after) and free and after not in path[-2:-1]:
                yield from walk([*path, after], used | {after})

    def lay(left: list[Cell], used: set[Cell], paths: list[list[Cell]]) -> Iterator[Answer]:
        if not left:
            yield {
                "line": frozenset((min(x), max(x)) for path in paths for x in pairwise(path)),
                "turns": {path[0]: _turns(path) for path in paths},
            }
            return
        for path in walk([left[0]], used):
            yield from lay(left[1:], used | set(path[1:-1]), [*paths, path])

    yield from lay(sorted(dots), set(), [])


def _turns(path: list[Cell]) -> int:
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    return sum(a != b for a, b in pairwise(steps))


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the paths turn as often as they should, and hang together."""
    line, turns = answer["line"], answer["turns"]
    assert isinstance(line, frozenset) and isinstance(turns, Mapping)
    whole = len(relations.parts(visited(line), line)) <= 1
    return whole and all(turns.get(c, k) == k for c, k in puzzle.numbers("turns").items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put a few circles with dots on the board, one without, and numbers that they have mostly."""
    places = random.sample(grid.cells, min(random.choice((2, 3, 3, 4)), len(grid.cells)))
    dots = {cell: random.choice("NESW") for cell in places}
    bare: dict[Cell, str] = {}
    if random.random() < 0.3:
        del dots[places[0]]
        bare[places[0]] = random.choice("?12")
    found = [*answers(GridPuzzle(grid, {"dot": dots, "turns": bare}))]
    told = dict[Cell, object]()
    if found and isinstance(turns := random.choice(found)["turns"], Mapping):
        told = {**turns}
    chosen = {cell: str(k) for cell, k in sorted(told.items()) if random.random() < 0.5}
    if dots and random.random() < 0.15:
        chosen[min(dots)] = random.choice("?05")
    return GridPuzzle(grid, {"turns": {**bare, **chosen}, "dot": dots})


GENRE = GridGenre(answers, judge, invent, ("line",))
