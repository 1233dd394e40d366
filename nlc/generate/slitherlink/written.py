"""Slitherlink puzzles as programs and as text in the puzzle language."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Sort
from nlc.errors import Source
from nlc.generate.shape import Shape
from nlc.ir.nodes import Assignment, Program

TITLE = "generated"


def text(shape: Shape, title: str, line: Bools, clues: Mapping[int, int]) -> str:
    """Return a puzzle in the puzzle language.

    Args:
        shape: the board.
        title: of the puzzle.
        line: shape (borders,), the solution; only the ends of an open line are told.
        clues: of cells.
    """
    drawing = shape.drawing({cell: str(clue) for cell, clue in clues.items()})
    lines = [f'puzzle "{title}" is slitherlink {{', f"  topology {shape.topology};", "  board"]
    lines += [*(f"    {row}" for row in drawing), "  end"]
    names = shape.board.names(Sort.VERTEX)
    for value, vertex in zip(("inlet", "outlet"), ports(shape, line), strict=False):
        lines.append(f"  mark port = {value} at {names[vertex]};")
    return "\n".join([*lines, "}", ""])


def ports(shape: Shape, line: Bools) -> list[int]:
    """Return the two ends of an open line, and nothing for a loop."""
    board = shape.board
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends: list[int] = np.flatnonzero(degrees == 1).tolist()
    return ends


def program(
    shape: Shape, title: str, line: Bools, clues: Mapping[int, int]
) -> tuple[Program, Assignment]:
    """Return a puzzle as `text` has it, elaborated, and its planted solution."""
    from nlc.ir.elaborate.program import elaborate
    from nlc.language.resolve import load

    made = elaborate(load(Source(title, text(shape, title, line, clues))).puzzles[0])
    (variable,) = made.bools
    bools = np.zeros(variable.size + 1, np.bool_)
    bools[variable.base : variable.base + variable.size] = line
    return made, Assignment(bools, {})


def check(shape: Shape, line: Bools, clues: Mapping[int, int]) -> None:
    """Check a planted line against every rule of the genre.

    Raises:
        RuntimeError: it breaks one, which is a fault of the generator.
    """
    from nlc.ir.evaluate import violations

    broken = violations(*program(shape, TITLE, line, clues), limit=1)
    if broken:
        raise RuntimeError(f"a planted line breaks a rule: {broken[0].message}")
