"""The picture format ``svg``: one file without scripts, links and fonts of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from nlc.pictures import Picture
from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number

FONT = "'DejaVu Sans', Verdana, Arial, sans-serif"
SERIF = "'DejaVu Serif', Georgia, 'Times New Roman', serif"

_ANSWER = "#7cc0f5"
"""Colour of what is decided, on dark pages."""


def svg(drawing: Drawing, width: str = "", height: str = "") -> str:
    """Return a drawing as one element ``svg``, with a title and a description.

    Args:
        width: on the page, such as ``80mm``; empty: as many pixels as it has units.
        height: likewise.
    """
    width, height = width or number(drawing.width), height or number(drawing.height)
    size = f'width="{width}" height="{height}"'
    box = f'viewBox="0 0 {number(drawing.width)} {number(drawing.height)}"'
    return f"{_head(drawing, f'{size} {box}')}{drawing.body}</svg>\n"


def stacked(drawings: Sequence[Drawing]) -> str:
    """Return drawings one below the other, each below its title, as one element ``svg``."""
    if len(drawings) == 1:
        return svg(drawings[0])
    # A letter of a title is 9.5 wide, more than the mean.
    width = max(max(each.width, 16 + 9.5 * len(each.title)) for each in drawings)
    out, top = [], 0.0
    for each in drawings:
        look = f'font-family="{_font(each)}" font-size="16" fill="{each.style.ink}" class="k"'
        place = f'x="8" y="{number(top + 19)}"'
        out.append(f"<g><text {place} {look}>{escape(each.title)}</text></g>")
        top += 26.0
        size = f'width="{number(each.width)}" height="{number(each.height)}"'
        box = f'viewBox="0 0 {number(each.width)} {number(each.height)}"'
        place = f'y="{number(top)}" {size} {box}'
        out.append(f"{_head(each, place)}{each.body}</svg>")
        top += each.height + 10
    size = f'width="{number(width)}" height="{number(top)}"'
    box = f'viewBox="0 0 {number(width)} {number(top)}"'
    ground = f'<rect width="100%" height="100%" fill="{drawings[0].style.ground}" class="g"/>'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{_dark(drawings[0])}{ground}'
    return start + "\n".join(out) + "</svg>\n"


def _head(drawing: Drawing, size: str) -> str:
    """Return the start of an element ``svg``, to the ground of the picture."""
    words = f"<title>{escape(drawing.title)}</title><desc>{escape(drawing.note)}</desc>"
    face = f'font-family="{_font(drawing)}" text-anchor="middle"'
    ground = f'<rect width="100%" height="100%" fill="{drawing.style.ground}" class="g"/>'
    namespace = 'xmlns="http://www.w3.org/2000/svg" role="img"'
    return f"<svg {namespace} {size} {face}>{words}{_dark(drawing)}{ground}"


def _font(drawing: Drawing) -> str:
    return SERIF if drawing.style.serif else FONT


def _dark(drawing: Drawing) -> str:
    """Return the style sheet: without tints on paper; ink, ground and grid of dark pages."""
    paper = "@media print{.v{fill:none}}" if ' class="v"' in drawing.body else ""
    if drawing.style.dark is None:
        return f"<style>{paper}</style>" if paper else ""
    ground, ink, grid = drawing.style.dark
    rules = f".g{{fill:{ground}}}.k{{fill:{ink}}}.s{{stroke:{ink}}}.w{{stroke:{grid}}}"
    rules += f".a{{fill:{_ANSWER}}}.t{{stroke:{_ANSWER}}}"
    rules += ".h{fill:#5a5f66}.b{fill:#6b7078}"
    return f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}{paper}</style>"


def _write(drawings: Sequence[Drawing]) -> bytes:
    return stacked(drawings).encode()


PICTURE = Picture("svg", "vectors, for pages, papers and printing", _write)
