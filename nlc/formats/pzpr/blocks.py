"""The blocks of files of pzpr and of kanpen.net, by the names that genres have them by.

A block is a pair of functions on a page: most are a layer of the page at the places of a shape, a
token each by an `Alphabet`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from nlc.errors import fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr
from nlc.formats.places import MANY, ONE, TWO, Ranked, borders, cells, dots, points, rimmed, sides
from nlc.formats.pzpr.bank import parse_bank, write_bank
from nlc.formats.pzpr.codecs import GREY, SIDES, UNKNOWN, Item, kinds, sign_of
from nlc.formats.pzpr.page import LETTERS, Page, Shape, check_flags, empty_page
from nlc.formats.sheet import Cell, Side
from nlc.registry import Registry

NUMBER = re.compile(r"[0-9]{1,9}")

_FLAGS = re.compile(r"[a-z]+")
_ARROW = re.compile(r"([0-4]),([0-9]{1,9}|-)")
_CIRCLED = re.compile(r"([01]),(-2|[0-9]{1,9})")
_ROOM = re.compile(r"\s*[0-9]+(?:\s+[0-9]+){3,4}\s*")
_NAMES = re.compile(r"[a-z_,]+")
_ANSWER = re.compile(r"([0-9]{1,9}|[-+=%.])(?:\[[0-9,]*\])?")
"""A number, a mark or an empty cell, with candidates."""

SIGNED = re.compile(r"-?[0-9]{1,9}")
_PASSING = {"passallcell": "", "dontpassallcell": "e", "allowempty": "e"}


class Block(NamedTuple):
    """The parser and the writer of a block; `text` says what that is.

    The parser puts a block into a page and takes its fields from those that are left, at least one.
    """

    text: str
    parse: Callable[[Page, list[Text]], None]
    write: Callable[[Page], list[str]]


def read_blocks(
    row: Pzpr, size: list[Text], fields: list[Text], blocks: Iterable[str], last: str
) -> Page:
    """Return the page of some fields, after blocks as long as there are fields.

    Args:
        row: the genre.
        size: the rows and the columns, or one number for both.
        fields: those behind the size.
        blocks: the names of all blocks.
        last: the name of the last block, for messages.

    Raises:
        UserError: a block is malformed, or fields are left after the last one.
    """
    head = size[0].span().to(size[-1].span())
    page = empty_page(row, int(size[0].text), int(size[-1].text), head)
    for block in map(BLOCKS.get, blocks):
        if fields:
            block.parse(page, fields)
    if fields:
        raise fail(f"nothing may follow the {last}", fields[0].span())
    return page


def _take(page: Page, fields: list[Text], count: int, what: str) -> list[Text]:
    part, fields[:count] = fields[:count], []
    if len(part) < count:
        raise fail(f"{what} has {len(part)} of its {count} rows", page.head)
    return part


_NONE: Mapping[str, str] = {}


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


def _match(
    pattern: re.Pattern[str], token: Text, message: str, hint: str | None = None
) -> re.Match[str]:
    """Return the match of a token with a pattern; a message tells that there is none."""
    found = pattern.fullmatch(token.text)
    if found is None:
        raise fail(message, token.span(), hint)
    return found


def alphabet(
    items: Mapping[str, Item | None],
    read: Callable[[Text, Pzpr], Item | None] | None = None,
    write: Callable[[Item, Pzpr], str] = lambda item, row: str(item.value),
) -> Alphabet:
    """Return the alphabet of some signs, and of other tokens if `read` is given.

    None stands for nothing; of several signs for the same the last one is written.
    """
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
        sign = sign_of(items, item)
        return write(item, row) if sign is None else sign

    return Alphabet(read_token, write_token)


def _clue(token: Text, row: Pzpr | None = None) -> Item:
    """Return the number of a clue, which may be unknown."""
    if token.text == "-":
        return Item(UNKNOWN)
    hint = "a cell is a number, '.' where it is empty, or '-' for an unknown number"
    return Item(int(_match(NUMBER, token, f"expected a clue, found '{token.text}'", hint)[0]))


def _read_letter(token: Text, row: Pzpr) -> Item:
    if len(token.text) > 1 or token.text not in LETTERS:
        raise fail(f"'{token.text}' is not a letter", token.span())
    return Item(LETTERS.index(token.text) + 1)


def _write_letter(item: Item, row: Pzpr) -> str:
    if item.value > len(LETTERS):
        raise fail(f"a file of {row.pid} has {len(LETTERS)} letters, and more are needed")
    return LETTERS[item.value - 1]


def _read_arrow(token: Text, row: Pzpr) -> Item:
    hint = "a side from 0 to 4, a comma and a number or '-', such as 2,1"
    found = _match(_ARROW, token, f"'{token.text}' is not an arrow", hint)
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
    _match(NUMBER, token, f"expected the number of a colour, found '{token.text}'")


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
    hint = "0 or 1, a comma and a number or -2, such as 0,3"
    found = _match(_CIRCLED, token, f"'{token.text}' is not a circle", hint)
    return Item(max(int(found[2]), UNKNOWN), kind=int(found[1]) + 1)


_UNKNOWN = {".": None, "-": Item(UNKNOWN)}
_NUMBERS = alphabet(_UNKNOWN, _clue)
_LINES = alphabet({"0": None}, _read_line)
_MARKS = alphabet({"#": Item(), "+": None, ".": None})


# ---------- blocks ----------


def _tokens(
    page: Page, fields: list[Text], shape: Shape = cells, what: str = "the board"
) -> Iterator[tuple[Any, Text]]:
    """Take the rows of a block, and yield their tokens with their places."""
    for matrix in shape(page):
        for row, line in enumerate(_take(page, fields, matrix.rows, what) if matrix.cols else ()):
            tokens = line.words(r"\S" if shape is dots else r"\S+")
            if len(tokens) != matrix.cols:
                message = f"the row has {len(tokens)} values where the size says {matrix.cols}"
                raise fail(message, line.span())
            for col, token in enumerate(tokens):
                yield matrix.place(row, col), token


def _lines(page: Page, write: Callable[[Any], str], shape: Shape = cells) -> list[str]:
    """Return the rows of a block; a blank stands behind each token, but of dots."""
    blank = "" if shape is dots else " "
    return [
        "".join(write(matrix.place(row, col)) + blank for col in range(matrix.cols))
        for matrix in shape(page)
        for row in range(matrix.rows)
    ]


class Place(NamedTuple):
    """Reads the token of a place into a page, and writes it."""

    read: Callable[[Page, Any, Text], None]
    write: Callable[[Page, Any], str]


def block(text: str, place: Place, shape: Shape = cells, what: str = "the board") -> Block:
    """Return the block of a token for each place of a shape.

    Args:
        text: what it is.
        place: the codec of each.
        shape: the places.
        what: the name of all of them, for messages.
    """

    def parse(page: Page, fields: list[Text]) -> None:
        for at, token in _tokens(page, fields, shape, what):
            place.read(page, at, token)

    return Block(text, parse, lambda page: _lines(page, partial(place.write, page), shape))


def on(name: str, alphabet: Alphabet, before: Mapping[str, str] = _NONE, **signs: str) -> Place:
    """Return the codec of what stands at a place in one of some layers.

    Args:
        name: of the layer.
        alphabet: of its tokens.
        before: further layers, by what stands before their tokens.
        signs: those of marks, by their layers.
    """

    def read(page: Page, place: Any, token: Text) -> None:
        start = token.text[:1]
        if layer := next((other for other, sign in signs.items() if token.text == sign), ""):
            page.layer(layer)[place] = Item(1, "", token.span())
        elif item := alphabet.read(token.cut(start in before), page.row):
            page.layer(before.get(start, name))[place] = item

    def write(page: Page, place: Any) -> str:
        for other, sign in signs.items():
            if place in page.layer(other):
                return sign
        for start, other in before.items():
            if item := page.layer(other).get(place):
                return start + alphabet.write(item, page.row)
        return alphabet.write(page.layer(name).get(place), page.row)

    return Place(read, write)


def _framed(place: Place, name: str) -> Place:
    """Return the codec of a place, and of clues of a layer outside of the board.

    Before one that is ticked off is a c.
    """

    def read(page: Page, at: Any, token: Text) -> None:
        number = token.cut(token.text.startswith("c"))
        if at is None:  # a corner
            _one_of(token, ".", "0", "-1")
        elif not isinstance(at, Ranked | Side):
            place.read(page, at, token)
        elif number.text != "-1" and (item := _NUMBERS.read(number, page.row)):
            page.layer(name)[at] = item

    def write(page: Page, at: Any) -> str:
        if at is not None and not isinstance(at, Ranked | Side):
            return place.write(page, at)
        return _NUMBERS.write(page.layer(name).get(at), page.row)

    return Place(read, write)


_SIGNED_PAIR = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")


def _read_sums(page: Page, cell: Any, token: Text) -> None:
    """Read a black cell, which says the sum to the right first."""
    if found := _SIGNED_PAIR.fullmatch(token.text):
        page.put_sums(cell, map(int, found.groups()[::-1]), token.span())
    else:
        _one_of(token, ".", "-1,-1")


def _write_sums(page: Page, at: Any) -> str:
    if at is None or isinstance(at, Ranked):
        return str(page.layer("outside").get(at, Item(-1 if at else 0)).value)
    return ",".join(page.sums(at).split(",")[::-1]) if at in page.blank else "."


def _read_snake(page: Page, cell: Any, token: Text) -> None:
    """Read a circle, 1 or 2, to which 4 is added where the cell is shaded, and 8 for notes."""
    item = _NUMBERS.read(token, page.row) or Item(0)
    if circle := item.value & 3:
        page.clues[cell] = item._replace(value=circle)
    if item.value & 4:
        page.shade[cell] = item


def _write_snake(page: Page, cell: Any) -> str:
    return str(page.clues.get(cell, Item(0)).value + 4 * (cell in page.shade))


def _read_in_shade(page: Page, cell: Any, token: Text) -> None:
    _SHADED.read(page, cell, token)
    if cell in page.clues:
        page.shade[cell] = page.clues[cell]


def _write_in_shade(page: Page, cell: Any) -> str:
    return (_NUMBER if cell in page.clues else _SHADED).write(page, cell)


def _read_spot(page: Page, cell: Any, token: Text) -> None:
    """Read a marked cell, which may be shaded."""
    _SPOT.read(page, cell, token)
    if cell in page.shade:
        page.layer("marked")[cell] = page.shade[cell]


def _read_marked(page: Page, cell: Any, token: Text) -> None:
    marked = token.text.startswith("-")
    if marked:
        page.layer("marked")[cell] = Item(1, "", token.span())
    if token.text not in (".", "-"):
        value = _clue(token.cut(marked)).value
        page.clues[cell] = Item(value or UNKNOWN, "", token.span())


def _write_marked(page: Page, cell: Any) -> str:
    item = page.clues.get(cell)
    number = "" if item is None else str(max(item.value, 0))
    return "-" * (cell in page.layer("marked")) + number or "."


def _dots(text: str, kind: str) -> Block:
    """Return the block of dots of a kind, whose lines have no blanks between."""

    def read(page: Page, dot: Any, token: Text) -> None:
        item = Item(UNKNOWN, "", token.span(), 1)
        if token.text == "X" and not dot.rank:
            page.blank[dot.place] = item
        elif _one_of(token, ".", "1", "2") in ("2", kind):
            page.layer("dots")[dot] = item

    def write(page: Page, dot: Any) -> str:
        hole = not dot.rank and dot.place in page.blank
        return "X" if hole else kind if dot in page.layer("dots") else "."

    return block(text, Place(read, write), dots)


def _parse_flag_letters(page: Page, fields: list[Text]) -> None:
    if _FLAGS.fullmatch(fields[0].text):
        page.flags = check_flags(page.row, fields.pop(0))


def _write_flag_letters(page: Page) -> list[str]:
    return [page.flags] if page.flags else []


def _parse_flags(page: Page, fields: list[Text]) -> None:
    if not _NAMES.fullmatch(fields[0].text):  # an empty line is not a field
        return
    line, flags = fields.pop(0), {name: flag for flag, name in page.row.flag_name.items()}
    for name in line.text.split(","):
        if name not in flags:
            message = f"nlc does not support the flag '{name}' of {page.row.pid}"
            raise fail(message, line.span(), f"known here: {', '.join(flags)}")
        page.flags += flags[name]


def _write_flags(page: Page) -> list[str]:
    return [",".join(page.row.flag_name[flag] for flag in page.flags)]


def _parse_passing(page: Page, fields: list[Text]) -> None:
    line = fields.pop(0)
    if line.text not in _PASSING:
        raise fail("expected passallcell or dontpassallcell", line.span())
    page.flags = _PASSING[line.text]


def _write_passing(page: Page) -> list[str]:
    return ["dontpassallcell" if page.flags else "passallcell"]


def _parse_count(page: Page, fields: list[Text]) -> None:
    page.count = int(_match(NUMBER, fields.pop(0), "expected a number")[0])


def _parse_rooms(page: Page, fields: list[Text]) -> None:
    _match(NUMBER, fields.pop(0), "expected the number of rooms")
    names: dict[Cell, str] = {}
    for cell, token in _tokens(page, fields):
        names[cell] = token.text
        if token.text == "." and {"blank", "sums"} & {*page.row.blocks()}:
            page.blank[cell] = Item(1, "", token.span())
        elif not NUMBER.fullmatch(token.text):
            raise fail(f"expected the number of a room, found '{token.text}'", token.span())
    page.walls |= page.between(names)


def _write_rooms(page: Page) -> list[str]:
    rooms: dict[Any, int] = {**page.rooms()}
    count = str(max(rooms.values(), default=-1) + 1)
    return [count, *_lines(page, lambda cell: str(rooms.get(cell, ".")))]


def _parse_rectangles(page: Page, fields: list[Text]) -> None:
    """Parse rooms as rectangles: the first row and column, the last ones, and a number."""
    count = fields.pop(0)
    _match(SIGNED, count, "expected the number of rooms")
    room_of: dict[Cell, int] = {}
    for room, line in enumerate(_take(page, fields, int(count.text), "the list of rooms")):
        _match(_ROOM, line, "a room is four numbers, and one for its clue")
        numbers = [*map(int, line.text.split())]
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
    page.walls |= page.between(room_of)


def _parse_pipes(page: Page, fields: list[Text]) -> None:
    _one_of(fields.pop(0), "pipe", "circle")
    _PIPES.parse(page, fields)


def _parse_used(page: Page, fields: list[Text]) -> None:
    """Skip the marks of pieces, a line."""
    for token in fields.pop(0).words() if page.bank else ():
        _one_of(token, "0", "1")


def _outside(text: str, place: Place, shapes: tuple[Shape, Shape] = ONE) -> Block:
    """Return a block of cells with clues outside."""
    what = text if "outside" in text else f"{text}, and numbers outside"
    return block(what, _framed(place, "outside"), shapes[1])


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
_PIPES = block("pieces of a line", on("clues", alphabet({**_UNKNOWN, **kinds("abcdefg")})))
_SUMS = Place(_framed(Place(_read_sums, _write_sums), "outside").read, _write_sums)
_SPOT = on("marked", alphabet({"%": Item(), "o": Item(), "+": None, ".": None}), shade="#")
_NUMBER, _SHADED = on("clues", _NUMBERS), on("clues", _NUMBERS, shade="#", ignored="+")
_SKIPPED = alphabet(dict.fromkeys(("0", "1", "2", "-1")))
_HELPERS = block("borders of notes, ignored", on("ignored", _SKIPPED), borders)
_KANPEN_ARROWS = alphabet({".": None, "-4": Item(UNKNOWN)}, _read_arrow_number)
_WALL, _CIRCLES = alphabet({"0": None, "1": Item()}), alphabet({"0": None, **kinds("12")})
_SIGNS, _SHAPES = alphabet({"0": None, **kinds("ab")}), alphabet({**_UNKNOWN, **kinds("abc")})
_HOLES = alphabet({**_UNKNOWN, "*": Item(GREY)}, _clue)
_COLOURS = Alphabet(_read_colour, lambda item, row: "0")
_FIVES = alphabet({**_UNKNOWN, "5": Item(UNKNOWN)}, _clue)
_CROSSES = block("", on("ignored", alphabet({"-": None, ".": None})))
_MARKED_NUMBER = Place(_read_marked, _write_marked)
_IN_SHADE = Place(_read_in_shade, _write_in_shade)
_RIM_NUMBER = _framed(on("numbers", _ANSWERS, before=_Q, ignored="-"), "rim")

BLOCKS: Registry[Block] = Registry(
    "block of pzpr's files",
    "BLOCK",
    "nlc.formats.blocks",
    {
        "answers": block("numbers or stones of an answer", on("numbers", _ANSWERS)),
        "arrows": block("numbers with arrows, and grey cells", on("clues", _ARROWS)),
        "bank": Block("pieces", parse_bank, write_bank),
        "between": block("circles between cells", on("between", _CIRCLES), borders),
        "black_dots": _dots("black dots; others mean nothing", "2"),
        "blank": block("marked cells", on("blank", alphabet({"*": Item(), ".": None}))),
        "border": block("borders, those in rows first", on("walls", _WALL), borders, "the borders"),
        "coloured_arrows": block("arrows with colours", on("clues", _COLOURED_ARROWS)),
        "colours": block("colours, ignored", on("ignored", _COLOURS)),
        "corners": block("circles and arrows", on("clues", _CORNERS)),
        "crossed": Block("crosses, ignored", _CROSSES.parse, lambda page: []),
        "dots": _dots("dots in cells, between them and at corners", "1"),
        "fives": block("numbers, 5 an unknown one", on("clues", _FIVES)),
        "flag_letters": Block("flags by their letters", _parse_flag_letters, _write_flag_letters),
        "flags": Block("flags by their names", _parse_flags, _write_flags),
        "four_or_hole": block("numbers, and holes", on("clues", _HOLES)),
        "given_borders": block("given borders", on("border", _GIVEN), borders, "the borders"),
        "helper_borders": _HELPERS,
        "helper_line": Block("a line of notes, ignored", _HELPERS.parse, lambda page: []),
        "inequalities": block("signs less and more", on("between", _SIGNS), borders),
        "letters": block("letters", on("clues", alphabet(_UNKNOWN, _read_letter, _write_letter))),
        "line": block(
            "the line of an answer, through cells", on("line", _LINES), borders, "the line"
        ),
        "marked_numbers": block("numbers, - before those of marked cells", _MARKED_NUMBER),
        "maze": block("signs s and g, circles o and t", on("clues", _MAZE)),
        "numbered_circles": block("circles with numbers", on("clues", _NUMBERED_CIRCLES)),
        "numbers": block("numbers; - is an unknown one", on("clues", _NUMBERS)),
        "numbers_in_shade": block("numbers, which are shaded, and other shaded cells", _IN_SHADE),
        "numbers_or_blank": block("numbers, and marked cells", on("clues", _NUMBERS, blank="#")),
        "outside_lists": _outside("shaded cells, and lists outside", on("shade", _MARKS), MANY),
        "outside_marks": _outside("marked and shaded cells", on("marked", _TREES, shade="A")),
        "outside_numbers": _outside(
            "numbers of an answer", on("numbers", _ANSWERS, before=_Q, shade="-")
        ),
        "outside_poles": _outside("poles", on("numbers", _NUMBERS, before=_QAS, blank="#"), TWO),
        "outside_shade": _outside("shaded cells", on("shade", _MARKS)),
        "outside_ships": _outside("parts of ships, numbers from 0", on("clues", _SHIPS)),
        "outside_snake": _outside("circles, shaded cells", Place(_read_snake, _write_snake)),
        "passing": Block("whether all cells are passed", _parse_passing, _write_passing),
        "pipes": Block(
            "pieces of a line", _parse_pipes, lambda page: ["pipe", *_PIPES.write(page)]
        ),
        "points": block("numbers at points", on("clues", _NUMBERS), points),
        "rectangles": Block("rooms of kanpen.net, with numbers", _parse_rectangles, _write_rooms),
        "regions": block("the borders of an answer", on("regions", _LINES), borders, "the borders"),
        "regions_rim": block(
            "borders, with the rim", _framed(on("regions", _LINES), "ignored"), sides
        ),
        "rim_numbers": block("numbers, and those at four sides", _RIM_NUMBER, rimmed),
        "rooms": Block("rooms by numbers", _parse_rooms, _write_rooms),
        "shade": block("the shaded cells of an answer", on("shade", _MARKS)),
        "shade_ones": block("the shaded cells of an answer, 1 each", on("shade", _ONES)),
        "shaded_lists": block(
            "lists, and shaded cells", on("clues", _LISTS, shade="#", ignored="+")
        ),
        "shaded_numbers": block("numbers, and the shaded cells of an answer", _SHADED),
        "shapes": block("three signs: a, b, c", on("clues", _SHAPES)),
        "side_numbers": block("arrows of kanpen.net", on("clues", _KANPEN_ARROWS)),
        "sides": block(
            "the line of an answer, along borders", on("sides", _LINES), sides, "the line"
        ),
        "spots": block("marked cells, of which some are shaded", Place(_read_spot, _SPOT.write)),
        "sums": block("black cells with two sums, and sums outside", _SUMS, ONE[1]),
        "total": Block("a number of the whole board", _parse_count, lambda page: [str(page.count)]),
        "used": Block(
            "marks of pieces, ignored", _parse_used, lambda page: ["0 " * len(page.bank)]
        ),
        "zeros": block("numbers of kanpen.net, 0 for none", on("clues", _NUMBERS, ignored="0")),
    },
    factory=False,
)
"""The blocks; those of kanpen.net are not written."""
