"""Files of pzpr: a field a line, or all in one line with slashes between.

The first fields are the layout, the genre and the size; the others form blocks, of the puzzle and
of its answer. A block, as those of kanpen.net, is a pair of functions on a page: most are a layer
of the page at the places of a shape, a token each by an `Alphabet`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from nlc.errors import Source, fail
from nlc.formats.base import Text, split_lines
from nlc.formats.parts import Pzpr, Value
from nlc.formats.pzpr.codecs import GREY, SIDES, UNKNOWN, Item
from nlc.formats.pzpr.genre import (
    LETTERS,
    Layer,
    Page,
    Shape,
    borders,
    cells,
    check_flags,
    empty_page,
    find_row,
    points,
    sides,
    variant_error,
)
from nlc.formats.sheet import (
    Border,
    Cell,
    Link,
    Place,
    Sheet,
    SheetAnswer,
    Side,
    connected_rooms,
    owners,
)

NUMBER = re.compile(r"[0-9]{1,9}")

_FLAGS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or an empty cell, with candidates."""

SIGNED = re.compile(r"-?[0-9]{1,9}")
_TOKEN = re.compile(r"\S+")
_PASSING = {"passallcell": "", "dontpassallcell": "e", "allowempty": "e"}


class BlockReader:
    """Parses blocks into a page, from the remaining fields."""

    def __init__(self, row: Pzpr, size: list[Text], fields: list[Text]) -> None:
        self.row, self.fields = row, fields
        head = size[0].span().to(size[-1].span())
        self.page = empty_page(row, int(size[0].text), int(size[-1].text), head)

    def read(self, blocks: Iterable[Block], last: str) -> Page:
        """Return the page, after blocks as long as there are fields.

        Args:
            blocks: all blocks.
            last: the name of the last block, for messages.

        Raises:
            UserError: fields are left after the last block.
        """
        for block in blocks:
            if self.fields:
                block.parse(self)
        if self.fields:
            raise fail(f"nothing may follow the {last}", self.fields[0].span())
        return self.page

    def lines(self, count: int, what: str) -> list[Text]:
        part, self.fields = self.fields[:count], self.fields[count:]
        if len(part) < count:
            raise fail(f"{what} has {len(part)} of its {count} rows", self.page.head)
        return part

    def number(self, what: str, expected: str = "") -> Text:
        """Return a field that is a number."""
        (line,) = self.lines(1, what)
        if not NUMBER.fullmatch(line.text):
            raise fail(f"expected {expected or what}", line.span())
        return line

    def tokens(self, shape: Shape = cells, what: str = "the board") -> Iterator[tuple[Place, Text]]:
        """Yield the tokens of a block with their places."""
        for matrix in shape(self.page):
            for row, line in enumerate(self.lines(matrix.rows, what) if matrix.cols else ()):
                tokens = list(_TOKEN.finditer(line.text))
                if len(tokens) != matrix.cols:
                    message = f"the row has {len(tokens)} items where the size says {matrix.cols}"
                    raise fail(message, line.span())
                for col, token in enumerate(tokens):
                    yield matrix.place(row, col), line.cut(*token.span())


class Block(NamedTuple):
    """The parser and the writer of a block."""

    parse: Callable[[BlockReader], None]
    write: Callable[[Page], list[str]]


# ---------- alphabets ----------


class Alphabet(NamedTuple):
    """What a token stands for, None for nothing, and back."""

    read: Callable[[Text, Pzpr], Item | None]
    write: Callable[[Item | None, Pzpr], str]


def _one_of(token: Text, *known: str) -> str:
    """Return the text of a token, which must be one of `known`."""
    if token.text not in known:
        message = f"expected {', '.join(known[:-1])} or {known[-1]}, found '{token.text}'"
        raise fail(message, token.span())
    return token.text


def _signs(meaning: Mapping[str, int | None], empty: str) -> Alphabet:
    """Return an alphabet of some tokens alone."""
    written = {value: sign for sign, value in meaning.items() if value is not None}

    def read(token: Text, row: Pzpr) -> Item | None:
        value = meaning[_one_of(token, *meaning)]
        return None if value is None else Item(value, "", token.span())

    return Alphabet(read, lambda item, row: empty if item is None else written[item.value])


def _clue(token: Text) -> int:
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


def _read_number(token: Text, row: Pzpr) -> Item | None:
    return None if token.text == "." else Item(_clue(token), "", token.span())


