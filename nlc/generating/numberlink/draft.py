"""The result of a method: a puzzle by its solution, its paths and their labels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import neighbours
from nlc.ir.nodes import ABSENT, Assignment, Program

Path = list[int]
"""The cells of a path in order."""


class FailedError(Exception):
    """An attempt failed; the text is the kind of failure, such as ``undecided``."""


Groups = Sequence[Sequence[int]]
"""The cells of each label."""


def dead_ends(request: NumberlinkRequest) -> list[int]:
    """Return the cells that must be ends of paths: covered cells with a single neighbour."""
    if not request.options.get("cover", True):
        return []
    out: list[int] = np.flatnonzero(request.shape.board.cell_links.lengths == 1).tolist()
    return out


class Draft(Struct, frozen=True, eq=False):
    """A puzzle by its solution: the ends of its paths get the labels, and inner cells may.

    Attributes:
        links: shape (links,), whether each link of the board is drawn.
        counts: its cost, such as tries and rejections, by name.
        unique: it has been proved to have no other solution.
        inner: the cells with labels that are not ends.
    """

    links: Bools
    counts: Mapping[str, int]
    unique: bool = False
    inner: tuple[int, ...] = ()


def paths_of(board: Board, links: Bools) -> list[Path]:
    """Return the cells of each path, from its lesser end; the paths in the order of these ends.

    Args:
        links: shape (links,), whether each is drawn; no cell has three.
    """
    beside = neighbours(board, links)
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


def labels_of(board: Board, links: Bools, inner: Collection[int] = ()) -> dict[int, str]:
    """Return the label of each cell that has one: the number of its path."""
    return {
        cell: str(number)
        for number, path in enumerate(paths_of(board, links), 1)
        for cell in path
        if cell in (path[0], path[-1]) or cell in inner
    }


def inner_labels(
    request: NumberlinkRequest, paths: Iterable[Path], random: Random
) -> tuple[int, ...] | None:
    """Choose the cells between the ends of paths that get labels too.

    Returns:
        The cells; None if some path has too few.
    """
    chosen: list[int] = []
    if request.group > 2:
        for path in paths:
            free = [cell for cell in path[1:-1] if cell not in request.shape.lanes]
            if len(free) < request.group - 2:
                return None
            chosen += random.sample(free, request.group - 2)
    return tuple(chosen)


def planted(program: Program, links: Bools) -> Assignment:
    """Return the filled board that a puzzle was made from."""
    (line,) = program.bools
    bools = np.zeros(line.size + 1, np.bool_)
    bools[line.part] = links
    color = program.domains["color"]
    numbers = {text: i for i, text in enumerate(color.values)}
    values = np.full(program.board.count(Sort.CELL), ABSENT, np.int32)
    labels = program.givens["label"]
    for path in paths_of(program.board, links):
        values[path] = numbers[labels[path[0]]]
    return Assignment(bools, {"color": values})
