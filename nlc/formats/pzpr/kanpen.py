"""URLs of kanpen.net in its own form: ``ID.html?problem=ROWS/COLS/…``, rows first.

A slash ends a line, ``_`` stands between its items.
"""

from __future__ import annotations

import re

from nlc.errors import Source, fail
from nlc.formats.base import stretch
from nlc.formats.pzpr.blocks import Reader, Text
from nlc.formats.pzpr.body import UNTOLD
from nlc.formats.pzpr.layers import Layers
from nlc.formats.pzpr.url import Page, check_size, known

URL = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?problem=(?P<rest>\S*)")

_BLOCKS = {
    "akari": ("fives",),
    "ayeheya": ("rectangles",),
    "heyawake": ("rectangles",),
    "hitori": ("zeros",),
    "ripple": ("rooms", "numbers"),
    "norinori": ("rooms",),
    "lits": ("rooms",),
    "yajilin": ("turned",),
}
"""Blocks by genre; others that kanpen.net has are numbers alone."""

_NUMBERS = [
    "hashi",
    "kurodoko",
    "masyu",
    "numberlink",
    "nurikabe",
    "shikaku",
    "slitherlink",
    "sudoku",
]

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SIDES = (1, 3, 2, 4)
"""The sides of arrows in the order of kanpen.net: up, left, down, right."""


def read_kanpen(source: Source, number: int, line: str) -> Page:
    """Return what a URL of kanpen.net asks for.

    Raises:
        UserError: it is broken, or of a genre that nlc does not have.
    """
    line = line.rstrip()
    found = URL.fullmatch(line.lstrip())
    assert found is not None
    start = len(line) - len(line.lstrip())
    row = known(found["pid"], stretch(source, number, *(start + at for at in found.span("pid"))))
    blocks = _BLOCKS.get(row.genre, ("numbers",) if row.genre in _NUMBERS else ())
    if not blocks:
        whole = stretch(source, number, start, len(line))
        raise fail(f"kanpen.net's own form is not known of {row.genre}", whole)
    fields, at = [], start + found.start("rest")
    for part in found["rest"].split("/"):
        if part:
            text = part.replace("_", " ").rstrip()
            fields.append(Text(text, stretch(source, number, at, at + max(len(text), 1))))
        at += len(part) + 1
    size = fields[: 1 if row.genre == "sudoku" else 2]
    if not size or not all(_NUMBER.fullmatch(field.text) for field in size):
        raise fail("expected ROWS/COLS after 'problem='", stretch(source, number, start, len(line)))
    rows, cols = int(size[0].text), int(size[-1].text)
    head = size[0].span.to(size[-1].span)
    check_size(rows, cols, head)
    reader = _Kanpen(row, Layers(rows, cols), fields[len(size) :], head)
    for block in blocks:
        reader.read(block)
    if reader.fields:
        raise fail("nothing may follow the board", reader.fields[0].span)
    spans = reader.spans
    return Page(row, "", reader.layers, head, lambda item: spans[item.start])


class _Kanpen(Reader):
    """Reads what kanpen.net writes in ways of its own."""

    def _fives(self) -> None:
        """Read numbers of which 5 is one that is not told."""
        for cell, token in self.cells():
            if token.text != ".":
                value = self.value(token)
                self.layers.cells.append(self.item(cell, UNTOLD if value == 5 else value, token))

    def _zeros(self) -> None:
        """Read numbers of which 0 is none."""
        for cell, token in self.cells():
            if token.text not in (".", "0"):
                self.layers.cells.append(self.item(cell, self.value(token), token))

    def _turned(self) -> None:
        """Read numbers that hold a side: 16 times its place, and the number."""
        for cell, token in self.cells():
            if token.text == ".":
                continue
            if token.text == "-4":
                self.layers.cells.append(self.item(cell, UNTOLD, token))
                continue
            value = self.value(token)
            if value >= 64:
                raise fail("expected a number below 64", token.span)
            item = self.item(cell, value % 16, token)
            self.layers.cells.append(item._replace(side=_SIDES[value // 16]))

    def _rectangles(self) -> None:
        """Read rooms as rectangles: the first row and column, the last ones, and a number."""
        (count,) = self.lines(1, "the number of rooms")
        if not _NUMBER.fullmatch(count.text):
            raise fail("expected the number of rooms", count.span)
        rows, cols = self.layers.rows, self.layers.cols
        room_of: dict[int, int] = {}
        for room, line in enumerate(self.lines(int(count.text), "the list of rooms")):
            numbers = [int(t) for t in line.text.split() if t.isascii() and t.isdigit()]
            if len(numbers) not in (4, 5) or len(numbers) != len(line.text.split()):
                raise fail("a room is four numbers, and one for its clue", line.span)
            top, left, bottom, right = numbers[:4]
            if not (0 <= top <= bottom < rows and 0 <= left <= right < cols):
                raise fail("this room leaves the board", line.span)
            for row in range(top, bottom + 1):
                for col in range(left, right + 1):
                    if room_of.setdefault(row * cols + col, room) != room:
                        raise fail("this room overlaps another one", line.span)
            if len(numbers) == 5:
                self.layers.cells.append(self.item(top * cols + left, numbers[4], line))
        if len(room_of) < self.layers.size:
            raise fail("the rooms do not cover the board", count.span)
        self.layers.walls = {(a, b) for a, b in self.layers.links() if room_of[a] != room_of[b]}
