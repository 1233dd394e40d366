"""Straight lines on a raster of characters, drawn many at a time."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Floats, Ints
from nlc.render.canvas import Canvas, Chars
from nlc.render.glyphs import Arms, arms_along


def nearest(places: Floats | Ints) -> Ints:
    """Return the characters nearest to places."""
    return np.floor(places + 0.5).astype(np.int32)


def between(start: Floats | Ints, end: Floats | Ints) -> Ints:
    """Return the characters that join the characters at two places, both left out; shape (n, 2).

    One a row, or one a column where both places are in the same or in neighbouring rows.
    """
    first, last = nearest(start), nearest(end)
    rows, cols = np.abs(last - first)
    steps = int(rows if rows > 1 else cols)
    part = np.arange(1, steps)[:, None] / max(steps, 1)
    return nearest(np.asarray(first + part * (last - first)))


def lines(
    canvas: Canvas,
    starts: Floats | Ints,
    ends: Floats | Ints,
    strokes: Chars,
    styles: Ints | int = 0,
) -> Arms:
    """Draw lines between the characters at their ends, which are left free.

    Args:
        canvas: to draw on.
        starts: shape (n, 2), row and column; fractions say where in a character a line ends.
        ends: shape (n, 2).
        strokes: the character of each arm, as in `Glyphs.strokes`.
        styles: shape (n,), or one for all.

    Returns:
        The arm along which each line leaves its start, shape (n,); its end has the opposite arm.
    """
    ways = paths(starts, ends)
    styles = np.broadcast_to(np.asarray(styles, dtype=np.int32), len(starts))
    line = ways.line
    rows, cols = ways.spots.T
    canvas.put(rows, cols, strokes[ways.arms[line]], styles[line])
    return ways.arms


class Paths(Struct, frozen=True, eq=False):
    """Lines between characters.

    Attributes:
        arms: shape (n,), the arm along which each line leaves its start.
        spots: shape (characters, 2), row and column of the characters of all lines.
        line: shape (characters,), the line of each.
    """

    arms: Arms
    spots: Ints
    line: Ints


def paths(starts: Floats | Ints, ends: Floats | Ints) -> Paths:
    """Return the lines that `lines` draws."""
    arms = arms_along(ends - starts)
    if not len(starts):
        return Paths(arms, np.zeros((0, 2), np.int32), np.zeros(0, np.int32))
    origins = nearest(starts)
    # Lines that are alike but for their origin are made together; a tiling has few kinds.
    forms = np.rint(12 * np.concatenate([starts - origins, ends - origins], axis=1)).astype(int)
    _, first, kind = np.unique(forms @ (1 << np.arange(0, 60, 15)), True, True)
    spots, line = [], []
    for number, example in enumerate(first.tolist()):
        alike = np.flatnonzero(kind == number).astype(np.int32)
        path = between(starts[example] - origins[example], ends[example] - origins[example])
        spots.append((origins[alike][:, None] + path).reshape(-1, 2))
        line.append(np.repeat(alike, len(path)))
    return Paths(arms, np.concatenate(spots), np.concatenate(line))


def joints(
    canvas: Canvas,
    spots: Ints,
    arms: Arms,
    chars: Chars,
    styles: Ints | int = 0,
) -> None:
    """Draw one joint at each of some characters from all the arms that meet there.

    Args:
        canvas: to draw on.
        spots: shape (n, 2), row and column; places repeat.
        arms: shape (n,).
        chars: the character of each set of arms, as in `Glyphs.joints`.
        styles: shape (n,), or one for all; the first at a place counts.
    """
    if not len(spots):
        return
    key = spots[:, 0].astype(np.int64) * (1 << 32) + spots[:, 1]
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    meeting = np.zeros(len(first), dtype=np.uint8)
    np.bitwise_or.at(meeting, place, arms)
    every = np.broadcast_to(np.asarray(styles, dtype=np.int32), len(spots))
    canvas.put(spots[first, 0], spots[first, 1], chars[meeting], every[first])
