"""A raster of coloured characters, as large as its contents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.printable import printable

Chars = npt.NDArray[np.str_]


COLORS = (33, 160, 34, 172, 127, 37, 99, 130, 168, 64, 67, 209)
"""Numbers of xterm's 256 colours that are legible on dark and on light backgrounds."""

_FLOW = "R160 B33 Y220 G28 O208 C44 M199 m88 P91 A245 W252 g46 T180 b21 c30 p218"
FLOW = {each[0]: int(each[1:]) for each in _FLOW.split()}
"""The colours of Flow Free by the letters that its solvers use."""

BOLD = 1 << 8
DIM = 1 << 9
CHANGED = 1 << 10
"""A mark for differences of two solutions, which has no effect on the text."""


def color_of(number: int) -> int:
    """Return the style of colour `number` (from 0); colours repeat."""
    return COLORS[number % len(COLORS)]


def colors_of(labels: Sequence[str]) -> list[int]:
    """Return the style of each label: those of Flow Free if all are its letters, with red."""
    if "R" in labels and FLOW.keys() >= set(labels):
        return [FLOW[label] for label in labels]
    return [color_of(i) for i in range(len(labels))]


def paint(text: str, style: int) -> str:
    """Return text in a style: 0 (none) or a colour number, or'ed with `BOLD` or `DIM`."""
    codes = ["1"] * bool(style & BOLD) + ["2"] * bool(style & DIM)
    if style & 0xFF:
        codes.append(f"38;5;{style & 0xFF}")
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


@lru_cache(maxsize=1024)
def columns(text: str) -> tuple[str, ...]:
    """Return the contents of each terminal column of a text.

    A wide character is followed by an empty string for its second column; combining marks are in
    the column of the character before them.
    """
    if text.isascii() and (shown := printable(text).replace("\n", "?")).isascii():
        return tuple(shown)
    import unicodedata

    out: list[str] = []
    for char in printable(unicodedata.normalize("NFC", text)).replace("\n", "?"):
        if unicodedata.combining(char) and out:
            out[-1 if out[-1] else -2] += char
        else:
            out.append(char)
            if unicodedata.east_asian_width(char) in "WF":
                out.append("")
    return tuple(out)


class Canvas:
    """Characters at places (row, column), which may be negative; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._parts: list[tuple[Ints, Ints, Chars, Ints]] = []

    def put(self, rows: Ints, cols: Ints, chars: Chars | str, styles: Ints | int = 0) -> None:
        """Draw characters; arrays have the shape (n,), and single values are for all."""
        signs = np.full(rows.shape, chars) if isinstance(chars, str) else chars
        self._parts.append((rows, cols, signs, np.broadcast_to(styles, rows.shape)))

    def _joined(self) -> tuple[Ints, Ints, Chars, Ints] | None:
        """Return rows, columns, characters and styles in the order of drawing; None if empty."""
        if not any(len(part[0]) for part in self._parts):
            return None
        rows, cols, chars, styles = (np.concatenate(x) for x in zip(*self._parts, strict=True))
        return rows, cols, chars, styles

    def write(self, rows: Ints, cols: Ints, texts: Sequence[str], styles: Ints) -> None:
        """Write texts centred (rounded right) at rows and columns; shapes (n,)."""
        shown = [columns(text) for text in texts]
        chars = [char for each in shown for char in each]
        if not chars:
            return
        sizes = np.array([len(each) for each in shown])
        if (sizes != 1).any():
            place = np.arange(len(chars)) - np.repeat(sizes.cumsum() - sizes, sizes)
            cols = np.repeat(cols - sizes // 2, sizes) + place
            rows, styles = np.repeat(rows, sizes), np.repeat(styles, sizes)
        self.put(rows, cols, np.array(chars), styles)

    def extent(self) -> tuple[int, int, int, int]:
        """Return the first row and column with a character, and the last ones."""
        rows, cols = (np.concatenate(each) for each in [*zip(*self._parts, strict=True)][:2])
        return int(rows.min()), int(cols.min()), int(rows.max()), int(cols.max())

    def changed(self) -> list[bool]:
        """Return for each row of `lines` whether a character of it has the style `CHANGED`."""
        if (found := self._joined()) is None:
            return []
        rows, _, _, styles = found
        changed = set((rows[styles & CHANGED > 0] - rows.min()).tolist())
        return [i in changed for i in range(rows.max() - rows.min() + 1)]

    def lines(self, color: bool | str) -> list[str]:
        """Return the rows from the first to the last with a character, without trailing blanks.

        Args:
            color: whether in colours; or ``bold``, without colours but bold and faint.
        """
        if (found := self._joined()) is None:
            return []
        rows, cols, drawn, all_styles = found
        top, left = rows.min(), cols.min()
        height, width = int(rows.max() - top) + 1, int(cols.max() - left) + 1
        place = (rows - top) * width + (cols - left)
        flat = np.full(height * width, " ", dtype=drawn.dtype)
        flat[place] = drawn
        chars = flat.reshape(height, width)
        if not color:
            return ["".join(row).rstrip() for row in chars.tolist()]
        styles = np.zeros(chars.shape, dtype=np.int32)
        styles.ravel()[place] = all_styles & (BOLD | DIM if color == "bold" else -1)
        out = []
        for i in range(len(chars)):
            ink = np.flatnonzero(chars[i] != " ")
            row, style = chars[i, : ink.max(initial=-1) + 1], styles[i, : ink.max(initial=-1) + 1]
            starts = [0, *(np.flatnonzero(np.diff(style)) + 1).tolist(), len(row)]
            runs = ((a, b) for a, b in pairwise(starts) if a < b)
            out.append("".join(paint("".join(row[a:b].tolist()), int(style[a])) for a, b in runs))
        return out
