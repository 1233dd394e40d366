"""The picture format ``pdf``, by WeasyPrint, which needs the library Pango."""

from __future__ import annotations

import re
from importlib.util import find_spec

from nlc.errors import fail
from nlc.pictures import Picture
from nlc.pictures.booklet import booklet
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


PICTURE = Picture(
    "pdf",
    "pages to print",
    lambda drawings: _pdf(page(drawings)),
    lambda: None if find_spec("weasyprint") else MISSING,
    lambda book: _pdf(booklet(book)),
)
