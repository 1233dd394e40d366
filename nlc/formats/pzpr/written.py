"""From the clues of a genre to what a URL or a file of pzpr says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from nlc.errors import fail
from nlc.formats.parts import IGNORED, take_blocked
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers, Link
from nlc.formats.pzpr.meaning import SIDES, boxes
from nlc.formats.pzpr.row import LETTERS, Row, rows
from nlc.formats.sheet import Cell, Place, Point, Sheet, Value, said
from nlc.ir.nodes import Assignment, Program


def page_of(program: Program, answer: Assignment | None) -> tuple[Row, list[str], Layers, Sheet]:
    """Return the row, the flags, the layers and the sheet of a puzzle, with an answer of it.

    The flags are one text, or none where no flag is set.

    Raises:
        UserError: pzpr cannot say the puzzle.
    """
    from nlc.formats.sheet_of import sheet_of

    sheet = sheet_of(program, "pzpr", answer)
    row = row_for(sheet)
    layers, flags = layers_of(sheet, row)
    sheet.plain("pzpr")
    sheet.finish("pzpr", **row.granted)
    return row, [flags] if flags else [], layers, sheet


def row_for(sheet: Sheet) -> Row:
    """Return the row by which a puzzle is written.

    Raises:
        UserError: pzpr does not have its genre.
    """
    found = [row for row in rows() if row.genre == sheet.genre]
    if not found:
        raise fail(f"puzz.link has no genre that is {sheet.genre}")

    def fits(row: Row) -> bool:
        return all(said(sheet.options[name]) == value for name, value in row.granted.items())

    labels = [str(label) for label in sheet.givens.get(found[0].number, {}).values()]
    lettered = bool(labels) and all(map(_is_letter, labels))
    found.sort(key=lambda row: (not fits(row), row.letters != lettered))
    return found[0]


def layers_of(sheet: Sheet, row: Row) -> tuple[Layers, str]:
    """Return the layers and the flags that say a puzzle; what they say is taken from the sheet.

    Raises:
        UserError: pzpr cannot say the puzzle.
    """
    layers, parts = Layers(sheet.rows, sheet.cols), row.parts
    told = {name: said(sheet.option(name)) for name in row.told}
    flags = "".join(flag for flag, (name, value) in row.flags.items() if told[name] == value)
    if "count" in row.body:
        layers.count = int(sheet.option("stars"))
    if {"bits", "blank"} & {*row.body, *row.file}:
        layers.blank = _items(layers, dict.fromkeys(take_blocked(sheet, parts), 1))
    if sheet.holes:
        raise fail(f"a {row.pid} of pzpr has no holes")
    if parts.room:
        names = {_number(layers, cell): name for cell, name in sheet.take(parts.room).items()}
        layers.walls = _walls(layers, names)
    if row.genre == "sudoku":
        usual = boxes(layers, None)
        if layers.walls != _walls(layers, dict(enumerate(usual))):
            raise fail("a Sudoku of pzpr has the boxes that its size tells")
    numbers: dict[Place, int] = {}
    if "arrows" in row.body:
        numbers |= dict.fromkeys(sheet.take(parts.blocked), GREY)
    if parts.unknown not in ("", IGNORED):
        numbers |= dict.fromkeys(sheet.take(parts.unknown), UNTOLD)
    arrows = sheet.take(parts.arrow) if parts.arrow else {}
    numbers |= dict.fromkeys(arrows, UNTOLD)
    if row.number:
        numbers |= _numbers(sheet, row)
    if "cross4" in row.body:
        layers.points = _items(layers, numbers)
    else:
        sides = {name: side for side, name in SIDES.items()}
        turned = {place: sides[str(name)] for place, name in arrows.items()}
        layers.cells = _items(layers, numbers, turned)
    if "roomnum" in row.body:
        _to_corners(layers)
    return layers, flags


def _number(layers: Layers, place: Place) -> int:
    """Return the number of a cell or a point."""
    row, col = cast("Cell", tuple(place))
    return row * (layers.cols + isinstance(place, Point)) + col


def _items(
    layers: Layers,
    values: Mapping[Place, int] | Mapping[Cell, int],
    sides: Mapping[Place, int] = {},
) -> list[Item]:
    return sorted(
        Item(_number(layers, place), value, 0, 0, sides.get(place, 0))
        for place, value in values.items()
    )


def _numbers(sheet: Sheet, row: Row) -> dict[Place, int]:
    """Return the numbers by which pzpr says the values of a given."""
    given = dict(sorted(sheet.take(row.number).items()))
    if row.circle is not None:
        return {place: row.circle.index(str(value), 1) for place, value in given.items()}
    if not row.named:
        return {place: int(value) for place, value in given.items()}
    names = _renamed(list(dict.fromkeys(map(str, given.values()))), row.letters)
    return {place: names[str(value)] for place, value in given.items()}


def _renamed(labels: list[str], letters: bool) -> dict[str, int]:
    """Return a number for each label: its own, or else its place among all."""
    if letters and all(map(_is_letter, labels)):
        return {label: LETTERS.index(label) + 1 for label in labels}
    if not letters and all(_is_number(label) for label in labels):
        return {label: int(label) for label in labels}
    return {label: i for i, label in enumerate(labels, 1)}


def _is_letter(label: str) -> bool:
    return len(label) == 1 and label in LETTERS


def _is_number(label: str) -> bool:
    """Return whether a label is a number from 1 as it would be written."""
    return label.isascii() and label.isdigit() and not label.startswith("0")


def _walls(layers: Layers, names: Mapping[int, Value]) -> set[Link]:
    """Return the borders between rooms, and put them into the layers.

    Raises:
        UserError: a room falls apart.
    """
    layers.walls = {
        (a, b) for a, b in layers.links() if a in names and b in names and names[a] != names[b]
    }
    found: dict[Value, int] = {}
    for cell, room in enumerate(layers.rooms()):
        if room >= 0 and found.setdefault(names[cell], room) != room:
            raise fail(f"the room '{names[cell]}' falls apart, which pzpr cannot say")
    return layers.walls


def _to_corners(layers: Layers) -> None:
    """Move the numbers of rooms to the cells where pzpr has them.

    Raises:
        UserError: a room has two numbers.
    """
    room_of, corners = layers.rooms(), layers.corners()
    numbers: dict[int, int] = {}
    for item in layers.cells:
        if numbers.setdefault(room_of[item.place], item.value) != item.value:
            raise fail("a room has two numbers, which pzpr cannot say")
    layers.cells = [Item(corners[room], value, 0, 0) for room, value in sorted(numbers.items())]
