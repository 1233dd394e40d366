"""The picture format ``pdf``, by WeasyPrint, which needs the library Pango."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.util import find_spec

from nlc.errors import fail
from nlc.pictures import Picture
from nlc.pictures.booklet import Booklet, booklet
from nlc.pictures.drawing import Drawing
from nlc.pictures.html import page

HINT = "pip install 'nlc[pdf]', and the library Pango: apt-get install libpangoft2-1.0-0"
MISSING = f"PDF takes WeasyPrint: {HINT}"

_TINT = re.compile(r'fill="#\w+" fill-opacity="[\d.]+" class="v"')
"""A tint, which is left out on paper: WeasyPrint ignores media rules within pictures."""


def _pdf(html: str) -> bytes:
    """Return a page as PDF."""
    try:
        from weasyprint import HTML
    except (ImportError, OSError):  # the latter where Pango is missing
        raise fail("PDF takes WeasyPrint and Pango", hint=HINT) from None
    return bytes(HTML(string=_TINT.sub('fill="none"', html)).write_pdf() or b"")


def _write(drawings: Sequence[Drawing]) -> bytes:
    return _pdf(page(drawings))


def _booklet(book: Booklet) -> bytes:
    return _pdf(booklet(book))


def _missing() -> str | None:
    return None if find_spec("weasyprint") else MISSING


PICTURE = Picture("pdf", "pages to print", _write, _missing, _booklet)