def _write_number(item: Item | None, row: Pzpr) -> str:
    return "." if item is None else "-" if item.value == UNKNOWN else str(item.value)


def _read_letter(token: Text, row: Pzpr) -> Item | None:
    if token.text in (".", "-"):
        return _read_number(token, row)
    if len(token.text) > 1 or token.text not in LETTERS:
        raise fail(f"'{token.text}' is not a letter", token.span())
    return Item(LETTERS.index(token.text) + 1, "", token.span())


def _write_letter(item: Item | None, row: Pzpr) -> str:
    if item is None or item.value == UNKNOWN:
        return _write_number(item, row)
    if item.value > len(LETTERS):
        raise fail(f"a file of {row.pid} has {len(LETTERS)} letters, and more are needed")
    return LETTERS[item.value - 1]


def _read_arrow(token: Text, row: Pzpr) -> Item | None:
    if token.text in (".", "#"):
        return None if token.text == "." else Item(GREY, "", token.span())
    found = _ARROW.fullmatch(token.text)
    if found is None:
        hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
        raise fail(f"'{token.text}' is not an arrow", token.span(), hint)
    value = UNKNOWN if found[2] == "-" else int(found[2])
    return Item(value, SIDES[int(found[1])].strip(), token.span())


def _write_arrow(item: Item | None, row: Pzpr) -> str:
    if item is None or item.value == GREY:
        return "." if item is None else "#"
    return f"{SIDES.index(item.side or ' ')},{_write_number(item, row)}"


def _read_answer(token: Text, row: Pzpr) -> Item | None:
    found = _ANSWER.fullmatch(token.text)
    number = found is not None and NUMBER.fullmatch(found[1])
    if found is None or (number and row.circle and int(found[1]) not in (1, 2)):
        what = "1, 2" if row.circle else "a number"
        raise fail(f"expected {what} or '.', found '{token.text}'", token.span())
    return Item(int(found[1])) if number else None


def _read_line(token: Text, row: Pzpr) -> Item | None:
    """Return how many lines there are; -1 is a cross."""
    twice = ("2",) if row.parts.double or row.parts.region else ()
    count = int(_one_of(token, "0", "1", *twice, "-1"))
    return Item(count) if count > 0 else None


def _read_colour(token: Text, row: Pzpr) -> None:
    if not NUMBER.fullmatch(token.text):
        raise fail(f"expected the number of a colour, found '{token.text}'", token.span())


def _read_five(token: Text, row: Pzpr) -> Item | None:
    """Return a number of kanpen.net; 5 is an unknown one."""
    item = _read_number(token, row)
    return item._replace(value=UNKNOWN) if item is not None and item.value == 5 else item


