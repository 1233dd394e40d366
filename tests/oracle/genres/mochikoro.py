"""Mochikoro: unshaded groups are rectangles with one number at most, its size, and hang together
at corners; no square is shaded."""

from __future__ import annotations

from random import Random

from oracle import relations
from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, parts


def white(grid: Grid, dark: frozenset[Cell]) -> list[set[Cell]] | None:
    """Return the unshaded groups; None if they or the shaded cells are not as they have to be."""
    if any(set(block) <= dark for block in grid.blocks):
        return None
    clear = set(grid.cells) - dark
    near = ((c, d) for c in clear for d in clear & set(grid.around(c)))
    if len(relations.parts(clear, near)) > 1:
        return None
    groups = parts(grid, clear)
    for group in groups:
        high, wide = zip(*group, strict=True)
        if len(group) < (max(high) - min(high) + 1) * (max(wide) - min(wide) + 1):
            return None
    return groups


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    size = {**puzzle.givens["unknown"], **puzzle.givens["size"]}
    if dark & size.keys() or (groups := white(puzzle.grid, dark)) is None:
        return False
    told = [[size[c] for c in group if c in size] for group in groups]
    return all(
        not clues or (len(clues) == 1 and clues[0] in ("true", str(len(group))))
        for clues, group in zip(told, groups, strict=True)
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Number the rectangles of a board, mostly one that is right."""
    groups = None
    for _ in range(300):
        dark = frozenset(c for c in grid.cells if random.random() < 0.5)
        groups = groups or white(grid, dark)
    size, unknown = dict[Cell, str](), dict[Cell, str]()
    for group in groups or []:
        cell, chance = random.choice(sorted(group)), random.random()
        if chance < 0.5:
            size[cell] = str(len(group) + (random.random() < 0.05))
        elif chance < 0.7:
            unknown[cell] = "true"
    return GridPuzzle(grid, {"size": size, "unknown": unknown})


GENRE = GridGenre(answers, judge, invent, ("dark",))
