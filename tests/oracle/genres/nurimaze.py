"""Nurimaze: unshaded tiles are a tree without a 2x2 of one colour; its way from S to G passes each
circle and no triangle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_rooms, some, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to shade tiles."""
    tiles = {room[0]: room for room in puzzle.rooms()}
    for heads in subsets([*tiles]):
        yield {"dark": frozenset(chain.from_iterable(tiles[head] for head in heads))}


def ways(grid: Grid, path: list[Cell], goal: Cell, free: set[Cell]) -> Iterator[list[Cell]]:
    """Yield the paths that go on to a cell."""
    if path[-1] == goal:
        yield path
        return
    for cell in grid.beside(path[-1]):
        if cell in free and cell not in path:
            yield from ways(grid, [*path, cell], goal, free)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether there is just one path between any two unshaded cells, and the right one."""
    dark, grid, signs = answer["dark"], puzzle.grid, puzzle.givens["sign"]
    assert isinstance(dark, frozenset)
    free = {*grid.cells} - dark
    if any(len(dark & {*block}) in (0, 4) for block in grid.blocks):
        return False
    ends = {text: cell for cell, text in puzzle.givens["gate"].items()}
    if dark & (signs.keys() | {*ends.values()}):
        return False
    if any(len([*ways(grid, [ends["S"]], cell, free)]) != 1 for cell in free):
        return False
    (way,) = ways(grid, [ends["S"]], ends["G"], free)
    return all((cell in way) == (text == "circle") for cell, text in signs.items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw tiles, ends and signs, mostly as an answer has them."""
    room = random_rooms(random, grid, random.choice((2, 3, 3, 4)))
    start, goal = random.sample(grid.cells, 2)
    givens: dict[str, dict[Cell, str]] = {"room": room, "gate": {start: "S", goal: "G"}}
    bare = GridPuzzle(grid, {**givens, "sign": {}})
    right = [a["dark"] for a in answers(bare) if judge(bare, a)]
    signs = {cell: random.choice(("circle", "triangle")) for cell in grid.cells}
    if right and random.random() < 0.8:
        dark = random.choice(right)
        assert isinstance(dark, frozenset)
        free = {*grid.cells} - dark
        (way,) = ways(grid, [start], goal, free)
        signs = {cell: "circle" if cell in way else "triangle" for cell in sorted(free)}
    signs = {c: text for c, text in signs.items() if c not in (start, goal)}
    return GridPuzzle(grid, {**givens, "sign": some(random, signs, 0.2)})


GENRE = GridGenre(answers, judge, invent, ("dark",))
