"""The clues and the answer of a drawing, as parts of its genre."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nlc.errors import Diagnostic, Severity, Span, UserError, fail
from nlc.formats.parts import IGNORED, Value
from nlc.formats.penpa import drawing as d
from nlc.formats.penpa.drawing import Penpa
from nlc.formats.sheet import (
    Border,
    Cell,
    Place,
    Point,
    Sheet,
    border,
    connected_rooms,
    edge,
    link,
    neighbours,
    owners,
)
from nlc.formats.stock import defaults

_ARROW, _TAPA = "2", "4"
_PLAIN = ("1", "5", "6", "8", "10")
"""The submodes of texts: of any size, long ones included."""

_SIDES = "NWES"
"""The directions of arrows in texts, by number."""

_WHITE, _BLACK = (5, 6), 7
"""Colours of texts in a circle."""

_CIRCLE = re.compile(r"circle_(?:SS|S|M|L|LL)")
_STARS = re.compile(r"([0-9]{1,6})\s*[★☆*]?")

_READ = {"number", "numberS", "symbol", "surface", "lineE", "deletelineE"}

_EDGES = (2, 3, 5, 8, 9, 21)
"""Styles of edges that part rooms: whole lines of all colours but thin ones."""

SHADES = (1, 3, 4, 8)
"""Colours of shaded cells: greys and black."""

_TRUE = [d.SYMBOLS[word][:2] for word in ("lamp", "mine", "star", "tent")]
"""Symbols in place of shaded cells in answers."""

# ---------- clues ----------


class Importer:
    """Puts a drawing into a sheet, as parts of its genre."""

    def __init__(self, sheet: Sheet, drawing: Penpa, span: Span) -> None:
        self.sheet, self.parts, self.drawing, self.span = sheet, sheet.parts, drawing, span
        self.numbered: set[tuple[int, Cell]] = set()
        self.coloured: dict[Cell, int] = {}
        self.ignored: list[str] = []
        self.doubts: list[Diagnostic] = []

    def put_clues(self) -> tuple[Diagnostic, ...]:
        """Put all clues, and return warnings about drawings without a meaning."""
        layer = self.drawing.question
        for name, found in layer.items():
            there = any(found) if isinstance(found, list) else found
            if there and name not in {*_READ, *d.HISTORY}:
                raise self.error(f"the drawing has marks of the kind '{name}'")
        for name, put in (
            ("number", self.text),
            ("numberS", self.corner),
            ("symbol", self.symbol),
            ("surface", self.surface),
        ):
            for text, value in layer.get(name, {}).items():
                put(*self.drawing.place(text), value)
        self.rooms(layer.get("lineE", {}))
        if self.ignored:
            marks = ", ".join(dict.fromkeys(self.ignored))
            self.warn(f"ignored, as {self.sheet.genre} has nothing of that kind: {marks}")
        if layer.get("deletelineE"):
            self.warn("some lines of the grid are not drawn, which is ignored")
        if self.drawing.picture:
            self.warn("the picture behind the board is not read")
        total = self.parts.total
        if total and total not in self.sheet.options:
            usual = defaults(self.sheet.genre).get(total, "0")
            if usual != "0":
                what = f"no number outside the board says '{total}': it is taken for {usual}"
                self.warn(what, f"another number: --set {total}=2")
        return tuple(self.doubts)

    def warn(self, what: str, hint: str | None = None) -> None:
        self.doubts.append(Diagnostic(what, self.span, hint, Severity.WARNING))

    def error(self, what: str, cell: Cell | None = None) -> UserError:
        where = "" if cell is None else self.where(cell)
        genre = self.sheet.genre
        return fail(f"{what}{where}: {genre} has nothing of that kind here", self.span)

    def where(self, cell: Cell) -> str:
        inside = self.drawing.inside(cell)
        return f" at {self.sheet.name(cell)}" if inside else " outside the board"

    # ---------- edges ----------

    def rooms(self, edges: Mapping[str, int]) -> None:
        sheet, parts = self.sheet, self.parts
        borders = set(self.borders(edges))
        if borders and not parts.room:
            raise self.error("there are thick edges")
        rooms: dict[Cell, Any] = {}
        if parts.room:
            rooms = connected_rooms(sheet.cells, borders)
            if not borders:
                rooms = sheet.usual_boxes() or rooms
            loose = sheet.put_rooms(rooms, self.span, borders)
            if loose:
                self.warn(f"the edge {sheet.name(loose[0])} divides no room, and has no meaning")
        # Rooms of one colour each are only easier to see.
        colours = {(rooms.get(cell), self.coloured.get(cell)) for cell in sheet.cells}
        if self.coloured and (not rooms or len(colours) > len({*rooms.values()})):
            cell, colour = next(iter(self.coloured.items()))
            kind = "shaded" if colour in SHADES else "coloured"
            raise self.error(f"there is a {kind} cell", cell)

    def borders(self, edges: Mapping[str, int]) -> Iterator[Border]:
        """Yield the borders inside the board, from edges between points."""
        for kind, one, other in d.lines_of(self.drawing, edges):
            cells = d.edge_cells(one, other)
            if kind != d.POINT or cells is None:
                raise self.error("there is a line that is not a side of a cell")
            if all(map(self.drawing.inside, cells)):
                yield border(*cells)
        for style in edges.values():
            if style not in (d.CROSS, *_EDGES):
                raise self.error(f"there is an edge of the style {style}")

    # ---------- texts ----------

    def text(self, kind: int, cell: Cell, value: Any) -> None:
        text, colour, mode = value[:3]
        if not isinstance(text, str | int):
            raise self.error("there are candidates", cell)
        text, _, side = str(text).strip().partition("_") if mode == _ARROW else (str(text), "", "")
        text = text.strip()
        if not text and not side:
            if colour in _WHITE or colour == _BLACK:
                self.circle(kind, cell, colour == _BLACK)
            return
        if side and not (side in ("0", "1", "2", "3") and self.parts.arrow):
            raise self.error(f"the text '{text}' with an arrow", cell)
        if mode not in (*_PLAIN, _ARROW) and not (mode == _TAPA and len(text) == 1):
            raise self.error(f"the text '{text}'", cell)
        inside = kind == d.CELL and self.drawing.inside(cell)
        if side and inside:
            self.sheet.put(self.parts.arrow, cell, _SIDES[int(side)], self.span)
        self.numbered.add((kind, cell))
        if not (self.number(cell, text or "?") if inside else self.away(kind, cell, text)):
            raise self.error(f"the text '{text}'", cell)

    def number(self, cell: Cell, text: str) -> bool:
        """Put a number of a cell or its room, and return whether the genre has one like it."""
        sheet, parts, span = self.sheet, self.parts, self.span
        number = int(text) if _is_number(text) else None
        if text == "?" and parts.unknown:
            sheet.put_number(cell, None, span)
            if parts.unknown == IGNORED:
                self.ignored.append("question marks")
            return bool(parts.number or parts.room_number or parts.unknown != IGNORED)
        if parts.room_number and number is not None:
            return self.put(parts.room_number, cell, number)
        if parts.number and (parts.named or number is not None):
            return self.put(parts.number, cell, text if number is None or parts.named else number)
        return False

    def put(self, name: str, cell: Cell, value: int | str) -> bool:
        if self.sheet.givens.get(name, {}).get(cell, value) != value:
            raise fail(f"there are two clues{self.where(cell)}", self.span)
        self.sheet.put(name, cell, value, self.span)
        return True

    def away(self, kind: int, cell: Cell, text: str) -> bool:
        """Put a number at a point, or one of the whole board outside."""
        sheet, parts = self.sheet, self.parts
        if kind == d.POINT and parts.point and (_is_number(text) or text == "?"):
            if text == "?":
                self.ignored.append("question marks")
            else:
                point = Point(cell[0] + 1, cell[1] + 1)
                sheet.put(parts.point, point, int(text), self.span)
            return True
        found = _STARS.fullmatch(text)
        if kind != d.CELL or not parts.total or not found:
            return False
        if sheet.options.setdefault(parts.total, int(found[1])) != int(found[1]):
            raise fail(f"there are two numbers outside the board for '{parts.total}'", self.span)
        return True

    def corner(self, kind: int, cell: Cell, value: Any) -> None:
        """Read a text in the corner of a cell: the number of its room."""
        text = str(value[0]).strip()
        inside = kind in (d.CELL, d.CORNER) and self.drawing.inside(cell)
        if text and not (inside and self.parts.room_number and self.number(cell, text)):
            raise self.error(f"the text '{text}' in a corner", cell)

    # ---------- symbols and colours ----------

    def circle(self, kind: int, cell: Cell, black: bool) -> None:
        sheet, parts = self.sheet, self.parts
        inside = kind == d.CELL and self.drawing.inside(cell)
        if inside and parts.circle:
            sheet.put_circle(cell, black, self.span)
        elif (kind, cell) in self.numbered:
            return  # it goes round a number
        elif inside and parts.circled and not black:
            sheet.put_number(cell, None, self.span)
        else:
            raise self.error(f"a {'black' if black else 'white'} circle", cell)

    def symbol(self, kind: int, cell: Cell, value: Any) -> None:
        style, name = value[0], str(value[1])
        inside = kind == d.CELL and self.drawing.inside(cell)
        if isinstance(style, list) and not any(style):
            return
        if _CIRCLE.fullmatch(name) and style in (1, 2):
            self.circle(kind, cell, style == 2)
        elif name == "sun_moon" and style in (1, 2) and self.parts.circle and inside:
            given, moon, sun = self.parts.circle
            if (moon, sun) != ("m", "s"):
                raise self.error(f"a {'moon' if style == 1 else 'sun'}", cell)
            self.put(given, cell, str(sun if style == 2 else moon))
        elif name == "star" and self.parts.total and not self.drawing.inside(cell):
            return  # beside the number outside
        else:
            raise self.error(f"the symbol '{name[:20]}'", cell)

    def surface(self, kind: int, cell: Cell, colours: int | list[int]) -> None:
        """Read a coloured cell: a block, a hole, or else what `rooms` makes of it."""
        sheet, parts = self.sheet, self.parts
        colour = colours if isinstance(colours, int) else max(colours, default=0)
        dark, numbered = colour in SHADES, (d.CELL, cell) in self.numbered
        if not self.drawing.inside(cell):
            if cell not in sheet.holes:
                self.ignored.append("colours outside the board")
        elif dark and parts.black:
            if not numbered:
                sheet.put_number(cell, None, self.span)
        elif dark and (parts.blocked or parts.line):
            if not numbered:
                sheet.put_blocked(cell, self.span)
            elif not parts.arrow:
                self.ignored.append("shaded cells with a clue")
        else:
            self.coloured[cell] = colour


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


# ---------- the answer ----------


def put_answer(sheet: Sheet, drawing: Penpa, layer: Mapping[str, Any]) -> None:
    """Put the answer of a layer into a sheet, as far as the genre has parts for it."""
    parts, lines, edges = sheet.parts, layer.get("line", {}), layer.get("lineE", {})
    found: dict[str, set[Place] | Mapping[Place, Value | None]] = {}
    try:
        double = {text: style for text, style in lines.items() if style == d.DOUBLE}
        outline, numbers = _edges(sheet, drawing, edges), _numbers(drawing, layer)
        found[parts.line] = _line(drawing, lines)
        found[parts.edge] = outline
        found[parts.shaded] = _shaded(sheet, drawing, layer)
        rooms = connected_rooms(sheet.cells if outline else (), outline)
        found[parts.region] = owners(sheet, rooms)
        values = numbers | sheet.givens.get(parts.number, {})
        found[parts.value] = {cell: values.get(cell) for cell in sheet.cells if numbers}
        found = {name: places for name, places in found.items() if name and places}
        if parts.line in found and parts.double:
            found[parts.double] = _line(drawing, double)
    except d.DAMAGE:
        return  # it is not an answer of that kind
    sheet.answer = found or None


def _shaded(sheet: Sheet, drawing: Penpa, layer: Mapping[str, Any]) -> set[Place]:
    """Return the cells of an answer that are shaded, or have the symbol or number for it."""
    given, _, black = sheet.parts.circle or ("", "", "")
    # Editors of puzz.link's genres use colour 2 for shaded cells.
    colours, symbols = layer.get("surface", {}), layer.get("symbol", {})
    texts = [text for text, colour in colours.items() if colour in (*SHADES, 2)]
    texts += [at for at, (style, name, *_) in symbols.items() if (name, style) in _TRUE]
    if given:
        discs = ((at, value) for at, value in symbols.items() if _CIRCLE.fullmatch(value[1]))
        texts += [at for at, value in discs if value[0] == 2]
        numbers = layer.get("number", {}).items()
        texts += [at for at, value in numbers if str(value[0]) == str(black)]
    out: set[Place] = {
        cell for kind, cell in map(drawing.place, texts) if kind == d.CELL and drawing.inside(cell)
    }
    clues = sheet.givens.get(given, {}).items() if out else ()
    return out | {place for place, value in clues if value == black}


def _numbers(drawing: Penpa, layer: Mapping[str, Any]) -> dict[Place, Value]:
    found = {drawing.place(text): value[0] for text, value in layer.get("number", {}).items()}
    numbers = {place: str(text) for place, text in found.items() if _is_number(str(text))}
    return {cell: int(text) for (kind, cell), text in numbers.items() if kind == d.CELL}


def _line(drawing: Penpa, lines: Mapping[str, int]) -> set[Place]:
    return {
        link(one, other)
        for kind, one, other in d.lines_of(drawing, lines)
        if kind == d.CELL
        and neighbours(one, {other})
        and drawing.inside(one)
        and drawing.inside(other)
    }


def _edges(sheet: Sheet, drawing: Penpa, lines: Mapping[str, int]) -> set[Place]:
    there, out = set(sheet.cells), set[Place]()
    for kind, one, other in d.lines_of(drawing, lines):
        cells = d.edge_cells(one, other)
        if kind == d.POINT and cells is not None and there & set(cells):
            out.add(edge(*cells, there))
    return out
