"""QR codes as paths of SVG, by segno, where that is installed."""

from __future__ import annotations

from importlib.util import find_spec

MISSING = "QR codes take segno: pip install 'nlc[pdf]'"

MOST = 300
"""Characters of an address at most: of more, the squares of a code are too small for a phone."""

_QUIET = 2
"""Squares of white that stay round a code on a white page."""


def has_qr() -> bool:
    """Return whether there are QR codes."""
    return find_spec("segno") is not None


def qr_path(text: str) -> tuple[str, int] | None:
    """Return the path of a code and the units of its side; None where there can be none."""
    if len(text) > MOST or not has_qr():
        return None
    import segno

    matrix = segno.make(text, error="m", micro=False).matrix
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z"
        for y, row in enumerate(matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return path, len(matrix) + 2 * _QUIET
