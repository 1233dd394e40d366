"""The grade of a Slitherlink that is there already, as if its solution had been planted."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.generating.grade import Grade
from nlc.generating.slitherlink.formula import formula
from nlc.generating.slitherlink.grade import Grader
from nlc.generating.slitherlink.outline import outline
from nlc.generating.slitherlink.regions import Colours, Grid, border, border_faces, grid
from nlc.graph import components
from nlc.ir.nodes import Program

_SOLVER = "cadical195"


def graded(program: Program, depth: int) -> Grade | None:
    """Grade a puzzle with one solution, a loop; None: it is another one.

    Args:
        program: the puzzle.
        depth: how far to look ahead, from 1.
    """
    board = program.board
    plain = program.options.get("full") == "false" and not program.givens.get("port")
    if not plain:
        return None
    if (area := outline(board)) is None:
        return None
    frame = grid(board.topology, area.rows, area.cols, area.missing)
    line = _solution(program)
    planted = _regions(frame, board, line)
    if not np.array_equal(border(board, frame, planted), line):
        return None
    clues = [cell for cell, text in program.givens["clue"].items() if text]
    grader = Grader(board, formula(board, frame, planted))
    try:
        return grader.grade(clues, depth)
    finally:
        grader.close()


def _solution(program: Program) -> Bools:
    """Return the line, shape (borders,)."""
    lowered = lower(program, Encoding(passes="none"))
    with IncrementalSolver(_SOLVER, lowered.cnf) as solver:
        if not solver.solve(()):
            raise RuntimeError("a puzzle with a solution has none")
        found = lowered.assignment(solver.model(lowered.cnf.variables))
    (line,) = (var for var in program.bools if var.sort is Sort.BORDER)
    return found.bools[line.base : line.base + line.size]


def _regions(frame: Grid, board: Board, line: Bools) -> Colours:
    """Return the outside, which is that of the frame, and the inside of a loop."""
    cells = len(frame.cells)
    faces = cells + len(frame.holes)
    pairs = border_faces(board, frame)
    part = components(faces + 1, np.where(pairs < 0, faces, pairs)[~line])
    inside = part[:faces] != part[faces]
    colours: Colours = np.zeros(frame.shape, np.uint8)
    flat = colours.ravel()
    flat[frame.cells] = inside[:cells]
    for hole, colour in zip(frame.holes, inside[cells:].tolist(), strict=True):
        flat[hole] = colour
    return colours
