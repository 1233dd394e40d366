"""The contents of cells and vertices: clues, and decided values."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.ir.nodes import Domain, Program
from nlc.pictures.clues import DrawnClue, symbol
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import number
from nlc.pictures.style import BROKEN, ONLY_SECOND, Style, readable_on
from nlc.printable import printable
from nlc.render.glyphs import SHADED, STYLES
from nlc.render.labels import (
    condition_labels,
    labelled,
    labels_of,
    mark_words,
    value_names,
    visible,
)
from nlc.render.view import EXCLUDED, NEW, Label, View

GLYPHS = STYLES["unicode"]


class Sign(NamedTuple):
    """A decided value on an element: the word of a shape, or a label."""

    word: str
    label: Label | None = None


_TRUE = {"stone": Sign("black"), "digit": Sign("", Label("1"))}
_FALSE = {"stone": Sign("white"), "digit": Sign("", Label("0"))}
"""Signs of false booleans, for those that are drawn when false, too."""

_REPEATED = {"disc": Sign("black"), "circle": Sign("white")}
"""The signs that repeat the shape of a clue."""


def decided_signs(
    program: Program, view: View, sort: Sort, skipped: Container[str] = ()
) -> dict[int, list[Sign]]:
    """Return the decided values on elements, without shaded cells and skipped variables."""
    out: dict[int, list[Sign]] = {}
    words = mark_words(program)
    if sort is Sort.CELL:
        for slot in condition_labels(program, view):
            for i, label in slot.labels.items():
                out.setdefault(i, []).append(Sign("", label))
    for var in labelled(program, view, sort):
        if var.name in skipped:
            continue
        if isinstance(var, Domain):
            names = view.texts(var, var.values)
            own = program.board.names(sort) if program.marks.get(var.name) == "rooms" else None
            texts = value_names(program, var, GLYPHS)
            for i, label in labels_of(program, view, var, texts).items():
                if own is None or names[i].text != own[i]:  # a region's clue is in it
                    out.setdefault(i, []).append(Sign("", label))
            continue
        holds, shares = view.bools(var)
        word = words[var.name]
        if word not in SHADED or sort is not Sort.CELL:
            for i in np.flatnonzero(holds).tolist():
                out.setdefault(i, []).append(_TRUE.get(word, Sign(word)))
        for mask, sign in shares:
            text = {NEW: "1", EXCLUDED: "0"}.get(sign, sign) if word == "digit" else sign
            for i in np.flatnonzero(mask).tolist():
                out.setdefault(i, []).append(Sign("", Label(text, True)))
        if word in _FALSE:
            for i in np.flatnonzero(view.refuted(var)).tolist():
                out.setdefault(i, []).append(_FALSE[word])
    return out


class Contents:
    """Draws contents of elements.

    Args:
        over_links: whether lines run from cell to cell; a disc then separates texts from them.
        changed: the colour of changed labels.
    """

    def __init__(
        self, geometry: Geometry, style: Style, over_links: bool, changed: str = BROKEN
    ) -> None:
        self.geometry, self.style, self.over_links = geometry, style, over_links
        self.changed = changed
        self.names = geometry.board.names(Sort.CELL)

    def shapes(self, clues: Mapping[int, DrawnClue]) -> Iterator[str]:
        """Yield the shapes of listed values, over which lines may run."""
        for cell, clue in clues.items():
            if clue.shape:
                x, y = self.geometry.centers[cell].tolist()
                radius = float(self.geometry.radius[cell])
                word = _REPEATED[clue.shape].word if clue.shape in _REPEATED else clue.shape
                shape = symbol(word, x, y, radius, self.style.ink, self.style.ground, "k")
                yield f'<g data-e="{escape(self.names[cell])}">{shape}</g>'

    def cells(
        self,
        clues: Mapping[int, DrawnClue],
        signs: Mapping[int, list[Sign]],
        shades: Mapping[int, str],
        colors: list[str],
    ) -> Iterator[str]:
        """Yield clues, and decided values over them.

        Args:
            clues: of cells.
            signs: the decided values of cells.
            shades: the colours of cells that differ from the ground.
            colors: of each cell's line, empty for none.
        """
        for cell in sorted({*clues, *signs}):
            clue, marks = clues.get(cell, DrawnClue()), signs.get(cell, [])
            marks = [sign for sign in marks if not _repeats(clue, sign)]
            x, y = self.geometry.centers[cell].tolist()
            radius = float(self.geometry.radius[cell])
            ground = shades.get(cell, self.style.ground)
            if clue.text or clue.frame:
                aside = bool(marks)
                yield from self._clue(cell, clue, aside, ground, colors[cell])
            if not marks:
                continue
            dark = cell in shades
            if clue.corner:
                y, radius = y + radius * 0.08, radius * 0.92
            elif clue.text or clue.frame or clue.shape:
                y, radius = y + radius * 0.42, radius * 0.5
            elif self.over_links and all(s.label and not s.label.changed for s in marks):
                yield self._disc(x, y, self.style.disc * radius / 20, ground)
            color = readable_on(ground) if dark else self.style.answer
            yield from self.signs(marks, x, y, radius, color, ground, self.names[cell])

    def excluded(self, found: Mapping[int, list[str]]) -> Iterator[str]:
        """Yield values that cells cannot have, struck out, by cell."""
        for cell, values in found.items():
            radius, d = float(self.geometry.radius[cell]), ""
            left, top = self.geometry.centers[cell].tolist()
            named = f'data-e="{escape(self.names[cell])}" fill="{ONLY_SECOND}"'
            for text, x, y, step in _in_rows(values, left, top, radius, least=2):
                size = min(0.9, 1.5 / len(text)) * step
                half = min(0.4 * size * len(text) + 0.06 * radius, 0.5 * step)
                place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(size)}"'
                yield f"<text {named} {place}>{escape(text)}</text>"
                d += f"M{number(x - half)} {number(y + 0.2 * half)}L{number(x + half)} "
                d += number(y - 0.2 * half)
            yield f'<path d="{d}" stroke="{ONLY_SECOND}" stroke-width="1.4"/>'

    def _clue(
        self, cell: int, clue: DrawnClue, aside: bool, ground: str, color: str
    ) -> Iterator[str]:
        """Yield a text with its frame, in the upper part of its cell if `aside`."""
        style, name = self.style, self.names[cell]
        x, y = self.geometry.centers[cell].tolist()
        radius = float(self.geometry.radius[cell])
        if clue.corner:
            x, y = self.geometry.upper_corner(cell).tolist()
            radius *= 0.68 if self.geometry.board.topology == "square" else 0.5
        elif aside:
            y, radius = y - radius * 0.42, radius * 0.55
        ink, kind = style.ink, "k"
        if clue.frame:
            at = f'cx="{number(x)}" cy="{number(y)}" r="{number(0.82 * radius)}"'
            look = f'fill="{ground}" stroke="{style.ink}" stroke-width="1.6" class="g s"'
            yield f'<circle data-e="{escape(name)}" {at} {look}/>'
            radius *= 0.85
        elif self.over_links and ground == style.ground and not clue.corner:
            ground = color if style.labelled and color else ground
            yield self._disc(x, y, style.disc * radius / 20, ground)
        if ground != style.ground:
            ink, kind = readable_on(ground), ""
        if len(clue.numbers) > 1:
            yield from self._list(clue.numbers, x, y, radius, ink, kind, name)
        elif clue.text:
            yield words(printable(clue.text), x, y, radius, ink, kind, name)

    def _list(
        self,
        numbers: tuple[str, ...],
        x: float,
        y: float,
        radius: float,
        ink: str,
        kind: str,
        name: str,
    ) -> Iterator[str]:
        """Yield the numbers of a list, row by row in as many columns as rows."""
        for text, left, top, step in _in_rows(numbers, x, y, radius):
            yield words(text, left, top, 0.9 * step, ink, kind, name)

    def _disc(self, x: float, y: float, radius: float, ground: str) -> str:
        same = ' class="g"' if ground == self.style.ground else ""
        at = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        return f'<circle {at} fill="{ground}"{same}/>'

    def edges(self, found: Iterable[tuple[Sort, int, DrawnClue, int]]) -> Iterator[str]:
        """Yield clues of links and borders, written ones on a disc."""
        ink, ground = self.style.ink, self.style.ground
        for sort, i, clue, rank in found:
            x, y = self.geometry.middle(sort, i, rank).tolist()
            name = self.geometry.board.names(sort)[i]
            if clue.shape:
                radius = 16.0 if clue.shape == "dot" else 9.0
                shape = symbol(clue.shape, x, y, radius, ink, ground, "k")
                yield f'<g data-e="{escape(name)}">{shape}</g>'
                continue
            size = 14.0 if sort is Sort.LINE else 11.0
            yield self._disc(x, y, 9.0, ground)
            yield words(printable(clue.text), x, y, size, ink, "k", name)

    def vertices(
        self, clues: Mapping[int, DrawnClue], signs: Mapping[int, list[Sign]]
    ) -> Iterator[str]:
        """Yield clues on vertices, and decided values, next to a clue if there is one."""
        style, names = self.style, self.geometry.board.names(Sort.VERTEX)
        for i in sorted({*clues, *signs}):
            x, y = self.geometry.points[i].tolist()
            clue, radius = clues.get(i, DrawnClue()), 9.0
            marks = [sign for sign in signs.get(i, []) if not _repeats(clue, sign)]
            if i in clues:
                look = f'fill="{style.ground}" stroke="{style.ink}" class="g s"'
                at = f'cx="{number(x)}" cy="{number(y)}" r="9.4"'
                yield f'<circle data-e="{escape(names[i])}" {at} {look}/>'
                if clue.text:
                    yield words(printable(clue.text), x, y, 11.0, style.ink, "k", names[i])
                elif word := clue.shape or ("shaded" if clue.shaded else ""):
                    shape = symbol(word, x, y, 7.0, style.ink, style.ground, "k")
                    yield f'<g data-e="{escape(names[i])}">{shape}</g>'
                x, y, radius = x + 11.0, y - 11.0, 6.0
            yield from self.signs(marks, x, y, radius, style.answer, style.ground, names[i])

    def signs(
        self,
        marks: list[Sign],
        x: float,
        y: float,
        radius: float,
        color: str,
        ground: str,
        name: str,
    ) -> Iterator[str]:
        """Yield shapes and labels side by side."""
        width = 2 * radius / max(1, len(marks))
        kind = "a" if color == self.style.answer else ""
        for i, (word, label) in enumerate(marks):
            middle = x + (i - (len(marks) - 1) / 2) * width
            if label is None:
                shape = symbol(word, middle, y, min(radius, width / 1.5), color, ground, kind)
                yield f'<g data-e="{escape(name)}">{shape}</g>'
            else:
                changed = ONLY_SECOND if label.text == EXCLUDED else self.changed
                ink = changed if label.changed else color
                text = printable(label.text)
                named = "" if label.changed else kind
                yield words(text, middle, y, min(radius, width * 0.75), ink, named, name)


def _in_rows(
    texts: Sequence[str], x: float, y: float, radius: float, least: int = 1
) -> Iterator[tuple[str, float, float, float]]:
    """Yield texts row by row, with their places and distance, in as many columns as rows.

    There are at least `least` columns.
    """
    cols = max(least, math.ceil(math.sqrt(len(texts))))
    step = 1.5 * radius / cols
    rows = [texts[i : i + cols] for i in range(0, len(texts), cols)]
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            left = x + (j - (len(row) - 1) / 2) * step
            yield printable(text), left, y + (i - (len(rows) - 1) / 2) * step, step


def _repeats(clue: DrawnClue, sign: Sign) -> bool:
    """Return whether a decided value is the same as the clue."""
    if sign.label is not None:
        return sign.label.text == clue.text and not sign.label.changed
    return _REPEATED.get(clue.shape) == sign


def words(text: str, x: float, y: float, radius: float, color: str, kind: str, name: str) -> str:
    """Return a text that fits into a circle."""
    size = radius * (1.1 if len(text) < 2 else 0.95 if len(text) == 2 else 2.1 / len(text))
    named = f' class="{kind}"' if kind else ""
    place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(size)}"'
    return f'<text data-e="{escape(name)}" {place} fill="{color}"{named}>{escape(text)}</text>'


def shaded_cells(program: Program, view: View) -> Bools:
    """Return the cells that are decided to be dark, shape (cells,)."""
    out = np.zeros(program.board.count(Sort.CELL), np.bool_)
    marks = mark_words(program)
    for var in visible(program, view, Sort.CELL):
        if not isinstance(var, Domain) and marks[var.name] in SHADED:
            out |= view.bools(var)[0]
    return out


def lit_cells(program: Program, view: View, blocks: Collection[int]) -> Bools:
    """Return the cells that lamps light, straight on up to blocks; shape (cells,).

    If no clue is a block, lamps are mere marks and light nothing.
    """
    board = program.board
    out = np.zeros(board.count(Sort.CELL), np.bool_)
    marks = mark_words(program)
    lamps = np.zeros_like(out)
    for var in visible(program, view, Sort.CELL):
        if not isinstance(var, Domain) and marks[var.name] == "lamp":
            lamps |= view.bools(var)[0]
    if not blocks or not lamps.any():
        return out
    lines = board.lines
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
