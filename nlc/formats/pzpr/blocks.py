"""Parses and writes the blocks of a file of pzpr."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nlc.errors import Span, fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import GREY, UNKNOWN, BoardItem
from nlc.formats.pzpr.genre import (
    LETTERS,
    CellPair,
    DrawnAnswer,
    Page,
    PageLayers,
    check_flags,
    check_size,
)

NUMBER = re.compile(r"[0-9]{1,9}")

_FLAGS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or an empty cell, with candidates."""

_TOKEN = re.compile(r"\S+")
_PASSING = {"passallcell": "", "dontpassallcell": "e", "allowempty": "e"}


class BlockReader:
    """Parses blocks, from the remaining fields.

    Attributes:
        layers: the puzzle.
        drawn: the answer.
        flags: letters that change the rules.
        spans: of the items of the layers.
    """

    def __init__(self, row: Pzpr, size: list[Text], fields: list[Text]) -> None:
        self.row, self.fields = row, fields
        self.head = size[0].span().to(size[-1].span())
        rows, cols = int(size[0].text), int(size[-1].text)
        check_size(rows, cols, self.head)
        self.layers = PageLayers(rows, cols)
        self.drawn = DrawnAnswer()
        self.flags = ""
        self.spans: list[Span] = []

    def page(self, last: str) -> Page:
        """Return the puzzle.

        Args:
            last: the name of the last block, for messages.

        Raises:
            UserError: fields are left after the last block.
        """
        if self.fields:
            raise fail(f"nothing may follow the {last}", self.fields[0].span())
        spans = self.spans
        return Page(self.row, self.flags, self.layers, self.head, lambda item: spans[item.start])

    def lines(self, count: int, what: str) -> list[Text]:
        part, self.fields = self.fields[:count], self.fields[count:]
        if len(part) < count:
            raise fail(f"{what} has {len(part)} of its {count} rows", self.head)
        return part

    def number(self, what: str, expected: str = "") -> Text:
        """Return a field that is a number."""
        (line,) = self.lines(1, what)
        if not NUMBER.fullmatch(line.text):
            raise fail(f"expected {expected or what}", line.span())
        return line

    def tokens(self, rows: int, cols: int, what: str = "the board") -> Iterator[tuple[int, Text]]:
        """Yield the tokens of a block with their numbers, row by row."""
        if not cols:
            return
        for row, line in enumerate(self.lines(rows, what)):
            tokens = list(_TOKEN.finditer(line.text))
            if len(tokens) != cols:
                message = f"the row has {len(tokens)} items where the size says {cols}"
                raise fail(message, line.span())
            for col, token in enumerate(tokens):
                yield row * cols + col, line.cut(*token.span())

    def cells(self) -> Iterator[tuple[int, Text]]:
        return self.tokens(self.layers.rows, self.layers.cols)

    def between(self, what: str) -> Iterator[tuple[CellPair, Text]]:
        """Yield the tokens of pairs of neighbours: those in a row, then those in a column."""
        rows, cols = self.layers.rows, self.layers.cols
        for place, token in self.tokens(rows, cols - 1, what):
            cell = place + place // (cols - 1)
            yield (cell, cell + 1), token
        for cell, token in self.tokens(rows - 1, cols, what):
            yield (cell, cell + cols), token

    def item(self, place: int, value: int, token: Text, side: int = 0) -> BoardItem:
        self.spans.append(token.span())
        return BoardItem(place, value, len(self.spans) - 1, len(self.spans), side)

    def items(self, tokens: Iterable[tuple[int, Text]]) -> Iterator[BoardItem]:
        """Yield the numbers of those tokens that are not empty."""
        for place, token in tokens:
            if token.text != ".":
                yield self.item(place, clue(token), token)

    def drawn_lines(self, token: Text) -> int:
        """Return the number of lines of a token in an answer; -1 is a cross."""
        twice = ("2",) if self.row.parts.double or self.row.parts.region else ()
        return int(_one_of(token, "0", "1", *twice, "-1"))


def clue(token: Text) -> int:
    """Return the number of a clue, or `UNKNOWN`."""
    if token.text == "-":
        return UNKNOWN
    if not NUMBER.fullmatch(token.text):
        raise fail(
            f"expected a clue, found '{token.text}'",
            token.span(),
            "a cell is a number, '.' where it is empty, or '-' for an unknown number",
        )
    return int(token.text)


