"""Draws a board by a view of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.board import Board, Sort
from nlc.ir.backbone import Backbone
from nlc.ir.nodes import Assignment, Program
from nlc.pictures.geometry import BEHIND, MARGIN, OUTSIDE, Geometry
from nlc.pictures.layers import Layers
from nlc.pictures.paths import circle, segments, tag, text
from nlc.pictures.style import STYLES, Style
from nlc.printable import printable
from nlc.render.around import OuterClue, line_numbers, max_ranks, outside_legend
from nlc.render.scene import Scene
from nlc.render.text import single_values, style_of, undrawn_values
from nlc.render.view import (
    FIRST,
    OPEN,
    OR,
    SECOND,
    BackboneView,
    DifferenceView,
    SolutionView,
    StepView,
    View,
)

_LETTER = 6.5
"""Width of a letter of a list below the board, in units."""


class Drawing(Struct, frozen=True):
    """A picture without a format.

    Attributes:
        note: a description: below the board on a page, and for screen readers.
        width: in units; the side of a square cell has 40.
        height: likewise.
        style: colours and widths.
        body: the elements of SVG.
        captioned: whether every format prints the note of each of several drawings.
    """

    title: str
    note: str
    width: float
    height: float
    style: Style
    body: str
    captioned: bool = False


def geometry_of(program: Program, numbers: Sequence[OuterClue] = ()) -> Geometry:
    """Return the places of elements on the pictures of a puzzle, with room for what is outside."""
    room = MARGIN + OUTSIDE if numbers else MARGIN
    margins = [room, room, MARGIN, MARGIN]
    for (x, y), behind in max_ranks(program).items():
        room = MARGIN + 2 * OUTSIDE + BEHIND * behind
        for side, away in enumerate((-x, -y, x, y)):
            if away > 0.05:
                margins[side] = max(margins[side], room)
    return Geometry(program.board, margins)


def draw(
    program: Program,
    shown: Assignment | Backbone | StepView | tuple[Assignment, Assignment] | None = None,
    style: str = "puzzle",
    broken: frozenset[str] = frozenset(),
    targets: bool = False,
    reported: bool = True,
    picked: frozenset[str] | None = None,
) -> Drawing:
    """Return a drawing.

    Args:
        shown: a solution, a backbone, a step, or two solutions whose differences are drawn; None:
            the puzzle alone.
        broken: names of elements where rules are violated.
        targets: whether each element gets an area for pointers; see `pointer_areas`.
        reported: whether a solution also has the reported variables, which follow from the others.
        picked: names of elements whose clues are bold and the others faint; None: all are normal.

    Raises:
        UserError: the style is unknown, or the library that lays out graphs is missing.
    """
    look = style_of(style, STYLES)
    view: View = View(picked=picked)
    if isinstance(shown, Backbone):
        view = BackboneView(shown)
    elif isinstance(shown, StepView):
        view = shown
    elif isinstance(shown, tuple):
        view = DifferenceView(solutions=shown)
    elif shown is not None:
        view = SolutionView(solutions=(shown,), reported=reported, picked=picked)
    scene = Scene(program, view)
    numbers = [*line_numbers(program)] if isinstance(shown, StepView) else []
    geometry = geometry_of(program, numbers)
    body = Layers(scene, geometry, look, broken).text()
    for each in numbers:
        x, y = geometry.centers[each.cell].tolist()
        x, y = (str(OUTSIDE), y) if each.step[1] else (x, str(OUTSIDE))
        body += text(each.text, x, y, 11, fill="#767676") + "\n"
    if targets:
        body += "".join(f"{group}\n" for group in pointer_areas(program, geometry))
    board = program.board
    size = f"{board.rows} x {board.cols} " if board.rows else ""
    note = f"{size}{program.genre}: {view.summary}{_legend(scene)}"
    width, height = geometry.size
    legends = [[words] for words in [outside_legend(program)] if words]
    if shown is not None:
        legends += [[f"{name}: {items[0]}"] for name, items in single_values(scene)]
        for name, items in undrawn_values(scene, placed=False):
            legends.append(wrap(f"{name}: {' '.join(items)}", max(20, int(width / _LETTER))))
    for lines in legends:
        height_of = min(16.0, 1.7 * width / max(map(len, lines)))
        for words in lines:
            place = {"x": width / 2, "y": height + 10, "font_size": height_of}
            body += tag("text", escape(printable(words)), **place, fill=look.ink, class_="k") + "\n"
            height += 24.0 if len(lines) == 1 else 1.3 * height_of
        height += 24.0 if len(lines) > 1 else 0.0
    pieces, deep = _pieces(program, look, width, height)
    body, height = body + pieces, height + deep
    return Drawing(printable(program.title), note, width, height, look, body)


_SMALL = 11.0
"""The side of a square of a piece below the board, in units."""


def _pieces(program: Program, look: Style, width: float, top: float) -> tuple[str, float]:
    """Return the pieces that are to be placed, in lines below a board, and their height."""
    out, x, y, deep = "", MARGIN, top, 0.0
    for piece, number in program.pieces.items():
        rows = piece.split("/")
        long, high = _SMALL * max(map(len, rows)) + 26, _SMALL * len(rows) + 12
        if x + long > width and deep:
            x, y, deep = MARGIN, y + deep, 0.0
        out += text(f"{number}×", x + 10, y + high / 2 - 6, 13, fill=look.ink, class_="k") + "\n"
        for i, row in enumerate(rows):
            for j, sign in enumerate(row):
                if sign == "x":
                    place = {"x": x + 22 + _SMALL * j, "y": y + _SMALL * i}
                    size = {"width": _SMALL - 1, "height": _SMALL - 1}
                    out += tag("rect", **place, **size, fill=look.shade, class_="h") + "\n"
        x, deep = x + long + 4, max(deep, high)
    return out, y + deep - top


def _legend(scene: Scene) -> str:
    """Return what the signs say that a picture of several solutions has."""
    program, view, rooms = scene.program, scene.view, scene.rooms
    if not isinstance(view, BackboneView | DifferenceView):
        return ""
    lines, signs, texts = any(map(np.any, rooms.only)), False, list[str]()
    for var in (var for var in program.bools if var.shown and var.sort.placed):
        if any(mask.any() for mask, _ in view.bools(var)[1]):
            lines |= var.sort in (Sort.LINK, Sort.BORDER)
            signs |= var.sort not in (Sort.LINK, Sort.BORDER)
    for domain in program.domains.values():
        if domain.shown and domain.sort.placed and domain.name not in rooms.names:
            texts += [each.text for each in view.texts(domain, domain.values).values() if each[1]]
    if isinstance(view, BackboneView):
        drawn = ["dashes"] * lines + [OPEN] * (signs or bool(texts))
        return f"; {' and '.join(drawn)} {'are' if lines else 'is'} open" if drawn else ""
    words = ["orange: only the first, blue dashes: only the second"] * lines
    words += [f"{FIRST}: only the first, {SECOND}: only the second"] * signs
    for first, _, second in (each.partition(OR) for each in texts[:1]):
        words += [f"{texts[0]}: {first} in the first, {second} in the second"]
    return "".join(f"; {each}" for each in words)


WIDE = 16.0
"""Width of the area of a link or a border."""

_FREE = 0.28
"""The part of a link at either end that belongs to the area of its cell."""


def pointer_areas(program: Program, geometry: Geometry) -> Iterator[str]:
    """Yield a group ``<g data-targets="link">`` for each sort of elements, the uppermost last.

    Sorts with variables are above the others, and lines above cells, so that a pointer hits
    elements that can be changed. For another sort, a page turns ``pointer-events`` of groups off.
    """
    board = program.board
    decided = {var.sort for var in program.declared if var.shown}
    sorts = [Sort.LINK, Sort.BORDER, Sort.VERTEX, Sort.CELL]
    rising = [Sort.CELL, Sort.VERTEX, Sort.LINK, Sort.BORDER]
    corners = zip(board.names(Sort.VERTEX), geometry.points.tolist(), strict=True)
    found = {
        Sort.CELL: _cells(board, geometry),
        Sort.VERTEX: (circle(x, y, WIDE / 2, data_e=name) for name, (x, y) in corners),
        Sort.LINK: _links(board, geometry),
        Sort.BORDER: _borders(board, geometry),
    }
    order = [sort for sort in sorts if sort not in decided]
    for sort in order + [sort for sort in rising if sort in decided]:
        look: dict[str, Any] = {"pointer_events": "all"}
        if sort in (Sort.LINK, Sort.BORDER):
            look = {"stroke_width": WIDE, "pointer_events": "stroke"}
        if areas := "".join(found[sort]):
            yield tag("g", areas, data_targets=sort.value, fill="none", stroke="none", **look)


def _cells(board: Board, geometry: Geometry) -> Iterator[str]:
    for _, name, d in geometry.areas():
        yield tag("path", data_e=name, d=d)
    for i, name in enumerate(board.names(Sort.CELL)):
        if not len(geometry.corners_of(i)) and board.lanes[i] < 0:
            x, y = geometry.centers[i].tolist()
            yield circle(x, y, 14, data_e=name)


def _links(board: Board, geometry: Geometry) -> Iterator[str]:
    for i, name in enumerate(board.names(Sort.LINK)):
        if geometry.straight[i]:
            a, b = geometry.centers[board.link_cells[i]]
            ends = np.stack([a + _FREE * (b - a), b + _FREE * (a - b)])[None]
        else:
            ends = np.stack(geometry.stubs(i))
            ends[:, 0] += 2 * _FREE * (ends[:, 1] - ends[:, 0])
        yield tag("path", data_e=name, d=segments(ends))


def _borders(board: Board, geometry: Geometry) -> Iterator[str]:
    for i, name in enumerate(board.names(Sort.BORDER)):
        ends = geometry.sides[i] if geometry.split[i] else geometry.sides[i, :1]
        yield tag("path", data_e=name, d=segments(ends))
