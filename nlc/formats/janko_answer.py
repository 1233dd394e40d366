"""Solutions of Janko's text, a token a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from nlc.errors import UserError, fail
from nlc.formats.janko_row import Janko
from nlc.formats.janko_text import EMPTY
from nlc.formats.lines import Text
from nlc.formats.parts import Parts
from nlc.formats.sheet import (
    STEPS,
    Answer,
    Cell,
    Link,
    Place,
    Sheet,
    Side,
    Value,
    border,
    link,
)

_TETROMINOES = {
    ((1, 1, 1, 1), (4,)): "I",
    ((1, 2, 1), (1, 3)): "T",
    ((1, 2, 1), (2, 2)): "S",
    ((1, 1, 2), (1, 3)): "L",
    ((2, 1, 1), (1, 3)): "L",
}
"""Letters by the cells in each line along a tetromino, and those in each line across, sorted."""


def answer_readable(parts: Parts) -> bool:
    """Return whether solutions of a genre are read and written."""
    return any((parts.line, parts.edge, parts.shaded, parts.value, parts.region))


def put_answer(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    problem: Sequence[Sequence[Text]],
    solution: Sequence[Sequence[Text]],
) -> None:
    """Put a solution into a sheet; one of a kind that is not known is passed over.

    A token that repeats the clue of its cell says no more than an empty one.

    Args:
        sheet: it receives the solution.
        parts: of the genre.
        janko: of the genre.
        colours: which signs of circles are black.
        problem: the tokens of the clues.
        solution: those of the solution.

    Raises:
        UserError: a token is not part of such a solution.
    """
    if not answer_readable(parts):
        return
    every = _by_cell(solution)
    tokens = {cell: token for cell, token in every.items() if cell not in sheet.holes}
    clues = {} if parts.point else {cell: t.text for cell, t in _by_cell(problem).items()}
    if parts.double:
        sheet.answer = _bridges(sheet, parts, tokens, clues)
    elif parts.line:
        dark = {cell for cell, token in tokens.items() if token.text in janko.shaded}
        passed = {cell: token for cell, token in tokens.items() if cell not in dark}
        sheet.answer = {parts.line: _line(passed if parts.shaded else tokens, clues)}
        if parts.shaded:
            sheet.answer[parts.shaded] = set(dark)
    elif parts.edge:
        sheet.answer = {parts.edge: _outline(sheet, _marked(every, janko.marks, clues))}
    elif parts.value:
        for token in tokens.values():
            if not token.text.isdecimal() and token.text not in EMPTY:
                raise _strange(token, "a cell is a number, or '-' where it is empty")
        told: dict[Place, Value | None] = {
            cell: None if t.text in EMPTY else t.text for cell, t in tokens.items()
        }
        sheet.answer = {parts.value: told}
    elif parts.region:
        named: dict[str, str] = {}
        for cell in (*sheet.givens.get(parts.number, {}), *sheet.givens.get(parts.unknown, {})):
            named[tokens[cell].text] = sheet.name(cell)  # type: ignore[index]
        owners: dict[Place, Value | None] = {
            cell: None if token.text in EMPTY else named.get(token.text)
            for cell, token in tokens.items()
        }
        sheet.answer = {parts.region: owners}
    elif parts.circle:
        marks = {**dict.fromkeys(EMPTY, False), **colours}
        sheet.answer = {parts.shaded: {*_marked(tokens, marks, clues)}}
        empty = [cell for cell, token in tokens.items() if token.text in EMPTY]
        sheet.faults += [f"{sheet.name(cell)} is empty" for cell in empty]
    else:
        shaded = _marked(tokens, janko.marks, clues)
        sheet.answer = {parts.shaded: {*shaded}}
        letters = _letters(sheet, parts, shaded) if janko.tetrominoes else {}
        sheet.faults += [
            f"{sheet.name(cell)} says {tokens[cell].text}, and its piece is {letter}"
            for cell, letter in sorted(letters.items())
            if tokens[cell].text in janko.shaded[1:] and tokens[cell].text != letter
        ]


def _by_cell(grid: Sequence[Sequence[Text]]) -> dict[Cell, Text]:
    return {(row, col): token for row, line in enumerate(grid) for col, token in enumerate(line)}


def _strange(token: Text, hint: str) -> UserError:
    """Return the error for a token that says nothing."""
    return fail(f"'{token.text}' is not part of a solution", token.span(), hint)


def _marked(
    tokens: Mapping[Cell, Text], marks: Mapping[str, bool], clues: Mapping[Cell, str]
) -> set[Cell]:
    """Return the cells whose token is a mark that says so."""
    out = set()
    for cell, token in tokens.items():
        if token.text not in marks and token.text != clues.get(cell):
            raise _strange(token, f"known here are {', '.join(marks)}")
        if marks.get(token.text):
            out.add(cell)
    return out


def _line(tokens: dict[Cell, Text], clues: Mapping[Cell, str]) -> set[Place]:
    """Return the segments of a line, of which each cell tells the directions."""
    out: set[Place] = set()
    told: dict[Place, Text] = {}
    for (row, col), token in tokens.items():
        letters = token.text.upper()
        directed = set(letters) <= STEPS.keys() and len(set(letters)) == len(letters)
        if token.text in EMPTY or (not directed and token.text == clues.get((row, col))):
            continue
        for letter in letters:
            other = _beside((row, col), letter) if directed else None
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


def _bridges(
    sheet: Sheet, parts: Parts, tokens: dict[Cell, Text], clues: Mapping[Cell, str]
) -> Answer:
    """Return bridges, which the cells between islands tell; islands side by side tell nothing."""
    one: set[Place] = set()
    two: set[Place] = set()
    islands = sheet.givens.get(parts.number, {}).keys() | sheet.givens.get(parts.unknown, {}).keys()
    for cell, token in tokens.items():
        if token.text in (*EMPTY, clues.get(cell)):
            continue
        steps = {"1": "EW", "2": "EW", "a": "NS", "b": "NS"}.get(token.text)
        if steps is None or cell in islands:
            raise _strange(token, "bridges are 1 and 2 across, a and b up and down, '-' none")
        for letter in steps:
            other = _beside(cell, letter)
            if other not in tokens:
                raise fail("a bridge leads from the board", token.span())
            segment = link(cell, other)
            one.add(segment)
            if token.text in "2b":
                two.add(segment)
    return {parts.line: one, parts.double: two}


def _outline(sheet: Sheet, inside: set[Cell]) -> set[Place]:
    """Return the borders round some cells, among which holes may be."""
    there = set(sheet.cells)
    return {
        _side(there, cell, letter)
        for cell in inside
        for letter in STEPS
        if (other := _beside(cell, letter)) not in inside and {cell, other} & there
    }


def _beside(cell: Cell, letter: str) -> Cell:
    return cell[0] + STEPS[letter][0], cell[1] + STEPS[letter][1]


def _side(there: set[Cell], cell: Cell, letter: str) -> Place:
    """Return what lies between a cell and the one beside it, one of which is on the board."""
    other = _beside(cell, letter)
    if {cell, other} <= there:
        return border(cell, other)
    opposite = {"N": "S", "E": "W", "S": "N", "W": "E"}[letter]
    return Side(*cell, letter) if cell in there else Side(*other, opposite)


def _letters(sheet: Sheet, parts: Parts, shaded: Collection[Place]) -> dict[Cell, str]:
    """Return the letters of the shaded cells of each room that are a tetromino."""
    rooms: dict[Value, list[Cell]] = {}
    for place, room in sheet.givens[parts.room].items():
        if place in shaded:
            rooms.setdefault(room, []).append(cast("Cell", place))
    out: dict[Cell, str] = {}
    for cells in rooms.values():
        lines = [Counter(cell[axis] for cell in cells) for axis in (0, 1)]
        counts = [tuple(line[i] for i in range(min(line), max(line) + 1)) for line in lines]
        across, along = sorted(counts, key=len)
        if letter := _TETROMINOES.get((along, tuple(sorted(across)))):
            out |= dict.fromkeys(cells, letter)
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
        for row, col in _inside(sheet, cast("set[Place]", sheet.answer[parts.edge])):
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
        white, black = janko.circles[0] if parts.circle else (janko.clear[0], janko.shaded[0])
        shaded = sheet.answer[parts.shaded]
        letters = _letters(sheet, parts, shaded) if janko.tetrominoes else {}
        for row, col in sheet.cells:
            sign = black if (row, col) in shaded else white
            out[row][col] = letters.get((row, col), sign)
    return out


def _tell_line(sheet: Sheet, parts: Parts, out: list[list[str]]) -> None:
    assert sheet.answer is not None
    for row, col in sheet.cells:
        told = ""
        for letter in "NSEW":  # as the site has them: ns, ne, se
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


def _inside(sheet: Sheet, line: set[Place]) -> list[Cell]:
    """Return the cells inside a loop: from the left, each segment of it leads in or out."""
    there, out = set(sheet.cells), []
    for row in range(sheet.rows):
        within = False
        for col in range(sheet.cols):
            if {(row, col), (row, col - 1)} & there:
                within ^= _side(there, (row, col), "W") in line
            if within:
                out.append((row, col))
    return out
