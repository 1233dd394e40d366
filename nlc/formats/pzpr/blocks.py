"""The blocks that a file of pzpr is made of, and its answer as it is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct, field

from nlc.errors import Span, fail
from nlc.formats.base import stretch
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers, Link
from nlc.formats.pzpr.row import LETTERS, Row
from nlc.formats.pzpr.url import check_flags

_NUMBER = re.compile(r"[0-9]{1,9}")
_LETTERS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_TOKEN = re.compile(r"\S+")
_PASSING = {"passallcell": "", "dontpassallcell": "e", "allowempty": "e"}


class Text(NamedTuple):
    """A field or a token of a file, and where it stands."""

    text: str
    span: Span


class Drawn(Struct, eq=False):
    """The answer of a file, as it is drawn.

    Attributes:
        line: the segments between neighbours, with how many there are.
        sides: the drawn sides of cells: a cell and ``N``, ``E``, ``S`` or ``W``.
        shade: marked cells.
        numbers: cells with their numbers.
        walls: borders that are drawn between neighbours; None where the genre draws none.
    """

    line: dict[Link, int] = field(default_factory=dict)
    sides: set[tuple[int, str]] = field(default_factory=set)
    shade: set[int] = field(default_factory=set)
    numbers: dict[int, int] = field(default_factory=dict)
    walls: set[Link] | None = None


class Reader:
    """Reads the blocks of a file.

    Attributes:
        layers: the puzzle.
        drawn: the answer.
        flags: letters that change the rules.
        spans: where each item of the layers stands.
    """

    def __init__(self, row: Row, layers: Layers, fields: list[Text], head: Span) -> None:
        self.row, self.layers, self.fields, self.head = row, layers, fields, head
        self.drawn = Drawn()
        self.flags = ""
        self.spans: list[Span] = []
        if fields and "passing" not in row.file and _LETTERS.fullmatch(fields[0].text):
            flags = fields.pop(0)
            self.flags = check_flags(row, *flags)

    def read(self, block: str) -> None:
        """Read a block, unless the file has ended."""
        if not self.fields:
            return
        getattr(self, "_" + block.replace("-", "_"))()

    # ---------- tokens ----------

    def lines(self, count: int, what: str) -> list[Text]:
        part, self.fields = self.fields[:count], self.fields[count:]
        if len(part) < count:
            raise fail(f"{what} has {len(part)} of its {count} rows", self.head)
        return part

    def tokens(self, rows: int, cols: int, what: str = "the board") -> Iterator[tuple[int, Text]]:
        """Yield the tokens of a block with their numbers, row by row."""
        if not cols:
            return
        for row, line in enumerate(self.lines(rows, what)):
            tokens = list(_TOKEN.finditer(line.text))
            if len(tokens) != cols:
                told = f"the row has {len(tokens)} items where the size says {cols}"
                raise fail(told, line.span)
            start = line.span.column - 1
            for col, token in enumerate(tokens):
                at, end = start + token.start(), start + token.end()
                span = stretch(line.span.source, line.span.line, at, end)
                yield row * cols + col, Text(token[0], span)

    def cells(self) -> Iterator[tuple[int, Text]]:
        return self.tokens(self.layers.rows, self.layers.cols)

    def _between(self, what: str) -> Iterator[tuple[Link, Text]]:
        """Yield the tokens of sides between neighbours: those in a row, then those in a column."""
        rows, cols = self.layers.rows, self.layers.cols
        for place, token in self.tokens(rows, cols - 1, what):
            cell = place + place // (cols - 1)
            yield (cell, cell + 1), token
        for cell, token in self.tokens(rows - 1, cols, what):
            yield (cell, cell + cols), token

    def item(self, place: int, value: int, token: Text) -> Item:
        self.spans.append(token.span)
        return Item(place, value, len(self.spans) - 1, len(self.spans))

    # ---------- the puzzle ----------

    def _numbers(self) -> None:
        self._into(self.layers.cells, self.cells())

    def _points(self) -> None:
        rows, cols = self.layers.rows + 1, self.layers.cols + 1
        self._into(self.layers.points, self.tokens(rows, cols))

    def _into(self, items: list[Item], tokens: Iterator[tuple[int, Text]]) -> None:
        for place, token in tokens:
            if token.text == "#" and "bits" in self.row.body:
                self.layers.blank.append(self.item(place, 1, token))
            elif token.text != ".":
                items.append(self.item(place, self.value(token), token))

    def value(self, token: Text) -> int:
        if token.text == "-":
            return UNTOLD
        if not _NUMBER.fullmatch(token.text):
            raise fail(
                f"expected a clue, found '{token.text}'",
                token.span,
                "a cell is a number, '.' where it is empty, or '-' for a clue that is not told",
            )
        return int(token.text)

    def _letters(self) -> None:
        for place, token in self.cells():
            if token.text in (".", "-") or token.text.isdecimal():
                value = 0 if token.text == "." else self.value(token)
            elif len(token.text) == 1 and token.text in LETTERS:
                value = LETTERS.index(token.text) + 1
            else:
                raise fail(f"'{token.text}' is not a letter", token.span)
            if value:
                self.layers.cells.append(self.item(place, value, token))

    def _arrows(self) -> None:
        for place, token in self.cells():
            if token.text == "#":
                self.layers.cells.append(self.item(place, GREY, token))
            elif token.text != ".":
                found = _ARROW.fullmatch(token.text)
                if found is None:
                    hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
                    raise fail(f"'{token.text}' is not an arrow", token.span, hint)
                value = UNTOLD if found[2] == "-" else int(found[2])
                item = self.item(place, value, token)
                self.layers.cells.append(item._replace(side=int(found[1])))

    def _blank(self) -> None:
        for place, token in self.cells():
            if token.text == "*":
                self.layers.blank.append(self.item(place, 1, token))

    def _rooms(self) -> None:
        self.lines(1, "the number of rooms")
        rooms = dict(self.cells())
        names = {place: token.text for place, token in rooms.items()}
        blank = [self.item(place, 1, token) for place, token in rooms.items() if token.text == "."]
        if "blank" in self.row.file:
            self.layers.blank += blank
        self.layers.walls = {(a, b) for a, b in self.layers.links() if names[a] != names[b]}

    def _border(self) -> None:
        self.layers.walls = {
            link for link, token in self._between("the borders") if token.text == "1"
        }

    def _count(self) -> None:
        (line,) = self.lines(1, "the number of stars")
        if not _NUMBER.fullmatch(line.text):
            raise fail("expected a number", line.span)
        self.layers.count = int(line.text)

    def _passing(self) -> None:
        (line,) = self.lines(1, "what lines pass")
        if line.text not in _PASSING:
            raise fail("expected passallcell or dontpassallcell", line.span)
        self.flags = _PASSING[line.text]

    # ---------- the answer ----------

    def _shaded_numbers(self) -> None:
        for cell, token in self.cells():
            if token.text == "#":
                self.drawn.shade.add(cell)
            elif token.text not in (".", "+"):
                self.layers.cells.append(self.item(cell, self.value(token), token))

    def _shade(self) -> None:
        self.drawn.shade |= {cell for cell, token in self.cells() if token.text == "#"}

    def _answers(self) -> None:
        for cell, token in self.cells():
            if _NUMBER.fullmatch(token.text):
                self.drawn.numbers[cell] = int(token.text)

    def _line(self) -> None:
        for link, token in self._between("the line"):
            if (count := self._drawn(token)) > 0:
                self.drawn.line[link] = count

    def _regions(self) -> None:
        borders = self._between("the borders")
        self.drawn.walls = {link for link, token in borders if self._drawn(token) > 0}

    def _sides(self) -> None:
        rows, cols = self.layers.rows, self.layers.cols
        for place, token in self.tokens(rows, cols + 1, "the line"):
            row, col = divmod(place, cols + 1)
            if self._drawn(token) > 0:
                last = col == cols
                self.drawn.sides.add((row * cols + col - last, "E" if last else "W"))
        for place, token in self.tokens(rows + 1, cols, "the line"):
            last = place >= rows * cols
            if self._drawn(token) > 0:
                self.drawn.sides.add((place - cols if last else place, "S" if last else "N"))

    def _drawn(self, token: Text) -> int:
        """Return the number of lines that a token of an answer says; -1 is a cross."""
        text = token.text.removeprefix("-")
        if not _NUMBER.fullmatch(text):
            told = f"expected 0, 1 or -1, found '{token.text}'"
            raise fail(told, token.span, "it says whether there is a line")
        return -int(text) if token.text.startswith("-") else int(text)

    def _colours(self) -> None:
        self.lines(min(self.layers.rows, len(self.fields)), "the colours")
