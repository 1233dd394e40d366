"""Links of penpa-edit, one a line: drawings, whose genre is named by the user or by tags.

``…?m=edit&p=DATA`` or ``…#m=edit&p=DATA``. DATA is a drawing (`nlc.formats.penpa_data`), or a URL
of puzz.link. Drawings become clues by the parts of the genre: numbers and letters in cells, with
arrows, too, and at points; white and black circles; thick edges as rooms; shaded cells as blocks. A
drawing without a part in the genre is refused, so that no clue is lost. Of the answer, lines, edges
and shaded cells are imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, Source, Span, UserError, fail
from nlc.formats import import_puzzles
from nlc.formats.base import Format, Support, Text, each_line, first_line
from nlc.formats.genres import PARTS, parts_of
from nlc.formats.parts import (
    Parts,
    connected_rooms,
    put_blocked,
    put_circle,
    put_number,
    put_point,
    put_rooms,
    usual_boxes,
)
from nlc.formats.penpa_data import CELL, DAMAGE, NO_DRAWING, POINT, Penpa, decode_drawing
from nlc.formats.sheet import Border, Cell, Place, Point, Sheet, border, edge, link, neighbours
from nlc.language.names import is_known, other_names, unknown, words
from nlc.language.syntax import Puzzle

_LINK = re.compile(r"\s*(?:\S*[?#])?(m=(?:edit|solve)&\S*)\s*")
_DATA = re.compile(r"(?:.*&)?p=([^&#\s]+)(?:&.*)?")

_NORMAL, _ARROW = "1", "2"
_SMALL = ("5", "6", "10")
"""Submodes of texts of other sizes."""

_SIDES = "NWES"
"""The directions of arrows in texts, by number."""

_CIRCLE = re.compile(r"circle_(?:SS|S|M|L|LL)")
_DECORATION = {"squareframe", "deletelineE", "command_redo", "command_undo", "command_replay"}

_SHADES = (1, 3, 4, 8)
"""Colours of shaded cells: greys and black."""


def recognises(text: str) -> bool:
    """Return whether the text opens with a link that has DATA."""
    found = _LINK.fullmatch(first_line(text))
    return found is not None and "p=" in found[1]


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of the genres of their tags."""
    return parse_as(source, "")


