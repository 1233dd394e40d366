"""Mid-loop: each dot, in a cell or between two, is the middle of a straight stretch of the loop."""

from __future__ import annotations

from random import Random

from oracle.genres.geradeweg import along
from oracle.genres.simpleloop import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, Link, loops, visited, ways


def middles(line: frozenset[Link]) -> set[tuple[float, float]]:
    """Return the middles of all straight stretches of a loop, in rows and columns."""
    out = set()
    for i, j in visited(line):
        for a, b in ways(line, (i, j)):
            if (-a, -b) not in ways(line, (i, j)):
                y, x = i, j
                while (a, b) in ways(line, (y, x)):
                    y, x = y + a, x + b
                out.add(((i + y) / 2, (j + x) / 2))
    return out


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each dot is the middle of a stretch."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    if puzzle.options.get("full") and visited(line) != set(puzzle.grid.cells):
        return False
    sides = {_name(link): link for link in puzzle.grid.links}
    mids = {_between(sides[place]) for _, place in puzzle.marks}
    return middles(line) >= mids | puzzle.givens["dot"].keys()


def _between(link: Link) -> tuple[float, float]:
    (i, j), (y, x) = link
    return (i + y) / 2, (j + x) / 2


def _name(link: Link) -> str:
    return "|".join(f"r{i + 1}c{j + 1}" for i, j in link)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay dots along a loop, and sometimes one anywhere."""
    puzzle = along(random, grid, "dot", lambda line, c: "true" if c in middles(line) else None)
    marks, links = {}, list(grid.links)
    if loops(grid):
        line = random.choice(loops(grid))
        found = [link for link in links if _between(link) in middles(line)]
        wrong = [random.choice(links)] * (random.random() < 0.1)
        for link in [*random.sample(found, min(len(found), random.randrange(3))), *wrong]:
            marks["mid", _name(link)] = "true"
    return GridPuzzle(grid, puzzle.givens, puzzle.options, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
