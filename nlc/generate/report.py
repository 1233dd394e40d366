"""What was made and what it cost, as a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Board
from nlc.generate.batch import Made
from nlc.generate.draft import paths_of
from nlc.generate.grade import Grade


def report(board: Board, made: Sequence[Made]) -> str:
    """Return a table with a row for each puzzle and one for their medians.

    ``turns`` are the cells of paths whose two links are not opposite to each other; it counts every
    inner cell of a path on triangles. Levels of difficulty are told by number, from 1.
    """
    from tabulate import tabulate

    extra = list(dict.fromkeys(name for item in made for name in item.counts))
    graded = any(item.grade is not None for item in made)
    heads = ["puzzle", "pairs", "shortest", "median", "longest", "turns", "unique"]
    heads += [*(["level", "looks", "conflicts"] if graded else []), *extra, "s"]
    rows = []
    for item in made:
        if item.links is None:
            shape: list[float] = [0] * 5
        else:
            lengths = [len(path) for path in paths_of(board, item.links)]
            middle = float(np.median(lengths))
            shape = [len(lengths), min(lengths), middle, max(lengths), turns(board, item.links)]
        spent = [float(item.counts.get(name, 0)) for name in extra]
        told = hard(item.grade) if graded else []
        rows.append([*shape, int(item.unique), *told, *spent, round(item.seconds, 3)])
    body: list[list[object]] = [[m.number, *row] for m, row in zip(made, rows, strict=True)]
    body.append(["median", *np.median(np.array(rows, dtype=float), axis=0).tolist()])
    return tabulate(body, headers=heads, floatfmt="g")


def hard(grade: Grade | None) -> list[float]:
    """Return the number of a grade's level, from 1, its looks ahead and its conflicts."""
    if grade is None:
        return [0, 0, 0]
    return [grade.levels.index(grade.level) + 1, grade.looks, grade.conflicts]


def turns(board: Board, links: Bools) -> int:
    """Return at how many cells a path changes its direction."""
    drawn = np.flatnonzero(links)
    degree = np.bincount(board.link_cells[drawn].ravel(), minlength=len(board.centers))
    across = board.opposite[drawn]
    straight = (across >= 0) & links[across]
    return int((degree == 2).sum() - straight.sum() // 2)