def parse_as(source: Source, genre: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre that the user names."""
    if genre and genre not in PARTS.own:
        raise fail(f"drawings of {genre} are not known here", hint=_known())
    return each_line(source, partial(_parse_link, genre=genre))


def _known() -> str:
    return f"these are: {', '.join(PARTS.own)}"


def _parse_link(line: Text, title: str, genre: str) -> Puzzle:
    """Return the puzzle of a line."""
    link = _LINK.fullmatch(line.text)
    found = _DATA.fullmatch(link[1]) if link else None
    if link is None or found is None:
        raise fail("expected a link of penpa-edit, …#m=edit&p=DATA", line.strip().span())
    start = link.start(1) + found.start(1)
    span = line.span(start, start + len(found[1]))
    data = unquote(found[1])
    if data.startswith("http"):
        return _parse_url(line.cut(start, len(line.text.rstrip())).span(), data)
    drawing = decode_drawing(data, span)
    genre = genre or _tagged_genre(drawing, span)
    parts = parts_of(genre)
    sheet = Sheet(genre, drawing.rows, drawing.cols, drawing.title or title)
    sheet.holes = drawing.holes
    try:
        doubts = _Importer(sheet, parts, drawing, span).put_clues()
    except UserError:
        raise
    except DAMAGE:
        raise fail(NO_DRAWING, span) from None
    _put_answer(sheet, parts, drawing)
    return replace(sheet.puzzle(span), doubts=doubts)


def _parse_url(span: Span, url: str) -> Puzzle:
    """Return the puzzle of a URL of puzz.link within a link."""
    if "?" not in url:
        raise fail("expected a URL of puzz.link after p=", span)
    try:
        (puzzle,) = import_puzzles(Source(url, f"{url}\n"), "pzpr")
    except UserError as error:
        reason = error.diagnostics[0]
        raise fail(reason.message, span, reason.hint) from None
    return puzzle


def _tagged_genre(drawing: Penpa, span: Span) -> str:
    """Return the genre that the tags of a drawing name."""
    known = {genre: genre for genre in PARTS.own} | other_names()
    found = {known[words(tag)] for tag in drawing.tags if words(tag) in known}
    if len(found) == 1:
        return found.pop()
    tags = ", ".join(drawing.tags)
    reason = f"its tags are {tags}" if tags else "it has no tags"
    what = f"the drawing does not name one genre that is known here: {reason}"
    hint = f"name it: --genre slitherlink; {_known()}"
    named = [] if found else [tag for tag in drawing.tags if is_known(tag)]
    raise unknown(named[0] if len(named) == 1 else "", what, span, hint)


# ---------- clues ----------


class _Importer:
    """Puts a drawing into a sheet, as parts of its genre."""

    def __init__(self, sheet: Sheet, parts: Parts, drawing: Penpa, span: Span) -> None:
        self.sheet, self.parts, self.drawing, self.span = sheet, parts, drawing, span
        self.numbered: set[Cell] = set()

    def put_clues(self) -> tuple[Diagnostic, ...]:
        """Put all clues, and return warnings about drawings without a meaning."""
        layer = self.drawing.question
        doubts = self.rooms(layer.get("lineE", {}))
        marks = {"number": self.text, "symbol": self.symbol, "surface": self.surface}
        for name, put in marks.items():
            for text, value in layer.get(name, {}).items():
                put(*self.drawing.place(text), value)
        for name, found in layer.items():
            if found and name not in ("lineE", *marks, *_DECORATION):
                raise self.error(f"the drawing has marks of the kind '{name}'")
        return doubts

    def error(self, what: str, cell: Cell | None = None) -> UserError:
        where = ""
        if cell is not None:
            inside = self.drawing.inside(cell)
            where = f" at {self.sheet.name(cell)}" if inside else " outside the board"
        genre = self.sheet.genre
        return fail(f"{what}{where}: {genre} has nothing of that kind here", self.span)

    def rooms(self, edges: Mapping[str, int]) -> tuple[Diagnostic, ...]:
        sheet, parts = self.sheet, self.parts
        borders = set(self.borders(edges))
        if borders and not parts.room:
            raise self.error("there are thick edges")
        if not parts.room:
            return ()
        rooms = connected_rooms(sheet, borders)
        if not borders:
            rooms = usual_boxes(sheet) or rooms
        loose = put_rooms(sheet, parts, rooms, borders, self.span)
        if not loose:
            return ()
        message = f"the edge {sheet.name(loose[0])} divides no room, and has no meaning"
        return (Diagnostic(message, self.span, severity=Severity.WARNING),)

    def borders(self, edges: Mapping[str, int]) -> Iterator[Border]:
        """Yield the borders inside the board, from edges between points."""
        for kind, one, other in _lines(self.drawing, edges):
            cells = _edge_cells(one, other)
            if kind != POINT or cells is None:
                raise self.error("there is a line that is not a side of a cell")
            if all(map(self.drawing.inside, cells)):
                yield border(*cells)

    def text(self, kind: int, cell: Cell, value: Any) -> None:
        sheet, parts, span = self.sheet, self.parts, self.span
        text = str(value[0]).strip()
        if not text:
            return
        self.numbered.add(cell)
        mode = str(value[2])
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
        if kind == POINT and parts.point and (number is not None or text == "?"):
            if number is not None:  # else it has no meaning
                put_point(sheet, parts, Point(cell[0] + 1, cell[1] + 1), number, span)
            return
        if kind != CELL or not self.drawing.inside(cell):
            raise self.error(f"the text '{text}'", cell)
        if mode == _ARROW and parts.arrow and "_" in text:
            count, _, side = text.partition("_")
            sheet.put(parts.arrow, cell, _SIDES[int(side)], span)
            put_number(sheet, parts, cell, int(count) if count.isdecimal() else None, span)
            return
        readable = mode in (_NORMAL, *_SMALL) or (mode == _ARROW and parts.arrow)
        if readable and parts.room_number and number is not None:
            sheet.put(parts.room_number, cell, number, span)
        elif readable and parts.number and text == "?" and parts.unknown:
            put_number(sheet, parts, cell, None, span)
        elif readable and parts.number and (parts.named or number is not None):
            put_number(sheet, parts, cell, text if parts.named else number, span)
        else:
            raise self.error(f"the text '{text}'", cell)

    def symbol(self, kind: int, cell: Cell, value: Any) -> None:
        sheet, parts, span = self.sheet, self.parts, self.span
        style, name = value[0], str(value[1])
        circle = _CIRCLE.fullmatch(name) is not None and kind in (CELL, POINT) and style in (1, 2)
        inside = kind == CELL and self.drawing.inside(cell)
        if circle and inside and parts.circle:
            put_circle(sheet, parts, cell, style == 2, span)
        elif circle and cell in self.numbered:
            return  # it goes round a number
        elif circle and inside and parts.unknown.isalpha():
            put_number(sheet, parts, cell, None, span)
        else:
            raise self.error(f"the symbol '{name[:20]}'", cell)

    def surface(self, kind: int, cell: Cell, colour: int) -> None:
        sheet, parts = self.sheet, self.parts
        if colour not in _SHADES or cell in self.numbered or not self.drawing.inside(cell):
            return
        if sheet.genre == "akari":
            put_number(sheet, parts, cell, None, self.span)
        elif parts.blocked or sheet.genre == "yajilin" or parts.line:
            put_blocked(sheet, parts, cell, self.span)
        else:
            raise self.error("there is a shaded cell", cell)


def _lines(drawing: Penpa, lines: Mapping[str, int]) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the kind and both ends of each line other than crosses."""
    for text, style in lines.items():
        if style != 98:  # a cross
            (kind, one), (_, other) = (drawing.place(part) for part in text.split(","))
            yield kind, one, other


def _edge_cells(one: Cell, other: Cell) -> tuple[Cell, Cell] | None:
    """Return the cells on both sides of an edge between the lower right points of two cells."""
    (row, col), (below, right) = sorted((one, other))
    if (below, right) == (row, col + 1):
        return (row, col + 1), (row + 1, col + 1)
    if (below, right) == (row + 1, col):
        return (row + 1, col), (row + 1, col + 1)
    return None


# ---------- the answer ----------


def _put_answer(sheet: Sheet, parts: Parts, drawing: Penpa) -> None:
    """Put the answer into a sheet, as far as the genre has parts for it."""
    found: dict[str, set[Place]] = {}
    layer = drawing.answer
    try:
        if parts.line and layer.get("line"):
            found[parts.line] = _line(drawing, layer["line"])
        if parts.edge and layer.get("lineE"):
            found[parts.edge] = _edges(sheet, drawing, layer["lineE"])
        if parts.shaded and layer.get("surface"):
            found[parts.shaded] = _shaded(drawing, layer["surface"])
    except DAMAGE:
        return  # it is not an answer of that kind
    if found and not parts.double:
        sheet.answer = dict(found)


def _shaded(drawing: Penpa, surfaces: Mapping[str, int]) -> set[Place]:
    # Editors of puzz.link's genres use colour 2 for shaded cells.
    shades = (*_SHADES, 2)
    places = [drawing.place(text) for text, colour in surfaces.items() if colour in shades]
    return {cell for kind, cell in places if kind == CELL and drawing.inside(cell)}


def _line(drawing: Penpa, lines: Mapping[str, int]) -> set[Place]:
    return {
        link(one, other)
        for kind, one, other in _lines(drawing, lines)
        if kind == CELL
        and neighbours(one, {other})
        and drawing.inside(one)
        and drawing.inside(other)
    }


def _edges(sheet: Sheet, drawing: Penpa, lines: Mapping[str, int]) -> set[Place]:
    there, out = set(sheet.cells), set[Place]()
    for kind, one, other in _lines(drawing, lines):
        cells = _edge_cells(one, other)
        if kind == POINT and cells is not None and there & set(cells):
            out.add(edge(*cells, there))
    return out


def _genres() -> Mapping[str, Support]:
    readable = {}
    for genre in PARTS.own:
        parts = parts_of(genre)
        solved = bool(parts.line or parts.edge or parts.shaded) and not parts.double
        readable[genre] = Support(write=False, solutions_read=solved)
    return readable


FORMAT = Format(
    "penpa",
    "links of penpa-edit, of the genre of --genre or of their tags",
    (),
    recognises,
    parse,
    None,
    rank=11,
    parse_as=parse_as,
    genres=_genres,
)
