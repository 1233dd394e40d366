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
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or nothing, and candidates."""

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

    def _flag_letters(self) -> None:
        if _LETTERS.fullmatch(self.fields[0].text):
            self.flags = check_flags(self.row, *self.fields.pop(0))

    def _flags(self) -> None:
        if not _NAMES.fullmatch(self.fields[0].text):  # an empty line, which is no field
            return
        (line,) = self.lines(1, "the flags")
        flags = {name: flag for flag, name in self.row.flag_names.items()}
        for name in line.text.split(","):
            if name not in flags:
                told = f"nlc does not have the rules of the flag '{name}' of {self.row.pid}"
                raise fail(told, line.span, f"known here: {', '.join(flags)}")
            self.flags += flags[name]

    def _numbers(self) -> None:
        self._into(self.layers.cells, self.cells())

    def _numbers_or_blank(self) -> None:
        cells = list(self.cells())
        self.layers.blank += [
            self.item(place, 1, token) for place, token in cells if token.text == "#"
        ]
        self._into(self.layers.cells, (each for each in cells if each[1].text != "#"))

    def _points(self) -> None:
        rows, cols = self.layers.rows + 1, self.layers.cols + 1
        self._into(self.layers.points, self.tokens(rows, cols))

    def _into(self, items: list[Item], tokens: Iterator[tuple[int, Text]]) -> None:
        for place, token in tokens:
            if token.text != ".":
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
            if token.text in (".", "-"):
                value = 0 if token.text == "." else UNTOLD
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
            if _one_of(token, "*", ".") == "*":
                self.layers.blank.append(self.item(place, 1, token))

    def _rooms(self) -> None:
        (count,) = self.lines(1, "the number of rooms")
        if not _NUMBER.fullmatch(count.text):
            raise fail("expected the number of rooms", count.span)
        names: dict[int, str] = {}
        for place, token in self.cells():
            names[place] = token.text
            if token.text == "." and "blank" in self.row.file:
                self.layers.blank.append(self.item(place, 1, token))
            elif not _NUMBER.fullmatch(token.text):
                raise fail(f"expected the number of a room, found '{token.text}'", token.span)
        self.layers.walls = {(a, b) for a, b in self.layers.links() if names[a] != names[b]}

    def _border(self) -> None:
        self.layers.walls = {
            link for link, token in self._between("the borders") if _one_of(token, "0", "1") == "1"
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
        self.drawn.shade |= {
            cell for cell, token in self.cells() if _one_of(token, "#", "+", ".") == "#"
        }

    def _crossed(self) -> None:
        for _, token in self.cells():
            _one_of(token, "-", ".")

    def _answers(self) -> None:
        for cell, token in self.cells():
            found = _ANSWER.fullmatch(token.text)
            number = found is not None and _NUMBER.fullmatch(found[1])
            if found is None or (number and self.row.circle and int(found[1]) not in (1, 2)):
                what = "1, 2" if self.row.circle else "a number"
                raise fail(f"expected {what} or '.', found '{token.text}'", token.span)
            if number:
                self.drawn.numbers[cell] = int(found[1])

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
        twice = ("2",) if self.row.parts.double or self.row.parts.region else ()
        return int(_one_of(token, "0", "1", *twice, "-1"))

    def _colours(self) -> None:
        for _, token in self.cells():
            if not _NUMBER.fullmatch(token.text):
                raise fail(f"expected the number of a colour, found '{token.text}'", token.span)


def _one_of(token: Text, *known: str) -> str:
    """Return the text of a token that can be one of some."""
    if token.text not in known:
        told = f"expected {', '.join(known[:-1])} or {known[-1]}, found '{token.text}'"
        raise fail(told, token.span)
    return token.text
