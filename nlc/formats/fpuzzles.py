"""Links of f-puzzles and SudokuPad, one a line: Sudokus with all variants of the genre `sudokus`.

``https://www.f-puzzles.com/?load=DATA`` and ``https://sudokupad.app/fpuzzlesDATA`` are f-puzzles'
JSON, compressed by lz-string to base64; ``…/sclDATA`` is SudokuPad's, perhaps in a short form, and
``…/scfDATA`` the clues of a Sudoku. Other links to SudokuPad name a puzzle on its server.

SudokuPad's two are read into f-puzzles' form. What a link states and the genre does not have is
refused by its name. The meaning of a drawing is known to its setter alone: it is told in a warning,
or refused in SudokuPad's JSON, where thermometers and arrows are drawings too.

Source: the behaviour of lz-string 1.5, f-puzzles, SudokuSolver and SudokuPad.
"""

from __future__ import annotations

import json
import re
from functools import partial
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, Span, UserError, fail
from nlc.formats.base import Format, Support, Text, each_line, only, opens_with
from nlc.formats.penpa.drawing import reading
from nlc.formats.sheet import Cell, Place, Point, Sheet, StraightLine, box_sides, boxes, link
from nlc.language.syntax import Puzzle

_LINK = re.compile(
    r"\S*?(?:f-puzzles\.com/\S*?[?&](load|id)=|(?:sudokupad\.app|crackingthecryptic\.com)/"
    r"(?:sudoku/)?(?:\S*?puzzleid=)?(fpuz(?:zles)?|scl|ctc|scf)?)([^?&#]*)"
)


def _parse_link(line: Text, title: str) -> Puzzle:
    """Return the puzzle of a line."""
    found, span = _LINK.match(line.text.strip()), line.strip().place
    if found is None:
        raise fail("expected a link of f-puzzles or SudokuPad", span)
    page, kind, data = found[1], found[2], unquote(found[3]).replace(" ", "+")
    if page != "load" and not kind:
        hint = "open it, and export it as a link that holds the puzzle: f-puzzles.com/?load=…"
        raise fail("this link names a puzzle on a server, which is not asked", span, hint)
    with reading(span, "the data of this link is no puzzle: is it complete?"):
        if kind == "scf":
            return _Reader(_from_classic(data), title, span).puzzle()
        text = _decompress(data)
        told = json.loads(text) if text.startswith('{"') else _unzip(text)
        return _Reader(told if "grid" in told else _from_pad(told), title, span).puzzle()


def _decompress(data: str) -> str:
    """Return the text that lz-string has compressed to base64.

    Letters give six bits each, the highest first; codes are read from their lowest bit on. Code 0
    or 1 is before a character of 8 or 16 bits, 2 the end, any other an entry of the dictionary.
    """
    letters = ascii_uppercase + ascii_lowercase + digits + "+/"
    bits = "".join(f"{letters.index(letter):06b}" for letter in data.rstrip("="))
    entries, out, last, at, width = ["", "", ""], list[str](), "", 0, 2

    def take(count: int) -> int:
        nonlocal at
        at += count
        return int(bits[at - count : at][::-1], 2)

    while (code := take(width)) != 2:
        if code < 2:
            entries.append(chr(take(8 << code)))
            code = len(entries) - 1
        # The last entry grows by the first character of this one, which may be that very entry.
        entry = entries[code] if code < len(entries) else last + last[0]
        entries += [last + entry[0]] if out else []
        out.append(entry)
        last, width = entry, max(3, len(entries).bit_length())
    return "".join(out)


# ---------- f-puzzles ----------

_LINES = ("thermometer", "arrow", "palindrome", "renban", "whispers", "betweenline")
_CELLS = {"odd": "uneven", "even": "even", "minimum": "minimum", "maximum": "maximum"}
_VALUED = ("xv", "quadruple", "sandwichsum", "littlekillersum")
_DOTS = {("difference", 1): "white", ("ratio", 2): "black"}
_FLAGS = {name: name for name in ("antiknight", "antiking", "nonconsecutive", "disjointgroups")}
_FLAGS |= {"ratio": "nonratio", "xv": "nonxv", "antiratio": "nonratio", "antixv": "nonxv"}
_FLAGS |= {"disjoint": "disjointgroups", "w": "windoku", "x": "diagonal"}
_DRAWN = ("line", "circle", "rectangle", "text", "cage")
_COPIES = ("fromConstraint", "isNewConstraint", "fromRangskSolver")
_NO_RULES = """size grid title author ruleset solution drawn fogofwar foglight foglink triggereffect
disabledlogic truecandidatesoptions highlightConflicts cells regions cages lines arrows underlays
overlays metadata global cellSize id"""
_IN_CELLS = """value given region givenPencilMarks centerPencilMarks cornerPencilMarks centremarks
pencilMarks c cArray highlight"""
"""Keys of clues by their shape, of rules without clues, of drawings, of those that repeat a rule of
the link, and all that are read by their names or have nothing to do with rules."""


