"""Drawings of penpa-edit: the text in a link, and its places.

DATA is a text in a raw deflate stream in base64. Line 0 has the grid, line 1 its margins, lines 3
and 4 the layers of question and answer as JSON with abbreviated names, line 5 the existing cells,
line 7 what is checked of an answer, line 17 the tags.

A place is a number, ``kind·X·Y + row·X + column`` with X and Y by 4 larger than the board and its
margins, and two rows and columns before these: kind 0 is a cell, 1 the point at its lower right, 2
the middle of its lower side, 3 that of its right side. From ``4·X·Y`` on, each cell has four
quarters, and then four sides.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import Span, UserError, fail
from nlc.formats.base import MAX_CELLS
from nlc.formats.sheet import Border, Cell, Link, Place, Point, Side, border, step

GRIDS = ("square", "sudoku", "kakuro")
"""Grids of squares; all others are refused."""

CELL, POINT, LOWER, RIGHT, CORNER = range(5)
"""The kinds of place; the quarters of a cell are from `CORNER` on."""

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

HISTORY = ("command_redo", "command_undo", "command_replay")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_MAPS = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")

_PENS = """
"edit_mode":"%s","surface":["",1],"multicolor":["",1],"line":["1",%d],"lineE":["1",%d],
"wall":["",%d],"cage":["1",10],"number":["1",%d],"symbol":["circle_M",1],"special":["thermo",""],
"board":["",""],"move":["1",""],"combi":["battleship",3],"sudoku":["1",%d]
"""
"""The tools of setters and solvers, with the one that is chosen, and their colours."""

_CHECKS = """
surface_exact surface number loopline_exact loopline ignoreloopline loopedge_exact loopedge
ignoreborder wall square circle tri arrow math battleship tent star akari mine
"""
"""What can be checked of an answer."""

CROSS, DOUBLE = 98, 30
"""Styles of lines: a cross in place of one, and two."""

_ONLY_CLUES = """
dot circle_SS 2  moon sun_moon 1  sun sun_moon 2  tree tents 1  ring circle_SS 1  boxed square_L 1
triangle triup_M 1  grey_square square_L 3  grey_disc circle_L 3  less inequality 1
greater inequality 3  bar bars_G 1  water battleship_B 7  ship battleship_B 1
ship_mid battleship_B 2  ship_w battleship_B 3  ship_n battleship_B 4  ship_e battleship_B 5
ship_s battleship_B 6
"""

SYMBOLS = {
    "circle": ("circle_L", 1, "1A", "circle"),
    "disc": ("circle_L", 2, "2A", "circle"),
    "lamp": ("sun_moon", 3, "3H", "akari"),
    "mine": ("sun_moon", 4, "4I", "mine"),
    "star": ("star", 2, "1E", "star"),
    "tent": ("tents", 2, "2F", "tent"),
    "◤": ("tri", 1, "1B", "tri"),
    "◣": ("tri", 2, "2B", "tri"),
    "◢": ("tri", 3, "3B", "tri"),
    "◥": ("tri", 4, "4B", "tri"),
    **{
        word: (name, int(style), "", "")
        for word, name, style in zip(*[iter(_ONLY_CLUES.split())] * 3, strict=True)
    },
}
"""The name and the style of each symbol by its word in the language, or its sign; of those that
answers have, their text there, and what checks them."""

SHADES = {"grey": 3, "shaded": 4}
"""The colours of cells by their words."""

FRAMES = {"circle": 6, "disc": 7}
"""The colours of texts in a circle by its word."""

ARROWS = ("N", "W", "E", "S", "NW", "NE", "SW", "SE")
"""The directions of arrows behind texts, by number."""

FIREFLY = " ESWN"
"""The side of the dot of the symbol `firefly`, by its style; the next one has no dot."""

STRINGS = {"thermometer": "thermo", "arrow": "arrows"}
"""The layer of lines through cells by their words."""

DIAGONALS = ("\\", "/")
"""The diagonals of a cell, which are lines between points."""


def look(kind: int, word: str) -> tuple[str, int]:
    """Return the name without its size, and the style, of the symbol for a word at a place."""
    name, style = SYMBOLS[word][:2]
    turned = kind == LOWER and word in ("less", "greater", "bar")
    return family(name), style + turned


def family(name: str) -> str:
    """Return the name of a symbol without its size or colour."""
    return re.sub(r"_(?:SS|S|M|L|LL|B|G|E|W)$", "", name)


LAYERS = ("surface", "line", "lineE", "wall", "number", "symbol")
"""The layers that answers are compared in."""

_COMPARED = {"surface": "surface", "line": "loopline", "lineE": "loopedge", "number": "number"}
"""What checks them, but for symbols."""


class Penpa(Struct, frozen=True):
    """A drawing.

    Attributes:
        title: may be empty.
        rows: of the board, without its margins.
        cols: of the board, without its margins.
        margins: rows above and below, columns left and right of the board.
        holes: cells of the rectangle that are not on the board.
        question: the marks of the puzzle, by the name of their kind.
        answer: the marks of the solution, likewise.
        tags: words that may name the genre.
        picture: whether an image lies behind the board.
        rules: sentences for people; they are only written.
    """

    title: str
    rows: int
    cols: int
    margins: tuple[int, int, int, int]
    holes: Collection[Cell]
    question: dict[str, Any]
    answer: dict[str, dict[str, Any]]
    tags: tuple[str, ...] = ()
    picture: bool = False
    rules: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """X and Y, the numbers of places in a row and in a column."""
        top, bottom, left, right = self.margins
        return self.cols + left + right + 4, self.rows + top + bottom + 4

    def place(self, text: str) -> tuple[int, Cell]:
        """Return the kind of a place, and its cell, which may lie outside the board.

        Raises:
            ValueError: it is not a number.
        """
        number, (wide, high) = int(text.removesuffix("E")), self.size
        kind, at = divmod(number, wide * high)
        if kind >= CORNER:
            kind, at = CORNER + number % 4 + 4 * (kind >= 2 * CORNER), number // 4 % (wide * high)
        return kind, (at // wide - self.margins[0] - 2, at % wide - self.margins[2] - 2)

    def number(self, kind: int, cell: Cell) -> int:
        """Return the number of a place."""
        wide, high = self.size
        at = (cell[0] + self.margins[0] + 2) * wide + cell[1] + self.margins[2] + 2
        quarter = kind - CORNER
        return kind * wide * high + at if quarter < 0 else 4 * (wide * high + at) + quarter

    def line(self, place: Place) -> str:
        """Return the key of a line along a link, or an edge of a cell: its ends, by number."""
        kind, (row, col) = spot(place)
        ends: tuple[Cell, ...] = ((row - 1, col) if kind == RIGHT else (row, col - 1), (row, col))
        kind, ends = (CELL, place) if isinstance(place, Link) else (POINT, ends)
        return ",".join(str(self.number(kind, end)) for end in ends)

    def diagonal(self, text: str, cell: Cell) -> str:
        """Return the key of a diagonal through a cell: its ends, by number."""
        ends = [(-1, -1), (0, 0)] if text == DIAGONALS[0] else [(-1, 0), (0, -1)]
        return ",".join(str(self.number(POINT, (cell[0] + a, cell[1] + b))) for a, b in ends)

    def inside(self, cell: Cell) -> bool:
        """Return whether a cell is one of the board."""
        on = 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols
        return on and cell not in self.holes


def spot(place: Place) -> tuple[int, Cell]:
    """Return the kind of a place of a puzzle, and its cell."""
    if isinstance(place, Point):
        return POINT, (place.row - 1, place.col - 1)
    if isinstance(place, Side):
        place = border((place.row, place.col), step((place.row, place.col), place.side))
    if isinstance(place, Border | Link):
        return (RIGHT if place.first[0] == place.second[0] else LOWER), place.first
    return CELL, (place[0], place[1])


# ---------- text ----------


def unpack(data: str) -> str | None:
    """Return the text of DATA, or None if it is damaged."""
    try:
        packed = b64decode(data.replace(" ", "+") + "=" * (-len(data) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(packed, 2**24).decode()
    except (ValueError, zlib.error):
        return None
    return text if unpacker.eof else None


def pack(text: str) -> str:
    """Return a text as DATA."""
    return b64encode(zlib.compress(text.encode(), 9, -15)).decode()


@contextmanager
def reading(span: Span, damaged: str = NO_DRAWING) -> Iterator[None]:
    """Within it, exceptions from drawings of another form are errors about them."""
    try:
        yield
    except UserError:
        raise
    except (*DAMAGE, RecursionError):
        raise fail(damaged, span) from None


def decode_drawing(data: str, span: Span) -> Penpa:
    """Return the drawing of DATA.

    Raises:
        UserError: it is damaged, or not a grid of squares.
    """
    text = unpack(data)
    if text is None:
        raise fail("the DATA of this link is damaged: is it cut off?", span)
    # What is no short form stays, as not all programs write ``zZ``.
    text = re.sub(r"z.", lambda short: _SHORT.get(short[0], short[0]), text)
    with reading(span):
        lines = [*text.split("\n"), *[""] * 17]
        head = lines[0].split(",")
        if head[0].isdecimal():
            raise fail("this drawing is of version 1 of penpa-edit, which is not read", span)
        if head[0] not in GRIDS:
            raise fail(f"the grid is {head[0][:20]}, and only squares are read", span)
        if any(int(angle) for angle in head[4:5]) or "-1" in head[5:7]:
            raise fail("this drawing is turned or mirrored", span, "turn it back in penpa-edit")
        nx, ny = int(head[1]), int(head[2])
        top, bottom, left, right = json.loads(lines[1])
        rows, cols = ny - top - bottom, nx - left - right
        if rows < 1 or cols < 1 or min(top, bottom, left, right) < 0 or nx * ny > MAX_CELLS:
            raise fail("the board of this drawing has no cells, or too many", span)
        title = "".join(head[15:16]).partition(":")[2].strip().replace("%2C", ",")
        tags = json.loads(lines[17]) if lines[17].startswith("[") else []
        question, answer = dict(json.loads(lines[3])), dict(json.loads(lines[4] or "{}"))
        board = (rows, cols, (top, bottom, left, right))
        drawing = Penpa(title, *board, (), question, answer, (*map(str, tags),), any(head[21:]))
        there = set(accumulate(json.loads(lines[5] or "[]")))
        every = ((row, col) for row in range(rows) for col in range(cols)) if there else ()
        return replace(drawing, holes={at for at in every if drawing.number(CELL, at) not in there})


def lines_of(drawing: Penpa, lines: Mapping[str, int]) -> Iterator[tuple[int, Cell, Cell, int]]:
    """Yield each line other than crosses, with its style.

    From cell to cell it has their kind, and they; along a side of a cell, the kind `POINT` and the
    cells on both sides; any other line, another kind.
    """
    for text, style in lines.items():
        if style != CROSS:
            (kind, one), (_, other) = (drawing.place(part) for part in text.split(","))
            (row, col), (below, right) = sorted((one, other))
            if abs(below - row) + abs(right - col) != 1:
                kind = CORNER
            elif kind == POINT:
                one, other = (below, right), (below + (row == below), right + (col == right))
            yield kind, one, other, style


def new_layer() -> dict[str, Any]:
    """Return an empty layer."""
    layer: dict[str, Any] = {name: {"__a": []} for name in HISTORY}
    return layer | {name: {} for name in _MAPS} | {name: [] for name in _LISTS}


def encode_drawing(drawing: Penpa, grid: str, answer: Mapping[str, list[str]]) -> str:
    """Return the DATA of a drawing, without its answer.

    Args:
        grid: the styles of lines, points and frame.
        answer: what is checked, a list for each of `LAYERS`; empty: the drawing is to be edited.
    """
    tool = next((layer for layer in answer if answer[layer]), "surface") if answer else ""
    ends = {item.rpartition(",")[2] for item in answer.get("symbol", ())}
    checks = {check for _, _, end, check in SYMBOLS.values() if end in ends}
    checks |= {check for layer, check in _COMPARED.items() if answer.get(layer)}
    wide, high = drawing.size
    kind = ((POINT, RIGHT), (LOWER, CELL))[wide % 2][high % 2]
    center = kind * wide * high + (high - 1) // 2 * wide + (wide - 1) // 2
    sizes = (wide - 4, high - 4, 38, 0, 1, 1, 38 * (wide - 3), 38 * (high - 3), center, center)
    title = " ".join(drawing.title.split()).replace(",", "%2C")  # it is one field of a line
    rules = drawing.rules
    for sign, code in {",": "%2C", "\n": "%2D", "&": "%2E", "=": "%2F"}.items():
        rules = rules.replace(sign, code)
    every = ((row, col) for row in range(drawing.rows) for col in range(drawing.cols))
    cells = [drawing.number(CELL, cell) for cell in every if drawing.inside(cell)]
    solver = json.loads(f"{{{_PENS % (tool or 'surface', 3, 3, 3, 2, 9)}}}")
    setter = json.loads(f"{{{_PENS % ('surface', 2, 2, 2, 1, 1)}}}")
    modes = to_json({"qa": "pu_q", "grid": [*grid], "pu_q": setter, "pu_a": solver})
    empty = to_json(new_layer())
    any_of = [name for name in _CHECKS.split() if not name.startswith("ignore")]
    lines = [
        f"square,{','.join(map(str, sizes))},0,0,0,0,Title: {title},Author: ,,{rules},OFF,false",
        to_json(drawing.margins),
        "~".join(map(to_json, ([*grid], tool, solver[tool]))) if tool else modes,
        to_json(drawing.question),
        "" if tool else empty,
        to_json([after - cell for cell, after in pairwise([0, *cells])]),
        "[]",
        to_json({f"sol_{name}": name in checks for name in _CHECKS.split()}),
        *('"x"', '"x"', "[3,2,3]", modes, '"x"', "0", empty, "x" if tool else empty),
        to_json({f"sol_or_{name}": False for name in any_of}),
        to_json(drawing.tags),
        "",
    ]
    text = "\n".join(lines).replace("z", "zZ")
    for short, name in _SHORT.items():
        text = text if name == "z" else text.replace(name, short)
    return pack(text)


def to_json(value: Any) -> str:
    """Return a value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ---------- answers ----------


def decode_answer(text: str | None) -> dict[str, Any]:
    """Return the layer of an answer from its text, or nothing from one of another form.

    The text has a list for each of `LAYERS`. Lines have their ends and 1, or 2 where they are
    double; numbers and symbols have their place before them.
    """
    out: dict[str, dict[str, Any]] = {name: {} for name in LAYERS}
    symbols = {end: [style, name] for name, style, end, _ in SYMBOLS.values()}
    try:
        for layer, items in zip(LAYERS, json.loads(text or ""), strict=True):
            for item in items:
                if layer == "surface":  # with a colour, where that is checked as well
                    out[layer] |= {item: 1} if isinstance(item, str) else {str(item[0]): item[1]}
                    continue
                at, _, end = item.rpartition(",")
                found = {"number": [end, 2, "1"], "symbol": symbols.get(end, [0, ""])}
                out[layer][at] = found.get(layer, DOUBLE if end in ("2", "30") else 3)
    except DAMAGE:
        return {}
    return out
