"""The codecs of puzz.link: numbers, circles, arrows and borders in the body of a URL.

They agree with those of pzprjs: `FOUR` is decode4Cell, `TEN` and `SIXTEEN` are decodeNumber10 and
decodeNumber16, `ARROWS` is decodeArrowNumber16. A codec is two functions on places, in reading
order: one decodes its part of a `Body` and leaves the rest to the next codec, the other returns the
canonical text of what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nlc.errors import Span, UserError, fail
from nlc.formats.base import Text, with_runs

UNKNOWN = -1
"""The value of a clue with an unknown number: a question mark on the page."""

GREY = -2
"""The value of a cell that is not part of the puzzle, in a layer of arrows."""

SIDES = " NSWE"
"""The directions of arrows, by number."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Parts = Sequence[Sequence[Any]]
"""The places of a layer; a part begins with a character of its own."""


class Item(NamedTuple):
    """What stands at a place: a number, `UNKNOWN` or `GREY`; the direction of an arrow, or none.

    `kind` counts the signs of a codec from 1, 0 is none; `numbers` are those of a list, between
    commas.
    """

    value: int = 1
    side: str = ""
    span: Span | None = None
    kind: int = 0
    numbers: str = ""


Found = Iterator[tuple[Any, Item]]
Values = Sequence[Item | None]


class Codec(NamedTuple):
    """Decodes what stands at places, and encodes it."""

    decode: Callable[[Body, Parts], Found]
    encode: Callable[[Sequence[Values]], str]


class Clue(NamedTuple):
    """Decodes a clue, None for nothing, and how many empty places follow, and encodes it.

    A clue that tells how many follow is encoded with that number.
    """

    decode: Callable[[Body], tuple[Item | None, int]]
    encode: Callable[..., str]


def sign_of(items: Mapping[str, Item | None], item: Item) -> str | None:
    """Return the sign of an item, None if it has none; of several the last one is written.

    A number beside its direction or kind does not matter.
    """
    written = {each: sign for sign, each in items.items()}
    told = [Item(UNKNOWN, item.side, kind=item.kind)] if item.side or item.kind else []
    return next((written[each] for each in (*told, Item(item.value)) if each in written), None)


def kinds(signs: str) -> dict[str, Item]:
    """Return the items of signs that are the kinds of a clue."""
    return {sign: Item(UNKNOWN, kind=kind) for kind, sign in enumerate(signs, 1)}


