"""The picture format ``html``: one page of boards, to look at or to print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nlc.pictures import Picture
from nlc.pictures.booklet import Booklet, booklet
from nlc.pictures.drawing import Drawing
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
body {{ margin: 1.5rem; display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }}
figure {{ margin: 0; break-inside: avoid; max-width: 100%; }}
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
<figure><figcaption>{title}<small>{note}</small></figcaption>
{svg}</figure>
"""


def page(drawings: Sequence[Drawing]) -> str:
    """Return a page of drawings."""
    figures = [
        _FIGURE.format(title=escape(each.title), note=escape(each.note), svg=svg(each))
        for each in drawings
    ]
    title = drawings[0].title if len(drawings) == 1 else f"{len(drawings)} puzzles"
    return _PAGE.format(title=escape(title), figures="".join(figures))


def _write(drawings: Sequence[Drawing]) -> bytes:
    return page(drawings).encode()


def _booklet(book: Booklet) -> bytes:
    return booklet(book).encode()


PICTURE = Picture("html", "a page of boards, to look at or to print", _write, booklet=_booklet)
