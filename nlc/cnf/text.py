"""Encodes texts for DIMACS comments, and parses lists of integers."""

from __future__ import annotations

import codecs
import string
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt

from nlc.errors import SourceLine, Span

_SAFE = string.punctuation.replace("%", "").replace("=", "")
_NUMERIC = b"+-0123456789 \t\r\n\f\v"


def encode_value(text: str) -> str:
    """Return a value as part of a variable name.

    Blanks, ``=``, ``%``, controls and non-ASCII characters are percent-encoded in UTF-8.
    """
    return quote(text, safe=_SAFE)


def decode_value(text: str) -> str:
    """Return the text that `encode_value` encoded."""
    return unquote(text)


def comment_bytes(text: str) -> bytes:
    """Return comment text as ASCII, with non-ASCII characters and doubled hyphens percent-encoded.

    CaDiCaL takes two hyphens in a comment before the header for the start of an option
    (``c title --chrono=0``).
    """
    return text.encode("ascii", "nlc-percent").replace(b"--", b"-%2D")


def quote_bytes(text: bytes) -> str:
    """Return the beginning of a text for a message."""
    return text[:40].decode("utf-8", "replace")


def place_at(path: str, data: bytes, at: int) -> Span:
    """Return the place of a byte of a text; a very long line is not shown."""
    line = data.count(b"\n", 0, at) + 1
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", start)
    shown = data[start : end if end >= 0 else len(data)].decode("utf-8", "replace")
    source = SourceLine(path, shown if len(shown) <= 200 else "")
    return Span(source, line, at - start + 1, line, at - start + 2)


def parse_integers(data: bytes) -> npt.NDArray[np.int64] | None:
    """Return the decimal integers in a text, separated by blanks, or None if it has other words.

    Integers beyond 64 bits become the nearest one of 64 bits.
    """
    if data.translate(None, _NUMERIC):
        return None
    if not data or data.isspace():
        return np.zeros(0, np.int64)
    if b"-" in data or b"+" in data:
        # NumPy would read "1 - 5" as 1 -5 and "1 -" as 1 0.
        codes = np.frombuffer(b" " + data + b" ", dtype=np.uint8)
        signs = np.flatnonzero((codes == ord("-")) | (codes == ord("+")))
        if (codes[signs + 1] < ord("0")).any() or (codes[signs - 1] > ord(" ")).any():
            return None
    return np.fromstring(data, dtype=np.int64, sep=" ")


def _percent(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    data = error.object[error.start : error.end].encode("utf-8", "surrogatepass")
    return "".join(f"%{byte:02X}" for byte in data), error.end


codecs.register_error("nlc-percent", _percent)
