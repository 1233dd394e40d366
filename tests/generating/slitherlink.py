"""What tests of the Slitherlink generator share: kinds of boards, and puzzles for brute force."""

from __future__ import annotations

import re

import numpy as np
from oracle.reference_board import Drawn

from nlc.generating.batch import Batch
from nlc.generating.shape import blank
from nlc.generating.slitherlink.genre import SlitherlinkGenerator
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.planted import PlantedLine, puzzle_text
from nlc.generating.slitherlink.regions import border
from nlc.generating.slitherlink.request import SlitherlinkRequest
from nlc.generating.slitherlink.scale import LineSpec, regions

TILINGS = ("square", "hex", "triangle")
KINDS = [(tiling, is_open) for tiling in TILINGS for is_open in (False, True)]

SMALL = {"square": (4, 4), "hex": (4, 3), "triangle": (6, 4)}
"""Columns and rows of boards that brute force is quick on, even with few clues."""


def batch(
    tiling: str, cols: int, rows: int, is_open: bool = False, seed: int = 1, **fields
) -> Batch:
    """Return a batch of puzzles of a size."""
    line = LineSpec(tiling, rows, cols, is_open)
    request = SlitherlinkRequest(blank(tiling, cols, rows), line, **fields)
    return Batch(SlitherlinkGenerator(request), seed)


def drawn(shape, line, clues) -> tuple[Drawn, list[str]]:
    """Return a puzzle as the brute force reads it, with its ports, from its text."""
    puzzle = puzzle_text(shape, "small", line, clues)
    rows = puzzle.split("  board\n")[1].split("  end")[0].splitlines()
    ports = re.findall(r"mark port = \w+ at (\S+);", puzzle)
    return Drawn(shape.topology, tuple(row[4:] for row in rows)), ports


def planted(tiling: str, cols: int, rows: int, is_open: bool = False, seed: int = 1):
    """Return a random line on a board."""
    shape = blank(tiling, cols, rows)
    found = regions(LineSpec(tiling, rows, cols, is_open), np.random.default_rng(seed))
    return PlantedLine(shape, border(shape.board, *found))


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


def connected(grid, colours) -> bool:
    """Tell whether each region is in one piece."""
    height, width = grid.shape
    lattice = LATTICES[grid.tiling]
    flat = colours.ravel().tolist()
    pieces = [0, 0]
    seen = [False] * len(flat)
    for start, colour in enumerate(flat):
        if seen[start]:
            continue
        pieces[colour] += 1
        seen[start], stack = True, [start]
        while stack:
            row, col = divmod(stack.pop(), width)
            ring = lattice.rings[int(lattice.kind(row, col))]
            for side in lattice.sides:
                r, c = row + ring[side][0], col + ring[side][1]
                near = r * width + c
                if 0 <= r < height and 0 <= c < width and not seen[near] and flat[near] == colour:
                    seen[near] = True
                    stack.append(near)
    return max(pieces) <= 1
