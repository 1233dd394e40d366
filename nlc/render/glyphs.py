"""Characters of pictures in two styles: joints by their arms, strokes by their direction, marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Floats, Ints
from nlc.language.builtins import SIDES
from nlc.render.canvas import Chars

Arms = npt.NDArray[np.uint8]
"""Sets of arms."""

N, NE, E, SE, S, SW, W, NW = (np.uint8(1 << i) for i in range(8))
"""Arms of a joint, as bits, clockwise."""

_BOX = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Joints of upright lines, by the sum of N = 1, E = 2, S = 4 and W = 8."""

_ASCII = {
    **dict.fromkeys("╰╭├╯┴╮┤┬┼∧∨", "+"),
    **dict.fromkeys("╵╷│", "|"),
    **dict.fromkeys("╶╴─", "-"),
    **dict.fromkeys("▒┃━▞▚", "#"),
    **dict.fromkeys("╬●", "*"),
    **dict.fromkeys("↖↑↗", "^"),
    **dict.fromkeys("↙↓↘", "v"),
    **dict(zip("╱╲·˙→←═║⫽⑊", "/\\.'><=H%%", strict=True)),
    **dict.fromkeys("┄┆⋰⋱", "?"),
}


_MARKS = """
shaded # ■  disc @ ●  star * ★  circle O ○  cross X ×  tent ^ ▲  lamp ! ☼  dot , •
"""

_MORE = """
ring o ○  tree T ♣  triangle ^ △  water ~ ≈  boxed [ ▢  grey = ▦  grey_square = ▦  grey_disc o ◍
ship O ●  ship_n ^ ▲  ship_e > ▶  ship_s v ▼  ship_w < ◀  ship_mid # ■
ship_nw r ◜  ship_ne 7 ◝  ship_se J ◞  ship_sw L ◟  less < <  greater > >  bar H ‖
plus + +  minus - −  times x ×  divided / ÷  upright | |  question ? ?
moon ) ☾  sun % ☀  mine * ✹  pieces # ■  outlined # ■  stone @ ●  digit 1 1
"""


def _table(text: str) -> dict[str, tuple[str, str]]:
    """Return the characters of words, in ASCII and in Unicode, from a text of all three."""
    return {
        word: (plain, sign) for word, plain, sign in zip(*[iter(text.split())] * 3, strict=True)
    }


MARKS = _table(_MARKS)
"""The character of a boolean in a cell or on a vertex by its mark in the genre: (ASCII, Unicode).
Booleans without a mark get the unused ones in this order."""

SHAPES = MARKS | _table(_MORE)
"""All marks, with those that only genres choose, also for clues."""

TEXTS = ("question", "plus", "minus", "times", "divided", "upright")
"""The marks that pictures of SVG write, behind another clue."""

SHADED = ("shaded", "pieces", "outlined")
"""The marks for dark cells: plain, in the colours of their rooms, with a line round them."""

FALSE = {"stone": ("O", "○"), "digit": ("0", "0")}
"""The characters of some marks for false booleans."""


def _joint(arms: int) -> str:
    """Return the character that joins the arms of a bit set; slanted arms count as upright."""
    if arms in (NE, SW, NE | SW):
        return "╱"
    if arms in (NW, SE, NW | SE):
        return "╲"
    up, down = arms & (N | NE | NW), arms & (S | SE | SW)
    if up == arms and up not in (0, N):
        return "∨"
    if down == arms and down not in (0, S):
        return "∧"
    return _BOX[bool(up) + 2 * bool(arms & E) + 4 * bool(down) + 8 * bool(arms & W)]


class Glyphs(Struct, frozen=True, eq=False):
    """The characters of a style.

    Attributes:
        joints: shape (256,), by the bit set of arms.
        strokes: shape (256,), a line that runs along an arm (a single bit).
        walls: shape (256,), a wall across an arm.
        arrows: shape (256,), an arrow head along an arm.
        dashes: shape (256,), an undecided line along an arm.
        doubles: shape (256,), a double line along an arm.
        empty: a cell, or a corner of a line, without anything.
        corner: a corner of cells where lines run from cell to cell.
        hole: no cell.
        bridge: a bridge that no path crosses.
        mark: a clue without a value.
    """

    joints: Chars
    strokes: Chars
    walls: Chars
    arrows: Chars
    dashes: Chars
    doubles: Chars
    empty: str
    corner: str
    hole: str
    bridge: str
    mark: str

    def shape(self, word: str) -> str:
        """Return the character of a mark of `SHAPES`."""
        return SHAPES[word][not self.mark.isascii()]

    def arrow(self, side: str) -> str:
        """Return an arrow to a side; in ASCII the name of the side if it is slanted."""
        if side not in SIDES or (self.mark.isascii() and len(side) > 1):
            return side
        return str(self.arrows[1 << SIDES.index(side)])


def _make(swap: Mapping[str, str]) -> Glyphs:
    def table(chars: Iterable[str]) -> Chars:
        return np.array([swap.get(char, char) for char in chars], dtype="<U1")

    def by_arm(eight: str) -> Chars:
        chars = np.full(256, " ", dtype="<U1")
        chars[1 << np.arange(8)] = table(eight)
        return chars

    lines = map(by_arm, ("│╱─╲│╱─╲", "━▚┃▞━▚┃▞", "↑↗→↘↓↙←↖", "┆⋰┄⋱┆⋰┄⋱", "║⫽═⑊║⫽═⑊"))
    strokes, walls, arrows, dashes, doubles = lines
    signs = (swap.get(char, char) for char in "·˙▒╬●")
    return Glyphs(table(map(_joint, range(256))), strokes, walls, arrows, dashes, doubles, *signs)


STYLES = {"unicode": _make({}), "ascii": _make(_ASCII)}


MarkedLines = tuple[Bools, Chars]
"""Links or borders, shape (links,) or (borders,), and the character of each arm for them."""


def arms_along(steps: Ints | Floats) -> Arms:
    """Return the arm in the direction of each (row, column) step; shapes (n, 2), (n,).

    Steps that deviate from a row or column by less than a fifth count as upright.
    """
    rows, cols = steps[:, 0], steps[:, 1]
    flat, steep = np.abs(rows) < 0.2 * np.abs(cols), np.abs(cols) < 0.2 * np.abs(rows)
    down = np.where(flat, 0, np.sign(rows)).astype(int)
    right = np.where(steep, 0, np.sign(cols)).astype(int)
    table = np.array([[NW, N, NE], [W, 0, E], [SW, S, SE]], dtype=np.uint8)
    return np.asarray(table[down + 1, right + 1])


def turn(arms: Arms, steps: int = 4) -> Arms:
    """Return each arm turned clockwise by eighths of a turn; by four, the opposite one."""
    return np.asarray((arms << steps) | (arms >> (8 - steps)), dtype=np.uint8)
