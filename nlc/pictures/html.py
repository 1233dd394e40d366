"""The picture formats ``html``, a page of boards, and ``pdf``, by WeasyPrint, which needs Pango."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec

from nlc.errors import fail
from nlc.pictures import Picture
from nlc.pictures.booklet import booklet, html_page
from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number
from nlc.pictures.svg import svg

_STYLE = """\
@page {{ size: A4; margin: 15mm; }}
:root {{ color-scheme: light dark; font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; }}
body {{ margin: 1.5rem; }}
figure {{ display: inline-block; vertical-align: top; break-inside: avoid; max-width: 100%; }}
figure {{ margin: 0 1rem 2rem 0; }}
figure.step {{ width: {step}px; }}
@media print {{ body {{ margin: 0; }} figure.step {{ font-size: 10pt; margin-bottom: 1rem; }} }}
figcaption {{ margin-bottom: .5rem; }}
figcaption small {{ display: block; opacity: .7; white-space: pre-wrap; }}
svg {{ max-width: 100%; height: auto; }}
"""

_FIGURE = """\
<figure{kind}><figcaption>{title}<small>{note}</small></figcaption>
{svg}</figure>
"""

_STEP = 310.0, 210.0
"""The most width and height of a captioned drawing, in pixels, for about six on a page."""


def page(drawings: Sequence[Drawing]) -> str:
    """Return a page of drawings."""
    figures = list[str]()
    for each in drawings:
        scale = min(1.0, _STEP[0] / each.width, _STEP[1] / each.height) if each.captioned else 1.0
        figures.append(
            _FIGURE.format(
                kind=' class="step"' if each.captioned else "",
                title=escape(each.title),
                note=escape(each.note),
                svg=svg(each, number(scale * each.width), number(scale * each.height)),
            )
        )
    one = len(drawings) == 1 or drawings[0].captioned
    title = drawings[0].title if one else f"{len(drawings)} puzzles"
    return html_page(title, _STYLE.format(step=number(_STEP[0])), "".join(figures))


PICTURE = Picture(
    "html",
    "a page of boards, to look at or to print",
    lambda drawings: page(drawings).encode(),
    booklet=lambda book: booklet(book).encode(),
)

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


PDF = Picture(
    "pdf",
    "pages to print",
    lambda drawings: _pdf(page(drawings)),
    lambda: None if find_spec("weasyprint") else MISSING,
    lambda book: _pdf(booklet(book)),
)
