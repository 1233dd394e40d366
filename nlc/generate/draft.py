"""What a method is asked for, and what it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from nlc.board.board import Board, Bools, Sort
from nlc.generate.shape import Shape

ANY = "any"


@dataclass(frozen=True)
class Wish:
    """What puzzles are wanted.

    Attributes:
        shape: the board.
        options: of the genre, those that differ from its defaults or were asked for.
        pairs: how many pairs, or None for the square root of the number of cells, or so.
        unique: there must be exactly one solution.
        trivial: pairs of neighbours joined by a single link are allowed.
        switches: of the method, by name.
        difficulty: the level of `nlc.generate.grade` that a puzzle must have, `ANY` if it is to be
            graded only, or None; for unique puzzles.
    """

    shape: Shape
    options: Mapping[str, bool]
    pairs: int | None = None
    unique: bool = False
    trivial: bool = False
    switches: Mapping[str, bool] = field(default_factory=dict)
    difficulty: str | None = None

    @property
    def wanted(self) -> int:
        """The number of pairs."""
        return max(1, round(sqrt(self.shape.cells))) if self.pairs is None else self.pairs


def dead_ends(wish: Wish) -> list[int]:
    """Return the cells that can only be ends of paths: covered ones with a single neighbour."""
    if not wish.options.get("cover", True):
        return []
    out: list[int] = np.flatnonzero(wish.shape.board.cell_links.lengths == 1).tolist()
    return out


@dataclass(frozen=True, eq=False)
class Draft:
    """A puzzle by its solution: the ends of its paths get the labels.

    Attributes:
        links: shape (links,), whether each link of the board is drawn.
        counts: what it cost to make, such as tries and rejections, by name.
        unique: it has been proved to have no other solution.
    """

    links: Bools
    counts: Mapping[str, int]
    unique: bool = False


def paths_of(board: Board, links: Bools) -> list[list[int]]:
    """Return the cells of each path in order; paths by their first end, which is its lesser one.

    Args:
        board: the board.
        links: shape (links,), whether each is drawn; no cell has three.
    """
    beside: list[list[int]] = [[] for _ in range(board.count(Sort.CELL))]
    for a, b in board.link_cells[np.flatnonzero(links)].tolist():
        beside[a].append(b)
        beside[b].append(a)
    paths = []
    seen: set[int] = set()
    for cell, near in enumerate(beside):
        if len(near) == 1 and cell not in seen:
            path, before = [cell], -1
            while ahead := [c for c in beside[path[-1]] if c != before]:
                before = path[-1]
                path.append(ahead[0])
            seen.update(path)
            paths.append(path)
    return paths


def labels_of(board: Board, links: Bools) -> dict[int, str]:
    """Return a number for each of the two ends of each path, by cell."""
    return {
        end: str(number)
        for number, path in enumerate(paths_of(board, links), 1)
        for end in (path[0], path[-1])
    }
