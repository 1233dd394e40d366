"""What tests of the Slitherlink generator share: kinds of boards, and puzzles for brute force."""

from __future__ import annotations

import re

import numpy as np
from oracle.reference_board import Drawn

from nlc.generating.batch import Batch
from nlc.generating.shape import blank
from nlc.generating.slitherlink.faces import faces_of
from nlc.generating.slitherlink.genre import SlitherlinkGenerator
from nlc.generating.slitherlink.lines import METHODS
from nlc.generating.slitherlink.planted import PlantedLine, puzzle_text

TILINGS = ("square", "hex", "triangle")
KINDS = [(tiling, is_open) for tiling in TILINGS for is_open in (False, True)]

SMALL = {"square": (4, 4), "hex": (4, 3), "triangle": (6, 4)}
"""Columns and rows of boards that brute force is quick on, even with few clues."""


def batch(
    tiling: str, cols: int, rows: int, is_open: bool = False, seed: int = 1, **fields
) -> Batch:
    """Return a batch of puzzles of a size."""
    return Batch(SlitherlinkGenerator(blank(tiling, cols, rows), is_open, **fields), seed)


def regions(board, is_open: bool = False, seed: int = 1, method="scale", diagonal=False):
    """Return the faces of a board, and two random regions of them."""
    faces = faces_of(board)
    make = METHODS.get(method).regions
    return faces, make(board, faces, is_open, diagonal, np.random.default_rng(seed))


def drawn(shape, line, clues) -> tuple[Drawn, list[str]]:
    """Return a puzzle as the brute force reads it, with its ports, from its text."""
    puzzle = puzzle_text(shape, "small", line, clues)
    rows = puzzle.split("  board\n")[1].split("  end")[0].splitlines()
    ports = re.findall(r"mark port = \w+ at (\S+);", puzzle)
    return Drawn(shape.topology, tuple(row[4:] for row in rows)), ports


def planted(tiling: str, cols: int, rows: int, is_open: bool = False, seed: int = 1):
    """Return a random line on a board."""
    shape = blank(tiling, cols, rows)
    faces, colours = regions(shape.board, is_open, seed)
    return PlantedLine(shape, faces.line(colours))


def names_of(shape, line) -> frozenset[str]:
    """Return the names of the drawn borders."""
    from nlc.board import Sort

    names = shape.board.names(Sort.BORDER)
    return frozenset(name for name, on in zip(names, line.tolist(), strict=True) if on)


def pieces_of(board, line) -> list[int]:
    """Return the number of segments of each piece of a line whose ends meet in pairs at most.

    A plain walk, which shares nothing with the generator.
    """
    around: dict[int, list[int]] = {}
    for a, b in board.border_vertices[line].tolist():
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    assert all(len(near) <= 2 for near in around.values())
    sizes = []
    while around:
        stack, seen = [next(iter(around))], set()
        ends = 0
        while stack:
            vertex = stack.pop()
            if vertex not in seen:
                seen.add(vertex)
                near = around.pop(vertex)
                ends += len(near)
                stack += near
        sizes.append(ends // 2)
    return sizes


def connected(faces, colours) -> bool:
    """Tell whether each region is in one piece."""
    beside: dict[int, set[int]] = {face: set() for face in range(len(colours))}
    rim = faces.rim.tolist()
    for a, b in [*faces.borders.tolist(), *zip(rim, [*rim[1:], rim[0]], strict=True)]:
        beside[a].add(b)
        beside[b].add(a)
    pieces, left = [0, 0], set(beside)
    while left:
        stack = [left.pop()]
        pieces[colours[stack[0]]] += 1
        while stack:
            face = stack.pop()
            near = {other for other in beside[face] & left if colours[other] == colours[face]}
            left -= near
            stack += near
    return max(pieces) <= 1


def is_one_line(board, line, is_open: bool) -> bool:
    """Tell by a walk whether borders are one loop, or one open line."""
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    if degrees.max() > 2 or (degrees == 1).sum() != 2 * is_open:
        return False
    return len(pieces_of(board, line)) == 1
