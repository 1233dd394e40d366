"""The board in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import numpy as np

from nlc.board.board import Ints, Sort
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain, Program
from nlc.render.canvas import columns
from nlc.render.clues import Clues, read_clues
from nlc.render.glyphs import STYLES
from nlc.render.picture import Picture
from nlc.render.terminal import color_of

WIDTH = 100
"""Columns of the lists below a picture."""


def render(
    program: Program,
    assignment: Assignment | None,
    *,
    style: str,
    color: bool,
    given_sorts: Mapping[str, Sort] | None = None,
) -> str:
    """Return a picture of a puzzle or of a solution, without a line end at its end.

    Every shown variable over links or borders is drawn; the other shown variables, and what a
    picture has no place for, are listed below. A reported variable over cells gives the colours.

    Args:
        program: the puzzle.
        assignment: the solution, or None for the puzzle alone.
        style: ``unicode`` or ``ascii``.
        color: whether to write ANSI colours.
        given_sorts: the sorts of givens that are not over cells.

    Raises:
        KeyError: there is no such style.
    """
    glyphs = STYLES[style]
    clues = read_clues(program, given_sorts or {}, glyphs.mark)
    shown = [v for v in program.bools if v.shown]
    drawn = [v for v in shown if v.sort in (Sort.LINK, Sort.BORDER)]
    out: list[str] = []
    tints = _tints(program, assignment, clues)
    if program.board.topology != "graph":
        for var in drawn or [None]:
            picture = Picture(program.board, glyphs, clues, tints)
            chosen = None if assignment is None or var is None else _chosen(var, assignment)
            lines = picture.draw(Sort.CELL if var is None else var.sort, chosen)
            if len(drawn) > 1 and var is not None:
                out.append(f"{var.name}:")
            out += picture_lines(lines, color)
    return "\n".join(out)
