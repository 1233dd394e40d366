"""Booklets to print: rules, puzzles, several on a page, and their solutions at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.util import find_spec
from math import ceil
from typing import NamedTuple

from msgspec import Struct

from nlc.pictures.drawing import Drawing
from nlc.pictures.paths import number
from nlc.pictures.svg import svg

NO_QR = "QR codes need segno: pip install 'nlc[pdf]'"

MOST_CODED = 300
"""The longest address of a QR code: of a longer one the squares are too small for a phone."""

_QUIET = 2
"""White squares round a code on a white page."""


def has_qr() -> bool:
    """Return whether QR codes can be made."""
    return find_spec("segno") is not None


def qr_path(text: str) -> tuple[str, int] | None:
    """Return the path of a code and the units of its side, or None if it cannot be made."""
    if len(text) > MOST_CODED or not has_qr():
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


PER_PAGE = 4
"""The default number of puzzles on a page."""

MOST_PER_PAGE = 9
"""The most puzzles on a page; with more, the cells would be too small for a pencil."""

STYLE = "print"
"""The default style of booklets."""

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""

_MARGIN, _GAP = 15.0, 6.0
"""Millimetres round a page, and between pictures."""

_QR, _CAPTION, _COLUMN = 16.0, 70.0, 30.0
"""Millimetres: the side of a QR code, the width of a caption, the least width of a column."""


class Print(NamedTuple):
    """Sizes of print: points of a letter, and the most millimetres of a cell of a puzzle, of an
    example and of a solution."""

    points: float
    cell: float
    example: float
    solution: float


_NORMAL, _LARGE = Print(10, 14, 6, 6.5), Print(16, 22, 8, 11)


class Layout(Struct, frozen=True):
    """The pages of a booklet.

    Attributes:
        per_page: puzzles on a page, up to `MOST_PER_PAGE`.
        paper: a name in `PAPERS`.
        large: whether letters are large, and boards as large as the page allows.
    """

    per_page: int = PER_PAGE
    paper: str = "a4"
    large: bool = False

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of a page between its margins, in millimetres."""
        width, height = PAPERS[self.paper]
        return width - 2 * _MARGIN, height - 2 * _MARGIN

    @property
    def print(self) -> Print:
        """The sizes of print."""
        return _LARGE if self.large else _NORMAL

    @property
    def line(self) -> float:
        """Millimetres of a line of text."""
        return 0.5 * self.print.points

    def lines(self, text: str, width: float) -> int:
        """Return the most lines of a text in a column of some millimetres."""
        return max(1, ceil(len(text) * 0.21 * self.print.points / width))


class Entry(Struct, frozen=True):
    """A puzzle of a booklet.

    Attributes:
        puzzle: its picture.
        caption: the text next to its number, such as ``Masyu 10x10, hard``.
        solution: the picture of its solution, or None.
        title: a line below, unless empty.
        link: an address of the puzzle, printed as a QR code, unless empty.
    """

    puzzle: Drawing
    caption: str = ""
    solution: Drawing | None = None
    title: str = ""
    link: str = ""


class Section(Struct, frozen=True):
    """Puzzles that begin on a page of their own.

    Attributes:
        title: of the genre.
        rules: sentences.
        example: a small puzzle and its solution, or nothing.
    """

    title: str = ""
    rules: Sequence[str] = ()
    example: tuple[Drawing, ...] = ()
    entries: Sequence[Entry] = ()


class Booklet(Struct, frozen=True):
    """The contents of a booklet; sections without puzzles, which have only rules, come first.

    Attributes:
        link: an address printed as the only QR code, unless empty.
    """

    title: str
    sections: Sequence[Section]
    author: str = ""
    date: str = ""
    layout: Layout = Layout()
    link: str = ""


