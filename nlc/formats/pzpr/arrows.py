"""The codec of puzz.link for arrows with numbers, decodeArrowNumber16 of pzprjs.

They are read and written as `nlc.formats.pzpr.codecs` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlc.formats.pzpr.body import GREY, UNTOLD, Body, Item, digit_of, digits, limited
from nlc.formats.pzpr.codecs import in_runs, strange, with_runs

Arrow = tuple[int, int] | None
"""A side from 0 to 4 and a number, `UNTOLD` or `GREY`; None: neither."""

_HINT = "a clue is a side from 0 to 4 and a number, a run of empty cells a to z"


def read_arrows(body: Body, places: int) -> Iterator[Item]:
    """Yield sides with numbers, and grey cells."""

    def one(body: Body) -> tuple[int, int, int]:
        letter, side = body.next, digit_of(body.next)
        if letter not in "+-" and not 0 <= side < 10:
            raise strange(body, _HINT)
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
            return UNTOLD, side, 0
        return body.number(16, 1, "a number"), side, 0

    return in_runs(body, places, 10, one)


def write_arrows(values: Sequence[Arrow]) -> str:
    """Return the text of sides with numbers below 4096, and of grey cells."""

    def one(side: int, value: int) -> str:
        if value == GREY:
            return "+"
        if value == UNTOLD:
            return f"{side}."
        if value < 16:
            return f"{side}{digits(value, 16)}"
        if value < 256:
            return f"{side + 5}{digits(value, 16, 2)}"
        return f"-{side}{digits(limited(value, 4095), 16, 3)}"

    return with_runs(("" if value is None else one(*value) for value in values), 10, 26)
