"""The board in the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Sort
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Program
from nlc.render.borders import draw_borders
from nlc.render.clues import color_domain, read_clues, tints
from nlc.render.glyphs import STYLES
from nlc.render.links import draw_links

LIST_WIDTH = 100
"""Columns of the lists below a picture."""


def render(
    program: Program,
    assignment: Assignment | None,
    *,
    style: str,
    color: bool,
) -> str:
    """Return a picture of a puzzle or of its solution, without a line end at its end.

    Every shown variable over links or borders is drawn; the other shown variables, and what a
    picture has no place for (graphs, warps), are listed below. A shown or reported variable over
    cells gives the colours.

    Args:
        program: the puzzle.
        assignment: the solution, or None for the puzzle alone.
        style: ``unicode`` or ``ascii``.
        color: whether to write ANSI colours.

    Raises:
        KeyError: there is no such style.
    """
    glyphs = STYLES[style]
    given_sorts = program.given_sorts
    board = program.board
    out: list[str] = []
    if board.topology != "graph":
        clues = read_clues(program, given_sorts, glyphs.mark)
        colors = tints(program, assignment, clues)
        drawn = [v for v in program.bools if v.shown and v.sort in (Sort.LINK, Sort.BORDER)]
        for var in drawn:
            out += [f"{var.name}:"] if len(drawn) > 1 else []
            draw = draw_borders if var.sort is Sort.BORDER else draw_links
            chosen = None if assignment is None else _chosen(var, assignment)
            out += draw(board, glyphs, clues, colors, chosen).lines(color)
        if not drawn:
            out += draw_links(board, glyphs, clues, colors, None).lines(color)
    for name, items in _lists(program, assignment, given_sorts):
        out += fold_list(name, items)
    return "\n".join(out)


def fold_list(name: str, items: Sequence[str]) -> list[str]:
    """Return the lines of a list below a picture."""
    return textwrap.wrap(
        f"{name}: {' '.join(items) or '(none)'}",
        LIST_WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _chosen(var: BoolVar, assignment: Assignment) -> Bools:
    return assignment.bools[var.base : var.base + var.size]


def _clue_items(names: list[str], texts: Mapping[int, str]) -> Iterator[str]:
    """Yield clues as ``r1c1=3``; of a boolean clue, the elements where it holds."""
    for i, text in texts.items():
        if text == "true":
            yield names[i]
        elif text != "false":
            yield f"{names[i]}={text}"


def _lists(
    program: Program, assignment: Assignment | None, sorts: Mapping[str, Sort]
) -> Iterator[tuple[str, list[str]]]:
    """Yield what no picture shows: a name and its items."""
    board = program.board
    drawn = set() if board.topology == "graph" else {Sort.LINK, Sort.BORDER}
    for name, sort in sorts.items():
        texts = program.givens[name]
        if texts and (sort is not Sort.CELL or board.topology == "graph"):
            names = board.names(sort)
            yield name, list(_clue_items(names, texts))
    if assignment is None:
        return
    for var in program.bools:
        if not var.shown:
            continue
        chosen = _chosen(var, assignment)
        title = var.name
        if var.sort in drawn:
            if var.sort is Sort.BORDER or not (warps := chosen & (board.link_border < 0)).any():
                continue
            chosen, title = warps, f"{var.name} (warps)"
        names = board.names(var.sort)
        yield title, [names[i] for i in np.flatnonzero(chosen).tolist()]
    colors = color_domain(program) if drawn else None
    for domain in program.domains.values():
        if domain.shown and domain is not colors:
            names = board.names(domain.sort)
            values = assignment.domains[domain.name]
            there = np.flatnonzero(values != ABSENT).tolist()
            yield domain.name, [f"{names[i]}={domain.values[values[i]]}" for i in there]
