"""Solutions of Janko's text, a token a cell."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.errors import fail
from nlc.formats.janko_row import Janko
from nlc.formats.lines import Text
from nlc.formats.parts import Parts
from nlc.formats.sheet import (
    STEPS,
    Answer,
    Border,
    Cell,
    Link,
    Place,
    Sheet,
    Side,
    Value,
    border,
    link,
)

_EMPTY = ("-", ".")


def answer_readable(parts: Parts) -> bool:
    """Return whether solutions of a genre are read and written."""
    return any((parts.line, parts.edge, parts.shaded, parts.value, parts.region))


def put_answer(
    sheet: Sheet, parts: Parts, janko: Janko, solution: Sequence[Sequence[Text]]
) -> None:
    """Put a solution into a sheet; one of a kind that is not known is passed over.

    Raises:
        UserError: a token is not part of such a solution.
    """
    if not answer_readable(parts):
        return
    tokens = {
        (row, col): token
        for row, line in enumerate(solution)
        for col, token in enumerate(line)
        if (row, col) not in sheet.holes
    }
    if parts.double:
        sheet.answer = _bridges(sheet, parts, tokens)
    elif parts.line:
        dark = {cell for cell, token in tokens.items() if token.text in janko.shaded}
        passed = {cell: token for cell, token in tokens.items() if cell not in dark}
        sheet.answer = {parts.line: _line(passed if parts.shaded else tokens)}
        if parts.shaded:
            sheet.answer[parts.shaded] = set(dark)
    elif parts.edge:
        inside = {cell for cell, token in tokens.items() if token.text not in _EMPTY}
        sheet.answer = {parts.edge: _outline(sheet, inside)}
    elif parts.value:
        sheet.answer = {parts.value: {cell: token.text for cell, token in tokens.items()}}
    elif parts.region:
        named: dict[str, str] = {}
        for cell in (*sheet.givens.get(parts.number, {}), *sheet.givens.get(parts.unknown, {})):
            named[tokens[cell].text] = sheet.name(cell)  # type: ignore[index]
        values: dict[Place, Value] = {
            cell: named.get(token.text, "") for cell, token in tokens.items()
        }
        sheet.answer = {parts.region: values}
    else:
        shaded: set[Place] = {cell for cell, token in tokens.items() if token.text in janko.shaded}
        sheet.answer = {parts.shaded: shaded}


def _line(tokens: dict[Cell, Text]) -> set[Place]:
    """Return the segments of a line, of which each cell tells the directions."""
    out: set[Place] = set()
    told: dict[Place, Text] = {}
    for (row, col), token in tokens.items():
        if token.text in _EMPTY:
            continue
        for letter in token.text.upper():
            step = STEPS.get(letter)
            other = (row + step[0], col + step[1]) if step else None
            if other not in tokens:
                message = f"'{token.text}' does not tell directions n, e, s, w on the board"
                raise fail(message, token.span())
            segment = link((row, col), other)
            if told.pop(segment, None) is None:
                told[segment] = token
            out.add(segment)
    for token in told.values():
        message = f"'{token.text}' leads to a cell that does not lead back"
        raise fail(message, token.span())
    return out


def _bridges(sheet: Sheet, parts: Parts, tokens: dict[Cell, Text]) -> Answer:
    """Return bridges, which the cells between islands tell; islands side by side tell nothing."""
    one: set[Place] = set()
    two: set[Place] = set()
    for (row, col), token in tokens.items():
        steps = {"1": "EW", "2": "EW", "a": "NS", "b": "NS"}.get(token.text)
        islands = sheet.givens.get(parts.number, {}), sheet.givens.get(parts.unknown, {})
        if steps is None or any((row, col) in found for found in islands):
            continue
        for letter in steps:
            other = (row + STEPS[letter][0], col + STEPS[letter][1])
            if other not in tokens:
                raise fail("a bridge leads from the board", token.span())
            segment = link((row, col), other)
            one.add(segment)
            if token.text in "2b":
                two.add(segment)
    return {parts.line: one, parts.double: two}


def _outline(sheet: Sheet, inside: set[Cell]) -> set[Place]:
    """Return the borders round some cells."""
    out: set[Place] = set()
    for row, col in inside:
        for letter, (down, right) in STEPS.items():
            other = (row + down, col + right)
            if other in inside:
                continue
            on = 0 <= other[0] < sheet.rows and 0 <= other[1] < sheet.cols
            out.add(border((row, col), other) if on else Side(row, col, letter))
    return out


# ---------- writing ----------


def take_answer(sheet: Sheet, parts: Parts, janko: Janko) -> list[list[str]]:
    """Return a solution.

    Raises:
        UserError: there is no way to write it.
    """
    assert sheet.answer is not None
    if not answer_readable(parts):
        raise fail(f"the format janko has no place for a solution of {sheet.genre}")
    out = [["-"] * sheet.cols for _ in range(sheet.rows)]
    if parts.double:
        _tell_bridges(sheet, parts, out)
    elif parts.line:
        _tell_line(sheet, parts, out)
        marked = sheet.answer.get(parts.shaded, set())
        for row, col in sheet.cells:
            if (row, col) in marked:
                out[row][col] = janko.shaded[0]
    elif parts.edge:
        for row, col in _inside(sheet, sheet.answer[parts.edge]):
            out[row][col] = "x"
    elif parts.value or parts.region:
        values = sheet.answer[parts.value or parts.region]
        assert isinstance(values, dict)
        numbers: dict[Value, str] = {}
        for cell in sheet.cells:
            value = values.get(cell, "-")
            region = numbers.setdefault(value, str(len(numbers) + 1))
            out[cell[0]][cell[1]] = region if parts.region else str(value)
    else:
        for row, col in sheet.cells:
            dark = (row, col) in sheet.answer[parts.shaded]
            out[row][col] = janko.shaded[0] if dark else janko.clear
    return out


def _tell_line(sheet: Sheet, parts: Parts, out: list[list[str]]) -> None:
    assert sheet.answer is not None
    for row, col in sheet.cells:
        told = ""
        for letter in "NESW":
            other = (row + STEPS[letter][0], col + STEPS[letter][1])
            if link((row, col), other) in sheet.answer[parts.line]:
                told += letter.lower()
        out[row][col] = told or "-"


def _tell_bridges(sheet: Sheet, parts: Parts, out: list[list[str]]) -> None:
    assert sheet.answer is not None
    islands = sheet.givens.get(parts.number, {}).keys() | sheet.givens.get(parts.unknown, {}).keys()
    for place in sheet.answer[parts.line]:
        assert isinstance(place, Link)
        if place.first in islands and place.second in islands:
            where = sheet.name(place.first)
            raise fail(f"the format janko cannot say a bridge between neighbours, as at {where}")
        across = place.first[0] == place.second[0]
        sign = ("12" if across else "ab")[place in sheet.answer[parts.double]]
        for row, col in (place.first, place.second):
            if (row, col) not in islands:
                out[row][col] = sign


def _inside(sheet: Sheet, line: object) -> list[Cell]:
    """Return the cells inside a loop: from the left, each segment of it leads in or out."""
    assert isinstance(line, set)
    out = []
    for row in range(sheet.rows):
        within = False
        for col in range(sheet.cols):
            left = Border((row, col - 1), (row, col)) if col else Side(row, col, "W")
            within ^= left in line
            if within:
                out.append((row, col))
    return out
