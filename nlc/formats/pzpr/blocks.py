"""The blocks of a file of pzpr: how each is read, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nlc.errors import Span, fail
from nlc.formats.base import Text
from nlc.formats.pzpr.codecs import GREY, UNTOLD, Item
from nlc.formats.pzpr.genre import LETTERS, Drawn, Layers, Link, Page, Row, check_flags, check_size

NUMBER = re.compile(r"[0-9]{1,9}")

_FLAGS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or nothing, and candidates."""

_TOKEN = re.compile(r"\S+")
_PASSING = {"passallcell": "", "dontpassallcell": "e", "allowempty": "e"}


class Reader:
    """Reads blocks, from the fields that are left.

    Attributes:
        layers: the puzzle.
        drawn: the answer.
        flags: letters that change the rules.
        spans: where each item of the layers stands.
    """

    def __init__(self, row: Row, size: list[Text], fields: list[Text]) -> None:
        self.row, self.fields = row, fields
        self.head = size[0].span().to(size[-1].span())
        rows, cols = int(size[0].text), int(size[-1].text)
        check_size(rows, cols, self.head)
        self.layers = Layers(rows, cols)
        self.drawn = Drawn()
        self.flags = ""
        self.spans: list[Span] = []

    def page(self, last: str) -> Page:
        """Return what was read.

        Raises:
            UserError: fields are left after the last block, which is called so.
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
                told = f"the row has {len(tokens)} items where the size says {cols}"
                raise fail(told, line.span())
            for col, token in enumerate(tokens):
                yield row * cols + col, line.cut(*token.span())

    def cells(self) -> Iterator[tuple[int, Text]]:
        return self.tokens(self.layers.rows, self.layers.cols)

    def between(self, what: str) -> Iterator[tuple[Link, Text]]:
        """Yield the tokens of sides between neighbours: those in a row, then those in a column."""
        rows, cols = self.layers.rows, self.layers.cols
        for place, token in self.tokens(rows, cols - 1, what):
            cell = place + place // (cols - 1)
            yield (cell, cell + 1), token
        for cell, token in self.tokens(rows - 1, cols, what):
            yield (cell, cell + cols), token

    def item(self, place: int, value: int, token: Text, side: int = 0) -> Item:
        self.spans.append(token.span())
        return Item(place, value, len(self.spans) - 1, len(self.spans), side)

    def items(self, tokens: Iterable[tuple[int, Text]]) -> Iterator[Item]:
        """Yield the numbers of those tokens that are not empty."""
        for place, token in tokens:
            if token.text != ".":
                yield self.item(place, clue(token), token)

    def drawn_lines(self, token: Text) -> int:
        """Return the number of lines that a token of an answer says; -1 is a cross."""
        twice = ("2",) if self.row.parts.double or self.row.parts.region else ()
        return int(_one_of(token, "0", "1", *twice, "-1"))


def clue(token: Text) -> int:
    """Return the number of a clue, or that it is not told."""
    if token.text == "-":
        return UNTOLD
    if not NUMBER.fullmatch(token.text):
        raise fail(
            f"expected a clue, found '{token.text}'",
            token.span(),
            "a cell is a number, '.' where it is empty, or '-' for a clue that is not told",
        )
    return int(token.text)


def _one_of(token: Text, *known: str) -> str:
    """Return the text of a token that can be one of some."""
    if token.text not in known:
        told = f"expected {', '.join(known[:-1])} or {known[-1]}, found '{token.text}'"
        raise fail(told, token.span())
    return token.text


class Writer:
    """Writes blocks: what they say, and how places make lines."""

    def __init__(self, row: Row, flags: str, layers: Layers, drawn: Drawn) -> None:
        self.row, self.flags, self.layers, self.drawn = row, flags, layers, drawn
        self.blank = {item.place for item in layers.blank}
        self.clues = {item.place: item for item in layers.cells}

    def rows(self, rows: int, cols: int, token: Callable[[int], str]) -> list[str]:
        return [
            "".join(token(row * cols + col) + " " for col in range(cols)) for row in range(rows)
        ]

    def cells(self, token: Callable[[int], str]) -> list[str]:
        return self.rows(self.layers.rows, self.layers.cols, token)

    def between(self, token: Callable[[Link], str]) -> list[str]:
        rows, cols = self.layers.rows, self.layers.cols
        links = list(self.layers.links())
        across, down = links[: rows * (cols - 1)], links[rows * (cols - 1) :]
        return [
            *self.rows(rows, cols - 1, lambda i: token(across[i])),
            *self.rows(rows - 1, cols, lambda i: token(down[i])),
        ]

    def marks(self, links: set[Link] | None) -> list[str]:
        return self.between(lambda link: str(int(link in (links or ()))))

    def clue(self, cell: int) -> str:
        return _told(self.clues.get(cell))


def _told(item: Item | None) -> str:
    return "." if item is None else "-" if item.value == UNTOLD else str(item.value)


# ---------- blocks of the puzzle ----------


def _read_flag_letters(reader: Reader) -> None:
    if _FLAGS.fullmatch(reader.fields[0].text):
        reader.flags = check_flags(reader.row, reader.fields.pop(0))


def _write_flag_letters(writer: Writer) -> list[str]:
    return [writer.flags] if writer.flags else []


def _read_flags(reader: Reader) -> None:
    if not _NAMES.fullmatch(reader.fields[0].text):  # an empty line, which is no field
        return
    (line,) = reader.lines(1, "the flags")
    flags = {name: flag for flag, name in reader.row.flag_names.items()}
    for name in line.text.split(","):
        if name not in flags:
            told = f"nlc does not have the rules of the flag '{name}' of {reader.row.pid}"
            raise fail(told, line.span(), f"known here: {', '.join(flags)}")
        reader.flags += flags[name]


def _write_flags(writer: Writer) -> list[str]:
    return [",".join(writer.row.flag_names[flag] for flag in writer.flags)]


def read_numbers(reader: Reader) -> None:
    reader.layers.cells += reader.items(reader.cells())


def _read_numbers_or_blank(reader: Reader) -> None:
    cells = list(reader.cells())
    blank = [reader.item(place, 1, token) for place, token in cells if token.text == "#"]
    reader.layers.blank += blank
    reader.layers.cells += reader.items(each for each in cells if each[1].text != "#")


def _write_numbers_or_blank(writer: Writer) -> list[str]:
    return writer.cells(lambda n: "#" if n in writer.blank else writer.clue(n))


def _read_points(reader: Reader) -> None:
    rows, cols = reader.layers.rows + 1, reader.layers.cols + 1
    reader.layers.points += reader.items(reader.tokens(rows, cols))


def _write_points(writer: Writer) -> list[str]:
    points = {item.place: item for item in writer.layers.points}
    rows, cols = writer.layers.rows + 1, writer.layers.cols + 1
    return writer.rows(rows, cols, lambda n: _told(points.get(n)))


def _read_letters(reader: Reader) -> None:
    for place, token in reader.cells():
        if token.text == ".":
            continue
        if token.text == "-":
            value = UNTOLD
        elif len(token.text) == 1 and token.text in LETTERS:
            value = LETTERS.index(token.text) + 1
        else:
            raise fail(f"'{token.text}' is not a letter", token.span())
        reader.layers.cells.append(reader.item(place, value, token))


def _write_letters(writer: Writer) -> list[str]:
    def letter(cell: int) -> str:
        item = writer.clues.get(cell)
        if item is None or item.value == UNTOLD:
            return _told(item)
        if item.value > len(LETTERS):
            raise fail(
                f"a file of {writer.row.pid} has {len(LETTERS)} letters, and more are needed"
            )
        return LETTERS[item.value - 1]

    return writer.cells(letter)


def _read_arrows(reader: Reader) -> None:
    for place, token in reader.cells():
        if token.text == "#":
            reader.layers.cells.append(reader.item(place, GREY, token))
        elif token.text != ".":
            found = _ARROW.fullmatch(token.text)
            if found is None:
                hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
                raise fail(f"'{token.text}' is not an arrow", token.span(), hint)
            value = UNTOLD if found[2] == "-" else int(found[2])
            reader.layers.cells.append(reader.item(place, value, token, int(found[1])))


def _write_arrows(writer: Writer) -> list[str]:
    def arrow(cell: int) -> str:
        item = writer.clues.get(cell)
        if item is None:
            return "."
        return "#" if item.value == GREY else f"{item.side},{_told(item)}"

    return writer.cells(arrow)


def _read_blank(reader: Reader) -> None:
    for place, token in reader.cells():
        if _one_of(token, "*", ".") == "*":
            reader.layers.blank.append(reader.item(place, 1, token))


def _write_blank(writer: Writer) -> list[str]:
    return writer.cells(lambda n: "*" if n in writer.blank else ".")


def read_rooms(reader: Reader) -> None:
    reader.number("the number of rooms")
    names: dict[int, str] = {}
    for place, token in reader.cells():
        names[place] = token.text
        if token.text == "." and "blank" in reader.row.file:
            reader.layers.blank.append(reader.item(place, 1, token))
        elif not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a room, found '{token.text}'", token.span())
    reader.layers.divide(names)


def _write_rooms(writer: Writer) -> list[str]:
    rooms = writer.layers.rooms()
    told = writer.cells(lambda n: "." if rooms[n] < 0 else str(rooms[n]))
    return [str(max(rooms) + 1), *told]


def _read_border(reader: Reader) -> None:
    reader.layers.walls = {
        link for link, token in reader.between("the borders") if _one_of(token, "0", "1") == "1"
    }


def _read_count(reader: Reader) -> None:
    reader.layers.count = int(reader.number("the number of stars", "a number").text)


def _read_passing(reader: Reader) -> None:
    (line,) = reader.lines(1, "what lines pass")
    if line.text not in _PASSING:
        raise fail("expected passallcell or dontpassallcell", line.span())
    reader.flags = _PASSING[line.text]


def _write_passing(writer: Writer) -> list[str]:
    return ["dontpassallcell" if writer.flags else "passallcell"]


# ---------- blocks of the answer ----------


def _read_shaded_numbers(reader: Reader) -> None:
    """Read clues and shaded cells in one block."""
    for cell, token in reader.cells():
        if token.text == "#":
            reader.drawn.shade.add(cell)
        elif token.text not in (".", "+"):
            reader.layers.cells.append(reader.item(cell, clue(token), token))


def _write_shaded_numbers(writer: Writer) -> list[str]:
    shade = writer.drawn.shade
    return writer.cells(lambda n: "#" if n in shade else writer.clue(n))


def _read_shade(reader: Reader) -> None:
    cells = reader.cells()
    reader.drawn.shade |= {cell for cell, token in cells if _one_of(token, "#", "+", ".") == "#"}


def _write_shade(writer: Writer) -> list[str]:
    return writer.cells(lambda n: "#" if n in writer.drawn.shade else ".")


def _read_crossed(reader: Reader) -> None:
    for _, token in reader.cells():
        _one_of(token, "-", ".")


def _read_answers(reader: Reader) -> None:
    circles = reader.row.circle
    for cell, token in reader.cells():
        found = _ANSWER.fullmatch(token.text)
        number = found is not None and NUMBER.fullmatch(found[1])
        if found is None or (number and circles and int(found[1]) not in (1, 2)):
            what = "1, 2" if circles else "a number"
            raise fail(f"expected {what} or '.', found '{token.text}'", token.span())
        if number:
            reader.drawn.numbers[cell] = int(found[1])


def _write_answers(writer: Writer) -> list[str]:
    given, numbers = writer.clues, writer.drawn.numbers
    return writer.cells(lambda n: "." if n in given else str(numbers.get(n, ".")))


def _read_line(reader: Reader) -> None:
    for link, token in reader.between("the line"):
        if (count := reader.drawn_lines(token)) > 0:
            reader.drawn.line[link] = count


def _write_line(writer: Writer) -> list[str]:
    return writer.between(lambda link: str(writer.drawn.line.get(link, 0)))


def _read_regions(reader: Reader) -> None:
    borders = reader.between("the borders")
    reader.drawn.walls = {link for link, token in borders if reader.drawn_lines(token) > 0}


def _read_sides(reader: Reader) -> None:
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


def _write_sides(writer: Writer) -> list[str]:
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


def _read_colours(reader: Reader) -> None:
    for _, token in reader.cells():
        if not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a colour, found '{token.text}'", token.span())


class Block(NamedTuple):
    """How a block is read, and how it is written."""

    read: Callable[[Reader], None]
    write: Callable[[Writer], list[str]]


BLOCKS = {
    "answers": Block(_read_answers, _write_answers),
    "arrows": Block(_read_arrows, _write_arrows),
    "blank": Block(_read_blank, _write_blank),
    "border": Block(_read_border, lambda writer: writer.marks(writer.layers.walls)),
    "colours": Block(_read_colours, lambda writer: writer.cells(lambda n: "0")),
    "count": Block(_read_count, lambda writer: [str(writer.layers.count)]),
    "crossed": Block(_read_crossed, lambda writer: []),
    "flag-letters": Block(_read_flag_letters, _write_flag_letters),
    "flags": Block(_read_flags, _write_flags),
    "letters": Block(_read_letters, _write_letters),
    "line": Block(_read_line, _write_line),
    "numbers": Block(read_numbers, lambda writer: writer.cells(writer.clue)),
    "numbers-or-blank": Block(_read_numbers_or_blank, _write_numbers_or_blank),
    "passing": Block(_read_passing, _write_passing),
    "points": Block(_read_points, _write_points),
    "regions": Block(_read_regions, lambda writer: writer.marks(writer.drawn.walls)),
    "rooms": Block(read_rooms, _write_rooms),
    "shade": Block(_read_shade, _write_shade),
    "shaded-numbers": Block(_read_shaded_numbers, _write_shaded_numbers),
    "sides": Block(_read_sides, _write_sides),
}
"""The blocks by the names that `Row` has for them."""