class Body:
    """A body, decoded from left to right by one codec after the other.

    Attributes:
        at: the index of the next character.
        missing: the number of places of the board that it ends before.
    """

    def __init__(self, text: str, line: Text) -> None:
        self.text, self.line = text, line
        self.at = 0
        self.missing = 0

    @property
    def next(self) -> str:
        """The next character, or an empty string at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int, meaning: str) -> str:
        """Return the next characters.

        Raises:
            UserError: there are fewer.
        """
        part = self.text[self.at : self.at + count]
        if len(part) < count:
            start = min(self.at, max(len(self.text) - 1, 0))
            raise self.line.error(f"the body ends within {meaning}", start, len(self.text))
        self.at += count
        return part

    def number(self, base: int, count: int, meaning: str) -> int:
        """Decode the next characters as a number in a base.

        Raises:
            UserError: they are not digits of that base, or there are fewer.
        """
        start, part = self.at, self.take(count, meaning)
        for at, letter in enumerate(part, start):
            if not 0 <= DIGITS.find(letter) < base:
                raise self.line.error(f"'{letter}' is not a digit of {meaning}", at, at + 1)
        return int(part, base)

    @property
    def digit(self) -> int:
        """The value of the next character in base 36, -1 if it has none."""
        return DIGITS.find(self.next) if self.next else -1

    def unknown(self, hint: str) -> UserError:
        """Return the error for the next character, which is unknown."""
        message = f"'{self.next}' is not a clue, nor a run of empty cells"
        return self.line.error(message, self.at, self.at + 1, hint)


def digits(value: int, base: int, count: int = 1) -> str:
    """Return a number in a base, with at least `count` digits."""
    return np.base_repr(value, base).lower().zfill(count)


def _check_limit(value: int, most: int) -> int:
    """Return a number, which must not exceed a limit."""
    if value > most:
        if most < 0:
            raise fail("pzpr has signs here, and no numbers")
        raise fail(f"pzpr has numbers up to {most} here, not {value}")
    return value


# ---------- runs of empty places ----------


def _runs(clue: Clue, base: int, most: int = 0, empty: str = ".") -> Codec:
    """Return a codec of clues with runs of empty places between; digits from `base` are runs.

    A clue tells how many empty places follow it, at most `most`. The base 36 leaves no digits: then
    `empty` stands for each empty place.
    """

    def decode(body: Body, parts: Parts) -> Found:
        (places,) = parts
        at = 0
        while at < len(places) and body.next:
            start = body.at
            run = body.digit - base + 1
            if run > 0:
                body.at += 1
                if at + run > len(places):
                    message = f"the board has {len(places)} places, and here is one more"
                    raise body.line.error(message, start, body.at)
                at += run
                continue
            item, gap = clue.decode(body)
            if item is not None:
                yield places[at], item._replace(span=body.line.span(start, body.at))
            at += 1 + gap
        body.missing += max(0, len(places) - at)

    def encode(parts: Sequence[Values]) -> str:
        (items,) = parts
        texts: list[str] = []
        skipped = 0
        for at, item in enumerate(items):
            if skipped:
                skipped -= 1
            elif item is None:
                texts.append("")
            else:
                after = [each is not None for each in items[at + 1 : at + 1 + most]]
                # At the end of the board most are written, but of marks, which count exactly.
                gap = after.index(True) if True in after else len(after) if base > 16 else most
                texts.append(clue.encode(item, gap) if most else clue.encode(item))
                skipped = 0 if texts[-1] == "." else gap
        return "".join(with_runs(texts, DIGITS[base:] or empty))

    return Codec(decode, encode)


def _signs(items: Mapping[str, Item | None], other: Clue) -> Clue:
    """Return a clue that is one of some signs, or another one."""

    def decode(body: Body) -> tuple[Item | None, int]:
        return (items[body.take(1, "")], 0) if body.next in items else other.decode(body)

    def encode(item: Item) -> str:
        sign = sign_of(items, item)
        return other.encode(item) if sign is None else sign

    return Clue(decode, encode)


# ---------- numbers ----------

Form = tuple[str, int, int, int]
"""A form of numbers: its prefix and its digits, what is added, and the first larger number."""

_DIGITS = "a number of {} digits"
_FOUR_HINT = "a clue is 0 to e, a run of empty cells g to z, an unknown number '.'"


def _decode_four(body: Body) -> tuple[Item, int]:
    """Decode a clue from 0 to 4; its character includes the number of empty places that follow."""
    value = body.digit
    if body.next != "." and not 0 <= value < 15:
        raise body.unknown(_FOUR_HINT)
    body.at += 1
    return (Item(UNKNOWN), 0) if value < 0 else (Item(value % 5), value // 5)


def _encode_four(item: Item, gap: int) -> str:
    number = item.value
    return "." if number == UNKNOWN else digits(_check_limit(number, 4) + 5 * gap, 36)


FOUR = _runs(Clue(_decode_four, _encode_four), 16, 2)


def _number(base: int, forms: Sequence[Form], hint: str, meaning: str = _DIGITS) -> Clue:
    """Return a clue that is a number in a base, or ``.`` for an unknown one.

    Args:
        base: of its digits.
        forms: its forms, the shortest first; that one has no prefix.
        hint: what is known, for messages.
        meaning: of the digits behind a prefix.
    """
    prefixed = {prefix: (count, more) for prefix, count, more, _ in forms[1:]}
    prefixed |= {"%": prefixed["@"]} if "@" in prefixed else {}

    def decode(body: Body) -> int:
        if body.next in prefixed:
            count, more = prefixed[body.next]
            body.at += 1
            return body.number(base, count, meaning.format(count)) + more
        if not 0 <= body.digit < base:
            raise body.unknown(hint)
        return body.number(base, 1, "a number")

    def encode(value: int) -> str:
        _check_limit(value, forms[-1][-1] - 1)
        prefix, count, more, _ = next(form for form in forms if value < form[-1])
        return prefix + digits(value - more, base, count)

    number = Clue(lambda body: (Item(decode(body)), 0), lambda item: encode(item.value))
    return _signs({".": Item(UNKNOWN)}, number)


_TEN_HINT = "a clue is 0 to 9, a run of empty cells a to z, an unknown number '.'"
_HINT = """\
a clue is 0 to f, -10 to -ff or +100 to +fff, a run of empty cells g to z, an unknown number '.'"""

_SIXTEEN = (
    ("", 1, 0, 16),
    ("-", 2, 0, 256),
    ("+", 3, 0, 4096),
    ("=", 3, 4096, 8192),
    ("@", 3, 8192, 12288),
)
_OF_ROOMS = (
    *_SIXTEEN[:-1],
    ("@", 3, 8192, 12240),
    ("*", 4, 12240, 77776),
    ("$", 5, 77776, 77776 + 16**5),
)
_NUMBER, _BYTE = _number(16, _SIXTEEN, _HINT), _number(16, _SIXTEEN[:2], _HINT)
SIXTEEN, ROOM_NUMBERS = _runs(_NUMBER, 16), _runs(_number(16, _OF_ROOMS, _HINT), 16)
TEN = _runs(_number(10, (("", 1, 0, 10),), _TEN_HINT), 10)


def _decode_ten_or_sixteen(body: Body, parts: Parts) -> Found:
    """Decode numbers below ten, or after a ``-`` of any size."""
    if body.next != "-":
        return TEN.decode(body, parts)
    body.at += 1
    return SIXTEEN.decode(body, parts)


def _encode_ten_or_sixteen(parts: Sequence[Values]) -> str:
    small = all(item is None or item.value < 10 for item in parts[0])
    return TEN.encode(parts) if small else "-" + SIXTEEN.encode(parts)


TEN_OR_SIXTEEN = Codec(_decode_ten_or_sixteen, _encode_ten_or_sixteen)


_POINT = _number(5, (("", 1, 0, 5),), "a point is a digit 0 to 4, or '.' where it is empty")
DIGIT_A_POINT = _runs(_signs({".": None, "-": None}, _POINT), 36)
"""An older form, which is not written."""

_BASE36 = _number(
    36,
    (("", 1, 0, 36), ("-", 2, 0, 1296)),
    "a number is a digit or a letter, or '-' and two of them, an empty cell '.'",
    "a number of two digits",
)
BASE36 = _runs(_signs({".": None, "%": Item(UNKNOWN), "@": Item(UNKNOWN)}, _BASE36), 36)


# ---------- arrows ----------


def _decode_arrow(body: Body) -> tuple[Item, int]:
    """Decode a side with a number."""
    letter, side = body.next, body.digit
    if letter != "-" and not 0 <= side < 10:
        raise body.unknown("a clue is a side from 0 to 4 and a number, a run of empty cells a to z")
    body.at += 1
    count = 1 if side < 5 else 2
    if letter == "-":
        side, count = body.number(5, 1, "a side from 0 to 4"), 3
    if count == 1 and body.next == ".":
        body.at += 1
        return Item(UNKNOWN, SIDES[side].strip()), 0
    meaning = f"a number of {count} digits" if count > 1 else "a number"
    return Item(body.number(16, count, meaning), SIDES[side % 5].strip()), 0


def _encode_arrow(item: Item) -> str:
    side, value = SIDES.index(item.side or " "), item.value
    number = "." if value == UNKNOWN else digits(_check_limit(value, 4095), 16)
    return (f"{side}", f"{side + 5}", f"-{side}")[len(number) - 1] + number


_ARROW = _signs({"+": Item(GREY)}, Clue(_decode_arrow, _encode_arrow))
ARROWS = _runs(_ARROW, 10)


# ---------- signs ----------


_NO_NUMBER = _number(
    0, (("", 1, 0, 0),), "a clue is one of its signs, a run of empty cells, an unknown sign '.'"
)
_PASSED = Clue(
    lambda body: (Item(body.number(5, 1, "a sign") - 2), 0), lambda item: str(item.value + 2)
)
_FEW = _number(10, (("", 1, 0, 5),), _TEN_HINT)
_MARKS = {side: Item(UNKNOWN, side) for side in "NSWE"}
SHAPES = _runs(_signs(kinds("123"), _NO_NUMBER), 16)
PIPES = _runs(_signs(kinds("abcdefg"), _NO_NUMBER), 17)
MAZE = _runs(_signs(kinds("12"), _PASSED), 5)
INEQUALITIES = _runs(_signs(kinds("gh"), _BYTE), 18)
FOUR_OR_HOLE = _runs(_signs({"7": Item(GREY)}, _FEW), 10)
_CORNERS = {"@": None, "%": None, **dict(zip("ghij", _MARKS.values(), strict=True))}
CORNERS = _runs(_signs(_CORNERS, _BYTE), 20)
"""Circles and arrows; a mark of an unknown kind means nothing."""


def _decode_coloured(body: Body) -> tuple[Item | None, int]:
    kind = body.number(3, 1, "a colour from 0 to 2") + 1
    item, _ = _ARROW.decode(body)
    return item and item._replace(kind=kind), 0


def _decode_circled(body: Body) -> tuple[Item | None, int]:
    item, _ = _NUMBER.decode(body)
    if item is None or item.value == UNKNOWN:
        return None, 0
    return Item(item.value // 2 if item.value > 1 else UNKNOWN, kind=item.value % 2 + 1), 0


def _encode_circled(item: Item) -> str:
    return _NUMBER.encode(Item(2 * max(item.value, 0) + item.kind - 1))


COLOURED_ARROWS = _runs(
    Clue(_decode_coloured, lambda item: f"{max(item.kind - 1, 0)}{_ARROW.encode(item)}"), 10
)
NUMBERED_CIRCLES = _runs(Clue(_decode_circled, _encode_circled), 16)


def _decode_dot(body: Body) -> tuple[Item | None, int]:
    number = body.number(16, 1, "a dot")
    return Item(UNKNOWN, kind=number % 2 + 1), number // 2


MARKS = _runs(
    Clue(lambda body: (Item(), body.number(18, 1, "a mark")), lambda item, gap: digits(gap, 36)),
    18,
    17,
)
DOTS = _runs(Clue(_decode_dot, lambda item, gap: digits(item.kind - 1 + 2 * gap, 16)), 16, 7)


# ---------- lists and pairs of numbers ----------

_LISTS = ((2, 360, 6), (3, 396, 4), (4, 460, 2), (5, 476, 1))
"""How many numbers, the first code and the base of lists; 0 is an unknown number."""


def _decode_list(body: Body) -> tuple[Item | None, int]:
    letter = body.next
    if letter in ".0123456789":
        body.at += 1
        return Item(UNKNOWN, numbers={".": "?", "9": "1,1,1,1"}.get(letter, letter)), 0
    code = body.number(36, 2, "a list of numbers")
    count, first, base = next((each for each in _LISTS[::-1] if each[1] <= code), _LISTS[-1])
    if base == 1:
        body.at -= 2
        raise body.unknown("a clue is 0 to 9, a0 to d7, a run of empty cells g to z, or '.'")
    return Item(UNKNOWN, numbers=",".join(digits(code - first, base, count)).replace("0", "?")), 0


def _encode_list(item: Item) -> str:
    numbers = item.numbers.replace("?", "0").split(",")
    if len(numbers) == 1:
        return "." if item.numbers == "?" else digits(_check_limit(int(numbers[0]), 8), 10)
    for count, first, base in _LISTS[:-1]:
        if count == len(numbers) and all(int(number) < base for number in numbers):
            code = digits(first + int("".join(numbers), base), 36)
            return "9" if item.numbers == "1,1,1,1" else code
    raise fail(f"puzz.link has no clue {item.numbers}")


LISTS = _runs(Clue(_decode_list, _encode_list), 16)

_SUMS = f"{DIGITS[:20]}{DIGITS[10:].upper()}"
"""The characters of sums, by number; others are none."""


_SUM_SIGNS = {sign: Item(number) for number, sign in enumerate(_SUMS)}


def _decode_nothing(body: Body) -> tuple[None, int]:
    body.at += 1
    return None, 0


def _decode_sums(body: Body) -> tuple[Item | None, int]:
    letters = body.take(1 if body.next == "." else 2, "two sums")
    sums = (_SUMS.find(letter) for letter in ("--" if letters == "." else letters))
    return Item(UNKNOWN, numbers=",".join(map(str, sums))), 0


def _encode_sums(item: Item) -> str:
    letters = "".join(_encode_sum(int(number)) for number in item.numbers.split(","))
    return "." if letters == "--" else letters


def _encode_sum(value: int) -> str:
    return "-" if value < 0 else _SUMS[_check_limit(value, len(_SUMS) - 1)]


def _decode_counts(body: Body) -> tuple[Item | None, int]:
    widths, counts = {"-": (1, 2), "+": (2, 1), "=": (2, 2)}.get(body.next), list[int]()
    body.at += widths is not None
    for width in widths or (1, 1):
        none = body.next == "."
        counts.append(-1 if none else body.number(16, width, "a number"))
        body.at += none
    return Item(UNKNOWN, numbers=",".join(map(str, counts))), 0


def _encode_counts(item: Item) -> str:
    first, second = (_check_limit(int(number), 255) for number in item.numbers.split(","))
    prefix = ("", "-", "+", "=")[2 * (first > 15) + (second > 15)]
    return prefix + "".join("." if each < 0 else digits(each, 16) for each in (first, second))


SUM_PAIRS = _runs(Clue(_decode_sums, _encode_sums), 20)
_SUM = _signs(_SUM_SIGNS, Clue(_decode_nothing, lambda item: _encode_sum(item.value)))
SUMS = _runs(_SUM, 36, empty="-")
COUNT_PAIRS = _runs(Clue(_decode_counts, _encode_counts), 16)
COUNTS = _runs(_signs({".": None}, _BYTE), 36)


# ---------- several places in a character ----------


def _packed(base: int, count: int, what: str, signs: str = "", needed: bool = True) -> Codec:
    """Return a codec of digits of a base, of which each character packs `count`.

    A body that has ended before stands for zeros, which are no items; it must not end within.

    Args:
        base: of the digits.
        count: of digits in a character.
        what: the name of all of them, for messages.
        signs: the name of a part of them, if it has another one.
        needed: whether a body without them ends too early.
    """
    signs = signs or what

    def decode(body: Body, parts: Parts) -> Found:
        wanted, found = sum(-(-len(part) // count) for part in parts), len(body.text) - body.at
        if found <= 0:
            body.missing += needed * sum(map(len, parts))
            return
        if found < wanted:
            message = f"{what} of this board take {wanted} characters, and here are {found}"
            raise body.line.error(message, body.at, len(body.text))
        for part in parts:
            for first in range(0, len(part), count):
                start = body.at
                rest = body.number(base**count, 1, signs)
                span = body.line.span(start, body.at)
                for at, digit in enumerate(digits(rest, base, count), first):
                    if digit == "0":
                        continue
                    if at >= len(part):
                        message = f"here are more of {signs} than the board has places"
                        raise body.line.error(message, start, body.at)
                    yield part[at], Item(int(digit), "", span)

    def encode(parts: Sequence[Values]) -> str:
        out = ""
        for part in parts:
            values = [0 if item is None else item.value for item in part]
            if UNKNOWN in values:
                raise fail("a URL of puzz.link has no sign whose kind is not told")
            for value in values:
                _check_limit(value, base - 1)
            for first in range(0, len(values), count):
                packed = "".join(map(str, values[first : first + count])).ljust(count, "0")
                out += digits(int(packed, base), 36)
        return out

    return Codec(decode, encode)


CIRCLES = _packed(3, 3, "the circles")


def _with_kind(codec: Codec, shift: int = 0) -> Codec:
    """Return a codec whose values stand for kinds, which are larger by `shift`."""

    def decode(body: Body, parts: Parts) -> Found:
        for place, item in codec.decode(body, parts):
            yield place, item._replace(value=UNKNOWN, kind=item.value + shift)

    def encode(parts: Sequence[Values]) -> str:
        return codec.encode([[x and x._replace(value=x.kind - shift) for x in p] for p in parts])

    return Codec(decode, encode)


CIRCLES_BETWEEN, SHIPS = _with_kind(CIRCLES), _with_kind(SIXTEEN, 2)
BLACK_DOTS = Codec(
    lambda body, parts: (each for each in DOTS.decode(body, parts) if each[1].kind == 2),
    lambda parts: DOTS.encode([[x and x._replace(kind=2) for x in part] for part in parts]),
)
BITS = _packed(2, 5, "the marks", needed=False)
BORDERS = _packed(2, 5, "the borders", "the marks")
