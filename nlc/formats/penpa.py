"""Links of penpa-edit, one a line: drawings, whose genre is named by the user or by tags.

``…?m=edit&p=DATA`` or ``…#m=edit&p=DATA``. DATA is a drawing, or a URL of puzz.link. Drawings are
clues by the parts of the genre: numbers and letters in cells, with arrows, too, and at points;
white and black circles; thick edges as rooms; shaded cells as blocks. A drawing without a part in
the genre is refused, so that no clue is lost. Of the answer, lines, edges and shaded cells are
imported.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, Source, Span, UserError, fail
from nlc.formats import import_puzzles
from nlc.formats.base import MAX_CELLS, Format, Support, Text, each_line, first_line
from nlc.formats.genres import PARTS, parts_of
from nlc.formats.parts import IGNORED
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
)
from nlc.formats.stock import defaults
from nlc.language.names import other_names, unknown, words
from nlc.language.syntax import Puzzle

# ---------- drawings ----------

GRIDS = ("square", "sudoku", "kakuro")
"""Grids of squares; all others are refused."""

CELL, POINT, LOWER, RIGHT, CORNER = range(5)
"""The kinds of place."""

_NAMES = """
9:qa Q:pu_q A:pu_a G:grid M:edit_mode S:surface L:line E:lineE W:wall C:cage N:number
Y:symbol P:special B:board R:command_redo U:command_undo 8:command_replay 1:numberS
F:freeline 2:freelineE T:thermo 3:arrows D:direction 0:squareframe 5:polygon 4:deletelineE
6:killercages 7:nobulbthermo _:__a
"""
"""The names of layers and settings, each behind the letter that follows a z in its short form."""

_SHORT = {f"z{pair[0]}": f'"{pair[2:]}"' for pair in _NAMES.split()} | {"zO": "null", "zZ": "z"}

DAMAGE = (LookupError, TypeError, ValueError, AttributeError)
"""Exceptions that a drawing of another form raises."""

NO_DRAWING = "the DATA of this link is not a drawing of penpa-edit"


class Penpa(Struct, frozen=True):
    """A drawing: in DATA a text, in a raw deflate stream in base64.

    Line 0 has the grid, line 1 its margins, lines 3 and 4 the layers of question and answer as JSON
    with abbreviated names, line 5 the existing cells, line 17 the tags.

    A place is a number, ``kind·X·Y + row·X + column`` with X and Y by 4 larger than the board and
    two rows and columns before it: kind 0 is a cell, 1 the point at its lower right, 2 the middle
    of its lower side, 3 that of its right side. From ``4·X·Y`` on, each cell has four quarters, and
    then four sides.

    Attributes:
        title: may be empty.
        rows: of the board, without its margins.
        cols: of the board, without its margins.
        width: X.
        height: Y.
        margin: rows above and columns left of the board, including the two that all grids have.
        holes: cells of the rectangle that are not on the board.
        question: the marks of the puzzle, by the name of their kind.
        answer: the marks of the solution, likewise.
        tags: words that may name the genre.
        picture: whether an image lies behind the board.
    """

    title: str
    rows: int
    cols: int
    width: int
    height: int
    margin: tuple[int, int]
    holes: set[Cell]
    question: Mapping[str, Any]
    answer: Mapping[str, Any]
    tags: tuple[str, ...]
    picture: bool

    def place(self, text: str) -> tuple[int, Cell]:
        """Return the kind of a place, and its cell, which may lie outside the board.

        Raises:
            ValueError: it is not a number.
        """
        number, cells = int(text.removesuffix("E")), self.width * self.height
        kind, rest = divmod(number, cells)
        if kind >= CORNER:
            kind, rest = CORNER, (number // 4) % cells
        row, col = divmod(rest, self.width)
        return kind, (row - self.margin[0], col - self.margin[1])

    def inside(self, cell: Cell) -> bool:
        """Return whether a cell is one of the board."""
        on = 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols
        return on and cell not in self.holes


def decode_drawing(data: str, span: Span) -> Penpa:
    """Return the drawing of DATA.

    Raises:
        UserError: it is damaged, or not a grid of squares.
    """
    try:
        packed = b64decode(data.replace(" ", "+") + "=" * (-len(data) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(packed, 2**24).decode()
    except (Error, ValueError, zlib.error):
        raise fail("the DATA of this link is damaged: is it cut off?", span) from None
    if not unpacker.eof:
        raise fail("the DATA of this link is damaged: is it cut off?", span)
    try:
        # What is no short form stays, as not all programs write ``zZ``.
        text = re.sub(r"z.", lambda short: _SHORT.get(short[0], short[0]), text)
        return _parse_drawing(text.split("\n"), span)
    except UserError:
        raise
    except (*DAMAGE, RecursionError):
        raise fail(NO_DRAWING, span) from None


def _parse_drawing(lines: list[str], span: Span) -> Penpa:
    head = lines[0].split(",")
    if head[0].isdecimal():
        raise fail("this drawing is of version 1 of penpa-edit, which is not read", span)
    if head[0] not in GRIDS:
        message = f"the grid is {head[0][:20]}, and only squares are read"
        raise fail(message, span)
    if any(int(angle) for angle in head[4:5]) or "-1" in head[5:7]:
        raise fail("this drawing is turned or mirrored", span, "turn it back in penpa-edit")
    nx, ny = int(head[1]), int(head[2])
    top, bottom, left, right = json.loads(lines[1])
    rows, cols = ny - top - bottom, nx - left - right
    if rows < 1 or cols < 1 or min(top, bottom, left, right) < 0 or nx * ny > MAX_CELLS:
        raise fail("the board of this drawing has no cells, or too many", span)
    title = head[15].partition(":")[2].strip() if len(head) > 15 else ""
    there = set(accumulate(json.loads(lines[5]))) if len(lines) > 5 else set()
    width, margin = nx + 4, (top + 2, left + 2)
    holes = {
        (row, col)
        for row in range(rows)
        for col in range(cols)
        if there and (row + margin[0]) * width + col + margin[1] not in there
    }
    tags = json.loads(lines[17]) if len(lines) > 17 and lines[17].startswith("[") else []
    return Penpa(
        title.replace("%2C", ","),
        rows,
        cols,
        width,
        ny + 4,
        margin,
        holes,
        _parse_layer(lines[3]),
        _parse_layer(lines[4]) if len(lines) > 4 and lines[4] else {},
        tuple(map(str, tags)),
        any(head[21:]),
    )


def _parse_layer(text: str) -> Mapping[str, Any]:
    layer = json.loads(text)
    if not isinstance(layer, dict):
        raise TypeError
    return layer


# ---------- links ----------

_LINK = re.compile(r"\s*(?:\S*[?#])?(m=(?:edit|solve)&\S*)\s*")
_DATA = re.compile(r"(?:.*&)?p=([^&#\s]+)(?:&.*)?")

_ARROW, _TAPA = "2", "4"
_PLAIN = ("1", "5", "6", "8", "10")
"""The submodes of texts: of any size, long ones included."""

_NO_RULES = ("noconflict", "nonalphanumeric")
"""Tags that set the editor."""
_DRAWN_BOXES = ("irregular", "jigsaw", "irregularsudoku", "jigsawsudoku")

_SIDES = "NWES"
"""The directions of arrows in texts, by number."""

_WHITE, _BLACK = (5, 6), 7
"""Colours of texts in a circle."""

_CIRCLE = re.compile(r"circle_(?:SS|S|M|L|LL)")
_STARS = re.compile(r"([0-9]{1,6})\s*[★☆*]?")

_HISTORY = {"command_redo", "command_undo", "command_replay"}
_READ = {"number", "numberS", "symbol", "surface", "lineE", "deletelineE"}

_CROSS = 98
_EDGES = (2, 3, 5, 8, 9, 21)
"""Styles of edges that part rooms: whole lines of all colours but thin ones."""

_SHADES = (1, 3, 4, 8)
"""Colours of shaded cells: greys and black."""


def recognises(text: str) -> bool:
    """Return whether the text opens with a link that has DATA."""
    found = _LINK.fullmatch(first_line(text))
    return found is not None and "p=" in found[1]


def parse(source: Source, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre that the user names or those of their tags."""
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
    sheet = Sheet(genre, drawing.rows, drawing.cols, drawing.title or title)
    sheet.holes = drawing.holes
    try:
        doubts = _Importer(sheet, drawing, span).put_clues()
    except UserError:
        raise
    except DAMAGE:
        raise fail(NO_DRAWING, span) from None
    _put_answer(sheet, drawing)
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
    if drawing.question.get("lineE"):
        known |= dict.fromkeys(_DRAWN_BOXES, "sudoku")
    tags = [re.sub(r"\s*\(.*", "", tag) for tag in drawing.tags]  # `hashiwokakero (hashi/bridges)`
    tags = [tag for tag in tags if words(tag) not in _NO_RULES]
    found = {known[words(tag)] for tag in tags if words(tag) in known}
    others = [tag for tag in tags if words(tag) not in known]
    if len(found) == 1 and not others:
        return found.pop()
    reason = f"its tags are {', '.join(drawing.tags)}" if drawing.tags else "it has no tags"
    what = f"the drawing does not name one genre that is known here: {reason}"
    if len(found) < 2 and len(others) == 1:
        raise unknown(others[0], what, span, f"without its tags: --genre {[*found, 'sudoku'][0]}")
    raise fail(what, span, f"name it: --genre slitherlink; {_known()}")


