"""The picture format ``html``: one page of boards, to look at or to print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nlc.pictures import Picture
from nlc.pictures.booklet import booklet
from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number
from nlc.pictures.svg import svg

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
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
</style>
</head>
<body>
{figures}</body>
</html>
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
    return _PAGE.format(title=escape(title), step=number(_STEP[0]), figures="".join(figures))


PICTURE = Picture(
    "html",
    "a page of boards, to look at or to print",
    lambda drawings: page(drawings).encode(),
    booklet=lambda book: booklet(book).encode(),
)
