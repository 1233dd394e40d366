"""Statue Park: pieces that share no side, and leave cells that hang together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, some

SHAPES = {"x": [(0, 0)], "xx": [(0, 0), (0, 1)], "xxx": [(0, 0), (0, 1), (0, 2)]}
SHAPES |= {"xx/.x": [(0, 0), (0, 1), (1, 1)], "xx/xx": [(0, 0), (0, 1), (1, 0), (1, 1)]}
SHAPES |= {"xxx/x..": [(0, 0), (0, 1), (0, 2), (1, 0)], "xx./.xx": [(0, 0), (0, 1), (1, 1), (1, 2)]}


def moved(cells: list[Cell]) -> list[frozenset[Cell]]:
    """Return some cells, turned and turned over, with their corner at the origin."""
    out = []
    for mirror in 1, -1:
        found = [(i, mirror * j) for i, j in cells]
        for _ in range(4):
            found = [(j, -i) for i, j in found]
            top, left = min(i for i, _ in found), min(j for _, j in found)
            out.append(frozenset((i - top, j - left) for i, j in found))
    return out


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to put pieces on the grid that do not touch."""
    shapes = [*puzzle.givens["shape"].values()]
    places = {
        shape: {
            frozenset((i + a, j + b) for a, b in turned)
            for turned in moved(SHAPES[shape])
            for i in range(puzzle.grid.rows)
            for j in range(puzzle.grid.cols)
        }
        for shape in shapes
    }

    def put(left: list[str], taken: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        if not left:
            yield taken
            return
        near = {d for c in taken for d in (c, *puzzle.grid.beside(c))}
        for place in places[left[0]]:
            if place <= {*puzzle.grid.cells} - near:
                yield from put(left[1:], taken | place)

    for dark in sorted({*put(shapes, frozenset())}, key=sorted):
        yield {"dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the stones are right and the other cells hang together."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    stones = puzzle.givens["stone"].items()
    free = {*puzzle.grid.cells} - dark
    return all((c in dark) == (k == "b") for c, k in stones) and hang_together(puzzle.grid, free)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Choose pieces, one or two, and stones that lie right for some answer."""
    names = random.choices([*SHAPES], k=random.choice((1, 2, 2)))
    shapes = dict(zip(random.sample(grid.cells, len(names)), names, strict=True))
    bare = GridPuzzle(grid, {"stone": {}, "shape": shapes}, {"bank": "none_"})
    found = [a["dark"] for a in answers(bare) if judge(bare, a)]
    dark = random.choice(found) if found else frozenset()
    assert isinstance(dark, frozenset)
    stones = some(random, {c: "b" if c in dark else "w" for c in grid.cells}, 0.15)
    if random.random() < 0.1:
        stones[random.choice(grid.cells)] = random.choice("wb")
    return GridPuzzle(grid, {"stone": stones, "shape": shapes}, {"bank": "none_"})


GENRE = GridGenre(answers, judge, invent, ("dark",))
