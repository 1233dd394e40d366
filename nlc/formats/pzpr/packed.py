"""The codecs of puzz.link for marks, circles, dots and borders, several of which a character says.

They are read and written as `nlc.formats.pzpr.codecs` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlc.formats.pzpr.body import Body, BodyError, Item, digits
from nlc.formats.pzpr.codecs import Value


def _packed(body: Body, places: int, base: int, count: int, what: str) -> Iterator[Item]:
    """Yield digits of a base that are packed by so many into a character, but for zeros.

    A body that has ended before says zeros only; one that ends within says what is missing.
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
        rest = body.number(base**count, 1, f"what says {what}")
        for place in range(first, first + count):
            power = base ** (first + count - 1 - place)
            if rest // power % base:
                if place >= places:
                    told = f"this says more of {what} than the board has places"
                    raise BodyError(told, start, body.at)
                yield Item(place, rest // power % base, start, body.at)


def _pack(values: Sequence[int], base: int, count: int) -> str:
    out = ""
    for first in range(0, len(values), count):
        number = 0
        for value in [*values[first : first + count], *[0] * count][:count]:
            number = number * base + value
        out += digits(number, 36)
    return out


def read_circles(body: Body, places: int) -> Iterator[Item]:
    """Yield circles of two kinds, 1 and 2: three cells a character."""
    body.missing += 0 if body.next else places
    return _packed(body, places, 3, 3, "the circles")


def write_circles(values: Sequence[Value]) -> str:
    """Return the text of circles."""
    return _pack([value or 0 for value in values], 3, 3)


def read_bits(body: Body, places: int) -> Iterator[Item]:
    """Yield the places of marks: five a character."""
    return _packed(body, places, 2, 5, "the marks")


def write_bits(marks: Sequence[bool]) -> str:
    """Return the text of marks."""
    return _pack([int(mark) for mark in marks], 2, 5)


# ---------- borders ----------


def read_border(body: Body, rows: int, cols: int) -> tuple[set[int], set[int]]:
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
    right, below = ({item.place for item in read_bits(body, count)} for count in counts)
    return right, below


def write_border(right: set[int], below: set[int], rows: int, cols: int) -> str:
    """Return the text of borders."""
    return write_bits([i in right for i in range((cols - 1) * rows)]) + write_bits(
        [i in below for i in range(cols * (rows - 1))]
    )


def outside(kind: int, rows: int, cols: int, several: bool = False) -> int:
    """Return the number of places for clues outside of a board.

    Kind 1 is above and to the left, kind 2 also below and to the right. Genres with several clues
    a line have half of its cells, rounded up, for each; numbers are read by `read_sixteen`.
    """
    one = cols * -(-rows // 2) + rows * -(-cols // 2) if several else cols + rows
    return one * kind
