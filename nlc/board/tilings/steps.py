"""Text columns of tokens as lattice steps, for tilings whose blanks matter."""

from __future__ import annotations

import numpy as np

from nlc.arrays import AnyInts, Ints, most_frequent
from nlc.board.drawing import Drawing
from nlc.errors import Diagnostics, fail


def whole_steps(drawing: Drawing) -> Ints:
    """Return the place of each token in pitches, shape (tokens,), the leftmost being 0.

    Raises:
        UserError: a token is between the places of most others.
    """
    pitch, _ = _pitch(drawing, 1)
    return _steps(drawing, pitch, 1)


def half_steps(drawing: Drawing) -> Ints:
    """Return the place of each token in half pitches, shape (tokens,): a doubled coordinate.

    Even rows have even places and odd rows odd places.

    Raises:
        UserError: rows are not shifted by half a pitch, or a token is between the places.
    """
    pitch, token = _pitch(drawing, 2)
    if pitch % 2 and drawing.rows > 1:
        raise fail(
            f"token '{drawing.text(token)}' starts {pitch} column{'s' * (pitch > 1)} after the one "
            "before; a drawn hex board needs an even distance, to shift rows by half of it",
            drawing.span(token),
            "move the tokens apart, or name the layout: hex(layout=odd_r)",
        )
    return _steps(drawing, pitch, 2)


def _pitch(drawing: Drawing, parts: int) -> tuple[int, int]:
    """Return the smallest distance between tokens of a row, and its second token.

    If no row has two tokens, rows are assumed to be shifted by one of `parts` of the pitch.
    """
    starts = drawing.starts
    seconds = np.flatnonzero(np.diff(drawing.row) == 0) + 1
    if len(seconds):
        distances = starts[seconds] - starts[seconds - 1]
        return int(distances.min()), int(seconds[distances.argmin()])
    shifts = np.diff(np.unique(starts))
    return (parts * int(shifts.min()) if len(shifts) else parts), 0


def _steps(drawing: Drawing, pitch: int, parts: int) -> Ints:
    """Return places in units of pitch / parts; row r is shifted by r * (parts - 1) of them."""
    unit = parts * pitch
    shifted = parts * drawing.starts.astype(np.int64) - (parts - 1) * pitch * drawing.row
    residue = shifted % unit
    origin = most_frequent(residue)
    strays = np.flatnonzero(residue != origin)
    if len(strays):
        _report_strays(drawing, pitch, parts, strays, (residue - origin)[strays] % unit)
    steps = (shifted - origin) // pitch + (parts - 1) * drawing.row
    return np.asarray(steps - steps.min() // parts * parts, dtype=np.int32)


def _report_strays(
    drawing: Drawing, pitch: int, parts: int, strays: AnyInts, past: AnyInts
) -> None:
    """Raise an error with the first stray token of each row."""
    errors = Diagnostics()
    rows = drawing.row[strays]
    leaders = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    for i in leaders.tolist():
        token = int(strays[i])
        right = int(drawing.starts[token]) + 1 + pitch - int(past[i]) // parts
        places = [str(column) for column in (right - pitch, right) if column > 0]
        shift = " and rows shifted by half of that" if parts == 2 else ""
        errors.error(
            f"token '{drawing.text(token)}' is between the places of its row",
            drawing.span(token),
            f"move it to column {' or '.join(places)}: "
            f"tokens are {pitch} column{'s' * (pitch > 1)} apart{shift}",
        )
    errors.raise_errors()