def _one_of(token: Text, *known: str) -> str:
    """Return the text of a token, which must be one of `known`."""
    if token.text not in known:
        message = f"expected {', '.join(known[:-1])} or {known[-1]}, found '{token.text}'"
        raise fail(message, token.span())
    return token.text


class BlockWriter:
    """Writes blocks."""

    def __init__(self, row: Pzpr, flags: str, layers: PageLayers, drawn: DrawnAnswer) -> None:
        self.row, self.flags, self.layers, self.drawn = row, flags, layers, drawn
        self.blank = {item.place for item in layers.blank}
        self.clues = {item.place: item for item in layers.cells}

    def rows(self, rows: int, cols: int, token: Callable[[int], str]) -> list[str]:
        return [
            "".join(token(row * cols + col) + " " for col in range(cols)) for row in range(rows)
        ]

    def cells(self, token: Callable[[int], str]) -> list[str]:
        return self.rows(self.layers.rows, self.layers.cols, token)

    def between(self, token: Callable[[CellPair], str]) -> list[str]:
        rows, cols = self.layers.rows, self.layers.cols
        links = list(self.layers.links())
        across, down = links[: rows * (cols - 1)], links[rows * (cols - 1) :]
        return [
            *self.rows(rows, cols - 1, lambda i: token(across[i])),
            *self.rows(rows - 1, cols, lambda i: token(down[i])),
        ]

    def marks(self, links: set[CellPair] | None) -> list[str]:
        return self.between(lambda link: str(int(link in (links or ()))))

    def clue(self, cell: int) -> str:
        return _clue_text(self.clues.get(cell))


def _clue_text(item: BoardItem | None) -> str:
    return "." if item is None else "-" if item.value == UNKNOWN else str(item.value)


# ---------- blocks of the puzzle ----------


def _parse_flag_letters(reader: BlockReader) -> None:
    if _FLAGS.fullmatch(reader.fields[0].text):
        reader.flags = check_flags(reader.row, reader.fields.pop(0))


def _write_flag_letters(writer: BlockWriter) -> list[str]:
    return [writer.flags] if writer.flags else []


def _parse_flags(reader: BlockReader) -> None:
    if not _NAMES.fullmatch(reader.fields[0].text):  # an empty line is not a field
        return
    (line,) = reader.lines(1, "the flags")
    flags = {name: flag for flag, name in reader.row.flag_names.items()}
    for name in line.text.split(","):
        if name not in flags:
            message = f"nlc does not support the flag '{name}' of {reader.row.pid}"
            raise fail(message, line.span(), f"known here: {', '.join(flags)}")
        reader.flags += flags[name]


def _write_flags(writer: BlockWriter) -> list[str]:
    return [",".join(writer.row.flag_names[flag] for flag in writer.flags)]


def parse_numbers(reader: BlockReader) -> None:
    reader.layers.cells += reader.items(reader.cells())


def _parse_numbers_or_blank(reader: BlockReader) -> None:
    cells = list(reader.cells())
    blank = [reader.item(place, 1, token) for place, token in cells if token.text == "#"]
    reader.layers.blank += blank
    reader.layers.cells += reader.items(each for each in cells if each[1].text != "#")


def _write_numbers_or_blank(writer: BlockWriter) -> list[str]:
    return writer.cells(lambda n: "#" if n in writer.blank else writer.clue(n))


def _parse_points(reader: BlockReader) -> None:
    rows, cols = reader.layers.rows + 1, reader.layers.cols + 1
    reader.layers.points += reader.items(reader.tokens(rows, cols))


def _write_points(writer: BlockWriter) -> list[str]:
    points = {item.place: item for item in writer.layers.points}
    rows, cols = writer.layers.rows + 1, writer.layers.cols + 1
    return writer.rows(rows, cols, lambda n: _clue_text(points.get(n)))


def _parse_letters(reader: BlockReader) -> None:
    for place, token in reader.cells():
        if token.text == ".":
            continue
        if token.text == "-":
            value = UNKNOWN
        elif len(token.text) == 1 and token.text in LETTERS:
            value = LETTERS.index(token.text) + 1
        else:
            raise fail(f"'{token.text}' is not a letter", token.span())
        reader.layers.cells.append(reader.item(place, value, token))


