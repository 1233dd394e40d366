"""Proof files as numbers: the tokens of the text formats and of the binary ones."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.cnf.text import parse_integers
from nlc.errors import Source, Span, UserError, fail

Ints = npt.NDArray[np.int64]

_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
_NO_D = bytes.maketrans(b"d", b" ")
_LONGEST_QUOTE = 200
_LONGEST_NUMBER = 5
"""Bytes of a binary number: a literal of 31 bits and its sign."""


class File(Struct, frozen=True, eq=False, weakref=True):
    """A proof file, decompressed.

    Attributes:
        path: as messages name it.
        data: all of it.
    """

    path: str
    data: bytes

    @property
    def binary(self) -> bool:
        """Whether the file is binary.

        drat-trim judges by the first twelve characters. All of the file says it surely: each step
        of a binary proof ends with byte 0, which no text holds; and what begins with ``a`` is cut
        off before the first of them.
        """
        return b"\0" in self.data or self.data.startswith(b"a")

    def wrong(self, message: str, offset: int) -> UserError:
        """Return the error for what stands at an offset."""
        if self.binary:
            return fail(f"{self.path}, byte {offset}: {message}")
        begin = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset)
        line = self.data[begin : end if end >= 0 else None]
        text = line.decode("utf-8", "replace") if len(line) <= _LONGEST_QUOTE else ""
        number, column = self.data.count(b"\n", 0, offset) + 1, offset - begin + 1
        return fail(message, Span(_Line(self.path, text), number, column, number, column + 1))


class _Line(Source):
    """A file of which only the line in question is kept."""

    def line(self, number: int) -> str:
        return self.text


class Tokens(Struct, frozen=True, eq=False):
    """The numbers of a proof.

    Attributes:
        numbers: shape (n,).
        offsets: where each number begins in the file, shape (n,).
        marked: shape (n,): in a text, ``d`` stands before the number.
    """

    numbers: Ints
    offsets: Ints
    marked: npt.NDArray[np.bool_]


def text_tokens(file: File) -> Tokens:
    """Return the numbers of a text and where ``d`` stands before them; comments are left out.

    Raises:
        UserError: something that is not a number, or ``d`` without one after it.
    """
    data = _COMMENT.sub(lambda match: b" " * len(match[0]), file.data)
    numeric = data.translate(_NO_D)
    numbers = parse_integers(numeric)
    if numbers is None:
        word = next(w for w in re.finditer(rb"\S+", numeric) if parse_integers(w[0]) is None)
        raise file.wrong(f"not an integer: {word[0][:40].decode('utf-8', 'replace')}", word.start())
    codes = np.frombuffer(numeric, np.uint8)
    inside = codes > ord(" ")
    offsets = np.flatnonzero(inside & ~np.append(False, inside[:-1])[: len(inside)])
    marked = np.zeros(len(numbers), np.bool_)
    places = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("d"))
    for at in places[_glued(data, places)][:1]:
        raise file.wrong("'d' is not a word of its own", int(at))
    following = np.searchsorted(offsets, places)
    for at in places[(following == len(numbers)) | (np.diff(following, append=-1) == 0)][:1]:
        raise file.wrong("'d' without a clause", int(at))
    marked[following] = True
    return Tokens(numbers, offsets, marked)


def _glued(data: bytes, places: Ints) -> npt.NDArray[np.bool_]:
    """Tell which ``d`` touch another word."""
    padded = np.concatenate([[32], np.frombuffer(data, np.uint8), [32]])
    return (padded[places] > ord(" ")) | (padded[places + 2] > ord(" "))


def binary_tokens(file: File) -> Tokens:
    """Return the numbers of a binary file, prefixes among them.

    A number is in base 128, least digit first; all bytes but the last have the highest bit set.

    Raises:
        UserError: a number is cut off or too long.
    """
    codes = np.frombuffer(file.data, np.uint8)
    ends = np.flatnonzero(codes < 128)
    offsets = np.append(0, ends[:-1] + 1)[: len(ends)].astype(np.int64)
    if len(codes) and codes[-1] >= 128:
        raise file.wrong("the proof ends inside a number", len(codes) - 1)
    lengths = ends - offsets + 1
    for at in offsets[lengths > _LONGEST_NUMBER][:1]:
        raise file.wrong("this number is too long", int(at))
    digit = np.arange(len(codes)) - np.repeat(offsets, lengths)
    digits = (codes & 127).astype(np.int64) << (7 * digit)
    numbers = np.add.reduceat(digits, offsets) if len(offsets) else np.zeros(0, np.int64)
    return Tokens(numbers, offsets, np.zeros(len(numbers), np.bool_))


def line_numbers(file: File, offsets: Ints) -> Ints:
    """Return the lines, from 1, that offsets are in."""
    ends = np.flatnonzero(np.frombuffer(file.data, np.uint8) == ord("\n"))
    return np.searchsorted(ends, offsets) + 1
