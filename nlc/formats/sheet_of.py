"""Makes a `Sheet` of an elaborated puzzle and a solution."""

from __future__ import annotations

import re

import numpy as np

from nlc.errors import fail
from nlc.formats.sheet import (
    Border,
    Cell,
    Link,
    Place,
    Point,
    Sheet,
    SheetAnswer,
    Side,
    StraightLine,
    Value,
    option_value,
)
from nlc.formats.stock import stock_genre
from nlc.ir.nodes import ABSENT, Assignment, Program

_CELL = re.compile(r"r(\d+)c(\d+)")
_PART = re.compile(r"r(\d+)c(\d+)\.(side|corner|line)\((\w+)\)")


def sheet_of(program: Program, form: str, answer: Assignment | None = None) -> Sheet:
    """Return the sheet of a puzzle.

    Args:
        form: name of the format that it is for, for messages.
        answer: a solution.

    Raises:
        UserError: the board does not consist of squares, or has warps; or the puzzle has rules of
            its own.
    """
    require_stock(program, form)
    board = program.board
    if board.topology != "square":
        raise fail(f"the format {form} is for boards of squares")
    sheet = Sheet(program.genre, board.rows, board.cols, program.title)
    sheet.options.update({name: option_value(text) for name, text in program.options.items()})
    rows, cols = board.row_of.tolist(), board.col_of.tolist()
    every = {(row, col) for row in range(board.rows) for col in range(board.cols)}
    places = list(zip(rows, cols, strict=True))
    sheet.holes = every - set(places)
    sheet.bridges = {places[i] for i in np.flatnonzero(board.lanes >= 0).tolist()}
    _links(program, sheet, places, form)
    for name, texts in program.givens.items():
        kind, sort = program.value_kinds[name], program.given_sorts[name]
        names = board.names(sort)
        for element, text in texts.items():
            value: Value = int(text) if kind == "int" else True if kind == "bool" else text
            sheet.put(name, parse_place(names[element]), value)
    if answer is not None:
        sheet.answer = _answer(program, answer)
    return sheet


def require_stock(program: Program, form: str) -> None:
    """Refuse a genre that does not come with nlc, and rules of the puzzle's own.

    Raises:
        UserError: the puzzle has one of these, which only the language can express.
    """
    found = stock_genre(program.genre)
    if found is None:
        raise fail(f"the format {form} does not know the genre '{program.genre}'")
    known = [rule.name for rule in found.rules]
    for rule in program.rules:
        if rule not in known:
            raise fail(f"the format {form} cannot express the rule '{rule}'")
    for rule in known:
        if rule not in program.rules:
            raise fail(f"the format {form} cannot express that the rule '{rule}' is dropped")


def _links(program: Program, sheet: Sheet, places: list[Cell], form: str) -> None:
    """Put walls between neighbours without a link, and refuse other links."""
    board = program.board
    found = {Border(places[a], places[b]) for a, b in board.link_cells.tolist()}
    there = set(places)
    adjacent = {
        Border(cell, other)
        for cell in places
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other in there
    }
    if found - adjacent:
        raise fail(f"the format {form} is for boards that neither wrap around nor have warps")
    sheet.walls = adjacent - found


def parse_place(name: str) -> Place:
    """Return the place with a name of the language, such as ``r1c2.side(N)``."""
    for joint, kind in (("-", Link), ("|", Border)):
        if joint in name:
            first, second = (_cell(part) for part in name.split(joint))
            return kind(first, second)
    part = _PART.fullmatch(name)
    if part is None:
        return _cell(name)
    row, col, letters = int(part[1]) - 1, int(part[2]) - 1, part[4]
    if part[3] == "corner":
        return Point(row + ("S" in letters), col + ("E" in letters))
    return Side(row, col, letters) if part[3] == "side" else StraightLine(row, col, letters)


def _cell(name: str) -> Cell:
    found = _CELL.match(name)
    assert found is not None, name
    return int(found[1]) - 1, int(found[2]) - 1


def _answer(program: Program, answer: Assignment) -> SheetAnswer:
    out: SheetAnswer = {}
    for var in program.bools:
        if (var.shown or var.reported) and var.sort.placed:
            chosen = np.flatnonzero(answer.bools[var.base : var.base + var.size]).tolist()
            names = program.board.names(var.sort)
            out[var.name] = {parse_place(names[i]) for i in chosen}
    for domain in program.domains.values():
        if (domain.shown or domain.reported) and domain.sort.placed:
            values = answer.domains[domain.name]
            names = program.board.names(domain.sort)
            out[domain.name] = {
                parse_place(names[i]): domain.values[values[i]]
                for i in np.flatnonzero(values != ABSENT).tolist()
            }
    return out