def _read_arrow_number(token: Text, row: Pzpr) -> Item | None:
    """Return an arrow of kanpen.net: 16 times the index of the side, plus the number."""
    if token.text in (".", "-4"):
        return None if token.text == "." else Item(UNKNOWN, "", token.span())
    value = _clue(token)
    if value >= 64:
        raise fail("expected a number below 64", token.span())
    return Item(value % 16, "NWSE"[value // 16], token.span())


_NUMBERS = Alphabet(_read_number, _write_number)
_LINES = Alphabet(_read_line, lambda item, row: str(0 if item is None else item.value))
_MARKS = _signs({"#": 1, "+": None, ".": None}, ".")


# ---------- blocks ----------


def _layer(
    name: str,
    alphabet: Alphabet,
    shape: Shape = cells,
    what: str = "the board",
    **signs: str,
) -> Block:
    """Return the block of a layer; `signs` are those of marks in further layers."""

    def parse(reader: BlockReader) -> None:
        layer: Layer = getattr(reader.page, name)
        for place, token in reader.tokens(shape, what):
            for other, sign in signs.items():
                if token.text == sign:
                    getattr(reader.page, other)[place] = Item(1, "", token.span())
                    break
            else:
                item = alphabet.read(token, reader.row)
                if item is not None:
                    layer[place] = item

    def write(page: Page) -> list[str]:
        layer: Layer = getattr(page, name)

        def token(place: Place) -> str:
            for other, sign in signs.items():
                if place in getattr(page, other):
                    return sign
            return alphabet.write(layer.get(place), page.row)

        return _lines(page, token, shape)

    return Block(parse, write)


def _lines(page: Page, token: Callable[[Place], str], shape: Shape = cells) -> list[str]:
    return [
        "".join(f"{token(matrix.place(row, col))} " for col in range(matrix.cols))
        for matrix in shape(page)
        for row in range(matrix.rows)
    ]


def _parse_flag_letters(reader: BlockReader) -> None:
    if _FLAGS.fullmatch(reader.fields[0].text):
        reader.page.flags = check_flags(reader.row, reader.fields.pop(0))


def _parse_flags(reader: BlockReader) -> None:
    if not _NAMES.fullmatch(reader.fields[0].text):  # an empty line is not a field
        return
    (line,) = reader.lines(1, "the flags")
    flags = {name: flag for flag, name in reader.row.flag_names.items()}
    for name in line.text.split(","):
        if name not in flags:
            message = f"nlc does not support the flag '{name}' of {reader.row.pid}"
            raise fail(message, line.span(), f"known here: {', '.join(flags)}")
        reader.page.flags += flags[name]


def _write_flags(page: Page) -> list[str]:
    return [",".join(page.row.flag_names[flag] for flag in page.flags)]


def _parse_passing(reader: BlockReader) -> None:
    (line,) = reader.lines(1, "the rule of empty cells")
    if line.text not in _PASSING:
        raise fail("expected passallcell or dontpassallcell", line.span())
    reader.page.flags = _PASSING[line.text]


def _parse_count(reader: BlockReader) -> None:
    reader.page.count = int(reader.number("the number of stars", "a number").text)


def _parse_rooms(reader: BlockReader) -> None:
    reader.number("the number of rooms")
    names: dict[Cell, str] = {}
    for place, token in reader.tokens():
        names[place] = token.text  # type: ignore[index]
        if token.text == "." and "blank" in reader.row.blocks():
            reader.page.blank[place] = Item(1, "", token.span())
        elif not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a room, found '{token.text}'", token.span())
    reader.page.divide(names)


def _write_rooms(page: Page) -> list[str]:
    rooms: dict[Any, int] = {**page.rooms()}
    count = str(max(rooms.values(), default=-1) + 1)
    return [count, *_lines(page, lambda cell: str(rooms.get(cell, ".")))]


BLOCKS = {
    "answers": _layer("numbers", Alphabet(_read_answer, _write_number)),
    "arrows": _layer("clues", Alphabet(_read_arrow, _write_arrow)),
    "blank": _layer("blank", _signs({"*": 1, ".": None}, ".")),
    "border": _layer("walls", _signs({"0": None, "1": 1}, "0"), borders, "the borders"),
    "colours": _layer("ignored", Alphabet(_read_colour, lambda item, row: "0")),
    "count": Block(_parse_count, lambda page: [str(page.count)]),
    "crossed": Block(_layer("ignored", _signs({"-": None, ".": None}, ".")).parse, lambda page: []),
    "flag-letters": Block(_parse_flag_letters, lambda page: [page.flags] if page.flags else []),
    "flags": Block(_parse_flags, _write_flags),
    "letters": _layer("clues", Alphabet(_read_letter, _write_letter)),
    "line": _layer("line", _LINES, borders, "the line"),
    "numbers": _layer("clues", _NUMBERS),
    "numbers-or-blank": _layer("clues", _NUMBERS, blank="#"),
    "passing": Block(
        _parse_passing, lambda page: ["dontpassallcell" if page.flags else "passallcell"]
    ),
    "points": _layer("clues", _NUMBERS, points),
    "regions": _layer("regions", _LINES, borders, "the borders"),
    "rooms": Block(_parse_rooms, _write_rooms),
    "shade": _layer("shade", _MARKS),
    "shaded-numbers": _layer("clues", _NUMBERS, shade="#", ignored="+"),
    "sides": _layer("sides", _LINES, sides, "the line"),
}
"""The blocks by their names in `Pzpr`."""


# ---------- blocks of kanpen.net ----------


def _parse_rectangles(reader: BlockReader) -> None:
    """Parse rooms as rectangles: the first row and column, the last ones, and a number."""
    page = reader.page
    (count,) = reader.lines(1, "the number of rooms")
    if not SIGNED.fullmatch(count.text):
        raise fail("expected the number of rooms", count.span())
    room_of: dict[Cell, int] = {}
    for room, line in enumerate(reader.lines(int(count.text), "the list of rooms")):
        numbers = [int(t) for t in line.text.split() if t.isascii() and t.isdigit()]
        if len(numbers) not in (4, 5) or len(numbers) != len(line.text.split()):
            raise fail("a room is four numbers, and one for its clue", line.span())
        top, left, bottom, right = numbers[:4]
        if not (0 <= top <= bottom < page.rows and 0 <= left <= right < page.cols):
            raise fail("this room leaves the board", line.span())
        for row in range(top, bottom + 1):
            for col in range(left, right + 1):
                if room_of.setdefault((row, col), room) != room:
                    raise fail("this room overlaps another one", line.span())
        if len(numbers) == 5:
            page.clues[top, left] = Item(numbers[4], "", line.span())
    if len(room_of) < page.rows * page.cols:
        raise fail("the rooms do not cover the board", count.span())
    page.divide(room_of)


_RECTANGLES = (Block(_parse_rectangles, _write_rooms),)

KANPEN_BLOCKS = {
    "akari": (_layer("clues", Alphabet(_read_five, _write_number)),),
    "ayeheya": _RECTANGLES,
    "heyawake": _RECTANGLES,
    "hitori": (_layer("clues", Alphabet(_read_number, _write_number), ignored="0"),),
    "lits": (BLOCKS["rooms"],),
    "norinori": (BLOCKS["rooms"],),
    "ripple": (BLOCKS["rooms"], BLOCKS["numbers"]),
    "yajilin": (_layer("clues", Alphabet(_read_arrow_number, _write_number)),),
    **dict.fromkeys(
        (
            "hashi",
            "kurodoko",
            "masyu",
            "numberlink",
            "nurikabe",
            "shikaku",
            "slitherlink",
            "sudoku",
        ),
        (BLOCKS["numbers"],),
    ),
}
"""The blocks of a genre in kanpen.net's own form, which is not written."""


FIRST = re.compile(r"pzprv3(?:\.(?P<later>\d+))?")
"""The first field of a file."""

_WHITE, _BLACK = 1, 2
"""The numbers of stones."""

_LAST = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")


def parse_file(source: Source, first: int, last: int) -> Page:
    """Return the puzzle of a file, with its answer, which is empty if the file ends before it.

    Args:
        first: the number of its first line, from 1.
        last: that of its last one.

    Raises:
        UserError: it is malformed, or its genre, flags or variant are not supported.
    """
    fields = list(_fields(source, first, last))
    for field in fields[:2]:
        if field.text.startswith("v:"):
            raise variant_error(field)
    whole = fields[0].span()
    later = int((FIRST.fullmatch(fields[0].text) or {"later": None})["later"] or 0)
    row = find_row(fields[1]) if len(fields) > 1 else None
    one = row is not None and row.genre == "sudoku"
    size = fields[2 : 3 if one else 4]
    if row is None or len(size) < 2 - one or not all(NUMBER.fullmatch(f.text) for f in size):
        raise fail("expected the puzzle, its rows and its columns after this", whole)
    if later > row.last:
        raise fail(f"nlc does not support the layout {fields[0].text} of files of {row.pid}", whole)
    reader = BlockReader(row, size, fields[3 if one else 4 :])
    return reader.read([BLOCKS[block] for block in row.blocks(later)], "answer")


def _fields(source: Source, first: int, last: int) -> Iterator[Text]:
    """Yield the fields of a file, without those of its history."""
    lines = split_lines(source.text)
    for number in range(first, last + 1):
        line, at = lines[number - 1], 0
        for part in line.split("/"):
            text = part.strip()
            if _LAST.match(text):
                return
            if text:
                yield Text(source, number, at + len(part) - len(part.lstrip()), text)
            at += len(part) + 1


def write_file(page: Page, later: int | None = None) -> str:
    """Return the file of a puzzle and its answer, a field a line.

    With borders within a room the last layout is used, which lists all borders.

    Args:
        page: the puzzle and its answer.
        later: the layout; None: that of the row.

    Raises:
        UserError: files of the genre cannot express the puzzle.
    """
    row = page.row
    later = row.written if later is None else later
    rooms = page.rooms() if page.walls else {}
    within = any(rooms.get(one, -1) == rooms.get(other) for one, other in _pairs(page.walls))
    if within and "border" not in row.blocks(later):
        later = row.last
    blocks = row.blocks(later)
    if within and "border" not in blocks:
        raise fail(f"a file of {row.pid} has no borders within a room")
    if page.blank and not {"blank", "numbers-or-blank"} & {*blocks}:
        raise fail(f"a file of {row.pid} has no holes")
    if page.flags and not {"passing", "flags"} & {*blocks} and row.flag_names:
        raise fail(f"a file of {row.pid} of the layout {later} has no flags")
    size = [page.cols] if row.genre == "sudoku" else [page.rows, page.cols]
    first = f"pzprv3.{later}" if later else "pzprv3"
    lines = [first, row.name or row.pid, *map(str, size)]
    for block in blocks:
        lines += BLOCKS[block].write(page)
    return "\n".join([*lines, ""])


def _pairs(walls: Mapping[Place, Item]) -> list[Border]:
    return cast("list[Border]", [*walls])


# ---------- answers ----------


def decode_answer(page: Page, sheet: Sheet) -> None:
    """Put the answer of a page into a sheet, and mistakes that no rule covers.

    The value is None if a number or a region is missing.
    """
    row, parts = page.row, page.row.parts
    answer: SheetAnswer = {}
    faults = sheet.faults
    if parts.edge:
        answer[parts.edge] = {*page.sides}
    if parts.line:
        counts: dict[Place, int] = {}
        for pair, item in sorted(page.line.items()):
            found = Link(*cast("Border", pair))
            if sheet.holes & set(found):
                faults.append(f"the line {sheet.name(found)} leaves the board")
            else:
                counts[found] = item.value
        for least, variable in enumerate(filter(None, (parts.line, parts.double)), 1):
            answer[variable] = {found for found, count in counts.items() if count >= least}
    if row.circle is not None and "answers" in row.blocks():
        given, _, black = row.circle
        known = sheet.givens.get(given, {})
        drawn = {cell for cell, item in page.numbers.items() if item.value == _BLACK}
        black_given = {place for place, value in known.items() if value == black}
        answer[parts.shaded] = black_given | (drawn - known.keys())
        there = page.numbers.keys() | known.keys()
        faults += [f"{sheet.name(cell)} has no stone" for cell in sheet.cells if cell not in there]
    elif parts.shaded:
        answer[parts.shaded] = {*page.shade} - sheet.holes
    if parts.region:
        rooms = connected_rooms(page.cells, page.regions)
        answer[parts.region] = owners(sheet, rooms)
        faults += [
            f"the border {sheet.name(each)} divides nothing"
            for each in sorted(_pairs(page.regions))
            if rooms[each.first] == rooms[each.second]
        ]
    if row.islands:
        land = [cell for cell in page.cells if cell not in page.shade and cell not in sheet.holes]
        none = dict.fromkeys(page.cells)
        answer[row.islands] = none | owners(sheet, connected_rooms(land, ()))
    if parts.value:
        numbers: dict[Place, Value] = {cell: item.value for cell, item in page.numbers.items()}
        numbers |= sheet.givens.get(parts.number, {})
        answer[parts.value] = {cell: numbers.get(cell) for cell in sheet.cells}
    if row.some and not any(answer.values()):
        faults.append(f"there is no {row.some} on the board")
    sheet.answer = answer


def draw_answer(sheet: Sheet, page: Page) -> None:
    """Draw the answer of a sheet on a page."""
    parts, answer = page.row.parts, sheet.answer or {}
    if parts.edge:
        page.sides = {_side(place): Item() for place in answer[parts.edge]}
    for variable in filter(None, (parts.line, parts.double)):
        for place in answer[variable]:
            pair = Border(*cast("Link", place))
            page.line[pair] = Item(page.line[pair].value + 1 if pair in page.line else 1)
    if parts.shaded:
        page.shade = {place: Item() for place in answer[parts.shaded]}
        page.numbers = {cell: Item(_BLACK if cell in page.shade else _WHITE) for cell in page.cells}
    if parts.value or parts.region:
        values = cast("Mapping[Place, Value]", answer[parts.value or parts.region])
        if parts.region:
            pairs = [cast("Border", pair) for matrix in borders(page) for pair in matrix]
            page.regions = {pair: Item() for pair in pairs if values[pair[0]] != values[pair[1]]}
        else:
            page.numbers = {cell: Item(int(value or 0)) for cell, value in values.items()}
    page.numbers = {cell: item for cell, item in page.numbers.items() if cell not in page.clues}


def _side(place: Place) -> Side:
    """Return a border as a side of a cell: the upper or the left one, but at the rim."""
    if isinstance(place, Border):
        (row, col), below = place.second, place.second[0] > place.first[0]
        return Side(row, col, "N" if below else "W")
    assert isinstance(place, Side)
    return place
