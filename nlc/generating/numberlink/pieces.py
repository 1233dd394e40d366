"""Pieces of paths, and their joining end to end."""

from __future__ import annotations

from random import Random

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board
from nlc.generating.numberlink.draft import Path


def join_paths(
    board: Board, paths: list[Path], wanted: int, least: int, random: Random, *, exact: bool
) -> list[Path] | None:
    """Join paths at neighbouring ends until `wanted` of them are left.

    Each join takes one of the shortest paths that can be joined. Union-find gives the piece of each
    cell, so that no ring is closed.

    Returns:
        The paths, or None: one has less than `least` cells, or, if `exact`, their number is not
        `wanted`.
    """
    pieces = {i: list(path) for i, path in enumerate(paths)}
    parent = list(range(len(paths)))
    piece_of = {cell: i for i, path in enumerate(paths) for cell in path}

    def find(cell: int) -> int:
        i = piece_of[cell]
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    links = board.link_cells.tolist()
    while len(pieces) > wanted:
        ways = []
        for a, b in links:
            p, q = find(a), find(b)
            first, second = pieces[p], pieces[q]
            if p != q and a in (first[0], first[-1]) and b in (second[0], second[-1]):
                ways.append((min(len(first), len(second)), a, b))
        if not ways:
            break
        shortest = min(way[0] for way in ways)
        _, a, b = random.choice([way for way in ways if way[0] == shortest])
        p, q = find(a), find(b)
        first, second = pieces[p], pieces.pop(q)
        parent[q] = p
        pieces[p] = _concatenate(first, a, second, b)
    found = list(pieces.values())
    if exact and len(found) != wanted:
        return None
    return found if all(len(path) >= least for path in found) else None


def random_paths(board: Board, random: Random) -> tuple[dict[int, Path], list[int]]:
    """Join single cells to paths by the links of the board in a random order.

    Returns:
        The paths by number, and the number of the path of each cell.
    """
    of = list(range(len(board.centers)))
    paths: dict[int, Path] = {cell: [cell] for cell in of}
    pairs = board.link_cells.tolist()
    random.shuffle(pairs)
    for a, b in pairs:
        p, q = of[a], of[b]
        first, second = paths[p], paths[q]
        if p != q and a in (first[0], first[-1]) and b in (second[0], second[-1]):
            if len(first) < len(second):
                p, q, first, second, a, b = q, p, second, first, b, a
            del paths[q]
            paths[p] = _concatenate(first, a, second, b)
            for cell in second:
                of[cell] = p
    return paths, of


def _concatenate(first: Path, a: int, second: Path, b: int) -> Path:
    """Return two paths as one, joined at their ends a and b."""
    return (first if first[-1] == a else first[::-1]) + (second if second[0] == b else second[::-1])


def links_of(board: Board, paths: list[Path]) -> Bools:
    """Return whether each link of the board lies on a path, shape (links,)."""
    follows = np.full(len(board.centers), -1, np.int32)
    for path in paths:
        follows[path[:-1]] = path[1:]
    a, b = board.link_cells.T
    drawn: Bools = (follows[a] == b) | (follows[b] == a)
    return drawn
