"""The blocks of files of pzpr and of kanpen.net, by the names that genres have them by.

A block is a pair of functions on a page: most are a layer of the page at the places of a shape, a
token each by an `Alphabet`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from nlc.errors import fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr
from nlc.formats.places import (
    MANY,
    ONE,
    TWO,
    Ranked,
    borders,
    cells,
    dots,
    points,
    rimmed,
    rimmed_borders,
    sides,
)
from nlc.formats.pzpr.bank import parse_bank, write_bank
from nlc.formats.pzpr.codecs import GREY, SIDES, UNKNOWN, Item, Signs, kinds
from nlc.formats.pzpr.page import LETTERS, Page, Shape, check_flags, empty_page
from nlc.formats.sheet import Cell, Side
from nlc.registry import Registry

NUMBER = re.compile(r"[0-9]{1,9}")

_FLAGS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_CIRCLED = re.compile(r"([01]),(-2|[0-9]{1,9})")
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or an empty cell, with candidates."""

SIGNED = re.compile(r"-?[0-9]{1,9}")
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

    def tokens(
        self, shape: Shape = cells, what: str = "the board", pattern: str = r"\S+"
    ) -> Iterator[tuple[Any, Text]]:
        """Yield the tokens of a block with their places."""
        for matrix in shape(self.page):
            for row, line in enumerate(self.lines(matrix.rows, what) if matrix.cols else ()):
                tokens = line.words(pattern)
                if len(tokens) != matrix.cols:
                    message = f"the row has {len(tokens)} items where the size says {matrix.cols}"
                    raise fail(message, line.span())
                for col, token in enumerate(tokens):
                    yield matrix.place(row, col), token


class Block(NamedTuple):
    """The parser and the writer of a block; `text` says what that is."""

    text: str
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


def alphabet(
    items: Mapping[str, Item | None],
    read: Callable[[Text, Pzpr], Item | None] | None = None,
    write: Callable[[Item, Pzpr], str] = lambda item, row: str(item.value),
) -> Alphabet:
    """Return the alphabet of some signs (see `Signs`), and of other tokens if `read` is given."""
    signs = Signs(items)
    nothing = [sign for sign, item in items.items() if item is None]

    def read_token(token: Text, row: Pzpr) -> Item | None:
        if read is None or token.text in items:
            item = items[_one_of(token, *items)]
        else:
            item = read(token, row)
        return item and item._replace(span=token.span())

    def write_token(item: Item | None, row: Pzpr) -> str:
        if item is None:
            return "." if "." in nothing else nothing[0]
        sign = signs.sign_of(item)
        return write(item, row) if sign is None else sign

    return Alphabet(read_token, write_token)


def _clue(token: Text, row: Pzpr | None = None) -> Item:
    """Return the number of a clue, which may be unknown."""
    if token.text == "-":
        return Item(UNKNOWN)
    if not NUMBER.fullmatch(token.text):
        raise fail(
            f"expected a clue, found '{token.text}'",
            token.span(),
            "a cell is a number, '.' where it is empty, or '-' for an unknown number",
        )
    return Item(int(token.text))


def _read_letter(token: Text, row: Pzpr) -> Item:
    if len(token.text) > 1 or token.text not in LETTERS:
        raise fail(f"'{token.text}' is not a letter", token.span())
    return Item(LETTERS.index(token.text) + 1)


def _write_letter(item: Item, row: Pzpr) -> str:
    if item.value > len(LETTERS):
        raise fail(f"a file of {row.pid} has {len(LETTERS)} letters, and more are needed")
    return LETTERS[item.value - 1]


def _read_arrow(token: Text, row: Pzpr) -> Item:
    found = _ARROW.fullmatch(token.text)
    if found is None:
        hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
        raise fail(f"'{token.text}' is not an arrow", token.span(), hint)
    return Item(UNKNOWN if found[2] == "-" else int(found[2]), SIDES[int(found[1])].strip())


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


