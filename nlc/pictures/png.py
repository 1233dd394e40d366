"""The picture format ``png``, by resvg."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from nlc.errors import fail
from nlc.pictures import Picture
from nlc.pictures.drawing import Drawing
from nlc.pictures.svg import stack_drawings

ZOOM = 2
"""Pixels of a unit, so that the side of a square cell has 80."""

MISSING = "PNG needs resvg-py: pip install 'nlc[png]'"


def png(drawings: Sequence[Drawing]) -> bytes:
    """Return drawings, one below the other, as a PNG file.

    Raises:
        UserError: resvg-py is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise fail("PNG needs resvg-py", hint="pip install 'nlc[png]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=stack_drawings(drawings), zoom=ZOOM))


PICTURE = Picture("png", "pixels", png, lambda: None if find_spec("resvg_py") else MISSING)