_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}</body>
</html>
"""


def html_page(title: str, style: str, body: str, head: str = "") -> str:
    """Return a page of HTML, from its title as text, its style sheet and its body."""
    return _PAGE.format(title=escape(title), style=style, body=body, head=head)


_STYLE = """\
@page {{ size: {paper}; margin: {margin}mm; }}
@page {{ @bottom-center {{ content: counter(page); font: {small}pt 'DejaVu Sans', sans-serif; }} }}
body {{ margin: 0; font: {points}pt/{line}mm 'DejaVu Sans', Verdana, Arial, sans-serif; }}
h1 {{ font-size: 1.8em; line-height: 1.2; margin: 0; }}
header p {{ margin: 0; }}
header {{ height: {header}mm; }}
h2 {{ font-size: 1.3em; margin: 0 0 {gap}mm; height: {line}mm; }}
section {{ break-after: page; width: {width}mm; }}
section:last-child {{ break-after: auto; }}
.rules {{ display: flex; gap: {gap}mm; break-inside: avoid; margin-bottom: {gap}mm; }}
.rules ul {{ flex: 1; margin: 0; padding-left: 1.2em; }}
table {{ border-spacing: 0; table-layout: fixed; width: {width}mm; }}
td {{ padding: 0 {gap}mm {gap}mm 0; vertical-align: top; break-inside: avoid; }}
p {{ margin: 0 0 1mm; }}
a {{ color: inherit; text-decoration: none; }}
a svg {{ float: right; margin-left: 2mm; }}
svg {{ display: block; }}
td > svg {{ clear: both; }}
@media screen {{ body {{ margin: {margin}mm; }} section {{ margin-bottom: {margin}mm; }} }}
"""


def booklet(book: Booklet) -> str:
    """Return a page of HTML that prints as a booklet."""
    layout = book.layout
    sheets, first = list[str](), 1
    entries = [entry for section in book.sections for entry in section.entries]
    header = _header(book)
    rules = [section for section in book.sections if not section.entries]
    if rules:
        text = "".join(
            f"<h2>{escape(each.title)}</h2>\n{_rules(each, layout)[0]}" for each in rules
        )
        sheets.append(f"<section>{header}{text}</section>\n")
    for section in book.sections:
        if section.entries:
            sheets += _section(book, section, first, "" if sheets else header)
            first += len(section.entries)
    solutions = [
        TableCell(f"<b>{i}</b>", (str(i),), entry.solution)
        for i, entry in enumerate(entries, 1)
        if entry.solution is not None
    ]
    most = 4 * layout.per_page
    if layout.per_page >= PER_PAGE and not layout.large:
        most = max(most, 20)
    room = layout.room[1] - layout.line - _GAP
    for table in _tables(solutions, most, layout, room, layout.print.solution):
        sheets.append(f"<section><h2>Solutions</h2>\n{table}</section>\n")
    sizes = {
        "width": layout.room[0],
        "gap": _GAP,
        "margin": _MARGIN,
        "header": _header_height(book),
        "line": layout.line,
        "points": layout.print.points,
        "small": 0.9 * layout.print.points,
    }
    texts = {name: number(value) for name, value in sizes.items()}
    style = _STYLE.format(paper=layout.paper, **texts)
    author = f'<meta name="author" content="{escape(book.author)}">\n'
    return html_page(book.title, style, "".join(sheets), author)


def _header_height(book: Booklet) -> float:
    """Return the height of the title of a booklet in millimetres."""
    layout, code = book.layout, (_QR + 2) * bool(book.link)
    title = layout.lines(book.title, (layout.room[0] - code) / 1.8)
    return max((2.2 * title + 2.3) * layout.line, code)


def _header(book: Booklet) -> str:
    """Return the title of the booklet, with its author and date."""
    below = " · ".join(filter(None, [book.author, book.date]))
    line = f"<p>{escape(below)}</p>" if below else ""
    code = f'<a href="{escape(book.link)}">{_qr(book.link)}</a>' if book.link else ""
    return f"<header>{code}<h1>{escape(book.title)}</h1>{line}</header>\n"


def _rules(section: Section, layout: Layout) -> tuple[str, float]:
    """Return the rules of a genre in words, next to an example, and the most millimetres of it."""
    if not (section.rules or section.example):
        return "", 0.0
    items = "".join(f"<li>{escape(rule)}</li>" for rule in section.rules)
    pictures, width, height = "", layout.room[0] - 0.45 * layout.print.points, 0.0  # the indent
    for each in section.example:  # two take at most half the width
        unit = min(layout.print.example / 40, 0.25 * layout.room[0] / each.width)
        pictures += _sized(each, unit)
        width -= unit * each.width + _GAP
        height = max(height, unit * each.height)
    height = max(height, sum(layout.lines(rule, width) for rule in section.rules) * layout.line)
    return f'<div class="rules"><ul>{items}</ul>{pictures}</div>\n', height + _GAP


def _section(book: Booklet, section: Section, first: int, header: str) -> Iterator[str]:
    """Yield the pages of a genre; its rules and the header are on the first of them.

    In large print, the first page has no puzzles.
    """
    layout = book.layout
    pictures = list[TableCell]()
    for i, entry in enumerate(section.entries, first):
        qr = "" if book.link else _qr(entry.link)
        title = f"<br>{escape(entry.title)}" if entry.title else ""
        text = f"<b>{i}</b> {escape(entry.caption)}{title}"
        if entry.link:
            text = f'<a href="{escape(entry.link)}">{qr}{text}</a>'
        plain = f"{i} {entry.caption}", entry.title
        pictures.append(TableCell(f"<p>{text}</p>", plain, entry.puzzle, bool(qr)))
    head = f"<h2>{escape(section.title)}</h2>\n" if section.title else ""
    rules, less = _rules(section, layout)
    room = layout.room[1] - (layout.line + _GAP) * bool(head)
    less += _header_height(book) if header else 0
    most, cell = min(layout.per_page, len(pictures)), layout.print.cell
    if layout.large and rules:
        yield f"<section>{header}{head}{rules}</section>\n"
    else:
        (table,) = _tables(pictures[:most], most, layout, room - less, cell)
        yield f"<section>{header}{head}{rules}{table}</section>\n"
        pictures = pictures[most:]
    for table in _tables(pictures, most, layout, room, cell):
        yield f"<section>{head}{table}</section>\n"


class TableCell(NamedTuple):
    """A picture of a table, below its caption: as HTML, and its lines without markup."""

    caption: str
    lines: tuple[str, ...]
    drawing: Drawing
    coded: bool = False

    def above(self, layout: Layout, width: float) -> float:
        """Return the most millimetres of the caption in a column."""
        width = min(width, _CAPTION) - (_QR + 2) * self.coded
        text = layout.line * sum(layout.lines(line, width) for line in self.lines if line)
        return max(text + 1, (_QR + 2) * self.coded)


def _tables(
    pictures: Sequence[TableCell], most: int, layout: Layout, height: float, cell: float
) -> Iterator[str]:
    """Yield a table for each page, of at most `most` pictures in rows."""
    if not pictures:
        return
    wide = max(each.drawing.width for each in pictures)
    high = max(each.drawing.height for each in pictures)

    def room(cols: int) -> tuple[float, float]:
        rows = ceil(most / cols)
        width = layout.room[0] / cols - _GAP
        above = max(each.above(layout, width) for each in pictures)
        return width, height / rows - above - _GAP

    def unit(cols: int) -> float:
        return min(room(cols)[0] / wide, room(cols)[1] / high, cell / 40)

    fitting = min(most, int(layout.room[0] / _COLUMN))
    cols = max(range(1, fitting + 1), key=lambda cols: (unit(cols), -(-most % cols), -cols))
    space = room(cols)
    for start in range(0, len(pictures), most):
        page, rows = pictures[start : start + most], list[str]()
        for row in range(0, len(page), cols):
            cells = list[str]()
            for caption, _, each, _ in page[row : row + cols]:
                scale = min(space[0] / each.width, space[1] / each.height, cell / 40)
                width = min(space[0], max(scale * each.width, _CAPTION))
                head = f'<div style="width: {number(width)}mm">{caption}</div>'
                cells.append(f"<td>{head}{_sized(each, scale)}")
            rows.append("".join([*cells, *["<td>"] * (cols - len(cells))]))
        yield "<table>\n" + "".join(f"<tr>{row}\n" for row in rows) + "</table>"


def _sized(drawing: Drawing, unit: float) -> str:
    return svg(drawing, f"{number(unit * drawing.width)}mm", f"{number(unit * drawing.height)}mm")


def _qr(link: str) -> str:
    """Return the QR code of an address; empty if it is too long, or segno is missing."""
    found = qr_path(link) if link else None
    if found is None:
        return ""
    path, modules = found
    size = f'width="{_QR:g}mm" height="{_QR:g}mm" viewBox="0 0 {modules} {modules}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><path d="{path}"/></svg>'
