"""What the terminal at the other end can show: colours and characters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TextIO

COLORS = (33, 160, 34, 172, 127, 37, 99, 130, 168, 64, 67, 209)
"""xterm's 256-colour numbers that read on a dark and on a light background, distinct in order."""

FLOW = {
    "R": 160,
    "B": 33,
    "Y": 220,
    "G": 28,
    "O": 208,
    "C": 44,
    "M": 199,
    "m": 88,
    "P": 91,
    "A": 245,
    "W": 252,
    "g": 46,
    "T": 180,
    "b": 21,
    "c": 30,
    "p": 218,
}
"""The colours of Flow Free by their letters, as its solvers write them."""

BOLD = 1 << 8
DIM = 1 << 9
CHANGED = 1 << 10
"""Where two solutions differ; not seen."""


def color_of(number: int) -> int:
    """Return the style of colour `number` (from 0); colours repeat."""
    return COLORS[number % len(COLORS)]


def colors_of(labels: Sequence[str]) -> list[int]:
    """Return the style of each label: that of Flow Free if all are its letters, red among them."""
    if "R" in labels and FLOW.keys() >= set(labels):
        return [FLOW[label] for label in labels]
    return [color_of(i) for i in range(len(labels))]


def paint(text: str, style: int) -> str:
    """Return text in a style: 0 (none) or a colour number, or'ed with `BOLD` or `DIM`."""
    codes = ["1"] * bool(style & BOLD) + ["2"] * bool(style & DIM)
    if style & 0xFF:
        codes.append(f"38;5;{style & 0xFF}")
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def use_color(stream: TextIO) -> bool:
    """Return whether to colour what is written to a stream.

    Only terminals get colour, and none where ``NO_COLOR`` is set and not empty (no-color.org) or
    ``TERM`` is ``dumb``.
    """
    return _is_terminal(stream) and not os.environ.get("NO_COLOR")


def use_unicode(stream: TextIO) -> bool:
    """Return whether a stream takes box-drawing characters: by its encoding; no dumb terminal."""
    if stream.isatty() and os.environ.get("TERM") == "dumb":
        return False
    try:
        "─│╭╱╲·▒".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
