"""A puzzle as a drawing: the marks of its pictures, and the answer that is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

import numpy as np
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import fail
from nlc.formats.penpa import drawing as d
from nlc.formats.penpa.drawing import Penpa
from nlc.formats.sheet import (
    Border,
    Cell,
    Link,
    Place,
    Point,
    Sheet,
    Side,
    border,
    neighbours,
    parse_place,
)
from nlc.formats.stock import stock_genre
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.contents import DrawnClue, drawn_clues, edge_clues
from nlc.render.around import outer_clues
from nlc.render.scene import Scene
from nlc.render.view import View

_STATES = {"stone": ("circle", "disc"), "digit": ("0", "1")}
"""The marks of both states of a variable, where both are drawn."""


def draw_puzzle(program: Program, sheet: Sheet, total: int, tag: str) -> Penpa:
    """Return the drawing of a puzzle.

    Args:
        total: a number of the whole board to write above it, 0 for none.

    Raises:
        UserError: two clues have one place, or there is no mark for one.
    """
    scene, board = Scene(program, View()), program.board
    marked = [name for name, words in program.clue_marks.items() if "rooms" in words.values()]
    if not marked and stock_genre(program.genre) is not None:  # which leaves no rooms to a guess
        none = np.zeros_like(scene.rooms.given)
        scene.rooms = replace(scene.rooms, names=frozenset(), given=none)
    for name in marked if scene.rooms.cages else {*marked} - scene.rooms.names:
        raise fail(f"the format penpa cannot express the rooms of '{name}'")
    outer = [clue for clue in outer_clues(scene) if clue.given not in program.clue_marks]
    wide = {(-1, 0): int(total > 0), (1, 0): 0, (0, -1): 0, (0, 1): 0}
    for clue in outer:
        if not clue.inside:
            wide[clue.step] = max(wide[clue.step], clue.rank + 1)
    margins = cast("tuple[int, int, int, int]", tuple(wide.values()))
    holes, sheet.holes = sheet.holes, set()
    size = (sheet.title, sheet.rows, sheet.cols, margins, holes)
    drawing = Penpa(*size, d.new_layer(), {}, (tag,))
    if total:
        star = "★" * ("star" in program.marks.values())
        _mark(drawing, "number", d.CELL, (-1, 0), [f"{total}{star}", 1, "1"])
    for clue in outer:
        row, col, far = board.row_of[clue.cell], board.col_of[clue.cell], clue.rank + 1
        cell = (int(row) + far * clue.step[0], int(col) + far * clue.step[1])
        _mark(drawing, "number", d.CELL, cell, [clue.text, 1, "1"])
    for place, drawn in _clues(scene):
        _draw_clue(scene, drawing, *d.spot(place), drawn)
    for i in np.flatnonzero(scene.rooms.given & board.border_inner).tolist():
        ends = d.edge_ends(parse_place(board.names(Sort.BORDER)[i]))
        drawing.question["lineE"][drawing.pair(d.POINT, *ends)] = 2
    return drawing


def _clues(scene: Scene) -> Iterator[tuple[Place, DrawnClue]]:
    """Yield the clues of cells, points, and borders and links inside the board."""
    program, board = scene.program, scene.board
    for sort in (Sort.CELL, Sort.VERTEX):
        names, found = board.names(sort), Counter[tuple[bool, int]]()
        for name in program.given_sorts.keys() - scene.rooms.names:
            words = program.clue_marks.get(name, {"": ""})
            if program.given_sorts[name] is sort and program.value_kinds[name] != "side":
                texts = program.givens[name].items()
                places = [i for i, text in texts if "" in words or words.get(text) in d.SYMBOLS]
                found.update(("" in words, i) for i in places)
        for (_, i), count in found.items():
            if count > 1:
                raise fail(f"the format penpa cannot express two clues at {names[i]}")
        yield from ((parse_place(names[i]), x) for i, x in drawn_clues(scene, sort).items())
    for sort, i, clue, _ in edge_clues(program):
        inner = sort is Sort.LINK or (sort is Sort.BORDER and bool(board.border_inner[i]))
        if inner or (clue.shape and sort is Sort.BORDER):
            yield parse_place(board.names(sort)[i]), clue


def _draw_clue(scene: Scene, drawing: Penpa, kind: int, cell: Cell, clue: DrawnClue) -> None:
    text, mode, glyphs = clue.text, "1", scene.glyphs
    for number, side in enumerate("NWES"):
        if kind == d.CELL and text.endswith(glyphs.arrow(side)):
            text, mode = f"{text.removesuffix(glyphs.arrow(side))}_{number}", "2"
    if len(clue.numbers) == len("".join(clue.numbers)) > 0:
        text, mode = "".join(clue.numbers), "4"
    if clue.shaded:
        _mark(drawing, "surface", d.CELL, cell, 4)
    if text and clue.corner and kind == d.CELL:
        _mark(drawing, "numberS", d.CORNER, cell, [text, 1])
    elif text:
        color = 4 if clue.shaded else 6 if clue.frame else 1
        _mark(drawing, "number", kind, cell, [text, color, mode])
    if word := clue.shape or "circle" * (clue.frame and not text):
        if word not in d.SYMBOLS:
            raise fail(f"the format penpa has no mark for '{word}'")
        name, style, *_ = d.SYMBOLS[word]
        name = name if kind == d.CELL else name.replace("_L", "_SS")
        _mark(drawing, "symbol", kind, cell, [style, name, 1 if kind == d.CELL else 2])


def _mark(drawing: Penpa, layer: str, kind: int, cell: Cell, value: Any) -> None:
    """Draw a mark where there is none of its layer."""
    at = str(drawing.number(kind, cell))
    if drawing.question[layer].setdefault(at, value) is not value:
        raise fail("the format penpa cannot express two clues at one place")


def answer_lists(program: Program, sheet: Sheet, drawing: Penpa) -> dict[str, list[str]]:
    """Return the answer of a sheet as penpa-edit compares it: a sorted list for each of `d.LAYERS`.

    It has the shown variables, but no number or stone that the puzzle gives.

    Raises:
        UserError: a shown variable has no place in a drawing.
    """
    out: dict[str, dict[str, str]] = {name: {} for name in d.LAYERS}
    question, answer = drawing.question, sheet.answer or {}
    every: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for name in [each.name for each in every if each.shown and each.sort is not Sort.PUZZLE]:
        word, values = program.marks.get(name, ""), answer.get(name)
        if values is None:
            raise fail(f"the format penpa has no place for '{name}'")
        lines, marks = set[Place](), dict[Place, str]()
        if isinstance(values, Mapping) and word == "rooms":
            rooms = cast("Mapping[Cell, object]", values)
            pairs = ((cell, other) for cell in rooms for other in neighbours(cell, rooms))
            lines = {border(*pair) for pair in pairs if rooms[pair[0]] != rooms[pair[1]]}
        elif isinstance(values, Mapping):
            marks = {place: str(value) for place, value in values.items() if value is not None}
        elif any(isinstance(place, Link | Border | Side) for place in values):
            lines = values
        else:
            false, true = _STATES.get(word, ("", word))
            cells = filter(drawing.inside, sheet.cells if false else ())
            marks = {**dict.fromkeys(cells, false), **dict.fromkeys(values, true)}
        for line in lines:
            if isinstance(line, Link):
                out["line"][drawing.pair(d.CELL, *line)] = "2" if word == "double" else "1"
            else:
                out["lineE"][drawing.pair(d.POINT, *d.edge_ends(line))] = "1"
        for place, mark in marks.items():
            at, end = str(drawing.number(*d.spot(place))), d.SYMBOLS.get(mark, ("", 0, "", ""))[2]
            valued = isinstance(values, Mapping) or word == "digit"
            if isinstance(place, Point) and not (valued or end):
                raise fail(f"the format penpa has no place for '{name}'")
            if at in question["number" if valued else "symbol"] and (valued or word in _STATES):
                continue
            if valued and not (mark.isdecimal() or (mark.isascii() and mark.isalpha())):
                raise fail(f"the format penpa has no place for the value '{mark}' of '{name}'")
            end = mark if valued else end
            out["number" if valued else "symbol" if end else "surface"][at] = end
    return {n: sorted(f"{at},{end}".rstrip(",") for at, end in m.items()) for n, m in out.items()}
