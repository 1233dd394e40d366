"""A puzzle as a drawing: the marks of its pictures, and the answer that is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

import numpy as np
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import fail
from nlc.formats.genres import stock_genre
from nlc.formats.parts import Value
from nlc.formats.penpa import drawing as d
from nlc.formats.penpa.drawing import Penpa
from nlc.formats.sheet import (
    Border,
    Cell,
    Link,
    Place,
    Sheet,
    Side,
    border,
    neighbours,
    parse_place,
)
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.contents import DrawnClue, drawn_clues, edge_clues
from nlc.render.around import OuterClue, outer_clues
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
    further = [name for name in marked if program.given_sorts[name] is Sort.CELL][1:]
    for name in (*further, *({*marked} - scene.rooms.names)):
        raise fail(f"the format penpa cannot express the rooms of '{name}'")
    on_borders = {name for name, sort in program.given_sorts.items() if sort is Sort.BORDER}
    signed = {name for name in on_borders if program.value_kinds[name] == "bool"}
    signed |= on_borders & program.clue_marks.keys()  # also at the rim
    outer: list[tuple[Cell, OuterClue]] = []
    for clue in outer_clues(scene):
        far = 1 if clue.inside else clue.rank + 1
        row, col = int(board.row_of[clue.cell]), int(board.col_of[clue.cell])
        if clue.given not in signed:
            outer.append(((row + far * clue.step[0], col + far * clue.step[1]), clue))
    corners = [(-int(total > 0), 0), (sheet.rows - 1, sheet.cols - 1)]
    rows, cols = zip(*corners, *(cell for cell, _ in outer), strict=True)
    margins = (-min(rows), max(rows) - sheet.rows + 1, -min(cols), max(cols) - sheet.cols + 1)
    holes, sheet.holes = sheet.holes, set()
    size = (sheet.title, sheet.rows, sheet.cols, margins, holes)
    drawing = Penpa(*size, d.new_layer(), {}, (tag,), rules="\n".join(program.text))
    if total:
        star = "★" * ("star" in program.marks.values())
        _mark(drawing, "number", d.CELL, (-1, 0), [f"{total}{star}", 1, "1"])
    for cell, clue in outer:
        if drawing.inside(cell):
            raise fail("the format penpa cannot express clues behind each other in a hole")
        if cell in holes:  # which may have two: one to the right stands above one downwards
            _mark(drawing, "numberS", d.CORNER, cell, [clue.text, 1], 1 if clue.step[1] else 2)
        else:
            _mark(drawing, "number", d.CELL, cell, [clue.text, 1, "1"])
    for place, drawn in _clues(scene, signed):
        _draw_clue(scene, drawing, *d.spot(place), drawn)
    borders = scene.rooms.given & board.border_inner
    for name in on_borders.intersection(marked):  # also at the rim
        borders[[i for i, text in program.givens[name].items() if text == "true"]] = True
    for i in np.flatnonzero(borders).tolist():
        drawing.question["lineE"][drawing.line(parse_place(board.names(Sort.BORDER)[i]))] = 2
    return drawing


def _clues(scene: Scene, signed: Collection[str]) -> Iterator[tuple[Place, DrawnClue]]:
    """Yield the clues of cells, points, links and borders; at the rim, just those of `signed`."""
    program, board = scene.program, scene.board
    for sort in (Sort.CELL, Sort.VERTEX):
        names, found = board.names(sort), Counter[tuple[bool, int]]()
        for name in program.given_sorts.keys() - scene.rooms.names:
            words = program.clue_marks.get(name, {"": ""})
            if program.given_sorts[name] is sort and program.value_kinds[name] != "side":
                for i, text in program.givens[name].items():
                    found["" in words, i] += "" in words or words.get(text) in d.SYMBOLS
        for (_, i), count in found.items():
            if count > 1:
                raise fail(f"the format penpa cannot express two clues at {names[i]}")
        yield from ((parse_place(names[i]), x) for i, x in drawn_clues(scene, sort).items())
    signs = set[int]().union(*(program.givens[name] for name in signed))
    for sort, i, clue, _ in edge_clues(program):
        inner = sort is not Sort.BORDER or board.border_inner[i]
        if sort is not Sort.LINE and (inner or (i in signs and (clue.shape or clue.text == "?"))):
            yield parse_place(board.names(sort)[i]), clue


def _draw_clue(scene: Scene, drawing: Penpa, kind: int, cell: Cell, clue: DrawnClue) -> None:
    text, mode, inside = clue.text, "1", kind == d.CELL
    for number, side in enumerate("NWES"):
        if inside and text.endswith(arrow := scene.glyphs.arrow(side)):
            text, mode = f"{text.removesuffix(arrow)}_{number}", "2"
    if len(clue.numbers) == len("".join(clue.numbers)) > 0:
        text, mode = "".join(clue.numbers), "4"
    if clue.shaded:
        if not inside:
            raise fail("the format penpa has no shaded points")
        _mark(drawing, "surface", d.CELL, cell, 4)
    if text and clue.corner and inside:
        _mark(drawing, "numberS", d.CORNER, cell, [text, 1])
    elif text:
        color = 4 if clue.shaded else 6 if clue.frame else 1
        _mark(drawing, "number", kind, cell, [text, color, mode])
    if word := clue.shape or "circle" * (clue.frame and not text):
        if word not in d.SYMBOLS:
            raise fail(f"the format penpa has no mark for '{word}'")
        name, style, *_ = d.SYMBOLS[word]
        value = [style, name, 1] if inside else [style, name.replace("_L", "_SS"), 2]
        _mark(drawing, "symbol", kind, cell, value)


def _mark(drawing: Penpa, layer: str, kind: int, cell: Cell, value: Any, quarter: int = 0) -> None:
    """Draw a mark where there is none of its layer."""
    at = str(drawing.number(kind, cell) + quarter)
    if drawing.question[layer].setdefault(at, value) is not value:
        raise fail("the format penpa cannot express two clues at one place")


# ---------- the answer ----------


def answer_lists(program: Program, sheet: Sheet, drawing: Penpa) -> dict[str, list[str]]:
    """Return the answer of a sheet as penpa-edit compares it: a sorted list for each of `LAYERS`.

    It has the shown variables, but no number or stone that the puzzle gives.

    Raises:
        UserError: a shown variable has no place in a drawing.
    """
    out: dict[str, dict[str, str]] = {name: {} for name in d.LAYERS}
    cells, given = [*filter(drawing.inside, sheet.cells)], drawing.question
    every: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for name in [each.name for each in every if each.shown and each.sort is not Sort.PUZZLE]:
        word, values = program.marks.get(name, ""), (sheet.answer or {}).get(name)
        refusal = fail(f"the format penpa has no place for '{name}' in a solution")
        if values is None:
            raise refusal
        marks: Mapping[Place, Value | None]
        if not isinstance(values, Mapping):
            false, true = _STATES.get(word, ("", word))
            marks = {**dict.fromkeys(cells if false else (), false), **dict.fromkeys(values, true)}
        elif word == "rooms":
            rooms = cast("Mapping[Cell, object]", values)
            pairs = [(cell, other) for cell in rooms for other in neighbours(cell, rooms)]
            marks = {border(*pair): True for pair in pairs if rooms[pair[0]] != rooms[pair[1]]}
        else:
            marks = values
        for place, mark in marks.items():
            (kind, cell), text = d.spot(place), str(mark)
            at, end = str(drawing.number(kind, cell)), d.SYMBOLS.get(text, ("", 0, "", ""))[2]
            layer = "symbol" if end else "surface"
            if isinstance(place, Link | Border | Side):
                layer, at = "line" if isinstance(place, Link) else "lineE", drawing.line(place)
                end = "2" if layer == "line" and word == "double" else "1"
            elif isinstance(values, Mapping) or word == "digit":
                layer, end = "number", text
            number = text.isdecimal() or (text.isascii() and text.isalpha())
            if (layer == "number" and not number) or (layer == "surface" and kind != d.CELL):
                raise refusal
            if at not in given[layer] or not (layer == "number" or word in _STATES):
                out[layer][at] = end
    return {n: sorted(f"{at},{end}".rstrip(",") for at, end in m.items()) for n, m in out.items()}
