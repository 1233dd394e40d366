"""The codecs of puzz.link: how a body says numbers.

The names are those of pzprjs, whose reader and writer they agree with: `four` is decode4Cell,
`ten` and `sixteen` are decodeNumber10 and decodeNumber16; `nlc.formats.pzpr.arrows` and
`nlc.formats.pzpr.packed` have others. A reader takes what it needs from a `Body` and leaves the
rest to the next one. A writer takes a value a place, None where there is none, and its text is the
only canonical one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from nlc.formats.pzpr.body import UNTOLD, Body, BodyError, Item, digit_of, digits, limited

Value = int | None
"""A number, `UNTOLD`, or None where there is none."""

_LARGE = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192)}
_LARGE_ROOM = {**_LARGE, "*": (4, 12240), "$": (5, 77776)}
"""What begins a number of several digits: how many they are, and what is added."""

_HINTS = {
    "four": "a clue is 0 to e, a run of empty cells g to z, a clue that is not told '.'",
    "ten": "a clue is 0 to 9, a run of empty cells a to z, a clue that is not told '.'",
    "sixteen": "a clue is 0 to f, -10 to -ff or +100 to +fff, a run of empty cells g to z, "
    "a clue that is not told '.'",
    "hitori": "a number is a digit or a letter, or '-' and two of them, an empty cell '.'",
}


def in_runs(
    body: Body, places: int, base: int, read: Callable[[Body], tuple[int, int, int]]
) -> Iterator[Item]:
    """Yield the items of places that are counted on by runs of empty ones.

    Args:
        body: the text.
        places: how many there are.
        base: the character for one empty place says base; those above say longer runs.
        read: returns a value, a side, and how many empty places follow.

    Raises:
        BodyError: there are more places than the board has.
    """
    place = 0
    while place < places and body.next:
        start = body.at
        run = digit_of(body.next) - base + 1
        if run > 0:
            body.at += 1
            if place + run > places:
                raise BodyError(over(places), start, body.at)
            place += run
            continue
        value, side, empty = read(body)
        yield Item(place, value, start, body.at, side)
        place += 1 + empty
    body.missing += max(0, places - place)


def over(places: int) -> str:
    return f"the board has {places} places, and here is one more"


def strange(body: Body, hint: str) -> BodyError:
    """Return the error for a character that says nothing."""
    message = f"'{body.next}' is not a clue, nor a run of empty cells"
    return BodyError(message, body.at, body.at + 1, hint)


def with_runs(texts: Iterable[str], base: int, most: int) -> str:
    """Return texts one after the other, and runs for those that are empty."""
    out, empty = [], 0
    for text in texts:
        if text and empty:
            out.append(_run(empty, base, most))
            empty = 0
        if text:
            out.append(text)
        else:
            empty += 1
    return "".join([*out, _run(empty, base, most)])


def _run(empty: int, base: int, most: int) -> str:
    rest = empty % most
    last = digits(rest + base - 1, 36) if rest else ""
    return digits(most + base - 1, 36) * (empty // most) + last


# ---------- numbers ----------


def read_four(body: Body, places: int) -> Iterator[Item]:
    """Yield clues from 0 to 4, each with the empty places that its character counts on."""

    def one(body: Body) -> tuple[int, int, int]:
        value = digit_of(body.next)
        if body.next != "." and not 0 <= value < 15:
            raise strange(body, _HINTS["four"])
        body.at += 1
        return (UNTOLD, 0, 0) if value < 0 else (value % 5, 0, value // 5)

    return in_runs(body, places, 16, one)


def write_four(values: Sequence[Value]) -> str:
    """Return the text of clues from 0 to 4."""
    texts: list[str] = []
    skipped = 0
    for place, value in enumerate(values):
        if skipped:
            skipped -= 1
        elif value is None or value == UNTOLD:
            texts.append("" if value is None else ".")
        else:
            limited(value, 4)
            after = [values[i] is not None for i in (place + 1, place + 2) if i < len(values)]
            skipped = after.index(True) if True in after else 2
            texts.append(digits(value + 5 * skipped, 36))
    return with_runs(texts, 16, 20)


def read_ten(body: Body, places: int) -> Iterator[Item]:
    """Yield clues from 0 to 9."""

    def one(body: Body) -> tuple[int, int, int]:
        if body.next == ".":
            body.at += 1
            return UNTOLD, 0, 0
        if not 0 <= digit_of(body.next) < 10:
            raise strange(body, _HINTS["ten"])
        return body.number(10, 1, "a number"), 0, 0

    return in_runs(body, places, 10, one)


def write_ten(values: Sequence[Value]) -> str:
    """Return the text of clues from 0 to 9."""
    return with_runs(_each(values, lambda value: digits(limited(value, 9), 10)), 10, 26)


def read_sixteen(body: Body, places: int) -> Iterator[Item]:
    """Yield numbers of up to four digits."""
    return in_runs(body, places, 16, lambda body: (_sixteen(body, _LARGE), 0, 0))


def read_rooms(body: Body, places: int) -> Iterator[Item]:
    """Yield the numbers of rooms; they may be larger than those of cells."""
    return in_runs(body, places, 16, lambda body: (_sixteen(body, _LARGE_ROOM), 0, 0))


def _sixteen(body: Body, large: Mapping[str, tuple[int, int]]) -> int:
    if body.next == ".":
        body.at += 1
        return UNTOLD
    if body.next in large:
        count, more = large[body.next]
        body.at += 1
        return body.number(16, count, f"a number of {count} digits") + more
    if not 0 <= digit_of(body.next) < 16:
        raise strange(body, _HINTS["sixteen"])
    return body.number(16, 1, "a number")


def write_sixteen(values: Sequence[Value]) -> str:
    """Return the text of numbers below 12288."""
    return with_runs(_each(values, _number), 16, 20)


def write_rooms(values: Sequence[Value]) -> str:
    """Return the text of the numbers of rooms."""
    return with_runs(_each(values, _room_number), 16, 20)


def _each(values: Sequence[Value], written: Callable[[int], str]) -> Iterator[str]:
    for value in values:
        yield "" if value is None else "." if value == UNTOLD else written(value)


def _number(value: int) -> str:
    limited(value, 12287)
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
    return "$" + digits(limited(value, 77776 + 16**5 - 1) - 77776, 16, 5)


def read_ten_or_sixteen(body: Body, places: int) -> Iterator[Item]:
    """Yield numbers below ten, or after a ``-`` of any size."""
    if body.next == "-":
        body.at += 1
        return read_sixteen(body, places)
    return read_ten(body, places)


def write_ten_or_sixteen(values: Sequence[Value]) -> str:
    """Return the text of numbers, the shorter one where none is above nine."""
    small = all(value is None or value < 10 for value in values)
    return write_ten(values) if small else "-" + write_sixteen(values)


def read_digits(body: Body, places: int) -> Iterator[Item]:
    """Yield clues from 0 to 4, a character a place: an older form, which is not written."""
    for place in range(places):
        start, letter = body.at, body.next
        if not letter:
            body.missing += places - place
            return
        if letter not in ".-01234":
            raise strange(body, "a point is a digit 0 to 4, or '.' where it is empty")
        body.at += 1
        if letter.isdigit():
            yield Item(place, digit_of(letter), start, body.at)


def read_hitori(body: Body, places: int) -> Iterator[Item]:
    """Yield a number a cell, without runs."""
    for place in range(places):
        start, letter = body.at, body.next
        if not letter:
            body.missing += places - place
            return
        if letter in ".@%":
            body.at += 1
            value = UNTOLD
        elif letter == "-":
            body.at += 1
            value = body.number(36, 2, "a number of two digits")
        elif digit_of(letter) < 0:
            raise strange(body, _HINTS["hitori"])
        else:
            value = body.number(36, 1, "a number")
        if letter != ".":
            yield Item(place, value, start, body.at)


def write_hitori(values: Sequence[Value]) -> str:
    """Return the text of numbers below 1296."""

    def one(value: int) -> str:
        return digits(value, 36) if value < 36 else "-" + digits(limited(value, 1295), 36, 2)

    return "".join(
        "." if value is None else "@" if value == UNTOLD else one(value) for value in values
    )
