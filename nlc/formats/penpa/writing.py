"""A puzzle as a drawing: the marks of its pictures, and the answer that is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from copy import copy
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
    Givens,
    Link,
    Place,
    Sheet,
    Side,
    border,
    neighbours,
    parse_place,
    strings,
)
from nlc.ir.nodes import Program
from nlc.language.builtins import HALVES
from nlc.pictures.contents import DrawnClue, drawn_clues, edge_clues
from nlc.render.around import OuterClue, outer_clues
from nlc.render.scene import Scene
from nlc.render.view import View

_STATES = {"stone": ("circle", "disc"), "digit": ("0", "1")}
"""The marks of both states of a variable, where both are drawn."""


def draw_puzzle(
    program: Program, sheet: Sheet, givens: Givens, heads: list[str], tag: str
) -> Penpa:
    """Return the drawing of a puzzle.

    Args:
        givens: the clues, which the sheet no longer has.
        heads: texts to stand above it, such as how many stars.

    Raises:
        UserError: two clues have one place, or there is no mark for one.
    """
    scene, board, parts = Scene(program, View()), program.board, sheet.parts
    marked = [*filter(program.is_rooms, program.clue_marks)]
    if not marked and stock_genre(program.genre) is not None:  # which leaves no rooms to a guess
        none = np.zeros_like(scene.rooms.given)
        scene.rooms = replace(scene.rooms, names=frozenset(), given=none)
    rooms = [name for name in marked if program.given_sorts[name] is Sort.CELL]
    for name in {*rooms[:1]} - scene.rooms.names:
        raise fail(f"the format penpa cannot express the rooms of '{name}'")
    scene.rooms = replace(scene.rooms, names=scene.rooms.names.union(rooms))
    on_borders = {name for name, sort in program.given_sorts.items() if sort is Sort.BORDER}
    signed = {name for name in on_borders if program.value_kinds[name] == "bool"}
    signed |= on_borders & program.clue_marks.keys()  # also at the rim
    outer, sorts = list[tuple[Cell, OuterClue]](), program.given_sorts
    unsigned = {name: sort for name, sort in sorts.items() if name not in signed}
    around = copy(scene)
    around.program = replace(program, given_sorts=unsigned)
    for clue in outer_clues(around):
        row, col = int(board.row_of[clue.cell]), int(board.col_of[clue.cell])
        if clue.given == parts.outside and parts.second:  # one of each on either side
            outer.append(((sheet.rows, col) if clue.step[0] else (row, sheet.cols), clue))
        else:
            away = 1 if clue.inside or parts.second else clue.rank + 1
            outer.append(((row + away * clue.step[0], col + away * clue.step[1]), clue))
    corners = [(0, 0), (sheet.rows - 1, sheet.cols - 1)]
    rows, cols = zip(*corners, *(cell for cell, _ in outer), strict=True)
    top = -min(rows) + len(heads)
    margins = (top, max(rows) - sheet.rows + 1, -min(cols), max(cols) - sheet.cols + 1)
    holes, sheet.holes = sheet.holes, set()
    size = (sheet.title, sheet.rows, sheet.cols, margins, holes)
    drawing = Penpa(*size, d.new_layer(), {}, (tag,), rules="\n".join(program.text))
    for row, text in enumerate(heads, -top):
        _mark(drawing, "number", d.CELL, (row, 0), [text, 1, "8" if text[1:2].isalpha() else "1"])
    for cell, clue in outer:
        if drawing.inside(cell):
            raise fail("the format penpa cannot express clues behind each other in a hole")
        if cell in holes or _halved(program):  # where one to the right stands above one downwards
            quarter = d.CORNER + (1 if clue.step[1] else 2)
            _mark(drawing, "numberS", quarter, cell, [clue.text, 1])
        else:
            _mark(drawing, "number", d.CELL, cell, [clue.text, 1, "1"])
    for place, drawn in _clues(scene, signed):
        _draw_clue(scene, drawing, *d.spot(place), drawn)
    borders = scene.rooms.given & board.border_inner
    for name in on_borders.intersection(marked):  # also at the rim
        borders[[i for i, text in program.givens[name].items() if text == "true"]] = True
    for name in rooms[1:]:
        told = givens.get(name, {})
        for cage in ([c for c in told if told[c] == each] for each in dict.fromkeys(told.values())):
            drawing.question["killercages"].append([drawing.number(d.CELL, c) for c in cage])
            drawing.question["cage"] |= dict.fromkeys(_dashes(drawing, cage), 10)
    for name in scene.strings:
        layer = d.STRINGS.get(program.clue_marks[name][""], "")
        for cells in strings(givens.get(name, {})):
            if not layer:
                raise fail(f"the format penpa has no mark for '{name}'")
            drawing.question[layer].append([drawing.number(d.CELL, cell) for cell in cells])
    for i in np.flatnonzero(borders).tolist():
        drawing.question["lineE"][drawing.line(parse_place(board.names(Sort.BORDER)[i]))] = 2
    return drawing


def _clues(scene: Scene, signed: Collection[str]) -> Iterator[tuple[Place, DrawnClue]]:
    """Yield the clues of cells, points, links and borders; at the rim, just those of `signed`."""
    program, board = scene.program, scene.board
    for sort in (Sort.CELL, Sort.VERTEX):
        names, found = board.names(sort), Counter[tuple[str, int]]()
        for name in program.given_sorts.keys() - scene.rooms.names - {*scene.strings}:
            words = program.clue_marks.get(name, {"": ""})
            place = words.get("", "symbol")
            place = place if place in ("corner", "symbol", *HALVES) else "text"
            if program.given_sorts[name] is sort and program.value_kinds[name] != "side":
                for i, text in program.givens[name].items():
                    found[place, i] += "" in words or words.get(text) in d.SYMBOLS
        for (_, i), count in found.items():
            if count > 1:
                raise fail(f"the format penpa cannot express two clues at {names[i]}")
        yield from ((parse_place(names[i]), x) for i, x in drawn_clues(scene, sort).items())
    signs = set[int]().union(*(program.givens[name] for name in signed))
    for sort, i, clue, _ in edge_clues(program):
        inner = sort is not Sort.BORDER or board.border_inner[i]
        if sort is not Sort.LINE and (inner or (i in signs and (clue.shape or clue.text == "?"))):
            yield parse_place(board.names(sort)[i]), clue


def _dashes(drawing: Penpa, cage: Collection[Cell]) -> Iterator[str]:
    """Yield the dashed lines round the cells of a cage, a little within it.

    They join quarters of cells that have neighbours in the cage on one side at most.
    """
    there = {(2 * row + a, 2 * col + b) for row, col in cage for a in (0, 1) for b in (0, 1)}
    for row, col in sorted(there):
        for down, right in ((0, 1), (1, 0)):
            ends = (row, col), (row + down, col + right)
            sides = [{(r + d * right, c + d * down) for r, c in ends} for d in (-1, 1)]
            if ends[1] in there and not all(side <= there for side in sides):
                at = ((d.CORNER + 2 * (r % 2) + c % 2, (r // 2, c // 2)) for r, c in ends)
                yield ",".join(str(drawing.number(*each)) for each in at)


def _halved(program: Program) -> bool:
    """Return whether black cells hold two sums, as in a Kakuro."""
    return any({*words.values()} & {*HALVES} for words in program.clue_marks.values())


def _draw_clue(scene: Scene, drawing: Penpa, kind: int, cell: Cell, clue: DrawnClue) -> None:
    text, mode, inside, word = clue.text.replace("−", "-"), "1", kind == d.CELL, clue.shape
    if inside and (clue.halves or (clue.shaded and _halved(scene.program))):
        _mark(drawing, "symbol", kind, cell, [1 if clue.halves else 2, "kakuro", 2])
        for quarter, half in zip((2, 1), clue.halves, strict=False):
            if half:
                _mark(drawing, "numberS", d.CORNER + quarter, cell, [half, 4])
        return
    for number, side in enumerate(d.ARROWS):
        if inside and text.endswith(arrow := scene.glyphs.arrow(side)):
            text, mode = f"{text.removesuffix(arrow)}_{number}", "2"
    if len(clue.numbers) == len("".join(clue.numbers)) > 0:
        text, mode = "".join(clue.numbers), "4"
    frame = d.FRAMES["circle"] if clue.frame and not clue.dot else 0
    if not inside and text and word in d.FRAMES:
        word, frame = "", d.FRAMES[word]
    if shade := "shaded" if clue.shaded else word if word in d.SHADES else "":
        if not inside:
            raise fail("the format penpa has no shaded points")
        _mark(drawing, "surface", d.CELL, cell, d.SHADES[shade])
    if clue.dot:
        _mark(drawing, "symbol", kind, cell, [d.FIREFLY.find(clue.dot), "firefly", 2])
    corner = text if clue.corner and inside else ""
    if small := clue.small or corner:
        _mark(drawing, "numberS", d.CORNER, cell, [small, 1])
    if text and not corner:
        _mark(drawing, "number", kind, cell, [text, 4 if clue.shaded else frame or 1, mode])
    word = word or "circle" * (frame > 0 and not text)
    if word and word != shade:
        if word not in d.SYMBOLS:
            raise fail(f"the format penpa has no mark for '{word}'")
        name, style = d.SYMBOLS[word][0], d.look(kind, word)[1]
        value = [style, name, 1] if inside else [style, name.replace("_L", "_SS"), 2]
        _mark(drawing, "symbol", kind, cell, value)


def _mark(drawing: Penpa, layer: str, kind: int, cell: Cell, value: Any) -> None:
    """Draw a mark where there is none of its layer."""
    at = str(drawing.number(kind, cell))
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
    shown = [each for each in program.declared if each.shown and each.sort is not Sort.PUZZLE]
    for name in (each.name for each in shown):
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
            if text in d.DIAGONALS:
                layer, at, end = "lineE", drawing.diagonal(text, cell), "1"
            elif isinstance(place, Link | Border | Side):
                layer, at = "line" if isinstance(place, Link) else "lineE", drawing.line(place)
                end = "2" if layer == "line" and word == "double" else "1"
            elif not end and (isinstance(values, Mapping) or word == "digit"):
                layer, end = "number", text
            number = text.isascii() and "," not in text
            if (layer == "number" and not number) or (layer == "surface" and kind != d.CELL):
                raise refusal
            if at not in given[layer] or not (layer == "number" or word in _STATES):
                out[layer][at] = end
    return {n: sorted(f"{at},{end}".rstrip(",") for at, end in m.items()) for n, m in out.items()}
