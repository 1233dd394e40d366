"""QR codes as paths of SVG, by segno, if it is installed."""

from __future__ import annotations

from importlib.util import find_spec

MISSING = "QR codes need segno: pip install 'nlc[pdf]'"

MOST = 300
"""The most characters of an address; with more, the squares of a code are too small for a phone."""

_QUIET = 2
"""White squares round a code on a white page."""


def has_qr() -> bool:
    """Return whether QR codes can be made."""
    return find_spec("segno") is not None


def qr_path(text: str) -> tuple[str, int] | None:
    """Return the path of a code and the units of its side, or None if it cannot be made."""
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
