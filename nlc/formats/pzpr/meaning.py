"""From what a URL or a file of pzpr says to the clues of a genre."""

from __future__ import annotations

from nlc.errors import Span, fail
from nlc.formats.parts import IGNORED, put_blocked
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers
from nlc.formats.pzpr.row import LETTERS, Row
from nlc.formats.pzpr.url import Page
from nlc.formats.sheet import Cell, Place, Point, Sheet, Value, border

SIDES = {1: "N", 2: "S", 3: "W", 4: "E"}
"""The sides of arrows."""

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}
"""Rows and columns of the boxes of a Sudoku, by its size."""


def sheet_of_page(page: Page, title: str) -> Sheet:
    """Return the puzzle that a page asks for.

    Raises:
        UserError: it says what a puzzle of its genre cannot have.
    """
    row, layers = page.row, page.layers
    sheet = Sheet(row.genre, layers.rows, layers.cols, title)
    sheet.options.update({name: _parsed(value) for name, value in row.told.items()})
    for flag in page.flags:
        name, value = row.flags[flag]
        sheet.options[name] = _parsed(value)
    sheet.assume(**{name: _parsed(value) for name, value in row.granted.items()})
    if layers.count is not None:
        sheet.options["stars"] = layers.count
    for item in layers.blank:
        put_blocked(sheet, row.parts, _cell(layers, item), page.where(item))
    if len(sheet.holes) == layers.size:
        raise fail("no cell is part of the board", page.head)
    for item in layers.cells:
        _put(sheet, row, _cell(layers, item), item, page.where(item))
    for item in layers.points:
        point = Point(*divmod(item.place, layers.cols + 1))
        _put(sheet, row, point, item, page.where(item))
    if row.parts.room:
        rooms = boxes(layers, page.head) if row.genre == "sudoku" else layers.rooms()
        cells = [divmod(number, layers.cols) for number in range(layers.size)]
        for cell, room in zip(cells, rooms, strict=True):
            if room >= 0:
                sheet.put(row.parts.room, cell, str(room + 1), page.head)
        for a, b in sorted(layers.walls or ()):
            if row.parts.fence and rooms[a] == rooms[b] >= 0:
                sheet.put(row.parts.fence, border(cells[a], cells[b]), True, page.head)
    return sheet


def _cell(layers: Layers, item: Item) -> Cell:
    return item.place // layers.cols, item.place % layers.cols


def _put(sheet: Sheet, row: Row, place: Place, item: Item, span: Span) -> None:
    parts = row.parts
    if place in sheet.holes:
        raise fail("here is a clue in a cell that is no part of the board", span)
    if item.side:
        sheet.put(parts.arrow, place, SIDES[item.side], span)
    if item.value == GREY:
        sheet.put(parts.blocked, place, True, span)
    elif item.value != UNTOLD:
        sheet.put(row.number, place, _value(row, item.value, span), span)
    elif not item.side and parts.unknown != IGNORED:
        if not parts.unknown:
            raise fail(f"{row.genre} has no clue of which nothing is told", span)
        sheet.put(parts.unknown, place, True, span)


def _value(row: Row, number: int, span: Span) -> Value:
    if row.circle is not None:
        if number not in (1, 2):
            raise fail(f"expected 1 or 2, found {number}", span)
        return row.circle[number]
    if row.letters and 0 < number <= len(LETTERS):
        return LETTERS[number - 1]
    return str(number) if row.named else number


def _parsed(text: str) -> Value:
    return text == "true" if text in ("true", "false") else int(text)


def boxes(layers: Layers, head: Span | None) -> list[int]:
    """Return the box of each cell of a Sudoku.

    Raises:
        UserError: its size tells no boxes.
    """
    size = layers.cols
    if size not in BOXES or layers.rows != size:
        raise fail(f"a Sudoku of pzpr is {', '.join(f'{n}x{n}' for n in BOXES)}", head)
    high, wide = BOXES[size]
    return [n // size // high * (size // wide) + n % size // wide for n in range(layers.size)]
