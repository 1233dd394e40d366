"""Composes pictures: which variables share one, what it is drawn on, and what its signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.ir.nodes import Assignment, BoolVar, Domain, Program
from nlc.render.canvas import Canvas
from nlc.render.glyphs import Glyphs, Marked
from nlc.render.labels import (
    Contents,
    color_domain,
    join,
    on_lanes,
    read_clues,
    slots,
    tints,
    told_by_lines,
    value_texts,
    visible,
)
from nlc.render.lines import draw_borders, draw_links
from nlc.render.rooms import cages, read_rooms
from nlc.render.view import (
    FIRST,
    SECOND,
    Label,
    PuzzleView,
    Solution,
    StepView,
    View,
    solutions,
    strokes,
)

if TYPE_CHECKING:
    from nlc.render.around import Around

_BESIDE = {Sort.LINE, Sort.BORDER, Sort.LINK}
"""Sorts of clues that stand beside cells."""


class Pictures(Struct):
    """Pictures of a board that is no graph.

    Attributes:
        legend: what stands where, and what lines are of which variable.
        corners: whether the corners of cells were drawn.
        told: the clues that are drawn beside cells where no cell is, or between cells: the name of
            the given, and the element.
    """

    canvases: list[tuple[str, Canvas]] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)
    corners: bool = False
    told: set[tuple[str, int]] = field(default_factory=set)

    def lines(self, color: bool) -> list[str]:
        """Return the pictures with their titles, where there are several, and the legend."""
        out: list[str] = []
        for title, canvas in self.canvases:
            out += [f"{title}:"] * (len(self.canvases) > 1)
            out += canvas.lines(color)
        return out + self.legend


def compose(program: Program, view: View, glyphs: Glyphs) -> Pictures:
    """Return pictures of what a view tells; each variable is in one of them.

    A variable over links or borders has a picture of its own, except for a double line over a
    single one. What stands on cells is in the first picture, and what stands on corners in the
    first that has them.
    """
    out = Pictures()
    board = view.board if isinstance(view, Solution) else None
    rooms = read_rooms(program, solutions(view))
    walls = rooms.walls
    given = read_clues(program, Sort.CELL, glyphs, rooms.names)
    hidden = {left_out(program, view, board, given), *rooms.names}
    labels, clues, cells = join(given, slots(program, view, glyphs, Sort.CELL, hidden))
    ports = read_clues(program, Sort.VERTEX, glyphs)
    vertices, _, corners = join(ports, slots(program, view, glyphs, Sort.VERTEX))
    picked = getattr(view, "picked", None)
    faint = frozenset[int]()
    if picked is not None:
        names = program.board.names(Sort.CELL)
        faint = frozenset(i for i in clues if names[i] not in picked)
    outer: tuple[Around, ...] = ()
    beside = not _BESIDE.isdisjoint(program.given_sorts.values())
    if beside:
        from nlc.render.around import around, between, told_outside

        outer = tuple(around(program, glyphs))
        out.told.update((each.given, each.element) for each in outer)
        out.legend += filter(None, [told_outside(program)])
    for i, name in enumerate(program.board.names(Sort.CELL)):
        if name in getattr(view, "unit", ()):
            labels.setdefault(i, Label(glyphs.empty))
    contents = Contents(on_lanes(program.board, labels), clues, {}, {}, walls, faint, outer)
    contents = replace(contents, cages=cages(program.board, rooms))
    colors = tints(program, board, given)
    found = list(visible(program, view, Sort.LINK, Sort.BORDER))
    doubles = _doubles(program, view, found)
    found = [var for var in found if var.name not in doubles.values()]
    kinds: list[tuple[Sort, str, BoolVar | Domain | None]] = [(v.sort, v.name, v) for v in found]
    if not kinds:
        bordered = walls is not None or vertices or rooms.only
        kinds = [(Sort.BORDER if bordered else Sort.LINK, "", None)]
    if corners and all(sort is Sort.LINK for sort, _, _ in kinds):
        kinds.append((Sort.BORDER, " ".join(corners), None))
    for sort, title, var in kinds:
        if sort is Sort.BORDER and not out.corners:
            contents, out.corners = replace(contents, vertices=vertices), True
        chosen, marked, double = _lines(program, view, var, sort, glyphs, doubles)
        if isinstance(var, Domain):
            texts = value_texts(program, view, var, glyphs)
            contents = replace(contents, edges=view.texts(var, texts))
        elif beside and not out.canvases:
            drawn = np.logical_or.reduce([chosen, *(mask for mask, _ in marked)])
            edges, told = between(program, glyphs, sort, drawn)
            contents = replace(contents, edges=edges)
            out.told |= told
        draw = draw_links
        if sort is Sort.BORDER:
            draw = draw_borders
            signs = zip(rooms.only, (FIRST, SECOND), strict=False)
            marked += [(mask, strokes(sign, glyphs)) for mask, sign in signs]
        rooms_here = var is None or sort is Sort.LINK
        here = contents if rooms_here else replace(contents, rooms=None, cages=None)
        canvas = draw(program.board, glyphs, here, colors, chosen, marked, double)
        out.canvases.append((title, canvas))
        if double is not None and double.any():
            single, twice = glyphs.strokes[4], glyphs.doubles[4]
            out.legend.append(f"{single} {title}   {twice} {title} and {doubles[title]}")
        kept = {i: contents.cells[i] for i in clues}
        contents = Contents(kept, clues, {}, {}, walls, faint, outer, contents.cages)
    several = len(found) + len(cells) + len(corners) > 1
    for where, titles in (("cells", cells), ("corners", corners)):
        if titles and several:
            out.legend.append(f"{where}: {', '.join(titles)}")
    return out


def left_out(program: Program, view: View, board: Assignment | None, given: dict[int, str]) -> str:
    """Return the variable over cells that lines and colours tell, or an empty name."""
    over = list(visible(program, view, Sort.CELL))
    domain = color_domain(program)
    if board is None or len(over) != 1 or over[0] is not domain:
        return ""
    return domain.name if told_by_lines(program, board, given, domain) else ""


def _doubles(program: Program, view: View, found: Sequence[BoolVar | Domain]) -> dict[str, str]:
    """Return lines that may lie double over others: what lies below, what above.

    Nothing is lost, as the upper line is only where the lower is too.
    """
    out: dict[str, str] = {}
    if not isinstance(view, Solution | PuzzleView | StepView):
        return out
    lines = [var for var in found if isinstance(var, BoolVar)]
    singles = [var for var in lines if program.marks.get(var.name) != "double"]
    for upper in (var for var in lines if var not in singles):
        over = view.bools(upper)[0]
        for lower in singles:
            under = view.bools(lower)[0]
            if lower.sort is upper.sort and lower.name not in out and not (over & ~under).any():
                out[lower.name] = upper.name
                break
    return out


def _lines(
    program: Program,
    view: View,
    var: BoolVar | Domain | None,
    sort: Sort,
    glyphs: Glyphs,
    doubles: dict[str, str],
) -> tuple[Bools, list[Marked], Bools | None]:
    """Return the lines of a picture: those that hold, those with a sign, and double ones."""
    if not isinstance(var, BoolVar):
        return np.zeros(program.board.count(sort), np.bool_), [], None
    holds, shares = view.bools(var)
    marked = [(mask, strokes(sign, glyphs)) for mask, sign in shares]
    if var.name not in doubles:
        return holds, marked, None
    (upper,) = [other for other in program.bools if other.name == doubles[var.name]]
    twice, more = view.bools(upper)
    return holds, marked + [(m, strokes(sign, glyphs)) for m, sign in more], twice
