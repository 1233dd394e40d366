"""Booklets to print: some puzzles on each page, their solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number
from nlc.pictures.svg import svg

PER_PAGE = 4
"""Puzzles on a page, unless the user wants another number."""

_WIDTH, _HEIGHT = 180.0, 250.0
"""Millimetres of a page of A4 between margins, without what stands above and below."""

_CELL = 14.0
"""Millimetres of the side of a square cell at most."""

_CAPTION = 9.0
"""Millimetres that the line above a picture takes."""

_GAP = 6.0
"""Millimetres between pictures."""


class Entry(Struct, frozen=True):
    """A puzzle of a booklet.

    Attributes:
        puzzle: its picture.
        facts: what stands beside its number, such as a grade.
        solution: the picture of its solution, or None.
    """

    puzzle: Drawing
    facts: str = ""
    solution: Drawing | None = None


_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 15mm; }}
@page {{ @bottom-center {{ content: counter(page); font: 9pt sans-serif; }} }}
body {{ margin: 0; font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; font-size: 10pt; }}
h1 {{ font-size: 12pt; font-weight: normal; margin: 0 0 4mm; height: 5mm; }}
section {{ break-after: page; }}
section:last-child {{ break-after: auto; }}
table {{ border-spacing: 0; table-layout: fixed; width: {width}mm; }}
td {{ padding: 0 {gap}mm {gap}mm 0; vertical-align: top; break-inside: avoid; }}
p {{ margin: 0 0 1mm; }}
svg {{ display: block; }}
@media screen {{ body {{ margin: 15mm; }} section {{ margin-bottom: 15mm; }} }}
</style>
</head>
<body>
{sheets}</body>
</html>
"""


def booklet(title: str, entries: Sequence[Entry], per_page: int = PER_PAGE) -> str:
    """Return a page of HTML that prints as a booklet on A4.

    Args:
        title: of all of them.
        per_page: puzzles on each page; of solutions four times as many.
    """
    puzzles = [
        (f"<b>{i}</b> {escape(entry.facts)}", entry.puzzle) for i, entry in enumerate(entries, 1)
    ]
    solutions = [
        (f"<b>{i}</b>", entry.solution)
        for i, entry in enumerate(entries, 1)
        if entry.solution is not None
    ]
    sheets = [*_sheets(title, puzzles, per_page), *_sheets("Solutions", solutions, 4 * per_page)]
    return _PAGE.format(
        title=escape(title), width=number(_WIDTH), gap=number(_GAP), sheets="".join(sheets)
    )


def _sheets(title: str, pictures: Sequence[tuple[str, Drawing]], most: int) -> Iterator[str]:
    """Yield pages of at most `most` pictures, in rows that are read from left to right."""
    most = min(most, max(1, len(pictures)))
    cols = max(n for n in range(1, most + 1) if n * n <= most)
    rows = -(-most // cols)
    room = _WIDTH / cols - _GAP, _HEIGHT / rows - _CAPTION - _GAP
    for first in range(0, len(pictures), cols * rows):
        out = [f"<section><h1>{escape(title)}</h1>\n<table>\n"]
        page = pictures[first : first + cols * rows]
        for start in range(0, len(page), cols):
            here = page[start : start + cols]
            row = [f"<td><p>{caption}</p>{_sized(each, room)}" for caption, each in here]
            row += ["<td>"] * (cols - len(row))
            out.append(f"<tr>{''.join(row)}\n")
        yield "".join([*out, "</table></section>\n"])


def _sized(drawing: Drawing, room: tuple[float, float]) -> str:
    """Return a picture that fits into a room in millimetres, its cells no larger than needed."""
    unit = min(room[0] / drawing.width, room[1] / drawing.height, _CELL / 40)
    return svg(drawing, f"{number(unit * drawing.width)}mm", f"{number(unit * drawing.height)}mm")
