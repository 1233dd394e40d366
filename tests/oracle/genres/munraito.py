"""Munraito: a star and a cloud in each row and column; stars light the marked sides of planets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle


def _placings(grid: Grid) -> list[frozenset[Cell]]:
    """Return all ways to put one thing into each row and column."""
    every = [frozenset(enumerate(order)) for order in permutations(range(grid.cols), grid.rows)]
    return [p for p in every if p <= {*grid.cells}] if grid.rows == grid.cols else []


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to place stars and clouds."""
    free = [p for p in _placings(puzzle.grid) if not p & {*puzzle.givens["planet"]}]
    for star in free:
        for cloud in free:
            if not star & cloud:
                yield {"star": star, "cloud": cloud}


def lit(grid: Grid, planets: set[Cell], answer: Answer, planet: Cell, step: Cell) -> bool:
    """Return whether light falls on a side of a planet."""
    star, cloud = answer["star"], answer["cloud"]
    assert isinstance(star, frozenset)
    assert isinstance(cloud, frozenset)
    for cell in grid.ray(planet, step):
        if cell in star:
            return True
        if cell in cloud or cell in planets:
            return False
    return False


def _marks(cell: Cell, step: Cell) -> Iterator[tuple[str, str]]:
    """Yield the marks of a side, by its cell and by the cell beyond."""
    (i, j), (di, dj) = cell, step
    yield "lit", f"r{i + 1}c{j + 1}.side({'NESW'[STEPS.index(step)]})"
    yield "lit", f"r{i + di + 1}c{j + dj + 1}.side({'SWNE'[STEPS.index(step)]})"


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether planets are lit on the marked sides alone."""
    planets, marks = {*puzzle.givens["planet"]}, puzzle.marks
    return all(
        lit(puzzle.grid, planets, answer, (i, j), step)
        == any(mark in marks for mark in _marks((i, j), step))
        for i, j in planets
        for step in STEPS
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Place planets, and light some by stars."""
    planets = dict.fromkeys((c for c in grid.cells if random.random() < 0.2), "true")
    bare = GridPuzzle(grid, {"planet": planets})
    found = list(answers(bare))
    answer = random.choice(found) if found else {"star": frozenset(), "cloud": frozenset()}
    marks = {
        next(_marks(planet, step)): "true"
        for planet in planets
        for step in STEPS
        if lit(grid, {*planets}, answer, planet, step) or random.random() < 0.03
    }
    return GridPuzzle(grid, {"planet": planets}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("star", "cloud"), 16)
