"""Slitherlink puzzles as programs and as text in the puzzle language."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.errors import Source
from nlc.generating.shape import Shape
from nlc.ir.nodes import Assignment, Program


def text(shape: Shape, title: str, line: Bools, clues: Mapping[int, int]) -> str:
    """Return a puzzle in the puzzle language.

    Args:
        line: shape (borders,), the solution; only the ends of an open line are told.
    """
    names = shape.board.names(Sort.VERTEX)
    ends = zip(("inlet", "outlet"), ports(shape, line), strict=False)
    marks = [f"mark port = {value} at {names[vertex]};" for value, vertex in ends]
    tokens = {cell: str(clue) for cell, clue in clues.items()}
    return shape.text(title, tokens, "slitherlink", marks=marks)


def ports(shape: Shape, line: Bools) -> list[int]:
    """Return the two ends of an open line, and nothing for a loop."""
    board = shape.board
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends: list[int] = np.flatnonzero(degrees == 1).tolist()
    return ends


def program_of(shape: Shape, title: str, line: Bools, clues: Mapping[int, int]) -> Program:
    """Return a puzzle as `text` has it, elaborated."""
    from nlc.ir.elaborate.program import elaborate
    from nlc.language.resolve import load

    return elaborate(load(Source(title, text(shape, title, line, clues))).puzzles[0])


def planted(program: Program, line: Bools) -> Assignment:
    """Return the line that a puzzle was made from, as a solution."""
    (variable,) = program.bools
    bools = np.zeros(variable.size + 1, np.bool_)
    bools[variable.base : variable.base + variable.size] = line
    return Assignment(bools, {})
