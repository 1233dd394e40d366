"""The grade of a Slitherlink that is there already, as if its solution had been planted."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.generate.grade import Grade
from nlc.generate.shape import blank
from nlc.generate.slitherlink.formula import formula
from nlc.generate.slitherlink.grade import Grader
from nlc.generate.slitherlink.lattice import LATTICES
from nlc.generate.slitherlink.regions import Colours, Grid, border, grid
from nlc.graph import components
from nlc.ir.nodes import Program

_SOLVER = "cadical195"


def graded(program: Program, depth: int) -> Grade | None:
    """Grade a puzzle with one solution, a loop on a whole board; None: it is another one.

    Args:
        program: the puzzle.
        depth: how far to look ahead, from 1.
    """
    board = program.board
    plain = program.options.get("full") == "false" and not program.givens.get("port")
    if board.topology not in LATTICES or not plain:
        return None
    rows, cols = (int(part) for part in board.names(Sort.CELL)[-1][1:].split("c"))
    whole = blank(board.topology, cols, rows).board
    same = whole.border_cells.shape == board.border_cells.shape
    if not same or not np.array_equal(whole.border_cells, board.border_cells):
        return None
    frame = grid(board.topology, rows, cols)
    line = _solution(program)
    planted = _regions(frame, board.border_cells, line)
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


def _regions(frame: Grid, pairs: Ints, line: Bools) -> Colours:
    """Return the outside, which is that of the frame, and the inside of a loop."""
    cells = len(frame.cells)
    ends = np.where(pairs < 0, cells, pairs)[~line]
    place = components(cells + 1, ends)
    colours: Colours = np.zeros(frame.shape, np.uint8)
    colours.ravel()[frame.cells] = place[:cells] != place[cells]
    return colours