# ---------- clues ----------


class _Importer:
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
            if there and name not in _READ | _HISTORY:
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
            kind = "shaded" if colour in _SHADES else "coloured"
            raise self.error(f"there is a {kind} cell", cell)

    def borders(self, edges: Mapping[str, int]) -> Iterator[Border]:
        """Yield the borders inside the board, from edges between points."""
        for kind, one, other in _lines(self.drawing, edges):
            cells = _edge_cells(one, other)
            if kind != POINT or cells is None:
                raise self.error("there is a line that is not a side of a cell")
            if all(map(self.drawing.inside, cells)):
                yield border(*cells)
        for style in edges.values():
            if style not in (_CROSS, *_EDGES):
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
        inside = kind == CELL and self.drawing.inside(cell)
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
        if kind == POINT and parts.point and (_is_number(text) or text == "?"):
            if text == "?":
                self.ignored.append("question marks")
            else:
                point = Point(cell[0] + 1, cell[1] + 1)
                sheet.put(parts.point, point, int(text), self.span)
            return True
        found = _STARS.fullmatch(text)
        if kind != CELL or not parts.total or not found:
            return False
        if sheet.options.setdefault(parts.total, int(found[1])) != int(found[1]):
            raise fail(f"there are two numbers outside the board for '{parts.total}'", self.span)
        return True

    def corner(self, kind: int, cell: Cell, value: Any) -> None:
        """Read a text in the corner of a cell: the number of its room."""
        text = str(value[0]).strip()
        inside = kind in (CELL, CORNER) and self.drawing.inside(cell)
        if text and not (inside and self.parts.room_number and self.number(cell, text)):
            raise self.error(f"the text '{text}' in a corner", cell)

    # ---------- symbols and colours ----------

    def circle(self, kind: int, cell: Cell, black: bool) -> None:
        sheet, parts = self.sheet, self.parts
        inside = kind == CELL and self.drawing.inside(cell)
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
        inside = kind == CELL and self.drawing.inside(cell)
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
        dark, numbered = colour in _SHADES, (CELL, cell) in self.numbered
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


def _lines(drawing: Penpa, lines: Mapping[str, int]) -> Iterator[tuple[int, Cell, Cell]]:
    """Yield the kind and both ends of each line other than crosses."""
    for text, style in lines.items():
        if style != _CROSS:
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


def _put_answer(sheet: Sheet, drawing: Penpa) -> None:
    """Put the answer into a sheet, as far as the genre has parts for it."""
    parts, found = sheet.parts, dict[str, set[Place]]()
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
    found = {genre: parts_of(genre) for genre in PARTS.own}
    return {
        genre: Support(True, False, bool(p.line or p.edge or p.shaded) and not p.double)
        for genre, p in found.items()
    }


FORMAT = Format(
    "penpa",
    "links of penpa-edit, of the genre of --genre or of their tags",
    (),
    recognises,
    parse,
    None,
    rank=11,
    parse_as=parse,
    genres=_genres,
)
