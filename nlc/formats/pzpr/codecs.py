"""The codecs of puzz.link: numbers, circles, arrows and borders in the body of a URL.

They agree with those of pzprjs: `four` is decode4Cell, `ten` and `sixteen` are decodeNumber10 and
decodeNumber16, arrows are decodeArrowNumber16. A decoder consumes its part of a `Body` and leaves
the rest to the next one. An encoder takes a value or None for each place, and returns the canonical
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nlc.errors import fail

UNKNOWN = -1
"""The value of a clue with an unknown number: a question mark on the page."""

GREY = -2
"""The value of a cell that is not part of the puzzle, in a layer of arrows."""

Value = int | None
"""A number, `UNKNOWN`, or None for an empty place."""

Arrow = tuple[int, int] | None
"""A side from 0 to 4 and a number, `UNKNOWN` or `GREY`; None for an empty place."""

_LARGE = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192)}
_LARGE_ROOM = {**_LARGE, "*": (4, 12240), "$": (5, 77776)}
"""Prefixes of numbers of several digits: the number of digits, and an offset."""

_HINTS = {
    "four": "a clue is 0 to e, a run of empty cells g to z, an unknown number '.'",
    "ten": "a clue is 0 to 9, a run of empty cells a to z, an unknown number '.'",
    "sixteen": "a clue is 0 to f, -10 to -ff or +100 to +fff, a run of empty cells g to z, "
    "an unknown number '.'",
    "arrows": "a clue is a side from 0 to 4 and a number, a run of empty cells a to z",
    "hitori": "a number is a digit or a letter, or '-' and two of them, an empty cell '.'",
}

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class BoardItem(NamedTuple):
    """An item of a body, at one place.

    Attributes:
        place: of a cell, a point or a room, from 0, in reading order.
        value: a number, `UNKNOWN` or `GREY`.
        start: its first character in the body; in a file, the index of the token.
        end: the character after its last one.
        side: of an arrow: 1 up, 2 down, 3 left, 4 right, 0 none.
    """

    place: int
    value: int
    start: int
    end: int
    side: int = 0


class BodyError(Exception):
    """A mistake in a body, at characters from `start` to before `end`."""

    def __init__(self, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.hint = message, start, end, hint


class Body:
    """A body, decoded from left to right by one codec after the other.

    Attributes:
        at: the index of the next character.
        missing: the number of places of the board that it ends before.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.missing = 0

    @property
    def next(self) -> str:
        """The next character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int, meaning: str) -> str:
        """Return the next characters.

        Raises:
            BodyError: there are fewer.
        """
        part = self.text[self.at : self.at + count]
        if len(part) < count:
            start = min(self.at, max(len(self.text) - 1, 0))
            raise BodyError(f"the body ends within {meaning}", start, len(self.text))
        self.at += count
        return part

    def number(self, base: int, count: int, meaning: str) -> int:
        """Decode the next characters as a number in a base.

        Raises:
            BodyError: they are not digits of that base, or there are fewer.
        """
        start = self.at
        part = self.take(count, meaning)
        value = 0
        for i, letter in enumerate(part):
            digit = digit_of(letter)
            if not 0 <= digit < base:
                at = start + i
                raise BodyError(f"'{letter}' is not a digit of {meaning}", at, at + 1)
            value = value * base + digit
        return value


def digit_of(letter: str) -> int:
    """Return the value of a character in base 36, -1 if it has none."""
    return DIGITS.find(letter) if letter else -1


def digits(value: int, base: int, count: int = 1) -> str:
    """Return a number in a base, with at least `count` digits."""
    out = ""
    while value or len(out) < count:
        value, rest = divmod(value, base)
        out = DIGITS[rest] + out
    return out


def _check_limit(value: int, most: int) -> int:
    """Return a number, which must not exceed a limit."""
    if value > most:
        raise fail(f"pzpr has numbers up to {most} here, not {value}")
    return value


# ---------- runs of empty places ----------


def _decode_runs(
    body: Body, places: int, base: int, decode: Callable[[Body], tuple[int, int, int]]
) -> Iterator[BoardItem]:
    """Yield items that are separated by runs of empty places."""
    place = 0
    while place < places and body.next:
        start = body.at
        run = digit_of(body.next) - base + 1
        if run > 0:
            body.at += 1
            if place + run > places:
                message = f"the board has {places} places, and here is one more"
                raise BodyError(message, start, body.at)
            place += run
            continue
        value, side, empty = decode(body)
        yield BoardItem(place, value, start, body.at, side)
        place += 1 + empty
    body.missing += max(0, places - place)


def _character_error(body: Body, hint: str) -> BodyError:
    """Return the error for an unknown character."""
    message = f"'{body.next}' is not a clue, nor a run of empty cells"
    return BodyError(message, body.at, body.at + 1, hint)


def _encode_runs(texts: Iterable[str], base: int, most: int) -> str:
    """Return the concatenation of texts, with runs for empty ones."""
    out, empty = [], 0
    for text in texts:
        if text and empty:
            out.append(_encode_run(empty, base, most))
            empty = 0
        if text:
            out.append(text)
        else:
            empty += 1
    return "".join([*out, _encode_run(empty, base, most)])


def _encode_run(empty: int, base: int, most: int) -> str:
    rest = empty % most
    last = digits(rest + base - 1, 36) if rest else ""
    return digits(most + base - 1, 36) * (empty // most) + last


# ---------- numbers ----------


def decode_four(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield clues from 0 to 4; their characters include the number of empty places that follow."""

    def one(body: Body) -> tuple[int, int, int]:
        value = digit_of(body.next)
        if body.next != "." and not 0 <= value < 15:
            raise _character_error(body, _HINTS["four"])
        body.at += 1
        return (UNKNOWN, 0, 0) if value < 0 else (value % 5, 0, value // 5)

    return _decode_runs(body, places, 16, one)


def encode_four(values: Sequence[Value]) -> str:
    """Return the text of clues from 0 to 4."""
    texts: list[str] = []
    skipped = 0
    for place, value in enumerate(values):
        if skipped:
            skipped -= 1
        elif value is None or value == UNKNOWN:
            texts.append("" if value is None else ".")
        else:
            _check_limit(value, 4)
            after = [values[i] is not None for i in (place + 1, place + 2) if i < len(values)]
            skipped = after.index(True) if True in after else 2
            texts.append(digits(value + 5 * skipped, 36))
    return _encode_runs(texts, 16, 20)


def decode_ten(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield clues from 0 to 9."""

    def one(body: Body) -> tuple[int, int, int]:
        if body.next == ".":
            body.at += 1
            return UNKNOWN, 0, 0
        if not 0 <= digit_of(body.next) < 10:
            raise _character_error(body, _HINTS["ten"])
        return body.number(10, 1, "a number"), 0, 0

    return _decode_runs(body, places, 10, one)


def encode_ten(values: Sequence[Value]) -> str:
    """Return the text of clues from 0 to 9."""
    return _encode_runs(_each(values, lambda value: digits(_check_limit(value, 9), 10)), 10, 26)


def decode_sixteen(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield numbers of up to four digits."""
    return _decode_runs(body, places, 16, lambda body: (_sixteen(body, _LARGE), 0, 0))


def decode_rooms(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield the numbers of rooms; they may be larger than those of cells."""
    return _decode_runs(body, places, 16, lambda body: (_sixteen(body, _LARGE_ROOM), 0, 0))


def _sixteen(body: Body, large: Mapping[str, tuple[int, int]]) -> int:
    if body.next == ".":
        body.at += 1
        return UNKNOWN
    if body.next in large:
        count, more = large[body.next]
        body.at += 1
        return body.number(16, count, f"a number of {count} digits") + more
    if not 0 <= digit_of(body.next) < 16:
        raise _character_error(body, _HINTS["sixteen"])
    return body.number(16, 1, "a number")


def encode_sixteen(values: Sequence[Value]) -> str:
    """Return the text of numbers below 12288."""
    return _encode_runs(_each(values, _number), 16, 20)


def encode_rooms(values: Sequence[Value]) -> str:
    """Return the text of the numbers of rooms."""
    return _encode_runs(_each(values, _room_number), 16, 20)


def _each(values: Sequence[Value], encode: Callable[[int], str]) -> Iterator[str]:
    for value in values:
        yield "" if value is None else "." if value == UNKNOWN else encode(value)


def _number(value: int) -> str:
    _check_limit(value, 12287)
    if value < 16:
        return digits(value, 16)
    if value < 256:
        return "-" + digits(value, 16, 2)
    if value < 4096:
        return "+" + digits(value, 16, 3)
    return "=" + digits(value - 4096, 16, 3) if value < 8192 else "@" + digits(value - 8192, 16, 3)


def _room_number(value: int) -> str:
    if value < 12240:
        return _number(value)
    if value < 77776:
        return "*" + digits(value - 12240, 16, 4)
    return "$" + digits(_check_limit(value, 77776 + 16**5 - 1) - 77776, 16, 5)


def decode_ten_or_sixteen(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield numbers below ten, or after a ``-`` of any size."""
    if body.next == "-":
        body.at += 1
        return decode_sixteen(body, places)
    return decode_ten(body, places)


def encode_ten_or_sixteen(values: Sequence[Value]) -> str:
    """Return the text of numbers, in the shorter form if none is above nine."""
    small = all(value is None or value < 10 for value in values)
    return encode_ten(values) if small else "-" + encode_sixteen(values)


def decode_digits(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield clues from 0 to 4, a character a place: an older form, which is not written."""
    for place in range(places):
        start, letter = body.at, body.next
        if not letter:
            body.missing += places - place
            return
        if letter not in ".-01234":
            raise _character_error(body, "a point is a digit 0 to 4, or '.' where it is empty")
        body.at += 1
        if letter.isdigit():
            yield BoardItem(place, digit_of(letter), start, body.at)


def decode_hitori(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield a number a cell, without runs."""
    for place in range(places):
        start, letter = body.at, body.next
        if not letter:
            body.missing += places - place
            return
        if letter in ".@%":
            body.at += 1
            value = UNKNOWN
        elif letter == "-":
            body.at += 1
            value = body.number(36, 2, "a number of two digits")
        elif digit_of(letter) < 0:
            raise _character_error(body, _HINTS["hitori"])
        else:
            value = body.number(36, 1, "a number")
        if letter != ".":
            yield BoardItem(place, value, start, body.at)


def encode_hitori(values: Sequence[Value]) -> str:
    """Return the text of numbers below 1296."""

    def one(value: int) -> str:
        return digits(value, 36) if value < 36 else "-" + digits(_check_limit(value, 1295), 36, 2)

    return "".join(
        "." if value is None else "@" if value == UNKNOWN else one(value) for value in values
    )


# ---------- arrows ----------


def decode_arrows(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield sides with numbers, and grey cells."""

    def one(body: Body) -> tuple[int, int, int]:
        letter, side = body.next, digit_of(body.next)
        if letter not in "+-" and not 0 <= side < 10:
            raise _character_error(body, _HINTS["arrows"])
        body.at += 1
        if letter == "+":
            return GREY, 0, 0
        if letter == "-":
            side = body.number(5, 1, "a side from 0 to 4")
            return body.number(16, 3, "a number of 3 digits"), side, 0
        if side > 4:
            return body.number(16, 2, "a number of 2 digits"), side - 5, 0
        if body.next == ".":
            body.at += 1
            return UNKNOWN, side, 0
        return body.number(16, 1, "a number"), side, 0

    return _decode_runs(body, places, 10, one)


def encode_arrows(values: Sequence[Arrow]) -> str:
    """Return the text of sides with numbers below 4096, and of grey cells."""

    def one(side: int, value: int) -> str:
        if value == GREY:
            return "+"
        if value == UNKNOWN:
            return f"{side}."
        if value < 16:
            return f"{side}{digits(value, 16)}"
        if value < 256:
            return f"{side + 5}{digits(value, 16, 2)}"
        return f"-{side}{digits(_check_limit(value, 4095), 16, 3)}"

    return _encode_runs(("" if value is None else one(*value) for value in values), 10, 26)


# ---------- several places in a character ----------


def _unpack(body: Body, places: int, base: int, count: int, what: str) -> Iterator[BoardItem]:
    """Yield digits of a base other than zeros; each character packs `count` digits.

    A body that has ended before stands for zeros; it must not end within.
    """
    if not body.next:
        return
    needed = -(-places // count)
    if len(body.text) - body.at < needed:
        found = len(body.text) - body.at
        message = f"{what} of this board take {needed} characters, and here are {found}"
        raise BodyError(message, body.at, len(body.text))
    for first in range(0, places, count):
        start = body.at
        rest = body.number(base**count, 1, what)
        for place in range(first, first + count):
            power = base ** (first + count - 1 - place)
            if rest // power % base:
                if place >= places:
                    message = f"here are more of {what} than the board has places"
                    raise BodyError(message, start, body.at)
                yield BoardItem(place, rest // power % base, start, body.at)


def _pack(values: Sequence[int], base: int, count: int) -> str:
    out = ""
    for first in range(0, len(values), count):
        number = 0
        for value in [*values[first : first + count], *[0] * count][:count]:
            number = number * base + value
        out += digits(number, 36)
    return out


def decode_circles(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield circles of two kinds, 1 and 2: three cells a character."""
    body.missing += 0 if body.next else places
    return _unpack(body, places, 3, 3, "the circles")


def encode_circles(values: Sequence[Value]) -> str:
    """Return the text of circles.

    Raises:
        UserError: the colour of a circle is not told.
    """
    if UNKNOWN in values:
        raise fail("a URL of puzz.link has no sign whose kind is not told")
    return _pack([value or 0 for value in values], 3, 3)


def decode_bits(body: Body, places: int) -> Iterator[BoardItem]:
    """Yield the places of marks: five a character."""
    return _unpack(body, places, 2, 5, "the marks")


def encode_bits(marks: Sequence[bool]) -> str:
    """Return the text of marks."""
    return _pack([int(mark) for mark in marks], 2, 5)


# ---------- borders ----------


def decode_border(body: Body, rows: int, cols: int) -> tuple[set[int], set[int]]:
    """Return which sides of cells are borders.

    Returns:
        Those between a cell and the one to its right, numbered row by row with cols - 1 a row, and
        those between a cell and the one below, with cols a row.
    """
    counts = (cols - 1) * rows, cols * (rows - 1)
    needed = sum(-(-count // 5) for count in counts)
    found = len(body.text) - body.at
    if 0 < found < needed:
        message = f"the borders of this board take {needed} characters, and here are {found}"
        raise BodyError(message, body.at, len(body.text))
    body.missing += sum(counts) if found <= 0 else 0
    right, below = ({item.place for item in decode_bits(body, count)} for count in counts)
    return right, below


def encode_border(right: set[int], below: set[int], rows: int, cols: int) -> str:
    """Return the text of borders."""
    return encode_bits([i in right for i in range((cols - 1) * rows)]) + encode_bits(
        [i in below for i in range(cols * (rows - 1))]
    )
