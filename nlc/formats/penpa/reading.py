"""The clues and the answer of a drawing, as parts of its genre."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from nlc.errors import Diagnostic, Severity, Span, UserError, fail
from nlc.formats.genres import defaults, rules_of
from nlc.formats.parts import IGNORED, Parts, Value
from nlc.formats.penpa import drawing as d
from nlc.formats.penpa.drawing import Penpa
from nlc.formats.sheet import (
    Border,
    Cell,
    Place,
    Point,
    Sheet,
    SheetAnswer,
    StraightLine,
    border,
    connected_rooms,
    edge,
    link,
    option_value,
    owners,
    step,
)
from nlc.language.builtins import STRINGS
from nlc.language.inherit import Rules
from nlc.render.glyphs import SHAPES, TEXTS

_ARROW, _TAPA = "2", "4"
_MODES = ("1", _ARROW, _TAPA, "5", "6", "8", "10")
"""The submodes of texts: of any size, long ones included."""

_CIRCLE = re.compile(r"circle_(?:SS|S|M|L|LL)")
_LIST = re.compile(r"[0-9?]{1,8}")
_STARS = re.compile(r"([0-9]{1,6})\s*[★☆*]?")

_EDGES = (2, 3, 5, 8, 9, 21)
"""Styles of edges that part rooms: whole lines of all colours but thin ones."""

SHADES = (1, 3, 4, 8)
"""Colours of shaded cells: greys and black."""

_TRUE = [d.SYMBOLS[word][:2] for word in ("lamp", "mine", "star", "tent")]
"""Symbols in place of shaded cells in answers."""

_FRAMES = {5: "circle"} | {colour: word for word, colour in d.FRAMES.items()}
"""The words of what is drawn round a text, by its colour."""

_SIDES = (d.LOWER, d.RIGHT)
_KINDS = {"cell": (d.CELL,), "vertex": (d.POINT,), "link": _SIDES, "border": _SIDES}
"""The kinds of place of clues over a sort of elements; others are not within the board."""

_ELSEWHERE = ("corner", *STRINGS)
"""The words of numbers that do not stand in the middle of their cells."""

_SIGNS = {"-": "−", "x": "×", "*": "×", "/": "÷", ":": "÷"}
_SUM = re.compile(r"(\d{1,6})\s*(\D?)")
_OPTION = re.compile(r"(\w+)=(\w+)")
_LETTERS = re.compile(r"\(?A\s*[-–]\s*([A-Z])\)?")

# ---------- clues ----------


def marks_of(rules: Rules, parts: Parts) -> dict[tuple[int, str, object], tuple[str, Value]]:
    """Return the given and the value of each mark that has one meaning, by its place and look.

    This is what pictures of the genre show: a symbol or a shade for a value, or a text; for a
    number the circle round it, whose value is empty.
    """
    found: dict[tuple[int, str, object], list[tuple[str, Value]]] = {}
    listed = [parts.sign, *([tuple(map(str, parts.circle))] if parts.circle else [])]
    for name, given in rules.givens.items():
        values = given.type.names if given.type.kind == "enum" else ()
        if given.type.kind == "name":
            values = next((x[1:] for x in listed if x[:1] == (name,)), ())
        words = rules.clue_marks.get(name) or {value: value for value in values} or {"": ""}
        for value, word in words.items():
            for kind in _KINDS.get(given.sort, ()):
                if word in d.SHADES:
                    look: tuple[str, object] = ("surface", d.SHADES[word])
                elif value == "" or word not in d.SYMBOLS:
                    sign = SHAPES[word][1] if word in TEXTS else word
                    look = (f"text {given.type.kind}" if value == "" else "text", sign)
                else:
                    look = d.look(kind, word)
                meaning = name, True if given.type.kind == "bool" else value
                found.setdefault((kind, *look), []).append(meaning)
    return {look: each[0] for look, each in found.items() if len(each) == 1}


class Importer:
    """Puts a drawing into a sheet, as parts of its genre."""

    def __init__(self, sheet: Sheet, drawing: Penpa, span: Span) -> None:
        self.sheet, self.parts, self.drawing, self.span = sheet, sheet.parts, drawing, span
        rules = rules_of(sheet.genre)
        self.marks = {} if rules is None else marks_of(rules, self.parts)
        self.words = {} if rules is None else rules.clue_marks
        self.numbered: set[tuple[int, Cell]] = set()
        self.coloured: dict[Cell, int] = {}
        self.lists: dict[Place | None, dict[int, str]] = {}
        self.ignored: list[str] = []
        self.doubts: list[Diagnostic] = []

    def put_clues(self) -> tuple[Diagnostic, ...]:
        """Put all clues, and return warnings about drawings without a meaning."""
        layer, genre, total = self.drawing.question, self.sheet.genre, self.parts.total
        readers = {"number": self.text, "numberS": self.corner}
        readers |= {"symbol": self.symbol, "surface": self.surface}
        read = {*readers, "lineE", "deletelineE", *d.HISTORY, *self.lines(layer)}
        for name, found in layer.items():
            if name not in read and (any(found) if isinstance(found, list) else found):
                raise self.error(f"the drawing has marks of the kind '{name}'")
        for name, put in readers.items():
            for text, value in layer.get(name, {}).items():
                kind, cell = self.drawing.place(text)
                if unread := put(kind, cell, value):
                    raise self.error(unread, cell)
        self.rooms(layer.get("lineE", {}))
        if self.parts.sign and (boxed := self.marks.get((d.CELL, "square", 1))):
            for _, cell in self.numbered:  # a clue without a shade, with a frame of thick edges
                if cell not in self.sheet.givens.get(boxed[0], {}):
                    self.put(boxed[0], cell, boxed[1])
        for side in "NW" * bool(self.lists):
            for place in self.sheet.rim(self.parts.outside, side):
                numbers = sorted(self.lists.get(place, {0: "0"}).items(), reverse=True)
                if place is not None:  # a line without numbers is empty
                    told = ",".join(text for _, text in numbers)
                    self.sheet.put(self.parts.outside, place, told, self.span)
        if self.ignored:
            marks = ", ".join(dict.fromkeys(self.ignored))
            self.warn(f"ignored, as {genre} has nothing of that kind: {marks}")
        if layer.get("deletelineE"):
            self.warn("some lines of the grid are not drawn, which is ignored")
        if self.drawing.picture:
            self.warn("the picture behind the board is not read")
        usual = defaults(genre).get(total, "0")
        if total not in self.sheet.options and usual != "0":
            what = f"no number outside the board says '{total}': it is taken for {usual}"
            self.warn(what, f"another number: --set {total}=2")
        return tuple(self.doubts)

    def warn(self, what: str, hint: str | None = None) -> None:
        self.doubts.append(Diagnostic(what, self.span, hint, Severity.WARNING))

    def error(self, what: str, cell: Cell | None = None) -> UserError:
        where = "" if cell is None else self.where(cell)
        return fail(f"{what}{where}: {self.sheet.genre} has nothing of that kind here", self.span)

    def where(self, cell: Cell) -> str:
        inside = self.drawing.inside(cell)
        return f" at {self.sheet.name(cell)}" if inside else " outside the board"

    def drawn(self, kind: int, word: str) -> str:
        """Return the given whose values are texts at a kind of place that look like a word."""
        types = (self.marks.get((kind, f"text {of}", word)) for of in ("range", "name", "list"))
        return next((found[0] for found in types if found), "")

    def at(self, kind: int, cell: Cell, given: str) -> Place | None:
        """Return the element of a given at a place, or None if it is not on the board."""
        there, found = {*self.sheet.cells}, self.sheet.given(given)
        if found is None or kind >= d.CORNER:
            return None
        if kind == d.CELL:
            return cell if cell in there else None
        if kind == d.POINT:
            around = {(cell[0] + a, cell[1] + b) for a in (0, 1) for b in (0, 1)}
            return Point(cell[0] + 1, cell[1] + 1) if around & there else None
        both = cell, step(cell, "E" if kind == d.RIGHT else "S")
        if found.sort == "link":
            return link(*both) if there >= {*both} else None
        return edge(*both, there) if there & {*both} else None

    def mean(self, kind: int, cell: Cell, name: str, style: object) -> bool:
        """Put the value that a mark stands for, and return whether it stands for one."""
        given, value = self.marks.get((kind, name, style), ("", ""))
        if (place := self.at(kind, cell, given)) is not None:
            self.put(given, place, value)
        return place is not None

    def lines(self, layer: Mapping[str, Any]) -> list[str]:
        """Read the lines through cells and the cages that the genre has; return their layers."""
        read, found = list[str](), self.drawing
        for word, name in d.STRINGS.items():
            if given := self.drawn(d.CELL, word):
                read.append(name)
                for places in layer.get(name, ()):
                    cells = [found.place(str(place))[1] for place in places]
                    self.sheet.join(given, cells, self.span)
        rooms = [name for name, words in self.words.items() if words.get("") == "rooms"]
        for given in rooms if len(rooms) > 1 else ():
            if given != self.parts.room and self.sheet.kind_of(given) == "name":
                read += ["killercages", "cage"] if layer.get("killercages") else []
                for number, places in enumerate(layer.get("killercages", ())):
                    for place in places:
                        self.put(given, found.place(str(place))[1], f"c{number + 1}")
        return read

    def rooms(self, edges: Mapping[str, int]) -> None:
        sheet, parts, borders = self.sheet, self.parts, set[Border]()
        for kind, one, other, style in d.lines_of(self.drawing, edges):
            if kind != d.POINT:
                raise self.error("there is a line that is not a side of a cell")
            if style not in _EDGES:
                raise self.error(f"there is an edge of the style {style}")
            if self.drawing.inside(one) and self.drawing.inside(other):
                borders.add(border(one, other))
            if parts.border:
                sheet.put(parts.border, edge(one, other, {*sheet.cells}), True, self.span)
        if borders and not (parts.room or parts.border or (d.CELL, "square", 1) in self.marks):
            raise self.error("there are thick edges")
        rooms: dict[Cell, Any] = {}
        if parts.room:
            rooms = (not borders and sheet.usual_boxes()) or connected_rooms(sheet.cells, borders)
            if loose := sheet.put_rooms(rooms, self.span, borders):
                self.warn(f"the edge {sheet.name(loose[0])} divides no room, and has no meaning")
        # Rooms of one colour each are only easier to see.
        colours = {(rooms.get(cell), self.coloured.get(cell)) for cell in sheet.cells}
        if self.coloured and (not rooms or len(colours) > len({*rooms.values()})):
            cell, colour = next(iter(self.coloured.items()))
            look = "shaded" if colour in SHADES else "coloured"
            raise self.error(f"there is a {look} cell", cell)

    # ---------- marks: each reader returns what has no meaning, or nothing ----------

    def text(self, kind: int, cell: Cell, value: Any) -> str:
        text, colour, mode = value[:3]
        if not isinstance(text, str | int):
            return "there are candidates"
        text, _, side = str(text).strip().partition("_") if mode == _ARROW else (str(text), "", "")
        text, inside = text.strip(), kind == d.CELL and self.drawing.inside(cell)
        if not text and not side:
            return self.circle(kind, cell, _FRAMES[colour] == "disc") if colour in _FRAMES else ""
        if side and not (side in tuple("01234567") and self.parts.arrow):
            return f"the text '{text}' with an arrow"
        if not side and not (text == "?" and self.parts.unknown) and self.sign(kind, cell, text):
            return ""
        listed = inside and self.sheet.kind_of(self.parts.number) == "list"
        if listed and _LIST.fullmatch(text):
            self.put(self.parts.number, cell, ",".join(text))
            return ""
        between = "" if kind == d.CELL else self.drawn(kind, _FRAMES.get(colour, ""))
        between = between or self.parts.point * (kind == d.POINT)
        place, of = self.at(kind, cell, between), self.sheet.kind_of(between)
        several = mode == _TAPA and len(text) > 1
        if place and (of == "name" or (_is_number(text) and (of == "list" or not several))):
            listed_text = ",".join(text) if of == "list" else text
            self.put(between, place, int(text) if of == "range" else listed_text)
            return ""
        if mode in _MODES and not several:
            if side and inside:
                self.sheet.put(self.parts.arrow, cell, d.ARROWS[int(side)], self.span)
            self.numbered.add((kind, cell))
            if side and text in ("", "?"):
                return ""  # an arrow whose number is not told, or without one
            if self.number(cell, text) if inside else self.away(kind, cell, text):
                return ""
        return f"the text '{text}'"

    def sign(self, kind: int, cell: Cell, text: str) -> bool:
        """Put the sign that a text is, in any of its spellings, and return whether it is one."""
        return any(self.mean(kind, cell, "text", each) for each in (text, _SIGNS.get(text)))

    def number(self, cell: Cell, text: str) -> bool:
        """Put a number of a cell or its room, and return whether the genre has one like it."""
        parts, number = self.parts, int(text) if _is_number(text) else None
        if text == "?" and parts.unknown:
            self.sheet.put_number(cell, None, self.span)
            self.ignored += ["question marks"] * (parts.unknown == IGNORED)
            return bool(parts.number or parts.room_number or parts.unknown != IGNORED)
        name, value = parts.room_number or parts.number, text if parts.named else number
        if name != parts.room_number and self.words.get(name, {}).get("") in _ELSEWHERE:
            name = self.drawn(d.CELL, "")
        if name and value is not None:
            self.put(name, cell, value)
        return bool(name) and value is not None

    def put(self, name: str, place: Place, value: Value) -> None:
        if self.sheet.givens.get(name, {}).get(place, value) != value:
            raise fail(f"there are two clues at {self.sheet.name(place)}", self.span)
        self.sheet.put(name, place, value, self.span)

    def away(self, kind: int, cell: Cell, text: str) -> bool:
        """Put a number of a line or of the whole board outside."""
        total, found = self.parts.total, _STARS.fullmatch(text)
        if kind == d.POINT and self.parts.point and text == "?":
            self.ignored.append("question marks")
        elif kind == d.CELL and (self.outer(cell, text) or self.option(text)):
            return True
        elif kind != d.CELL or not total or not found:
            return False
        elif self.sheet.options.setdefault(total, int(found[1])) != int(found[1]):
            raise fail(f"there are two numbers outside the board for '{total}'", self.span)
        return True

    def option(self, text: str) -> bool:
        """Set the option that a text above the board states, and return whether it states one."""
        told, last = _OPTION.fullmatch(text), _LETTERS.fullmatch(text)
        if last and self.sheet.kind_of(self.parts.rim) == "enum":
            self.sheet.options[self.parts.total] = ord(last[1]) - ord("A") + 1
        elif told and told[1] in defaults(self.sheet.genre):
            self.sheet.options[told[1]] = option_value(told[2])
        else:
            return False
        return True

    def outer(self, cell: Cell, text: str) -> bool:
        """Put a clue at a row or column, or a number of a list there by its distance."""
        sheet, parts, (row, col) = self.sheet, self.parts, cell
        upright = 0 <= col < sheet.cols
        side = ("NS" if upright else "WE")[(row if upright else col) >= 0]
        name = parts.rim or (parts.outside if side in "NW" else "")
        if parts.second:
            name = parts.second if side in "NW" else parts.outside
        if upright == (0 <= row < sheet.rows) or not name:
            return False
        place, kind = sheet.rim(name, side)[col if upright else row], sheet.kind_of(name)
        far = max(-row, row - sheet.rows + 1) if upright else max(-col, col - sheet.cols + 1)
        fits = text.isalpha() if kind == "enum" else _is_number(text) or text == "?"
        if place is None or not fits or (far > 1 and kind != "list"):
            return False
        if kind == "list":
            self.lists.setdefault(place, {})[far] = text
        elif text != "?":
            sheet.put(name, place, text.upper() if kind == "enum" else int(text), self.span)
        return True

    def corner(self, kind: int, cell: Cell, value: Any) -> str:
        """Read a text in the corner of a cell: a number of its room, or of the cells behind it."""
        text, refusal = str(value[0]).strip(), f"the text '{value[0]}' in a corner"
        inside, quarter = self.drawing.inside(cell), kind - d.CORNER
        half = self.drawn(d.CELL, {1: "upper", 2: "lower"}.get(quarter, "?"))
        if not text:
            return ""
        if half and _is_number(text) and not inside:
            side, ahead, way = ("W", "E", "E") if quarter == 1 else ("N", "S", "N")
            line = StraightLine(*step(cell, ahead), way)
            if line not in self.sheet.rim(self.parts.outside, side):  # which has one number alone
                return refusal
            self.put(self.parts.outside, line, int(text))
            return ""
        if not inside or (kind != d.CELL and not 0 <= quarter < 4):
            return refusal
        if self.parts.room_number:
            return "" if self.number(cell, text) else refusal
        name, told = half or self.drawn(d.CELL, "corner"), _SUM.fullmatch(text)
        if not (name and told) or (told[2] and not self.sign(d.CELL, cell, told[2])):
            return refusal
        self.put(name, cell, int(told[1]))
        return ""

    def circle(self, kind: int, cell: Cell, black: bool) -> str:
        inside = kind == d.CELL and self.drawing.inside(cell)
        given, *_ = self.parts.circle or ("",)
        if self.mean(kind, cell, "circle", 1 + black):
            return ""
        if inside and self.sheet.kind_of(given) == "range":  # of a number either colour stands
            self.sheet.put_circle(cell, black, self.span)
        elif (kind, cell) in self.numbered:
            return ""  # it goes round a number
        elif inside and self.parts.circled and not black:
            self.sheet.put_number(cell, None, self.span)
        else:
            return f"a {'black' if black else 'white'} circle"
        return ""

    def symbol(self, kind: int, cell: Cell, value: Any) -> str:
        (style, name), inside = value[:2], kind == d.CELL and self.drawing.inside(cell)
        block = self.marks.get((d.CELL, "surface", d.SHADES["shaded"]), ("",))[0]
        if isinstance(style, list):
            return f"the symbol '{str(name)[:20]}'" if any(style) else ""
        if _CIRCLE.fullmatch(str(name)) and style in (1, 2):
            return self.circle(kind, cell, style == 2)
        if name == "kakuro" and self.drawn(d.CELL, "lower") and kind == d.CELL:
            if inside:
                self.put(block, cell, True)
        elif (
            name == "firefly" and inside and "dot" in self.words.get(self.parts.arrow, {}).values()
        ):
            if side := d.FIREFLY[style : style + 1].strip():
                self.put(self.parts.arrow, cell, side)
            elif (kind, cell) not in self.numbered:
                self.sheet.put_number(cell, None, self.span)
        elif self.mean(kind, cell, d.family(str(name)), style):
            return ""
        elif name != "star" or not self.parts.total or inside:  # one beside the number outside
            return f"the symbol '{str(name)[:20]}'"
        return ""

    def surface(self, kind: int, cell: Cell, value: Any) -> str:
        """Read a coloured cell: a block, a hole, or else what `rooms` makes of it."""
        sheet, parts = self.sheet, self.parts
        colour = value if isinstance(value, int) else max(value, default=0)
        shades = [4, 3] if colour == d.SHADES["shaded"] else [3, 4]
        told = next(filter(None, (self.marks.get((d.CELL, "surface", x)) for x in shades)), None)
        if not self.drawing.inside(cell):
            self.ignored += ["colours outside the board"] * (cell not in sheet.holes)
        elif colour in SHADES and told and told[0] in (parts.marked, *parts.sign[:1]):
            self.put(told[0], cell, told[1])
        elif colour not in SHADES or not (parts.black or parts.blocked or parts.line):
            self.coloured[cell] = colour
        elif (d.CELL, cell) in self.numbered:
            self.ignored += ["shaded cells with a clue"] * (not parts.black and not parts.arrow)
        elif parts.black:
            sheet.put_number(cell, None, self.span)
        else:
            sheet.put_blocked(cell, self.span)
        return ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


# ---------- the answer ----------


def put_answer(sheet: Sheet, drawing: Penpa, layer: Mapping[str, Any]) -> None:
    """Put the answer of a layer into a sheet, as far as the genre has parts for it."""
    parts, there, inside = sheet.parts, {*sheet.cells}, drawing.inside
    given, _, black = parts.circle or ("", "", "")
    rules = rules_of(sheet.genre)
    discs = rules and (given or rules.marks.get(parts.shaded) == "disc")
    dark_given = rules and rules.clue_marks.get(given, {}).get(str(black), "disc") == "disc"
    with suppress(*d.DAMAGE):  # it may be no answer of that kind
        lines = {
            link(one, other): style
            for kind, one, other, style in d.lines_of(drawing, layer.get("line", {}))
            if kind == d.CELL and inside(one) and inside(other)
        }
        outline: set[Place] = {
            edge(one, other, there)
            for kind, one, other, _ in d.lines_of(drawing, layer.get("lineE", {}))
            if kind == d.POINT and there & {one, other}
        }
        marks = layer.get("number", {}).items()
        texts = {drawing.place(at): str(value[0]) for at, value in marks}
        # Editors of puzz.link's genres use colour 2 for shaded cells.
        surface = layer.get("surface", {}).items()
        dark = [drawing.place(at) for at, colour in surface if colour in (*SHADES, 2)]
        for at, (style, name, *_) in layer.get("symbol", {}).items():
            disc = discs and style == 2 and _CIRCLE.fullmatch(name)
            dark += [drawing.place(at)] if disc or (name, style) in _TRUE else []
        dark += [spot for spot, text in texts.items() if given and text == str(black)]
        told = {cell: text for (kind, cell), text in texts.items() if kind == d.CELL}
        numbers: dict[Place, Value] = {
            cell: int(text) if _is_number(text) else text
            for cell, text in told.items()
            if _is_number(text) or len(text) == 1
        }
        values = {**sheet.givens.get(parts.number, {}), **numbers}  # the number may be of a cage
        shaded: set[Place] = {cell for kind, cell in dark if kind == d.CELL and inside(cell)}
        clues = sheet.givens.get(given, {}).items() if shaded and dark_given else ()
        rooms = connected_rooms(sheet.cells if outline else (), outline)
        found: SheetAnswer = {
            parts.line: {*lines},
            parts.edge: outline,
            parts.shaded: shaded | {place for place, value in clues if value == black},
            parts.region: owners(sheet, rooms),
            parts.value: {cell: values.get(cell) for cell in sheet.cells if numbers},
        }
        found = {name: marks for name, marks in found.items() if name and marks}
        if parts.line in found and parts.double:
            found[parts.double] = {place for place, style in lines.items() if style == d.DOUBLE}
        sheet.answer = found or None