class _Reader:
    """The puzzle of f-puzzles' JSON."""

    def __init__(self, told: dict[str, Any], title: str, span: Span) -> None:
        self.told, self.span = told, span
        self.size = int(told["size"])
        if not 1 < self.size < 26:
            raise self.refuse(f"a board of side {self.size}, not 2 to 25")
        self.sheet = Sheet("sudokus", self.size, self.size, str(told.get("title") or title))

    def refuse(self, what: str) -> UserError:
        """Return the error for something that the genre does not have."""
        hint = "nlc list genres sudokus has what is read"
        return fail(f"this link asks for {what}, which is not read", self.span, hint)

    def put(self, given: str, place: Place, value: bool | int | str = True) -> None:
        """Put a clue at a place without one of this given."""
        if place in self.sheet.givens.get(given, {}):
            raise self.refuse(f"two clues '{given}' at {self.sheet.name(place)}")
        self.sheet.put(given, place, value, self.span)

    def puzzle(self) -> Puzzle:
        """Return the puzzle: plain Sudoku if it has no variant."""
        sheet, told, size, drawn = self.sheet, self.told, self.size, int(self.told.get("drawn", 0))
        values = [self.put_cell(*each) for each in boxes(sheet.cells, *box_sides(size)).items()]
        solution = told.get("solution") or (all(values) and values)
        listed = solution if isinstance(solution, list) else re.findall(r"\d+", str(solution))
        numbers = [int(number or 0) for number in (listed if len(listed) != 1 else listed[0])]
        if all(numbers) and len(numbers) == size**2:
            sheet.answer = {"number": dict(zip(sheet.cells, numbers, strict=True))}
        for key, clues in told.items():
            if key in ("diagonal-", "diagonal+") and clues:
                places = ((i, i if key[-1] == "-" else size - 1 - i) for i in range(size))
                sheet.join("extra", [*places], self.span, 0)
            elif key in _DRAWN:
                drawn += sum(not any(map(each.get, _COPIES)) for each in clues or ())
            elif key in ("negative", "flags") or (clues is True and key not in _NO_RULES.split()):
                for flag in [key] if clues is True else clues or ():
                    if flag not in _FLAGS:
                        raise self.refuse(f"'{flag}'")
                    sheet.options[_FLAGS[flag]] = True
            elif clues and key not in _NO_RULES.split():
                told_each = isinstance(clues, list) and isinstance(clues[0], dict)
                for each in clues if told_each else [{}]:
                    self.put_clue(key, each, each.get("value", each.get("values")))
        words = " ".join(str(told.get("ruleset") or "it has none").split())
        message = f"{drawn} drawings may stand for rules that this link has in words alone"
        if told.get("drawn"):
            raise fail(message, self.span, f"its words: {words}")
        doubt = Diagnostic(message, self.span, f"its words: {words}", Severity.WARNING)
        if not {name for name, found in sheet.givens.items() if found} - {"num", "box"}:
            sheet.genre = "sudokus" if {*sheet.options} - {"diagonal"} else "sudoku"
        return replace(sheet.puzzle(self.span), doubts=(doubt,) if drawn else ())

    def put_cell(self, cell: Cell, box: int) -> Any:
        """Put the clues of a cell; return its value, which may be a player's."""
        told = self.told["grid"][cell[0]][cell[1]]
        if unknown := {key for key in told if told[key]} - {*_IN_CELLS.split()}:
            raise self.refuse(f"'{min(unknown)}' in a cell")
        region = told.get("region", box)
        self.put("box", cell, f"alone{cell}" if region is None else str(region))
        if told.get("given"):
            self.put("num", cell, int(told["value"]))
        if told.get("givenPencilMarks"):
            self.put("candidates", cell, ",".join(map(str, told["givenPencilMarks"])))
        return told.get("value")

    def put_clue(self, key: str, told: dict[str, Any], value: Any) -> None:
        """Put a clue of a variant."""
        cells = [_cell(each) for each in told.get("cells") or [told.get("cell")] if each]
        lines = [[_cell(each) for each in line] for line in told.get("lines") or ()]
        if key in _VALUED and value in (None, "", []):
            return
        if key not in ("xv", "quadruple") and not re.fullmatch(r"\d*|None", str(value)):
            raise self.refuse(f"the value '{value}' of '{key}'")
        if key in _LINES:
            if key == "arrow" and any([line[0]] != cells for line in lines):
                raise self.refuse("an arrow whose circle has several cells")
            least = int(value or (self.size + 1) // 2)
            if key == "whispers" and self.sheet.options.setdefault("whisper", least) != least:
                raise self.refuse("whispers lines of different values")
            for line in lines:
                self.sheet.join(key, line, self.span)
        elif key in _CELLS:
            self.put(_CELLS[key], cells[0])
        elif key == "killercage":
            name = f"c{len({*self.sheet.givens.get('cage', {}).values()}) + 1}"
            for cell in cells:
                self.put("cage", cell, name)
            if value not in (None, ""):
                self.put("total", cells[0], int(value))
        elif key == "extraregion":
            self.sheet.join("extra", cells, self.span, 0)
        elif key == "clone":
            for pair in zip(cells, map(_cell, told["cloneCells"]), strict=True):
                self.sheet.join("clone", pair, self.span, 0)
        elif key in ("difference", "ratio"):
            number = int(value or 1 + (key == "ratio"))
            color = _DOTS.get((key, number))
            self.put("dot" if color else key, link(*cells), color or number)
        elif key == "xv":
            self.put(key, link(*cells), value.upper())
        elif key == "quadruple":
            self.put(key, Point(*max(cells)), ",".join(map(str, value)))
        elif key == "sandwichsum":
            (row, col), inside = cells[0], 0 <= cells[0][1] < self.size
            line_ = StraightLine(0, col, "N") if inside else StraightLine(row, 0, "E")
            self.put("sandwich", line_, int(value))
        elif key == "littlekillersum" and int(value):
            down, right = (way in "DR" for way in told["direction"])
            point = Point(cells[0][0] + down, cells[0][1] + right)
            self.put("falling" if down == right else "rising", point, int(value))
        elif key != "littlekillersum":
            raise self.refuse(f"'{key}'")


def _cell(name: object) -> Cell:
    """Return the cell ``R3C7``, or of a pair ``[2, 6]``; row and column 0, or -1, are outside."""
    row, col = map(int, re.findall(r"\d+", str(name)))
    return (row - 1, col - 1) if "C" in str(name).upper() else (row, col)


# ---------- SudokuPad ----------

_SHORT = {"ca": "cages", "ce": "cells", "a": "arrows", "o": "overlays", "u": "underlays"}
_SHORT |= {"v": "value", "l": "lines", "re": "regions", "t": "title"}
_TOKEN = re.compile(r"""('(?:\\.|[^'\\])*')|("(?:\\.|[^"\\])*")|[\[\]{},:]|[^\[\]{},:'"]+""")


def _unzip(text: str) -> Any:
    """Return the object of a text in SudokuPad's short form; its numbers stay texts.

    Keys are short and without quotes, strings mostly in single ones, and an empty object in a list
    is nothing at all.
    """
    out, before = list[str](), ""
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == ":":
            out[-1] = json.dumps(_SHORT.get(before, before.strip("'\"")))
        elif token in ",]" and before in ("[", ",") and before + token != "[]":
            out.append("{}")
        if found[1]:
            token = json.dumps(token[1:-1].replace("\\'", "'"))
        elif not found[2] and token not in "[]{},:":
            token = {"t": "true", "f": "false"}.get(token) or json.dumps(token)
        out.append(token)
        before = found[0]
    return json.loads("".join(out))


def _from_pad(told: dict[str, Any]) -> dict[str, Any]:
    """Return SudokuPad's JSON in the form of f-puzzles'."""
    meta, cages = dict(told.get("metadata") or {}), told.get("cages") or []
    regions = told.get("regions") or ()
    grid = [
        [{**c, "given": bool(c.get("value")), "region": None} for c in x] for x in told["cells"]
    ]
    inside = [_cell(place) for region in regions for place in region]
    for number, region in enumerate(regions):
        for row, col in map(_cell, region):
            grid[row][col]["region"] = number
    drawn = sum(len(told.get(key) or ()) for key in ("lines", "arrows", "underlays", "overlays"))
    drawn += sum(bool(cage.get("cells")) and not cage.get("unique") for cage in cages)
    flags = [*(told.get("global") or ()), *(flag for flag in _FLAGS if meta.get(flag) is True)]
    sums = [{**x, "value": x.get("sum") or x.get("value")} for x in cages if x.get("unique")]
    extra = [{"cells": region} for region in regions if len({*inside}) < len(inside)]
    out = {**told, "size": len(grid), "grid": grid, "flags": flags, "killercage": sums}
    out |= {"extraregion": extra, "drawn": drawn, "title": meta.get("title")}
    return out | {"solution": meta.get("solution"), "ruleset": meta.get("rules")}


def _from_classic(data: str) -> dict[str, Any]:
    """Return SudokuPad's short text in the form of f-puzzles': digits, blanks after them.

    Behind the 81 cells, or a star, ``w`` stands for windows, ``x`` for diagonals, ``t`` and ``a``
    for a title and an author up to the next star; two stars are one.
    """
    signs, numbers = digits + ascii_uppercase + ascii_lowercase, list[int]()
    while len(numbers) < 81 and data[:1] not in ("", "*"):
        numbers += [signs.index(data[0]) % 10] + [0] * (signs.index(data[0]) // 10)
        data = data[1:]
    flags = {*re.sub(r"[ta](?:[^*]|\*\*)*\*?", "", data)} - {"*"}
    cells = [{"value": number, "given": number > 0} for number in numbers + [0] * 81]
    grid = [cells[at : at + 9] for at in range(0, 81, 9)]
    return {"size": 9, "grid": grid, "flags": sorted(flags)}


FORMAT = Format(
    "fpuzzles",
    "links of f-puzzles and SudokuPad: Sudokus with their variants",
    (),
    opens_with(_LINK),
    partial(each_line, parse=_parse_link),
    None,
    genres=only("sudoku", "sudokus", support=Support(write=False, solutions_read=True)),
    names_genre=True,
)
