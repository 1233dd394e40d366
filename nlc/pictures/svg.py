"""The picture formats ``svg``, one file without scripts, links and fonts, and ``png``, by resvg."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from math import ceil, sqrt
from textwrap import wrap
from typing import Any

from nlc.errors import fail
from nlc.pictures import Picture
from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number, tag
from nlc.pictures.style import STYLES

FONT = "'DejaVu Sans', Verdana, Arial, sans-serif"
SERIF = "'DejaVu Serif', Georgia, 'Times New Roman', serif"

_ANSWER = "#7cc0f5"
"""Colour of decided values on dark pages."""


def svg(drawing: Drawing, width: str = "", height: str = "") -> str:
    """Return a drawing as one element ``svg``, with a title and a description.

    Args:
        width: on the page, such as ``80mm``; empty: one pixel for each unit.
        height: likewise.
    """
    size = {"width": width or number(drawing.width), "height": height or number(drawing.height)}
    return f"{_element(drawing, **size)}\n"


def stack_drawings(drawings: Sequence[Drawing]) -> str:
    """Return drawings one below the other, each below its title, as one element ``svg``.

    Captioned ones are side by side, each below its note.
    """
    if len(drawings) == 1:
        return svg(drawings[0])
    if any(each.captioned for each in drawings):
        return _sheet(drawings)
    # A letter of a title is 9.5 wide, more than the mean.
    width = max(max(each.width, 16 + 9.5 * len(each.title)) for each in drawings)
    out, top = [], 0.0
    for each in drawings:
        look = {"font_size": 16, "fill": each.style.ink, "class_": "k"}
        place = {"x": 8, "y": top + 19, "font_family": _font(each)}
        out.append(tag("g", tag("text", escape(each.title), **place, **look)))
        top += 26.0
        out.append(_element(each, y=top, width=each.width, height=each.height))
        top += each.height + 10
    return _whole(drawings[0], width, top, out)


def _whole(first: Drawing, width: float, height: float, parts: Sequence[str]) -> str:
    """Return an element ``svg`` of several, with the colours of the first."""
    size = {"width": width, "height": height, "viewBox": _box(width, height)}
    content = _dark(first) + _ground(first) + "\n".join(parts)
    return tag("svg", content, xmlns=_NAMESPACE, **size) + "\n"


_COLUMNS, _NARROW = 4, 300.0
"""The most columns of a sheet, and their least width."""

_LETTER, _LINE = 6.3, 14.0
"""Width of a letter of a note (more than the mean), and height of its lines."""


def _sheet(drawings: Sequence[Drawing]) -> str:
    """Return drawings in rows, each below its title and its note."""
    wide = max(_NARROW, *(each.width for each in drawings))
    cols = min(_COLUMNS, ceil(sqrt(len(drawings))))
    out, top = list[str](), 0.0
    for start in range(0, len(drawings), cols):
        row = drawings[start : start + cols]
        notes = [_wrapped(each.note, int(wide / _LETTER)) for each in row]
        above = 30.0 + _LINE * max(map(len, notes))
        for col, (each, lines) in enumerate(zip(row, notes, strict=True)):
            left = 8 + col * (wide + 24)
            texts = [tag("text", escape(each.title), x=left, y=top + 20, font_size=15)]
            for i, line in enumerate(lines, 1):
                place = {"x": left, "y": top + 22 + _LINE * i, "font_size": 11}
                texts.append(tag("text", escape(line), **place, **{"xml:space": "preserve"}))
            look = {"font_family": _font(each), "fill": each.style.ink, "class_": "k"}
            out.append(tag("g", "".join(texts), **look))
            size = {"width": each.width, "height": each.height}
            out.append(_element(each, x=left - 8, y=top + above, **size))
        top += above + max(each.height for each in row) + 16
    return _whole(drawings[0], cols * (wide + 24) - 8, top, out)


def _wrapped(note: str, letters: int) -> list[str]:
    """Return the lines of a note, each with at most some letters."""
    return [
        line
        for each in note.splitlines()
        for line in wrap(each, letters, subsequent_indent=" " * (len(each) - len(each.lstrip())))
    ]


_NAMESPACE = "http://www.w3.org/2000/svg"


def _element(drawing: Drawing, /, **size: Any) -> str:
    """Return an element ``svg`` of a drawing."""
    words = f"<title>{escape(drawing.title)}</title><desc>{escape(drawing.note)}</desc>"
    look = {"viewBox": _box(drawing.width, drawing.height), "font_family": _font(drawing)}
    content = words + _dark(drawing) + _ground(drawing) + drawing.body
    return tag("svg", content, xmlns=_NAMESPACE, role="img", **size, **look, text_anchor="middle")


def _box(width: float, height: float) -> str:
    return f"0 0 {number(width)} {number(height)}"


def _ground(drawing: Drawing) -> str:
    return tag("rect", width="100%", height="100%", fill=drawing.style.ground, class_="g")


def _font(drawing: Drawing) -> str:
    return SERIF if drawing.style.serif else FONT


def _dark(drawing: Drawing) -> str:
    """Return the style sheet: no tints and no dark ground on paper, and colours of dark pages."""
    style, paper = drawing.style, STYLES["puzzle"]
    rules = ".v{fill:none}" if ' class="v"' in drawing.body else ""
    if style.ground != paper.ground:
        colors = paper.answer, paper.border_color, paper.shade, paper.block
        rules += _rules((paper.ground, paper.ink, paper.grid), *colors)
    printed = f"@media print{{{rules}}}" if rules else ""
    if style.dark is None:
        return f"<style>{printed}</style>" if printed else ""
    rules = _rules(style.dark, _ANSWER, _ANSWER, "#5a5f66", "#6b7078")
    return f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}{printed}</style>"


def _rules(plain: tuple[str, str, str], answer: str, border: str, shade: str, block: str) -> str:
    """Return rules for the colours that do not stay those of a style; see `Style.dark`."""
    ground, ink, grid = plain
    return (
        f".g{{fill:{ground}}}.k{{fill:{ink}}}.s{{stroke:{ink}}}.w{{stroke:{grid}}}"
        f".a{{fill:{answer}}}.t{{stroke:{border}}}.h{{fill:{shade}}}.b{{fill:{block}}}"
    )


PICTURE = Picture(
    "svg",
    "vectors, for pages, papers and printing",
    lambda drawings: stack_drawings(drawings).encode(),
)

ZOOM = 2
"""Pixels of a unit in PNG, so that the side of a square cell has 80."""

MISSING, HINT = "PNG needs resvg-py", "pip install 'nlc[png]'"


def png(drawings: Sequence[Drawing]) -> bytes:
    """Return drawings, one below the other, as a PNG file.

    Raises:
        UserError: resvg-py is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise fail(MISSING, hint=HINT) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=stack_drawings(drawings), zoom=ZOOM))


PNG = Picture("png", "pixels", png, lambda: None if find_spec("resvg_py") else f"{MISSING}: {HINT}")
