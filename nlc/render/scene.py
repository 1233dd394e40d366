"""What stands on a board, decided once for all pictures."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.ir.nodes import Domain, Program
from nlc.render.glyphs import SHADED
from nlc.render.labels import mark_words, visible
from nlc.render.view import View


def marked_cells(program: Program, view: View, *marks: str) -> Bools:
    """Return the cells where booleans with one of some marks hold, shape (cells,)."""
    out = np.zeros(program.board.count(Sort.CELL), np.bool_)
    words = mark_words(program)
    for var in visible(program, view, Sort.CELL):
        if not isinstance(var, Domain) and words[var.name] in marks:
            out |= view.bools(var)[0]
    return out


def shaded_cells(program: Program, view: View) -> Bools:
    """Return the cells that are decided to be dark, shape (cells,)."""
    return marked_cells(program, view, *SHADED)


def lit_cells(program: Program, view: View, blocks: Collection[int]) -> Bools:
    """Return the cells that lamps light, straight on up to blocks; shape (cells,).

    If no clue is a block, lamps are mere marks and light nothing.
    """
    out, lamps = np.zeros_like(marked_cells(program, view)), marked_cells(program, view, "lamp")
    if not blocks or not lamps.any():
        return out
    lines = program.board.lines
    for line, closed in enumerate(lines.closed.tolist()):
        cells = lines.cell[lines.order[lines.indptr[line] : lines.indptr[line + 1]]].tolist()
        ends = [i for i, cell in enumerate(cells) if cell in blocks]
        if closed and ends:  # from one block round to itself
            cells = cells[ends[0] :] + cells[: ends[0]]
            ends = [i - ends[0] for i in ends]
        for start, stop in pairwise([-1, *ends, len(cells)]):
            run = cells[start + 1 : stop]
            out[run] |= lamps[run].any()
    return out | lamps
