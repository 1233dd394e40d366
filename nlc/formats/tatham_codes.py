"""The codes of Simon Tatham's collection for boards and solutions of each genre.

A description lists places, mostly the cells row by row: a letter from ``a`` is a run of 1 to 26
empty ones, and ``_`` separates two adjacent numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, groupby, pairwise, product
from math import prod
from operator import add
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple, TypeVar, cast

from msgspec.structs import replace

from nlc.errors import Span, fail
from nlc.formats.base import Text, with_runs
from nlc.formats.parts import Value
from nlc.formats.places import borders, cells, dots, points
from nlc.formats.sheet import (
    Border,
    Cell,
    Place,
    Sheet,
    border,
    boxes,
    connected_rooms,
    link,
    owners,
    same_rooms,
    step,
)
from nlc.registry import Registry

_SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?")
_BOXES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_JIGSAW = re.compile(r"([0-9]{1,2})j")
_SIGNS = digits + ascii_lowercase + ascii_uppercase

_STEPS = {1: "E", 2: "N", 4: "W", 8: "S"}
"""The directions of a line by their bits."""


T = TypeVar("T")


class Code(NamedTuple):
    """Two functions on the clues of a board.

    Attributes:
        text: what it describes.
        parse: puts the clues of a description into a sheet of the right size, given the parameters.
        write: takes the clues of a sheet, and returns their description.
        boxes: whether the size is that of boxes: a board has as many rows as a box has cells.
        head: returns the size of a board as in the parameters, with what the description needs.
        more: rows and columns that a board has beyond its size.
    """

    text: str
    parse: Callable[[Text, Sheet, str], None]
    write: Callable[[Sheet], str]
    boxes: bool = False
    head: Callable[[Sheet], str] = lambda sheet: f"{sheet.cols}x{sheet.rows}"
    more: tuple[int, int] = (0, 0)

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """Return rows and columns, and the rest of the parameters after the size.

        Raises:
            UserError: there is no size.
        """
        text = params.text
        if self.boxes and (found := _JIGSAW.match(text) or _BOXES.match(text)):
            side = prod(map(int, found.groups()))
            return (side, side), params.cut(found.end())
        if not self.boxes and (found := _SIZE.match(text)):
            high, wide = int(found[2] or found[1]), int(found[1])
            return (high + self.more[0], wide + self.more[1]), params.cut(found.end())
        message = "expected the size of a board, such as 7x7"
        if self.boxes:
            message = "expected the size of a box, such as 3x3, or 9j for boxes of any shape"
        raise params.error(message, 0, len(text))


# ---------- places ----------


def _cells(sheet: Sheet) -> list[Place]:
    """Return all places for cells, holes too."""
    return [*cells(sheet)[0]]


def _points(sheet: Sheet) -> list[Place]:
    return [*points(sheet)[0]]


def _firsts(sheet: Sheet) -> list[Place]:
    """Return the first cell of each room."""
    rooms = sheet.givens[sheet.parts.room]
    return sorted({room: cell for cell, room in sorted(rooms.items(), reverse=True)}.values())


def _at_firsts(sheet: Sheet, clues: Mapping[Any, T]) -> dict[Place, T]:
    """Return the clues of rooms, each at the first cell of its room."""
    rooms, found = sheet.givens[sheet.parts.room], dict[Place, T]()
    first = {rooms[cell]: cell for cell in _firsts(sheet)}
    for cell, value in clues.items():
        if found.setdefault(first[rooms[cell]], value) != value:
            raise fail("the game has one clue for each room, and here are two")
    return found


def _borders(sheet: Sheet, by_row: bool = False, level_first: bool = False) -> list[Border]:
    """Return the borders of a board in the order of the game, or all row by row."""
    upright, level = ([*matrix] for matrix in borders(sheet))
    if not by_row:
        (upright if level_first else level).sort(key=lambda each: each.first[1])
    return [*level, *upright] if level_first else [*upright, *level]


def _rim(sheet: Sheet, given: str, sides: str) -> list[Place]:
    """Return the places of clues outside at each side in turn, backwards for small letters."""
    rims = [sheet.rim(given, side.upper())[:: -1 if side.islower() else 1] for side in sides]
    return cast("list[Place]", [*chain(*rims)])


# ---------- runs and skips ----------


def parse_runs(
    text: Text, places: Sequence[Place], clue: str, what: str, tail: bool = False
) -> list[tuple[Place, str, Span]]:
    """Return the place, the text and the span of each clue of a description by runs.

    Args:
        text: the description.
        places: where clues may be.
        clue: a regular expression of a clue.
        what: the possible clues, for messages.
        tail: whether empty places at the end may be missing.

    Raises:
        UserError: a character is neither a clue nor a run, or there are too few or too many places.
    """
    out: list[tuple[Place, str, Span]] = []
    pattern, at, place = re.compile(clue), 0, 0
    while at < len(text.text):
        char, found = text.text[at], pattern.match(text.text, at)
        end = at + 1 if found is None else found.end()
        if found is not None:
            out += [(each, found[0], text.span(at, end)) for each in places[place : place + 1]]
            place += 1
        elif "a" <= char <= "z":
            place += ord(char) - ord("a") + 1
        elif char != "_":
            hint = f"clues are {what}; letters from a to z are runs of empty places"
            raise text.error(f"'{char}' is neither a clue nor a run", at, end, hint)
        if place > len(places):
            raise text.error(f"the board has {len(places)} places, and here is one more", at, end)
        at = end
    if place < len(places) and not tail:
        message = f"the description ends after {place} of {len(places)} places"
        raise text.error(message, max(0, at - 1), at)
    return out


def _write_runs(places: Iterable[Place], clues: Mapping[Any, str], separated: bool = False) -> str:
    """Return the description of places by runs.

    With `separated`, there is ``_`` between adjacent numbers.
    """
    texts = ["", *(clues.get(place, "") for place in places)]
    gaps = ("_" * (separated and bool(one and other)) for one, other in pairwise(texts))
    return "".join(with_runs(map(add, gaps, texts[1:]), ascii_lowercase))


class Skips(NamedTuple):
    """The code of marked places: a character skips some, and marks the next one.

    Attributes:
        what: the noun for places.
        skipped: how many each character skips; the last small letter marks none.
        closed: whether the place after all is marked, too.
    """

    what: str
    skipped: Mapping[str, int]
    closed: bool = True

    def parse(self, text: Text, places: Sequence[T]) -> Iterator[tuple[T, Text]]:
        """Yield the marked places of a description, each with its character."""
        at, count, what = 0, len(places), self.what
        for char in text.words(r"(?s:.)"):
            if char.text not in self.skipped:
                hint = f"letters skip {what}, and mark the next one"
                raise char.error(f"'{char.text}' is not a run of {what}", 0, 1, hint)
            at += self.skipped[char.text]
            if at > count:
                raise char.error(f"the board has {count} {what}, and here is one more", 0, 1)
            if char.text not in "zZ":
                yield from ((place, char) for place in places[at : at + 1])
                at += 1
        if self.closed and at != count + 1:
            last = max(len(text.text) - 1, 0)
            message = f"the description ends after {min(at, count)} of {count} {what}"
            raise text.error(message, last, len(text.text))

    def write(self, marks: Iterable[bool]) -> list[str]:
        """Return the characters of the marked places, and of the end if it is marked."""
        *signs, full = [sign for sign in self.skipped if not sign.isupper()]
        most, out, skipped = self.skipped[full], list[str](), 0
        for mark in [*marks, *[True] * self.closed]:
            skipped += 1
            if mark:
                many = max(0, skipped - 1 - len(signs) + most) // most
                out.append(full * many + signs[skipped - 1 - many * most])
                skipped = 0
        return out


_SIGNED = f"_{ascii_lowercase}"
_LETTERS = {sign: at % 26 for at, sign in enumerate(ascii_letters)}
_COLOUR_SKIPS = Skips("cells", _LETTERS)
_DOT_SKIPS = Skips("places", _LETTERS, closed=False)
_TREE_SKIPS = Skips("cells", {sign: min(at, 25) for at, sign in enumerate(_SIGNED)})
_BORDER_SKIPS = Skips("borders", {sign: at for at, sign in enumerate(_SIGNED)})
"""``_`` is a border, ``a`` to ``y`` are 1 to 25 places without one and then a border, ``z`` is 26
places without one; the last border comes after all places.
"""

# ---------- descriptions ----------


def numbers(most: int = 0, unknown: str = "", least: int = 0) -> Code:
    """Return the code of numbers in cells, between runs of empty ones.

    Args:
        most: the largest number, if numbers are one sign each (capital letters above 9); 0 if they
            have any number of digits, and ``_`` between them.
        unknown: the sign of a clue with an unknown number, or empty.
        least: the smallest number.
    """
    top = f"A-{ascii_uppercase[most - 10]}" if most > 9 else ""
    clue = f"[{least}-{min(most, 9)}{top}{unknown}]" if most else "[0-9]+"
    what = (f"{least} to {most}" if most else "numbers") + f" and {unknown}" * bool(unknown)

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        for cell, sign, span in parse_runs(text, _cells(sheet), clue, what):
            if len(sign) > 6:
                raise fail("this number is too large", span)
            number = _SIGNS.index(sign) - 26 if sign.isalpha() else int(sign)
            sheet.put_number(cast("Cell", cell), None if sign == unknown else number, span)

    def sign_of(sheet: Sheet, cell: Cell, number: int | str | None) -> str:
        if number is None:
            if not unknown:
                where = sheet.name(cell)
                raise fail(f"the game has no clue without a number, as at {where}")
            return unknown
        if most and not least <= int(number) <= most:
            raise fail(f"the game has numbers from {least} to {most}, not {number}")
        return str(number) if int(number) < 10 or not most else _SIGNS[26 + int(number)]

    def write(sheet: Sheet) -> str:
        clues = sheet.take_numbers()
        signs = {cell: sign_of(sheet, cell, number) for cell, number in clues.items()}
        return _write_runs(_cells(sheet), signs, separated=not most)

    return Code(f"{what}, between runs of empty cells", parse, write)


def _signs(
    text: str,
    part: str,
    signs: str,
    values: Sequence[Value] = (),
    places: Callable[[Sheet], list[Place]] = _cells,
    tail: bool = False,
) -> Code:
    """Return the code of a sign for each value of a part, between runs of empty places."""

    def table(sheet: Sheet) -> tuple[str, dict[str, Value]]:
        found = getattr(sheet.parts, part)
        name, *own = (found,) if isinstance(found, str) else found
        return name, dict(zip(signs, values or own, strict=True))

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        name, known = table(sheet)
        what = ", ".join(signs)
        for place, sign, span in parse_runs(text, places(sheet), f"[{signs}]", what, tail):
            sheet.put(name, place, known[sign], span)

    def write(sheet: Sheet) -> str:
        name, known = table(sheet)
        sign_of, clues = {value: sign for sign, value in known.items()}, sheet.take(name)
        for place, value in clues.items():
            if value not in sign_of:
                raise fail(f"the game has no clue {value}, as at {sheet.name(place)}")
        every = places(sheet)
        if places is _firsts:
            clues = _at_firsts(sheet, clues)
        out = _write_runs(every, {at: sign_of[value] for at, value in clues.items()})
        return out.rstrip(ascii_lowercase) if tail else out

    return Code(text, parse, write)


def _items(
    text: str,
    pattern: str,
    what: str,
    put: Callable[[Sheet, Cell, re.Match[str], Span], None],
    take: Callable[[Sheet], Iterable[str]],
    places: Callable[[Sheet], list[Place]] = _cells,
    **more: Any,
) -> Code:
    """Return the code of a text for each place, with nothing between them."""

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        at, every = 0, places(sheet)
        for number, place in enumerate(every):
            found = re.compile(pattern).match(text.text, at)
            if at == len(text.text):
                message = f"the description ends after {number} of {len(every)} cells"
                raise text.error(message, at - 1, at)
            if found is None:
                raise text.error(f"'{text.text[at]}' is not {what}", at, at + 1)
            put(sheet, cast("Cell", place), found, text.span(at, found.end()))
            at = found.end()
        if at < len(text.text):
            message = f"the board has {len(every)} cells, and here is one more"
            raise text.error(message, at, at + 1)

    return Code(text, parse, lambda sheet: "".join(take(sheet)), **more)


def _outside(
    text: str,
    sides: str,
    mark: str,
    none: str | None = None,
    given: str = "outside",
    lists: bool = False,
) -> Code:
    """Return the code of clues outside, those at each side in turn.

    Args:
        text: what it describes.
        sides: their letters, small ones where clues are told backwards.
        mark: what stands between clues, which are else one sign each.
        none: stands for no clue; None if there is one at each place.
        given: the part that has them.
        lists: whether clues are lists, which may be empty.
    """

    good = "[0-9.]*" if lists else "[0-9]{1,6}" + ("" if none is None else f"|{re.escape(none)}")

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        name = getattr(sheet.parts, given)
        places, texts = _rim(sheet, name, sides), text.split(mark) if mark else text.words(".")
        if len(texts) != len(places):
            message = f"expected {len(places)} clues outside, and here are {len(texts)}"
            raise text.error(message, 0, len(text.text))
        for place, each in zip(places, texts, strict=True):
            clue = each.text.removeprefix("S" * bool(sheet.parts.gate))
            if not re.fullmatch(good, clue):
                raise each.error(f"'{clue}' is not a clue outside", 0, len(each.text))
            if clue != none:
                told = clue.replace(".", ",") or "0" if lists else int(clue)
                sheet.put(name, place, told, each.span())

    def write(sheet: Sheet) -> str:
        name = getattr(sheet.parts, given)
        clues = sheet.givens.get(name, {})
        lacking = "?" if none is None else none
        found = [str(clues.pop(at, lacking)) for at in _rim(sheet, name, sides)]
        if "?" in "".join(found) or (not mark and len("".join(found)) > len(found)):
            where = "at each place outside, and cannot express all of these"
            raise fail(f"the game has '{name}' {where}")
        return mark.join("" if lists and x == "0" else x.replace(",", ".") for x in found)

    return Code(text, parse, write)


def _joined(text: str, *codes: Code, least: int = 0, order: int = 1, **more: Any) -> Code:
    """Return the code of descriptions one after the other, with commas between.

    Args:
        text: what it describes.
        codes: of the parts.
        least: how many parts there are at least; 0: all.
        order: -1 if the last parts tell what the first are about.
        more: further fields.
    """

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        parts = text.text.split(",", len(codes) - 1)
        starts = accumulate((len(part) + 1 for part in parts), initial=0)
        if len(parts) < (least or len(codes)):
            raise text.error(f"expected {len(codes)} parts between commas", 0, len(text.text))
        for code, part, at in [*zip(codes, parts, starts, strict=False)][::order]:
            code.parse(text.cut(at, at + len(part)), sheet, params)

    def write(sheet: Sheet) -> str:
        found = [code.write(sheet) for code in codes[::-order]][::-order]
        return ",".join(filter(None, found))

    return Code(text, parse, write, **more)


_NUMBERS = numbers()


def _every(sheet: Sheet) -> list[int]:
    """Take a number from every cell."""
    found, out = sheet.take_numbers(), []
    for cell in sheet.cells:
        number = str(found.get(cell))
        if not number.isdecimal():
            there = "none" if number == "None" else f"'{number}'"
            raise fail(f"the game has a number in every cell, and {sheet.name(cell)} has {there}")
        out.append(int(number))
    return out


def _put_sign(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    text = found[0]
    sheet.put_number(cell, _SIGNS.index(text) if len(text) == 1 else int(text[1:-1]), span)


def _take_full(sheet: Sheet) -> list[str]:
    found = _every(sheet)
    if max(found) >= len(_SIGNS):
        raise fail(f"the game has numbers up to {len(_SIGNS) - 1}, not {max(found)}")
    return [_SIGNS[number] for number in found]


def _take_dominosa(sheet: Sheet) -> list[str]:
    if sheet.cols != sheet.rows + 1:
        raise fail("the game has boards of one column more than rows")
    return [str(number) if number < 10 else f"[{number}]" for number in _every(sheet)]


def _parse_colours(text: Text, sheet: Sheet, params: str) -> None:
    for cell, sign in _COLOUR_SKIPS.parse(text, sheet.cells):
        sheet.put_circle(cell, sign.text.isupper(), sign.span())


def _write_colours(sheet: Sheet) -> str:
    black = sheet.take_circles()
    *signs, end = _COLOUR_SKIPS.write(cell in black for cell in sheet.cells)
    pairs = zip(signs, black.values(), strict=True)
    return "".join([s[:-1] + s[-1].upper() if dark else s for s, dark in pairs] + [end])


def _marks(text: str, skips: Skips, places: Callable[[Sheet], Iterable[tuple[str, Place]]]) -> Code:
    """Return the code of places that are true, each of a given."""

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        for (given, place), sign in skips.parse(text, [*places(sheet)]):
            sheet.put(given, place, True, sign.span())

    def write(sheet: Sheet) -> str:
        told = (sheet.givens.get(given, {}).pop(place, False) for given, place in places(sheet))
        return "".join(skips.write(map(bool, told)))

    return Code(text, parse, write)


_ARROWS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _put_signpost(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    if found[1]:
        sheet.put_number(cell, int(found[1]), span)
    if found[1] != str(sheet.rows * sheet.cols):  # the arrow of the last number means nothing
        sheet.put(sheet.parts.arrow, cell, _ARROWS["abcdefgh".index(found[2])], span)


def _take_signpost(sheet: Sheet) -> list[str]:
    clues, arrows = sheet.take_numbers(), sheet.take_cells(sheet.parts.arrow)
    letters = {cell: "abcdefgh"[_ARROWS.index(str(arrow))] for cell, arrow in arrows.items()}
    return [f"{clues.get(cell, '')}{letters.get(cell, 'a')}" for cell in sheet.cells]


def _beside(cell: Cell, sign: str) -> Border:
    return border(cell, step(cell, {"v": "E", "h": "S"}[sign]))


def _put_net(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    sheet.put_sign(sheet.parts.sign, cell, int(found[1], 16) - 1, span)
    sheet.walls |= {_beside(cell, sign) for sign in found[2]} & {*_borders(sheet)}


def _take_net(sheet: Sheet) -> Iterator[str]:
    name, *tiles = sheet.parts.sign
    found, walls = sheet.take_cells(name), sheet.walls
    sheet.walls = set()
    for cell in sheet.cells:
        beside = "".join(sign for sign in "vh" if _beside(cell, sign) in walls)
        yield f"{tiles.index(str(found[cell])) + 1:x}{beside}"


_WAYS = {"U": "N", "R": "E", "D": "S", "L": "W"}


def _put_unequal(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    given, less, more, *bar = sheet.parts.between
    if found[1] != "0":
        sheet.put_number(cell, int(found[1]), span)
    for other in (step(cell, _WAYS[letter]) for letter in found[2]):
        if other not in sheet.cells:
            raise fail("this sign leads off the board", span)
        both = border(cell, other) in sheet.givens.get(given, {})  # a bar is told from both sides
        sign = bar[0] if both and bar else more if cell < other else less
        sheet.put(given, border(cell, other), sign, span)


def _take_unequal(sheet: Sheet) -> Iterator[str]:
    given, less, more, *_ = sheet.parts.between
    clues, signs = sheet.take_numbers(), sheet.take(given)
    for cell in sheet.cells:
        sides = {letter: step(cell, way) for letter, way in _WAYS.items()}
        found = {letter: signs.get(border(cell, other), "") for letter, other in sides.items()}
        other_way = {letter: less if cell < other else more for letter, other in sides.items()}
        letters = [letter for letter, sign in found.items() if sign not in ("", other_way[letter])]
        yield f"{clues.get(cell, 0)}{''.join(letters)},"


_HALVES = {"E": "L", "W": "R", "S": "T", "N": "B"}
"""The halves of a domino by the sides at which the others are."""


def _put_half(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    if found[0] == "*":
        sheet.put_blocked(cell, span)
        return
    other = step(cell, next(side for side, half in _HALVES.items() if half == found[0]))
    room = f"{min(cell, other)}"
    if found[0] in "RB" and sheet.givens.get(sheet.parts.room, {}).get(other) != room:
        raise fail("the other half is missing", span)
    sheet.put(sheet.parts.room, cell, room, span)


def _take_halves(sheet: Sheet) -> Iterator[str]:
    blocked, rooms = sheet.take_blocked(), sheet.take_cells(sheet.parts.room)
    for cell in cast("list[Cell]", _cells(sheet)):
        sides = [x for x in _HALVES if rooms.get(step(cell, x), cell) == rooms.get(cell)]
        if cell not in blocked and len(sides) != 1:
            raise fail(f"the game has magnets of two cells, unlike that at {sheet.name(cell)}")
        yield "*" if cell in blocked else _HALVES[sides[0]]


# ---------- clues outside ----------


def _total(number: int) -> Code:
    """Return the code of one of `Parts.totals`."""

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        if not re.fullmatch("[0-9]{1,6}", text.text):
            raise text.error("expected a number", 0, len(text.text))
        sheet.options[sheet.parts.totals[number]] = int(text.text)

    return Code("a number", parse, lambda sheet: str(sheet.option(sheet.parts.totals[number])))


def _parse_ends(text: Text, sheet: Sheet, params: str) -> None:
    gates = _rim(sheet, sheet.parts.gate, "SW")  # out at the bottom, in at the left
    for gate, total in zip(gates, text.split(","), strict=False):
        if total.text.startswith("S"):
            sheet.put(sheet.parts.gate, gate, True, total.span())
    _TOTALS.parse(text, sheet, params)


def _write_ends(sheet: Sheet) -> str:
    given = sheet.parts.gate
    gates = sheet.givens.get(given, {})
    signs = ["S" * bool(gates.pop(gate, False)) for gate in _rim(sheet, given, "SW")]
    return ",".join(map(add, signs, _TOTALS.write(sheet).split(",")))


_TOTALS = _outside("", "NW", ",")
_ENDS = Code("", _parse_ends, _write_ends)
_TREES = _marks("", _TREE_SKIPS, lambda sheet: ((sheet.parts.marked, c) for c in sheet.cells))

# ---------- boxes ----------


def _box_size(sheet: Sheet) -> str:
    rooms, side = sheet.givens[sheet.parts.room], sheet.rows
    for wide in range(1, side + 1):
        high = side // wide
        if high * wide == side and same_rooms(rooms, boxes(sheet.cells, high, wide)):
            return f"{high}x{wide}"
    return f"{side}j"


def _side(sheet: Sheet) -> str:
    if sheet.rows != sheet.cols:
        raise fail("the game is for square boards")
    return str(sheet.rows)


def _parse_boxes(text: Text, sheet: Sheet, params: str) -> None:
    clues, _, blocks = text.text.partition(",")
    if found := _BOXES.match(params):
        if blocks:
            raise text.error("boxes of one size have no borders", len(clues), len(text.text))
        cells = boxes(sheet.cells, int(found[1]), int(found[2]))
    else:
        cells = _drawn_rooms(text.cut(len(clues) + 1), sheet)
    _NUMBERS.parse(text.cut(0, len(clues)), sheet, params)
    sheet.put_rooms(cells, text.span())


def _drawn_rooms(text: Text, sheet: Sheet) -> dict[Cell, int]:
    """Return the rooms between borders that are listed by skips."""
    drawn = {place for place, _ in _BORDER_SKIPS.parse(text, _borders(sheet))}
    return connected_rooms(sheet.cells, drawn)


def _take_rooms(sheet: Sheet) -> str:
    """Take the rooms from a sheet; return the skips of their borders."""
    return "".join(_BORDER_SKIPS.write(_take_closed(sheet, _borders(sheet))))


def _write_boxes(sheet: Sheet) -> str:
    _side(sheet)
    jigsaw = _box_size(sheet).endswith("j")
    rooms, clues = _take_rooms(sheet), _NUMBERS.write(sheet)
    return f"{clues},{rooms}" if jigsaw else clues


def _take_closed(sheet: Sheet, borders: Sequence[Border]) -> list[bool]:
    """Take the rooms from a sheet; return for each border whether it lies between two of them."""
    rooms = sheet.take_cells(sheet.parts.room)
    closed = [rooms.get(each.first) != rooms.get(each.second) for each in borders]
    parts = connected_rooms(sheet.cells, {*compress(borders, closed)})
    names = [name for name, _ in {(rooms.get(cell), part) for cell, part in parts.items()}]
    for name in names:
        if names.count(name) > 1:
            raise fail(f"the format tatham draws borders, and room {name} is in several parts")
    return closed


def _parse_cages(text: Text, sheet: Sheet, params: str) -> None:
    plain = re.sub("([_a-z])([0-9]{1,6})", lambda run: run[1] * int(run[2]), text.text)
    sheet.put_rooms(_drawn_rooms(replace(text, text=plain), sheet), text.span())


def _write_cages(sheet: Sheet) -> str:
    return re.sub(r"(.)\1\1+", lambda run: f"{run[1]}{len(run[0])}", _take_rooms(sheet))


def _put_cage(sheet: Sheet, cell: Cell, found: re.Match[str], span: Span) -> None:
    sheet.put_number(cell, int(found[2]), span)
    sheet.put_sign(sheet.parts.operation, cell, "asmd".index(found[1]), span)


def _take_cages(sheet: Sheet) -> Iterator[str]:
    given, *ways = sheet.parts.operation
    signs = _at_firsts(sheet, sheet.take_cells(given))
    clues = _at_firsts(sheet, sheet.take_numbers())
    for first in _firsts(sheet):
        if clues.get(first) is None:
            raise fail(f"the game has a number in every cage, unlike that at {sheet.name(first)}")
        yield f"{'asmd'[ways.index(str(signs.get(first, ways[0])))]}{clues[first]}"


def _parse_countries(text: Text, sheet: Sheet, params: str) -> None:
    borders, bits = _borders(sheet, level_first=True), ""
    for at, char in enumerate(text.text):  # runs without and with borders by turns
        if char not in ascii_lowercase:
            raise text.error(f"'{char}' is not a run of borders", at, at + 1)
        flips = text.text[:at].count("z")
        bits += "01"[(at - flips) % 2] * min(ord(char) - ord("a") + 1, 25)
    if len(bits) != len(borders) + 1:  # before the first one is a place without a border
        message = f"expected runs of {len(borders) + 1} borders, and these are {len(bits)}"
        raise text.error(message, 0, len(text.text))
    drawn = {each for each, bit in zip(borders, bits[1:], strict=True) if bit == "1"}
    sheet.put_rooms(connected_rooms(sheet.cells, drawn), text.span())


def _write_countries(sheet: Sheet) -> str:
    closed = _take_closed(sheet, _borders(sheet, level_first=True))
    runs = [len([*run]) - 1 for _, run in groupby([False, *closed])]
    return "".join("z" * (most // 25) + ascii_lowercase[most % 25] for most in runs)


def _palisade_size(sheet: Sheet) -> str:
    return f"{sheet.cols}x{sheet.rows}n{sheet.option(sheet.parts.total)}"


def _parse_palisade(text: Text, sheet: Sheet, params: str) -> None:
    if not (found := re.search("n([0-9]{1,6})", params)):
        raise text.error("the parameters lack the size of regions, such as n5", 0, 0)
    sheet.options[sheet.parts.total] = int(found[1])
    _SIDES.parse(text, sheet, params)


_SIDES = _signs("0 to 4", "number", "01234", range(5), tail=True)

# ---------- solutions ----------


def _parse_line(text: str, sheet: Sheet) -> None:
    """Parse a line: a hexadecimal digit a cell, the sum of its directions."""
    segments: set[Place] = set()
    for cell, char in zip(sheet.cells, text, strict=True):
        for bit, side in _STEPS.items():
            if int(char, 16) & bit:
                segments.add(link(cell, step(cell, side)))
    sheet.answer = {sheet.parts.line: segments}


def _parse_bridges(text: str, sheet: Sheet) -> None:
    """Parse bridges: ``S``, then ``Lx1,y1,x2,y2,n`` for each pair of islands, between ``;``."""
    bridges: tuple[set[Place], set[Place]] = (set(), set())
    for item in text.split(";")[1:]:
        if item.startswith("L"):
            x, y, u, v, count = map(int, item[1:].split(","))
            rows, cols = range(min(y, v), max(y, v) + 1), range(min(x, u), max(x, u) + 1)
            for each in bridges[: 1 + (count == 2)]:
                each |= {link(*pair) for pair in pairwise(product(rows, cols))}
    sheet.answer = dict(zip((sheet.parts.line, sheet.parts.double), bridges, strict=True))


def _parse_rectangles(text: str, sheet: Sheet) -> None:
    """Parse regions: ``S``, then a bit for each border, those in rows first, all row by row.

    The value of a cell is the cell of the number in its region.
    """
    bits = zip(_borders(sheet, by_row=True), text[1:], strict=True)
    rooms = connected_rooms(sheet.cells, {border for border, bit in bits if bit != "0"})
    sheet.answer = {sheet.parts.region: owners(sheet, rooms)}


def _parse_bits(text: str, sheet: Sheet) -> None:
    """Parse a bit a cell, after ``S``."""
    bits = zip(sheet.cells, text[1:], strict=True)
    sheet.answer = {sheet.parts.shaded: {cell for cell, bit in bits if bit == "1"}}


def _parse_values(text: str, sheet: Sheet) -> None:
    """Parse a sign a cell, or a number with commas between, perhaps after ``S``."""
    told = text.lstrip("S")
    values = told.split(",") if "," in told else told
    sheet.answer = {sheet.parts.value: dict(zip(sheet.cells, values, strict=True))}


def _parse_dominoes(text: str, sheet: Sheet) -> None:
    """Parse the half of a domino in each cell; the value of a cell is the first of its domino."""
    mates = {half: side for side, half in _HALVES.items()}
    pairs = {x: step(x, mates[half]) for x, half in zip(sheet.cells, text, strict=True)}
    sheet.answer = {sheet.parts.region: {x: sheet.name(min(x, y)) for x, y in pairs.items()}}


def _parse_tents(text: str, sheet: Sheet) -> None:
    """Parse ``S``, then ``Tx,y`` for each tent, between ``;``."""
    tents = [item[1:].split(",") for item in text.split(";")[1:]]
    sheet.answer = {sheet.parts.shaded: {(int(y), int(x)) for x, y in tents}}


class Solution(NamedTuple):
    """Puts a solution into a sheet; `text` says what it lists."""

    text: str
    parse: Callable[[str, Sheet], None]


_PLUS_MINUS = [_outside("", side, "", ".", at) for at in ("second", "outside") for side in "NW"]
_KNOWN = Code("", _NUMBERS.parse, lambda sheet: _NUMBERS.write(sheet) if sheet.clued else "")
_RIM = _outside("", "NEsw", ",", given="rim")
_CAGE = "([asmd])([0-9]{1,9})"


CODES: Registry[Code] = Registry(
    "code of the collection",
    "CODE",
    "nlc.formats.codes",
    {
        "boxes": Code(
            "numbers, and boxes of any shape", _parse_boxes, _write_boxes, True, _box_size
        ),
        "circles": _signs("white and black circles", "circle", "WB"),
        "colours": Code("two kinds of circles", _parse_colours, _write_colours),
        "dominosa": _items(
            "numbers, those above 9 in brackets",
            r"[0-9]|\[[0-9]{1,6}\]",
            "a number",
            _put_sign,
            _take_dominosa,
            head=lambda sheet: str(sheet.rows - 1),
            more=(1, 2),
        ),
        "dots": _marks(
            "dots in cells, on sides, at corners",
            _DOT_SKIPS,
            lambda sheet: ((sheet.parts.dots[x.rank], x.place) for x in dots(sheet)[0]),
        ),
        "full": _items("a number in every cell", "[0-9a-zA-Z]", "a number", _put_sign, _take_full),
        "keen": _joined(
            "cages, and their numbers",
            Code("", _parse_cages, _write_cages),
            _items("", _CAGE, "a number after a, s, m or d", _put_cage, _take_cages, _firsts),
            head=_side,
        ),
        "lists": _outside("lists of numbers at columns and rows", "NW", "/", lists=True),
        "magnets": _joined(
            "numbers of poles at columns and rows, and magnets",
            *_PLUS_MINUS,
            _items("", "[LRTB*]", "half a magnet, L, R, T or B", _put_half, _take_halves),
            order=-1,
        ),
        "map": _joined(
            "countries, and their colours",
            Code("", _parse_countries, _write_countries),
            _signs("", "number", "0123", range(1, 5), _firsts),
            head=lambda sheet: f"{sheet.cols}x{sheet.rows}n{len(_firsts(sheet))}",
        ),
        "net": _items("pieces, and walls", "([1-9a-f])(v?h?)", "a piece", _put_net, _take_net),
        "numbers": _NUMBERS,
        "numbers 1 to 16": numbers(16, least=1),
        "numbers 1 to 9": numbers(9, least=1),
        "numbers to 4 and B": numbers(4, "B"),
        "numbers to 9": numbers(9),
        "palisade": Code(
            "0 to 4, and the size of regions", _parse_palisade, _SIDES.write, head=_palisade_size
        ),
        "points": _signs("0 to 4 at points", "point", "01234", range(5), _points),
        "signpost": _items(
            "arrows, and numbers", "([0-9]{0,6})([a-h])", "an arrow", _put_signpost, _take_signpost
        ),
        "towers": _joined(
            "numbers at all sides, and in cells",
            _outside("", "NSWE", "/", "", "rim"),
            _KNOWN,
            least=1,
            head=_side,
        ),
        "tracks": _joined(
            "pieces of a track, numbers of columns and rows, ends",
            _signs("", "sign", "3569AC"),
            _ENDS,
        ),
        "trees": _joined("trees, and numbers of columns and rows", _TREES, _TOTALS),
        "undead": _joined(
            "numbers of monsters, mirrors, numbers at all sides",
            *map(_total, range(3)),
            _signs("", "sign", "LR"),
            _RIM,
        ),
        "unequal": _items(
            "numbers, and signs between cells",
            "([0-9]{1,6})([URDL]*),?",
            "a number",
            _put_unequal,
            _take_unequal,
            head=_side,
        ),
    },
    factory=False,
)

SOLUTIONS: Registry[Solution] = Registry(
    "solution of the collection",
    "SOLUTION",
    "nlc.formats.solutions",
    {
        "bits": Solution("a bit for each cell", _parse_bits),
        "bridges": Solution("bridges between pairs of islands", _parse_bridges),
        "dominoes": Solution("the halves of dominoes", _parse_dominoes),
        "line": Solution("a line, the directions in each cell", _parse_line),
        "numbers": Solution("a number for each cell", _parse_values),
        "rectangles": Solution("the borders of regions", _parse_rectangles),
        "signs": Solution("a sign for each cell", _parse_values),
        "tents": Solution("the tents", _parse_tents),
    },
    factory=False,
)
