"""Makes foreign text safe for terminals: titles, labels, names of files, logs of solvers."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls except tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional overrides
    "\u00ad\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"  # without width
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def printable(text: str, sign: str = "") -> str:
    r"""Return a text with escapes such as ``\x1b`` for characters that terminals obey or hide.

    These are controls except tab and line feed, bidirectional overrides, characters without width
    (but not joiners, which are letters of some scripts), and surrogates.

    Args:
        text: from any source.
        sign: replaces each such character in place of an escape, so that columns stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE.sub(lambda found: sign or ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    r"""Return a text, such as the name of a file, with ``\n`` for each line feed."""
    return text.replace("\n", "\\n")


def summary(kind: str, title: str, detail: str, size: tuple[int, int] = (0, 0)) -> str:
    """Return a short line for ``repr``: a class, a title, a detail, and perhaps a size."""
    name = title if len(title) <= 40 else f"{title[:37]}..."
    columns, rows = size
    return f"<{kind} {name!r} {detail}{f' {columns}x{rows}' if columns and rows else ''}>"
