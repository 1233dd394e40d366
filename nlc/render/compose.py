"""Composes pictures: distributes variables over them, and makes their legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.render.canvas import Canvas, columns
from nlc.render.glyphs import Glyphs, MarkedLines
from nlc.render.labels import (
    Contents,
    clue_labels,
    implied_variable,
    join_labels,
    join_lanes,
    slots,
    tints,
    value_texts,
    visible,
)
from nlc.render.lines import draw_borders, draw_links
from nlc.render.rooms import cage_borders, find_rooms
from nlc.render.view import (
    FIRST,
    SECOND,
    Label,
    PuzzleView,
    SolutionView,
    StepView,
    View,
    strokes,
)

if TYPE_CHECKING:
    from nlc.render.around import OuterClue

_OUTER_SORTS = {Sort.LINE, Sort.BORDER, Sort.LINK}
"""The sorts of clues that are next to cells."""


class Pictures(Struct):
    """Pictures of a board that is not a graph.

    Attributes:
        canvases: the pictures with their titles.
        legend: the places of clues, and the variables of lines.
        corners: whether the corners of cells were drawn.
        drawn_clues: the clues that are drawn outside of cells or between them, by given and
            element.
    """

    canvases: list[tuple[str, Canvas]] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)
    corners: bool = False
    drawn_clues: set[tuple[str, int]] = field(default_factory=set)

    def lines(self, color: bool) -> list[str]:
        """Return the pictures, with their titles if there are several, and the legend."""
        out: list[str] = []
        for title, canvas in self.canvases:
            out += [f"{title}:"] * (len(self.canvases) > 1)
            out += canvas.lines(color)
        return out + self.legend


def compose(program: Program, view: View, glyphs: Glyphs) -> Pictures:
    """Return the pictures of a view; each variable is in one of them.

    A variable over links or borders has a picture of its own, except for a double line over a
    single one. The labels of cells are in the first picture, those of corners in the first one with
    corners.
    """
    out = Pictures()
    board = view.board if isinstance(view, SolutionView) else None
    rooms = find_rooms(program, view.solutions)
    walls = rooms.walls
    given = clue_labels(program, Sort.CELL, glyphs, rooms.names)
    hidden = {implied_variable(program, view, given), *rooms.names}
    labels, clues, cells = join_labels(given, slots(program, view, glyphs, Sort.CELL, hidden))
    ports = {
        corner: text if len(columns(text)) < 2 else glyphs.mark  # there is room for one character
        for corner, text in clue_labels(program, Sort.VERTEX, glyphs).items()
    }
    vertices, _, corners = join_labels(ports, slots(program, view, glyphs, Sort.VERTEX))
    picked = view.picked
    faint = frozenset[int]()
    if picked is not None:
        names = program.board.names(Sort.CELL)
        faint = frozenset(i for i in clues if names[i] not in picked)
    outer: tuple[OuterClue, ...] = ()
    has_outer_clues = not _OUTER_SORTS.isdisjoint(program.given_sorts.values())
    if has_outer_clues:
        from nlc.render.around import clues_between, outer_clues, outside_legend

        outer = tuple(outer_clues(program, glyphs))
        out.drawn_clues.update((each.given, each.element) for each in outer)
        out.legend += filter(None, [outside_legend(program)])
    if isinstance(view, StepView):
        from nlc.render.around import line_numbers

        outer += tuple(line_numbers(program))
    for i, name in enumerate(program.board.names(Sort.CELL)):
        if name in view.unit:
            labels.setdefault(i, Label(glyphs.empty))
    contents = Contents(join_lanes(program.board, labels), clues, {}, {}, walls, faint, outer)
    contents = replace(contents, cages=cage_borders(program.board, rooms))
    colors = tints(program, board, given)
    line_vars = list(visible(program, view, Sort.LINK, Sort.BORDER))
    doubles = _doubles(program, view, line_vars)
    line_vars = [var for var in line_vars if var.name not in doubles.values()]
    kinds: list[tuple[Sort, str, BoolVar | Domain | None]] = [
        (v.sort, v.name, v) for v in line_vars
    ]
    if not kinds:
        bordered = walls is not None or vertices or rooms.only
        kinds = [(Sort.BORDER if bordered else Sort.LINK, "", None)]
    if corners and all(sort is Sort.LINK for sort, _, _ in kinds):
        kinds.append((Sort.BORDER, " ".join(corners), None))
    for sort, title, var in kinds:
        if sort is Sort.BORDER and not out.corners:
            contents, out.corners = replace(contents, vertices=vertices), True
        chosen, marked, double = _picture_lines(program, view, var, sort, glyphs, doubles)
        if isinstance(var, Domain):
            texts = value_texts(program, view, var, glyphs)
            contents = replace(contents, edges=view.texts(var, texts))
        elif has_outer_clues and not out.canvases:
            drawn = np.logical_or.reduce([chosen, *(mask for mask, _ in marked)])
            edges, drawn_clues = clues_between(program, glyphs, sort, drawn)
            contents = replace(contents, edges=edges)
            out.drawn_clues |= drawn_clues
        draw = draw_links
        if sort is Sort.BORDER:
            draw = draw_borders
            signs = zip(rooms.only, (FIRST, SECOND), strict=False)
            marked += [(mask, strokes(sign, glyphs)) for mask, sign in signs]
        rooms_here = var is None or sort is Sort.LINK
        canvas_contents = contents if rooms_here else replace(contents, rooms=None, cages=None)
        canvas = draw(program.board, glyphs, canvas_contents, colors, chosen, marked, double)
        out.canvases.append((title, canvas))
        if double is not None and double.any():
            single, double_line = glyphs.strokes[4], glyphs.doubles[4]
            out.legend.append(f"{single} {title}   {double_line} {title} and {doubles[title]}")
        kept = {i: contents.cells[i] for i in clues}
        contents = Contents(kept, clues, {}, {}, walls, faint, outer, contents.cages)
    several = len(line_vars) + len(cells) + len(corners) > 1
    for where, titles in (("cells", cells), ("corners", corners)):
        if titles and several:
            out.legend.append(f"{where}: {', '.join(titles)}")
    return out


def _doubles(program: Program, view: View, line_vars: Sequence[BoolVar | Domain]) -> dict[str, str]:
    """Return the upper line of each line that has a double line over it, by name.

    The upper line is drawn only where the lower one is, so that no line is hidden.
    """
    out: dict[str, str] = {}
    if not isinstance(view, SolutionView | PuzzleView | StepView):
        return out
    lines = [var for var in line_vars if isinstance(var, BoolVar)]
    singles = [var for var in lines if program.marks.get(var.name) != "double"]
    for upper in (var for var in lines if var not in singles):
        over = view.bools(upper)[0]
        for lower in singles:
            under = view.bools(lower)[0]
            if lower.sort is upper.sort and lower.name not in out and not (over & ~under).any():
                out[lower.name] = upper.name
                break
    return out


def _picture_lines(
    program: Program,
    view: View,
    var: BoolVar | Domain | None,
    sort: Sort,
    glyphs: Glyphs,
    doubles: dict[str, str],
) -> tuple[Bools, list[MarkedLines], Bools | None]:
    """Return the lines of a picture: drawn ones, those with a sign, and double ones."""
    if not isinstance(var, BoolVar):
        return np.zeros(program.board.count(sort), np.bool_), [], None
    holds, shares = view.bools(var)
    marked = [(mask, strokes(sign, glyphs)) for mask, sign in shares]
    if var.name not in doubles:
        return holds, marked, None
    (upper,) = [other for other in program.bools if other.name == doubles[var.name]]
    double_line, more = view.bools(upper)
    return holds, marked + [(m, strokes(sign, glyphs)) for m, sign in more], double_line
