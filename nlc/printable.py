"""Foreign text as a terminal may have it: titles, labels, names of files, logs of solvers."""

from __future__ import annotations

import re

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the direction of writing
    "\u00ad\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"  # not seen
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def printable(text: str, sign: str = "") -> str:
    r"""Return a text in which an escape such as ``\x1b`` stands for what is no text.

    That is what a terminal would obey or not show: controls but tab and line feed, bidirectional
    overrides, marks without width (joiners are letters of some scripts), and halves of characters.

    Args:
        text: of anybody.
        sign: stands for each such character instead, so that columns stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return _OBEYED.sub(lambda found: sign or ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    r"""Return a text with ``\n`` in the place of each line feed, such as the name of a file."""
    return text.replace("\n", "\\n")


def summary(kind: str, title: str, what: str, size: tuple[int, int] = (0, 0)) -> str:
    """Return one short line for ``repr``: a class, a title, and columns and rows, if any."""
    name = title if len(title) <= 40 else f"{title[:37]}..."
    columns, rows = size
    return f"<{kind} {name!r} {what}{f' {columns}x{rows}' if columns and rows else ''}>"