def _read_arrow_number(token: Text, row: Pzpr) -> Item:
    """Return an arrow of kanpen.net: 16 times the index of the side, plus the number."""
    value = _clue(token).value
    if value >= 64:
        raise fail("expected a number below 64", token.span())
    return Item(value % 16, "NWSE"[value // 16])


def _read_list(token: Text, row: Pzpr) -> Item:
    numbers = [_clue(each).value for each in token.split(",")]
    known = ("?" if number == UNKNOWN else str(number) for number in numbers)
    return Item(UNKNOWN, numbers=",".join(known))


def _read_coloured_arrow(token: Text, row: Pzpr) -> Item | None:
    """Return an arrow with a colour, to which 4 is added where the clue is ticked off."""
    parts = token.split(",")
    kind = _one_of(parts[-1], *"0124567") if len(parts) == 3 else ""
    item = _ARROWS.read(token.cut(0, -2), row)
    return None if item is None or not kind else item._replace(kind=int(kind) % 4 + 1)


def _read_numbered_circle(token: Text, row: Pzpr) -> Item:
    found = _CIRCLED.fullmatch(token.text)
    if found is None:
        hint = "0 or 1, a comma and a number or -2, such as 0,3"
        raise fail(f"'{token.text}' is not a circle", token.span(), hint)
    return Item(max(int(found[2]), UNKNOWN), kind=int(found[1]) + 1)


def _read_outside(token: Text, row: Pzpr, place: Any) -> Item | None:
    """Return a clue outside of the board, before which is a c where it is ticked off."""
    if place is None:  # a corner
        _one_of(token, ".", "0", "-1")
        return None
    number = token.cut(token.text.startswith("c"))
    return None if number.text == "-1" else _NUMBERS.read(number, row)


_UNKNOWN = {".": None, "-": Item(UNKNOWN)}
_NUMBERS = alphabet(_UNKNOWN, _clue)
_LINES = alphabet({"0": None}, _read_line)
_MARKS = alphabet({"#": Item(), "+": None, ".": None})


# ---------- blocks ----------


def block(
    text: str,
    name: str,
    alphabet: Alphabet,
    shape: Shape = cells,
    what: str = "the board",
    before: Mapping[str, str] = MappingProxyType({}),
    outer: str = "",
    **signs: str,
) -> Block:
    """Return the block of the layer of a page.

    Args:
        text: what it is.
        name: of the layer.
        alphabet: of its tokens.
        shape: of its places.
        what: the name of all of them, for messages.
        before: further layers, by what stands before their tokens.
        outer: the layer of places outside of the board.
        signs: those of marks, by their layers.
    """

    def parse(reader: BlockReader) -> None:
        page = reader.page
        for place, token in reader.tokens(shape, what):
            if outer and (place is None or isinstance(place, Ranked | Side)):
                if item := _read_outside(token, reader.row, place):
                    page.layer(outer)[place] = item
                continue
            for other, sign in signs.items():
                if token.text == sign:
                    page.layer(other)[place] = Item(1, "", token.span())
                    break
            else:
                start = token.text[:1]
                item = alphabet.read(token.cut(start in before), reader.row)
                if item is not None:
                    page.layer(before.get(start, name))[place] = item

    def write(page: Page) -> list[str]:
        def token(place: Any) -> str:
            if outer and (place is None or isinstance(place, Ranked | Side)):
                return _NUMBERS.write(page.layer(outer).get(place), page.row)
            for other, sign in signs.items():
                if place in page.layer(other):
                    return sign
            for start, other in before.items():
                if place in page.layer(other):
                    return start + alphabet.write(page.layer(other)[place], page.row)
            return alphabet.write(page.layer(name).get(place), page.row)

        return _lines(page, token, shape)

    return Block(text, parse, write)


def _lines(page: Page, token: Callable[[Any], str], shape: Shape = cells) -> list[str]:
    return [
        "".join(f"{token(matrix.place(row, col))} " for col in range(matrix.cols))
        for matrix in shape(page)
        for row in range(matrix.rows)
    ]


_SIGNED_PAIR = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")


def _parse_sums(reader: BlockReader) -> None:
    """Parse black cells, which say the sum to the right first, and sums outside."""
    for place, token in reader.tokens(ONE[1]):
        found = _SIGNED_PAIR.fullmatch(token.text)
        if place is None or isinstance(place, Ranked):
            if item := _read_outside(token, reader.row, place):
                reader.page.layer("outside")[place] = item
        elif found:
            reader.page.put_sums(place, map(int, found.groups()[::-1]), token.span())
        else:
            _one_of(token, ".", "-1,-1")


def _write_sums(page: Page) -> list[str]:
    def token(place: Any) -> str:
        if place is None or isinstance(place, Ranked):
            return str(page.layer("outside").get(place, Item(-1 if place else 0)).value)
        return ",".join(page.sums(place).split(",")[::-1]) if place in page.blank else "."

    return _lines(page, token, ONE[1])


def _parse_snake(reader: BlockReader) -> None:
    """Parse circles, 1 or 2, to which 4 is added where the cell is shaded, and 8 for notes."""
    page = reader.page
    _outside("", "clues", _NUMBERS).parse(reader)
    both, page.clues = page.clues, {}
    for cell, item in both.items():
        if circle := item.value & 3:
            page.clues[cell] = item._replace(value=circle)
        if item.value & 4:
            page.shade[cell] = item


def _write_snake(page: Page) -> list[str]:
    circles = {cell: page.clues[cell].value if cell in page.clues else 0 for cell in page.cells}
    both = {cell: Item(circle + 4 * (cell in page.shade)) for cell, circle in circles.items()}
    return _outside("", "clues", _NUMBERS).write(replace(page, clues=both))


_SHADED_NUMBERS = block(
    "numbers, and the shaded cells of an answer", "clues", _NUMBERS, shade="#", ignored="+"
)


def _parse_in_shade(reader: BlockReader) -> None:
    _SHADED_NUMBERS.parse(reader)
    reader.page.shade.update(reader.page.clues)


def _write_in_shade(page: Page) -> list[str]:
    others = {cell: item for cell, item in page.shade.items() if cell not in page.clues}
    return _SHADED_NUMBERS.write(replace(page, shade=others))


def _parse_marked(reader: BlockReader) -> None:
    for cell, token in reader.tokens():
        marked = token.text.startswith("-")
        if marked:
            reader.page.layer("marked")[cell] = Item(1, "", token.span())
        if token.text not in (".", "-"):
            value = _clue(token.cut(marked)).value
            reader.page.clues[cell] = Item(value or UNKNOWN, "", token.span())


def _write_marked(page: Page) -> list[str]:
    def token(cell: Cell) -> str:
        item = page.clues.get(cell)
        number = "" if item is None else str(max(item.value, 0))
        return "-" * (cell in page.layer("marked")) + number or "."

    return _lines(page, token)


def _dots(text: str, kind: str) -> Block:
    """Return the block of dots of a kind, whose lines have no blanks between."""

    def parse(reader: BlockReader) -> None:
        for dot, token in reader.tokens(dots, pattern=r"\S"):
            item = Item(UNKNOWN, "", token.span(), 1)
            if token.text == "X" and not dot.rank:
                reader.page.blank[dot.place] = item
            elif _one_of(token, ".", "1", "2") in ("2", kind):
                reader.page.layer("dots")[dot] = item

    def write(page: Page) -> list[str]:
        def sign(dot: Ranked) -> str:
            hole = not dot.rank and dot.place in page.blank
            return "X" if hole else kind if dot in page.layer("dots") else "."

        return [line.replace(" ", "") for line in _lines(page, sign, dots)]

    return Block(text, parse, write)


def _parse_flag_letters(reader: BlockReader) -> None:
    if _FLAGS.fullmatch(reader.fields[0].text):
        reader.page.flags = check_flags(reader.row, reader.fields.pop(0))


def _parse_flags(reader: BlockReader) -> None:
    if not _NAMES.fullmatch(reader.fields[0].text):  # an empty line is not a field
        return
    (line,) = reader.lines(1, "the flags")
    flags = {name: flag for flag, name in reader.row.flag_name.items()}
    for name in line.text.split(","):
        if name not in flags:
            message = f"nlc does not support the flag '{name}' of {reader.row.pid}"
            raise fail(message, line.span(), f"known here: {', '.join(flags)}")
        reader.page.flags += flags[name]


def _write_flags(page: Page) -> list[str]:
    return [",".join(page.row.flag_name[flag] for flag in page.flags)]


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
        names[place] = token.text
        if token.text == "." and {"blank", "sums"} & {*reader.row.blocks()}:
            reader.page.blank[place] = Item(1, "", token.span())
        elif not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a room, found '{token.text}'", token.span())
    reader.page.divide(names)


def _write_rooms(page: Page) -> list[str]:
    rooms: dict[Any, int] = {**page.rooms()}
    count = str(max(rooms.values(), default=-1) + 1)
    return [count, *_lines(page, lambda cell: str(rooms.get(cell, ".")))]


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


def _parse_pipes(reader: BlockReader) -> None:
    (line,) = reader.lines(1, "the form of pipes")
    _one_of(line, "pipe", "circle")
    _PIPES.parse(reader)


def _parse_spots(reader: BlockReader) -> None:
    """Parse marked cells, of which some are shaded."""
    _SPOTS.parse(reader)
    reader.page.layer("marked").update(reader.page.shade)


def _parse_used(reader: BlockReader) -> None:
    """Skip the marks of pieces, a line."""
    for line in reader.lines(min(1, len(reader.page.bank)), "the marks of pieces"):
        for token in line.words():
            _one_of(token, "0", "1")


def _outside(
    text: str, name: str, alphabet: Alphabet, shapes: tuple[Shape, Shape] = ONE, **more: Any
) -> Block:
    """Return a block of cells with clues outside."""
    what = text if "outside" in text else f"{text}, and numbers outside"
    return block(what, name, alphabet, shapes[1], outer="outside", **more)


_ANSWERS = alphabet({".": None}, _read_answer, _NUMBERS.write)
_ARROWS = alphabet(
    {".": None, "#": Item(GREY)},
    _read_arrow,
    lambda item, row: f"{SIDES.index(item.side or ' ')},{_NUMBERS.write(item, row)}",
)
_COLOURED_ARROWS = alphabet(
    {".": None},
    _read_coloured_arrow,
    lambda item, row: f"{_ARROWS.write(item, row)},{max(item.kind - 1, 0)}",
)
_NUMBERED_CIRCLES = alphabet(
    {".": None},
    _read_numbered_circle,
    lambda item, row: f"{item.kind - 1},{-2 if item.value == UNKNOWN else item.value}",
)
_CORNERS = alphabet(
    {".": None, "-": None, "o": Item(UNKNOWN)}
    | {str(number): Item(UNKNOWN, side) for number, side in enumerate(SIDES) if number},
    lambda token, row: _clue(token.cut(_one_of(token.cut(0, 1), "o") == "o")),
    lambda item, row: f"o{item.value}",
)
_LISTS = alphabet({".": None}, _read_list, lambda item, row: item.numbers.replace("?", "-"))
_SHIPS = alphabet(
    {".": None, "-": Item(UNKNOWN, kind=1)},
    lambda token, row: Item(UNKNOWN, kind=_clue(token).value + 2),
    lambda item, row: str(item.kind - 2),
)
_MAZE = alphabet({**kinds("sg"), "o": Item(1), "t": Item(2), ".": None})
_ONES = alphabet({"1": Item(), **dict.fromkeys(("+", "-", "o", "x", "+o", "+x", "."))})
_GIVEN = alphabet({"X": Item(), "0": None, "1": None, "2": None, "-1": None})
_TREES = alphabet({"1": Item(), ".": None, "-": None})
_Q, _QAS = {"q": "clues"}, {"q": "clues", "a": "numbers", "s": "ignored"}
_PIPES = block("pieces of a line", "clues", alphabet({**_UNKNOWN, **kinds("abcdefg")}))
_SPOTS = block("", "marked", alphabet({"%": Item(), "o": Item(), "+": None, ".": None}), shade="#")
_SKIPPED = alphabet(dict.fromkeys(("0", "1", "2", "-1")))
_HELPERS = block("borders of notes, ignored", "ignored", _SKIPPED, borders)
_CLUES, _ROOM_BORDERS = "numbers; - is an unknown one", "borders, those in rows first"
_NOTHING = alphabet({"-": None, ".": None})

BLOCKS: Registry[Block] = Registry(
    "block of pzpr's files",
    "BLOCK",
    "nlc.formats.blocks",
    {
        "answers": block("numbers or stones of an answer", "numbers", _ANSWERS),
        "arrows": block("numbers with arrows, and grey cells", "clues", _ARROWS),
        "bank": Block("pieces", lambda reader: parse_bank(reader.page, reader.fields), write_bank),
        "between": block(
            "circles between cells", "between", alphabet({"0": None, **kinds("12")}), borders
        ),
        "black_dots": _dots("black dots; others mean nothing", "2"),
        "blank": block("marked cells", "blank", alphabet({"*": Item(), ".": None})),
        "border": block(
            _ROOM_BORDERS, "walls", alphabet({"0": None, "1": Item()}), borders, "the borders"
        ),
        "coloured_arrows": block("arrows with colours", "clues", _COLOURED_ARROWS),
        "colours": block(
            "colours, ignored", "ignored", Alphabet(_read_colour, lambda item, row: "0")
        ),
        "corners": block("circles and arrows", "clues", _CORNERS),
        "crossed": Block("crosses, ignored", block("", "ignored", _NOTHING).parse, lambda page: []),
        "dots": _dots("dots in cells, between them and at corners", "1"),
        "fives": block(
            "numbers, 5 an unknown one",
            "clues",
            alphabet({**_UNKNOWN, "5": Item(UNKNOWN)}, _clue),
        ),
        "flag_letters": Block(
            "flags by their letters",
            _parse_flag_letters,
            lambda page: [page.flags] if page.flags else [],
        ),
        "flags": Block("flags by their names", _parse_flags, _write_flags),
        "four_or_hole": block(
            "numbers, and holes", "clues", alphabet({**_UNKNOWN, "*": Item(GREY)}, _clue)
        ),
        "given_borders": block("given borders", "border", _GIVEN, borders, "the borders"),
        "helper_borders": _HELPERS,
        "helper_line": Block("a line of notes, ignored", _HELPERS.parse, lambda page: []),
        "inequalities": block(
            "signs less and more", "between", alphabet({"0": None, **kinds("ab")}), borders
        ),
        "letters": block("letters", "clues", alphabet(_UNKNOWN, _read_letter, _write_letter)),
        "line": block("the line of an answer, through cells", "line", _LINES, borders, "the line"),
        "marked_numbers": Block(
            "numbers, - before those of marked cells", _parse_marked, _write_marked
        ),
        "maze": block("signs s and g, circles o and t", "clues", _MAZE),
        "numbered_circles": block("circles with numbers", "clues", _NUMBERED_CIRCLES),
        "numbers": block(_CLUES, "clues", _NUMBERS),
        "numbers_in_shade": Block(
            "numbers, which are shaded, and other shaded cells", _parse_in_shade, _write_in_shade
        ),
        "numbers_or_blank": block("numbers, and marked cells", "clues", _NUMBERS, blank="#"),
        "outside_lists": _outside("shaded cells, and lists outside", "shade", _MARKS, MANY),
        "outside_marks": _outside("marked and shaded cells", "marked", _TREES, shade="A"),
        "outside_numbers": _outside(
            "numbers of an answer", "numbers", _ANSWERS, before=_Q, shade="-"
        ),
        "outside_poles": _outside("poles", "numbers", _NUMBERS, TWO, before=_QAS, blank="#"),
        "outside_shade": _outside("shaded cells", "shade", _MARKS),
        "outside_ships": _outside("parts of ships, numbers from 0", "clues", _SHIPS),
        "outside_snake": Block(
            "circles, shaded cells, and numbers outside", _parse_snake, _write_snake
        ),
        "passing": Block(
            "whether all cells are passed",
            _parse_passing,
            lambda page: ["dontpassallcell" if page.flags else "passallcell"],
        ),
        "pipes": Block(
            "pieces of a line", _parse_pipes, lambda page: ["pipe", *_PIPES.write(page)]
        ),
        "points": block("numbers at points", "clues", _NUMBERS, points),
        "rectangles": Block("rooms of kanpen.net, with numbers", _parse_rectangles, _write_rooms),
        "regions": block("the borders of an answer", "regions", _LINES, borders, "the borders"),
        "regions_rim": block(
            "borders, with the rim", "regions", _LINES, rimmed_borders, outer="ignored"
        ),
        "rim_numbers": block(
            "numbers, and those at four sides",
            "numbers",
            _ANSWERS,
            rimmed,
            before=_Q,
            outer="rim",
            ignored="-",
        ),
        "rooms": Block("rooms by numbers", _parse_rooms, _write_rooms),
        "shade": block("the shaded cells of an answer", "shade", _MARKS),
        "shade_ones": block("the shaded cells of an answer, 1 each", "shade", _ONES),
        "shaded_lists": block("lists, and shaded cells", "clues", _LISTS, shade="#", ignored="+"),
        "shaded_numbers": _SHADED_NUMBERS,
        "shapes": block("three signs: a, b, c", "clues", alphabet({**_UNKNOWN, **kinds("abc")})),
        "side_numbers": block(
            "arrows of kanpen.net",
            "clues",
            alphabet({".": None, "-4": Item(UNKNOWN)}, _read_arrow_number),
        ),
        "sides": block("the line of an answer, along borders", "sides", _LINES, sides, "the line"),
        "spots": Block("marked cells, of which some are shaded", _parse_spots, _SPOTS.write),
        "sums": Block("black cells with two sums, and sums outside", _parse_sums, _write_sums),
        "total": Block("a number of the whole board", _parse_count, lambda page: [str(page.count)]),
        "used": Block(
            "marks of pieces, ignored", _parse_used, lambda page: ["0 " * len(page.bank)]
        ),
        "zeros": block("numbers of kanpen.net, 0 for none", "clues", _NUMBERS, ignored="0"),
    },
    factory=False,
)
"""The blocks; those of kanpen.net are not written."""
