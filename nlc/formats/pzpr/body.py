"""The text of a URL's body, and what is read from it."""

from __future__ import annotations

from typing import NamedTuple

from nlc.errors import fail

UNTOLD = -1
"""The value of a clue that is not told: a question mark on the page."""

GREY = -2
"""The value of a cell that is no part of the game, in a layer of arrows."""


class Item(NamedTuple):
    """What a body says of one place.

    Attributes:
        place: of a cell, a point or a room, from 0, in reading order.
        value: a number, `UNTOLD` or `GREY`.
        start: where the body says so; of a file, the number of the token.
        end: where that ends.
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
    """A body, read from left to right by one codec after the other.

    Attributes:
        text: the whole body.
        at: where the next character stands.
        missing: how many places of the board it does not come to.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.missing = 0

    @property
    def next(self) -> str:
        """The character to be read, or an empty string at the end."""
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
        """Return the number that the next characters are in a base.

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


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def digit_of(letter: str) -> int:
    """Return the value of a character in base 36, -1 if it has none."""
    return DIGITS.find(letter) if letter else -1


def digits(value: int, base: int, count: int = 1) -> str:
    """Return a number in a base, with at least so many digits."""
    out = ""
    while value or len(out) < count:
        value, rest = divmod(value, base)
        out = DIGITS[rest] + out
    return out


def limited(value: int, most: int) -> int:
    """Return a number.

    Raises:
        UserError: pzpr has none that is so large.
    """
    if value > most:
        raise fail(f"pzpr has numbers up to {most} here, not {value}")
    return value