def _write_letters(writer: BlockWriter) -> list[str]:
    def letter(cell: int) -> str:
        item = writer.clues.get(cell)
        if item is None or item.value == UNKNOWN:
            return _clue_text(item)
        if item.value > len(LETTERS):
            raise fail(
                f"a file of {writer.row.pid} has {len(LETTERS)} letters, and more are needed"
            )
        return LETTERS[item.value - 1]

    return writer.cells(letter)


def _parse_arrows(reader: BlockReader) -> None:
    for place, token in reader.cells():
        if token.text == "#":
            reader.layers.cells.append(reader.item(place, GREY, token))
        elif token.text != ".":
            found = _ARROW.fullmatch(token.text)
            if found is None:
                hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
                raise fail(f"'{token.text}' is not an arrow", token.span(), hint)
            value = UNKNOWN if found[2] == "-" else int(found[2])
            reader.layers.cells.append(reader.item(place, value, token, int(found[1])))


def _write_arrows(writer: BlockWriter) -> list[str]:
    def arrow(cell: int) -> str:
        item = writer.clues.get(cell)
        if item is None:
            return "."
        return "#" if item.value == GREY else f"{item.side},{_clue_text(item)}"

    return writer.cells(arrow)


def _parse_blank(reader: BlockReader) -> None:
    for place, token in reader.cells():
        if _one_of(token, "*", ".") == "*":
            reader.layers.blank.append(reader.item(place, 1, token))


def _write_blank(writer: BlockWriter) -> list[str]:
    return writer.cells(lambda n: "*" if n in writer.blank else ".")


def parse_rooms(reader: BlockReader) -> None:
    reader.number("the number of rooms")
    names: dict[int, str] = {}
    for place, token in reader.cells():
        names[place] = token.text
        if token.text == "." and "blank" in reader.row.file:
            reader.layers.blank.append(reader.item(place, 1, token))
        elif not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a room, found '{token.text}'", token.span())
    reader.layers.divide(names)


def _write_rooms(writer: BlockWriter) -> list[str]:
    rooms = writer.layers.rooms()
    lines = writer.cells(lambda n: "." if rooms[n] < 0 else str(rooms[n]))
    return [str(max(rooms) + 1), *lines]


def _parse_border(reader: BlockReader) -> None:
    reader.layers.walls = {
        link for link, token in reader.between("the borders") if _one_of(token, "0", "1") == "1"
    }


def _parse_count(reader: BlockReader) -> None:
    reader.layers.count = int(reader.number("the number of stars", "a number").text)


def _parse_passing(reader: BlockReader) -> None:
    (line,) = reader.lines(1, "the rule of empty cells")
    if line.text not in _PASSING:
        raise fail("expected passallcell or dontpassallcell", line.span())
    reader.flags = _PASSING[line.text]


def _write_passing(writer: BlockWriter) -> list[str]:
    return ["dontpassallcell" if writer.flags else "passallcell"]


# ---------- blocks of the answer ----------


def _parse_shaded_numbers(reader: BlockReader) -> None:
    """Parse clues and shaded cells in one block."""
    for cell, token in reader.cells():
        if token.text == "#":
            reader.drawn.shade.add(cell)
        elif token.text not in (".", "+"):
            reader.layers.cells.append(reader.item(cell, clue(token), token))


def _write_shaded_numbers(writer: BlockWriter) -> list[str]:
    shade = writer.drawn.shade
    return writer.cells(lambda n: "#" if n in shade else writer.clue(n))


def _parse_shade(reader: BlockReader) -> None:
    cells = reader.cells()
    reader.drawn.shade |= {cell for cell, token in cells if _one_of(token, "#", "+", ".") == "#"}


def _write_shade(writer: BlockWriter) -> list[str]:
    return writer.cells(lambda n: "#" if n in writer.drawn.shade else ".")


def _parse_crossed(reader: BlockReader) -> None:
    for _, token in reader.cells():
        _one_of(token, "-", ".")


