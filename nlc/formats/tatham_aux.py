"""Saved games of Simon Tatham's collection, and the solutions that are hidden in them."""

from __future__ import annotations

import re
from hashlib import sha1
from itertools import pairwise

from msgspec import Struct

from nlc.errors import Source, fail
from nlc.formats.lines import Text
from nlc.formats.parts import Parts
from nlc.formats.sheet import Border, Cell, Place, Sheet, Value, link

_FIELD = re.compile(r"([A-Z]+) *:([0-9]{1,9}):")

STEPS = {1: (0, 1), 2: (-1, 0), 4: (0, -1), 8: (1, 0)}
"""The directions of a line by their bits: right, up, left and down."""


class SavedGame(Struct, frozen=True):
    """A saved game: its title, its ID in two parts, and the solution, or an empty text."""

    title: str
    params: Text
    description: Text
    solution: str


def saved_game(source: Source) -> SavedGame:
    """Return the game of a file whose fields are ``KEY :LENGTH:TEXT``.

    Raises:
        UserError: it is cut off, or lacks the game, its parameters or its description.
    """
    fields: dict[str, Text] = {}
    at, text = 0, source.text.replace("\r\n", "\n")
    while (found := _FIELD.match(text, at)) is not None:
        start, end = found.end(), found.end() + int(found[2])
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start) - 1
        if end > len(text):
            whole = Text(source, line, column, text[start:].partition("\n")[0])
            message = f"the field {found[1]} is cut off"
            raise whole.wrong(message, 0, len(whole.text))
        fields.setdefault(found[1], Text(source, line, column, text[start:end]))
        at = end + (text[end : end + 1] == "\n")
    for name in ("GAME", "PARAMS", "DESC"):
        if name not in fields:
            raise fail(f"{source.path}: the saved game has no field {name}")
    params = fields["PARAMS"]
    hidden = fields.get("AUXINFO")
    return SavedGame(
        fields["GAME"].text, params, fields["DESC"], revealed(hidden) if hidden else ""
    )


def revealed(hidden: Text) -> str:
    """Return the text that AUXINFO hides: each half is masked by a hash of the other one.

    Raises:
        UserError: it is not that.
    """
    try:
        data = bytes.fromhex(hidden.text)
    except ValueError:
        raise hidden.wrong("AUXINFO is not hexadecimal", 0, len(hidden.text)) from None
    half = len(data) // 2
    second = _masked(data[half:], data[:half])
    first = _masked(data[:half], second)
    return (first + second).decode("latin-1")


def _masked(data: bytes, seed: bytes) -> bytes:
    mask = b"".join(sha1(seed + str(n).encode()).digest() for n in range(len(data) // 20 + 1))
    return bytes(a ^ b for a, b in zip(data, mask, strict=False))


# ---------- solutions ----------


def line_by_cells(text: str, sheet: Sheet, parts: Parts) -> None:
    """Read a line: a hexadecimal digit a cell, the sum of its directions."""
    segments: set[Place] = set()
    for (row, col), char in zip(sheet.cells, text, strict=True):
        for bit, (down, right) in STEPS.items():
            if int(char, 16) & bit:
                segments.add(link((row, col), (row + down, col + right)))
    sheet.answer = {parts.line: segments}


def bridges(text: str, sheet: Sheet, parts: Parts) -> None:
    """Read bridges: ``S``, then ``Lx1,y1,x2,y2,n`` for each pair of islands, between ``;``."""
    one: set[Place] = set()
    two: set[Place] = set()
    for item in text.split(";")[1:]:
        if not item.startswith("L"):
            continue
        x, y, u, v, count = map(int, item[1:].split(","))
        cells: list[Cell] = [
            (row, col)
            for row in range(min(y, v), max(y, v) + 1)
            for col in range(min(x, u), max(x, u) + 1)
        ]
        segments = [link(a, b) for a, b in pairwise(cells)]
        one.update(segments)
        if count == 2:
            two.update(segments)
    sheet.answer = {parts.line: one, parts.double: two}


def rectangles(text: str, sheet: Sheet, parts: Parts) -> None:
    """Read regions: ``S``, then a bit for each border, those in rows first, all row by row.

    The value of a cell is the cell of the number in its region.
    """
    borders = [
        Border((row, col), (row, col + 1))
        for row in range(sheet.rows)
        for col in range(sheet.cols - 1)
    ]
    borders += [
        Border((row, col), (row + 1, col))
        for row in range(sheet.rows - 1)
        for col in range(sheet.cols)
    ]
    home = {cell: cell for cell in sheet.cells}

    def root(cell: Cell) -> Cell:
        while home[cell] != cell:
            cell = home[cell]
        return cell

    for border, bit in zip(borders, text[1:], strict=True):
        if bit == "0":
            home[root(border.first)] = root(border.second)
    named = {root(cell): sheet.name(cell) for cell in sheet.cells if cell in _numbers(sheet, parts)}
    values: dict[Place, Value] = {cell: named.get(root(cell), "") for cell in sheet.cells}
    sheet.answer = {parts.region: values}


def _numbers(sheet: Sheet, parts: Parts) -> dict[Place, Value]:
    return sheet.givens.get(parts.number, {})


def numbers(text: str, sheet: Sheet, parts: Parts) -> None:
    """Read numbers: ``S``, then one for each cell, between commas."""
    values: dict[Place, Value] = {
        cell: int(number) for cell, number in zip(sheet.cells, text[1:].split(","), strict=True)
    }
    sheet.answer = {parts.value: values}
