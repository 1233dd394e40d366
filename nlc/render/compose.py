"""Composes pictures: distributes variables over them, and makes their legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.render.canvas import Canvas, columns
from nlc.render.labels import Contents, join_labels, join_lanes
from nlc.render.lines import draw_borders, draw_links
from nlc.render.rooms import cage_borders
from nlc.render.scene import Scene
from nlc.render.view import (
    EXCLUDED,
    FIRST,
    NEW,
    SECOND,
    BackboneView,
    DifferenceView,
    Label,
    StepView,
    View,
    strokes,
)

if TYPE_CHECKING:
    from nlc.render.around import OuterClue

_BETWEEN = {Sort.BORDER, Sort.LINK}
_OUTER = {Sort.LINE, *_BETWEEN}
"""The sorts of clues that are between cells, and of those that are next to cells."""


class Pictures(Struct):
    """Pictures of a board.

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

    def lines(self, color: bool | str) -> list[str]:
        """Return the pictures, with their titles if there are several, and the legend."""
        out: list[str] = []
        for title, canvas in self.canvases:
            out += [f"{title}:"] * (len(self.canvases) > 1)
            out += canvas.lines(color)
        return out + self.legend


def compose(scene: Scene) -> Pictures:
    """Return the pictures of a scene, of a graph none; each variable is in one of them.

    A variable over links or borders has a picture of its own, except for a double line over a
    single one. The labels of cells are in the first picture, those of corners in the first one with
    corners.
    """
    out, program, view, glyphs = Pictures(), scene.program, scene.view, scene.glyphs
    if program.board.topology == "graph":
        return out
    rooms = scene.rooms
    given = scene.clues(Sort.CELL, rooms.names)
    hidden = {scene.implied(given), *rooms.names}
    labels, clues, cells = join_labels(given, scene.slots(Sort.CELL, hidden))
    ports = {
        corner: text if len(columns(text)) < 2 else glyphs.mark  # there is room for one character
        for corner, text in scene.clues(Sort.VERTEX).items()
    }
    vertices, _, corners = join_labels(ports, scene.slots(Sort.VERTEX))
    outer: tuple[OuterClue, ...] = ()
    if isinstance(view, StepView) or not _OUTER.isdisjoint(program.given_sorts.values()):
        from nlc.render.around import clues_between, line_numbers, outer_clues, outside_legend

        outer = tuple(outer_clues(scene))
        out.drawn_clues.update((each.given, each.element) for each in outer)
        out.legend += filter(None, [outside_legend(program)])
        if isinstance(view, StepView):
            outer += tuple(line_numbers(program))
    names, picked = program.board.names(Sort.CELL), view.picked
    for i, name in enumerate(names if view.unit else ()):
        if name in view.unit:
            labels.setdefault(i, Label(glyphs.empty))
    whole = Contents(
        cells=join_lanes(program.board, labels),
        clues=clues,
        faint=frozenset(i for i in clues if not (picked is None or names[i] in picked)),
        tints=scene.tints(given),
        around=outer,
        rooms=rooms.walls,
        cages=cage_borders(program.board, rooms),
    )
    line_vars = list(scene.visible(Sort.LINK, Sort.BORDER))
    several = isinstance(view, BackboneView | DifferenceView)
    doubles = {} if several else _doubles(program, view, line_vars)
    line_vars = [var for var in line_vars if var not in doubles.values()]
    kinds: list[tuple[Sort, str, BoolVar | Domain | None]] = [
        (v.sort, v.name, v) for v in line_vars
    ]
    if not kinds:
        bordered = rooms.walls is not None or vertices or rooms.only
        kinds = [(Sort.BORDER if bordered else Sort.LINK, "", None)]
    if corners and all(sort is Sort.LINK for sort, _, _ in kinds):
        kinds.append((Sort.BORDER, " ".join(corners), None))
    for sort, title, var in kinds:
        contents = replace(whole, chosen=np.zeros(program.board.count(sort), np.bool_))
        if isinstance(var, BoolVar):
            chosen, shares = view.bools(var)
            doubled, more = view.bools(doubles[title]) if title in doubles else (None, ())
            drawn = np.logical_or.reduce([chosen, *(mask for mask, sign in shares if sign == NEW)])
            # A line that is not double is drawn, as a line.
            more = [(mask & ~drawn if sign == EXCLUDED else mask, sign) for mask, sign in more]
            marked = [(mask, strokes(sign, glyphs)) for mask, sign in (*shares, *more)]
            contents = replace(whole, chosen=chosen, marked=marked, doubled=doubled)
        if isinstance(var, Domain):
            contents = replace(contents, edges=view.texts(var, scene.texts(var)))
        elif not out.canvases and not _BETWEEN.isdisjoint(program.given_sorts.values()):
            drawn = np.logical_or.reduce([contents.chosen, *(mask for mask, _ in contents.marked)])
            edges, drawn_clues = clues_between(scene, sort, drawn)
            contents = replace(contents, edges=edges)
            out.drawn_clues |= drawn_clues
        draw = draw_links
        if sort is Sort.BORDER:
            signs = zip(rooms.only, (FIRST, SECOND), strict=False)
            marked = [*contents.marked, *((mask, strokes(sign, glyphs)) for mask, sign in signs)]
            contents = replace(contents, marked=marked, vertices={} if out.corners else vertices)
            draw, out.corners = draw_borders, True
            if var is not None:
                contents = replace(contents, rooms=None, cages=None)
        out.canvases.append((title, draw(scene.board, glyphs, contents)))
        if contents.doubled is not None and contents.doubled.any():
            single, double = glyphs.strokes[4], glyphs.doubles[4]
            out.legend.append(f"{single} {title}   {double} {title} and {doubles[title].name}")
        whole = replace(whole, cells={i: whole.cells[i] for i in clues})
    several = len(line_vars) + len(cells) + len(corners) > 1
    for where, titles in (("cells", cells), ("corners", corners)):
        if titles and several:
            out.legend.append(f"{where}: {', '.join(titles)}")
    return out


def _doubles(
    program: Program, view: View, line_vars: Sequence[BoolVar | Domain]
) -> dict[str, BoolVar]:
    """Return the upper line of each line that has a double line over it, by name.

    The upper line is drawn only where the lower one is, so that no line is hidden.
    """
    out: dict[str, BoolVar] = {}
    lines = [var for var in line_vars if isinstance(var, BoolVar)]
    singles = [var for var in lines if program.marks.get(var.name) != "double"]
    for upper in (var for var in lines if var not in singles):
        over = view.bools(upper)[0]
        for lower in singles:
            under = view.bools(lower)[0]
            if lower.sort is upper.sort and lower.name not in out and not (over & ~under).any():
                out[lower.name] = upper
                break
    return out