def _parse_answers(reader: BlockReader) -> None:
    circles = reader.row.circle
    for cell, token in reader.cells():
        found = _ANSWER.fullmatch(token.text)
        number = found is not None and NUMBER.fullmatch(found[1])
        if found is None or (number and circles and int(found[1]) not in (1, 2)):
            what = "1, 2" if circles else "a number"
            raise fail(f"expected {what} or '.', found '{token.text}'", token.span())
        if number:
            reader.drawn.numbers[cell] = int(found[1])


def _write_answers(writer: BlockWriter) -> list[str]:
    given, numbers = writer.clues, writer.drawn.numbers
    return writer.cells(lambda n: "." if n in given else str(numbers.get(n, ".")))


def _parse_line(reader: BlockReader) -> None:
    for link, token in reader.between("the line"):
        if (count := reader.drawn_lines(token)) > 0:
            reader.drawn.line[link] = count


def _write_line(writer: BlockWriter) -> list[str]:
    return writer.between(lambda link: str(writer.drawn.line.get(link, 0)))


def _parse_regions(reader: BlockReader) -> None:
    borders = reader.between("the borders")
    reader.drawn.walls = {link for link, token in borders if reader.drawn_lines(token) > 0}


def _parse_sides(reader: BlockReader) -> None:
    rows, cols = reader.layers.rows, reader.layers.cols
    for place, token in reader.tokens(rows, cols + 1, "the line"):
        row, col = divmod(place, cols + 1)
        if reader.drawn_lines(token) > 0:
            last = col == cols
            reader.drawn.sides.add((row * cols + col - last, "E" if last else "W"))
    for place, token in reader.tokens(rows + 1, cols, "the line"):
        last = place >= rows * cols
        if reader.drawn_lines(token) > 0:
            reader.drawn.sides.add((place - cols if last else place, "S" if last else "N"))


def _write_sides(writer: BlockWriter) -> list[str]:
    rows, cols = writer.layers.rows, writer.layers.cols
    upright, level = set(), set()
    for cell, side in writer.drawn.sides:
        row, col = divmod(cell, cols)
        if side in "WE":
            upright.add(row * (cols + 1) + col + (side == "E"))
        else:
            level.add((row + (side == "S")) * cols + col)
    return [
        *writer.rows(rows, cols + 1, lambda n: str(int(n in upright))),
        *writer.rows(rows + 1, cols, lambda n: str(int(n in level))),
    ]


def _parse_colours(reader: BlockReader) -> None:
    for _, token in reader.cells():
        if not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a colour, found '{token.text}'", token.span())


class BlockCodec(NamedTuple):
    """The parser and the writer of a block."""

    parse: Callable[[BlockReader], None]
    write: Callable[[BlockWriter], list[str]]


BLOCKS = {
    "answers": BlockCodec(_parse_answers, _write_answers),
    "arrows": BlockCodec(_parse_arrows, _write_arrows),
    "blank": BlockCodec(_parse_blank, _write_blank),
    "border": BlockCodec(_parse_border, lambda writer: writer.marks(writer.layers.walls)),
    "colours": BlockCodec(_parse_colours, lambda writer: writer.cells(lambda n: "0")),
    "count": BlockCodec(_parse_count, lambda writer: [str(writer.layers.count)]),
    "crossed": BlockCodec(_parse_crossed, lambda writer: []),
    "flag-letters": BlockCodec(_parse_flag_letters, _write_flag_letters),
    "flags": BlockCodec(_parse_flags, _write_flags),
    "letters": BlockCodec(_parse_letters, _write_letters),
    "line": BlockCodec(_parse_line, _write_line),
    "numbers": BlockCodec(parse_numbers, lambda writer: writer.cells(writer.clue)),
    "numbers-or-blank": BlockCodec(_parse_numbers_or_blank, _write_numbers_or_blank),
    "passing": BlockCodec(_parse_passing, _write_passing),
    "points": BlockCodec(_parse_points, _write_points),
    "regions": BlockCodec(_parse_regions, lambda writer: writer.marks(writer.drawn.walls)),
    "rooms": BlockCodec(parse_rooms, _write_rooms),
    "shade": BlockCodec(_parse_shade, _write_shade),
    "shaded-numbers": BlockCodec(_parse_shaded_numbers, _write_shaded_numbers),
    "sides": BlockCodec(_parse_sides, _write_sides),
}
"""The blocks by their names in `Pzpr`."""
