"""Hashi: one or two straight bridges between islands, none crossing, all islands joined."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, Link, some

Span = tuple[Cell, Cell, list[Link]]


def _spans(grid: Grid, islands: set[Cell]) -> list[Span]:
    """Return the pairs of islands in line with nothing between, and the links on the way."""
    out: list[Span] = []
    for cell in sorted(islands):
        for step in ((0, 1), (1, 0)):
            way = [cell]
            for other in grid.ray(cell, step):
                way.append(other)
                if other in islands:
                    out.append((cell, other, list(pairwise(way))))
                    break
    return out


def _islands(puzzle: GridPuzzle) -> set[Cell]:
    return {*puzzle.givens["clue"], *puzzle.givens["island"]}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to lay no, one or two bridges between islands."""
    spans = _spans(puzzle.grid, set(_islands(puzzle)))
    for counts in product(range(3), repeat=len(spans)):
        laid = list(zip(spans, counts, strict=True))
        yield {
            "one": frozenset(link for (_, _, links), k in laid if k for link in links),
            "two": frozenset(link for (_, _, links), k in laid if k == 2 for link in links),
        }


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the bridges obey the rules."""
    one, two = answer["one"], answer["two"]
    assert isinstance(one, frozenset) and isinstance(two, frozenset)
    islands = _islands(puzzle)
    ends = [cell for link in [*one, *two] for cell in link]
    if any(ends.count(cell) != k for cell, k in puzzle.numbers("clue").items()):
        return False
    on = [cell for link in one for cell in link]
    if any(on.count(cell) > 2 for cell in on if cell not in islands):
        return False  # a crossing
    left = set(islands)
    ahead = [left.pop()] if left else []
    spans = _spans(puzzle.grid, set(islands))
    while ahead:
        cell = ahead.pop()
        for a, b, links in spans:
            for here, there in ((a, b), (b, a)):
                if here == cell and there in left and set(links) <= one:
                    left.remove(there)
                    ahead.append(there)
    return not left


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay islands, mostly with the numbers of some bridges."""
    islands = random.sample(grid.cells, min(len(grid.cells), random.randint(2, 6)))
    island = dict.fromkeys(islands, "true")
    blank = GridPuzzle(grid, {"clue": {}, "island": island})
    right = [answer for answer in answers(blank) if judge(blank, answer)]
    clue: dict[Cell, str] = {}
    if right:
        answer = random.choice(right)
        one, two = answer["one"], answer["two"]
        assert isinstance(one, frozenset) and isinstance(two, frozenset)
        ends = [cell for link in [*one, *two] for cell in link]
        numbers = {c: str(ends.count(c)) for c in islands if c in ends}
        clue = some(random, numbers, 0.8)
    return GridPuzzle(grid, {"clue": clue, "island": island})


GENRE = GridGenre(answers, judge, invent, ("one", "two"), 16)
