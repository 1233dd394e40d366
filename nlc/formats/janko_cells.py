"""The cells of Janko's text: clues, areas and solutions, a token a cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from msgspec import Struct, field

from nlc.errors import UserError, fail
from nlc.formats.base import Text
from nlc.formats.parts import (
    Parts,
    number_places,
    put_blocked,
    put_boxes,
    put_circle,
    put_number,
    put_point,
    same_rooms,
    take_blocked,
    take_circles,
    take_numbers,
    take_rooms,
    usual_boxes,
)
from nlc.formats.sheet import (
    STEPS,
    Cell,
    Link,
    Place,
    Point,
    Sheet,
    SheetAnswer,
    Value,
    edge,
    link,
    step,
)

EMPTY = ("-", ".")
"""Tokens of a cell without a clue."""

_ARROW = re.compile(r"([0-9]+|\?)([NESWnesw])|([NESWnesw])([0-9]+|\?)")
_HOLE = "@"
_HOLES = (_HOLE, "#")

_TETROMINOES = {
    ((1, 1, 1, 1), (4,)): "I",
    ((1, 2, 1), (1, 3)): "T",
    ((1, 2, 1), (2, 2)): "S",
    ((1, 1, 2), (1, 3)): "L",
    ((2, 1, 1), (1, 3)): "L",
}
"""Letters by the cells in each line along a tetromino, and those in each line across, sorted."""


class Janko(Struct, frozen=True):
    """The signs of a genre in Janko's text; the first of several signs is written.

    Attributes:
        names: of the genre.
        unknown: signs of a clue with an unknown number.
        circles: pairs of signs of a white and a black circle; a text uses one pair.
        blocked: signs of a cell that is not part of the puzzle.
        shaded: signs of a shaded cell in a solution.
        clear: signs of a cell that is not shaded in a solution.
        tetrominoes: whether a shaded cell of a solution is the letter of its tetromino.
        assumed: options of all texts, if not the defaults of the genre.
    """

    names: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ("?",)
    circles: tuple[tuple[str, str], ...] = (("w", "b"), ("1", "2"))
    blocked: tuple[str, ...] = ("#", "x")
    shaded: tuple[str, ...] = ("x",)
    clear: tuple[str, ...] = ("-", ".")
    tetrominoes: bool = False
    assumed: Mapping[str, Value] = field(default_factory=dict)

    def colours(self, texts: Collection[str]) -> dict[str, bool]:
        """Return whether the signs of circles in a text are black, by sign."""
        white, black = max(self.circles, key=lambda pair: sum(text in pair for text in texts))
        return {white: False, black: True}

    @property
    def marks(self) -> dict[str, bool]:
        """Whether cells in a solution are shaded, by sign."""
        return {**dict.fromkeys(self.clear, False), **dict.fromkeys(self.shaded, True)}


# ---------- clues and areas ----------


def put_areas(sheet: Sheet, parts: Parts, areas: Sequence[Sequence[Text]]) -> None:
    """Put the rooms of all cells into a sheet; without areas, boxes of one size.

    Raises:
        UserError: there are areas and the genre has no rooms; or none, and it needs them.
    """
    if areas and not parts.room:
        raise fail(f"{sheet.genre} has no areas", areas[0][0].span())
    for row, line in enumerate(areas):
        for col, token in enumerate(line):
            if token.text in _HOLES:
                sheet.holes.add((row, col))
            elif token.text in EMPTY:
                hint = f"a cell that is not part of the board is '{_HOLE}'"
                raise fail("expected the name of an area", token.span(), hint)
            else:
                sheet.put(parts.room, (row, col), token.text, token.span())
    if areas:
        return
    if sheet.genre != "sudoku":
        raise fail(f"a board of {sheet.genre} has [areas]")
    put_boxes(sheet, parts)


def put_clues(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    problem: Sequence[Sequence[Text]],
) -> None:
    """Put the clues of all cells into a sheet; `colours` are those of circles, by sign.

    Raises:
        UserError: a token is not a clue of the genre.
    """
    for row, line in enumerate(problem):
        for col, token in enumerate(line):
            if token.text not in EMPTY:
                _put_clue(sheet, parts, janko, colours, (row, col), token)


def _put_clue(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    cell: Cell,
    token: Text,
) -> None:
    text, span = token.text, token.span()
    number = int(text) if text.isdecimal() and len(text) < 7 else None
    blocked = janko.blocked if parts.blocked else _HOLES
    if not parts.point and (text == _HOLE or (cell in sheet.holes and text in blocked)):
        sheet.holes.add(cell)
        return
    if cell in sheet.holes:
        raise fail("this clue is in a cell that is not part of the board", span)
    if parts.arrow and (found := _ARROW.fullmatch(text)):
        count, side = found[1] or found[4], found[2] or found[3]
        sheet.put(parts.arrow, cell, side.upper(), span)
        put_number(sheet, parts, cell, int(count) if count != "?" else None, span)
    elif parts.circle and text in colours:
        put_circle(sheet, parts, cell, colours[text], span)
    elif parts.point and number is not None:
        put_point(sheet, parts, Point(*cell), number, span)
    elif parts.room_number and number is not None:
        sheet.put(parts.room_number, cell, number, span)
    elif parts.number and text in janko.unknown and (parts.unknown or number is None):
        put_number(sheet, parts, cell, None, span)
    elif parts.number and not parts.circle and (number is not None or parts.named):
        put_number(sheet, parts, cell, text if number is None or parts.named else number, span)
    elif text in blocked and not parts.point:
        put_blocked(sheet, parts, cell, span)
    else:
        message = f"'{text}' is not a clue of {sheet.genre} that is known here"
        raise fail(message, span, "an empty cell is '-'")


def take_areas(sheet: Sheet, parts: Parts) -> list[list[str]]:
    """Take the rooms from a sheet; return their text, or nothing for the usual boxes."""
    if not parts.room:
        return []
    rooms = take_rooms(sheet, parts)
    if same_rooms(rooms, usual_boxes(sheet)):
        return []
    out = [[_HOLE] * sheet.cols for _ in range(sheet.rows)]
    numbers: dict[Value, str] = {}
    for (row, col), room in rooms.items():
        out[row][col] = numbers.setdefault(room, str(len(numbers) + 1))
    return out


def take_clues(sheet: Sheet, parts: Parts, janko: Janko) -> list[list[str]]:
    """Take the clues from a sheet; return their text."""
    extra = bool(parts.point)
    out = [["-"] * (sheet.cols + extra) for _ in range(sheet.rows + extra)]

    def write(place: Place, text: str) -> None:
        row, col = cast("Cell", place)
        out[row][col] = text

    for given in (parts.point, parts.room_number):
        for place, number in sheet.take(given).items():
            write(place, str(number))
    for cell, black in take_circles(sheet, parts).items():
        write(cell, janko.circles[0][black])
    arrows = sheet.take(parts.arrow)
    for cell, value in take_numbers(sheet, parts).items():
        text = janko.unknown[0] if value is None else str(value)
        taken = (*EMPTY, _HOLE, *(janko.unknown if value is not None else ()))
        if text in taken or not text.strip() or len(text.split()) > 1:
            raise fail(f"the format janko cannot express the clue '{text}'")
        write(cell, text + str(arrows.pop(cell, "")).lower())
    for place, side in arrows.items():
        write(place, f"?{str(side).lower()}")
    holes = set(sheet.holes)
    if parts.point and holes:
        raise fail(f"the format janko has no holes in boards of {sheet.genre}")
    for cell in take_blocked(sheet, parts):
        write(cell, _HOLE if cell in holes else janko.blocked[0])
    return out


# ---------- solutions ----------


def supports_answers(parts: Parts) -> bool:
    """Return whether solutions of a genre can be parsed and written."""
    return any((parts.line, parts.edge, parts.shaded, parts.value, parts.region))


def put_answer(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    problem: Sequence[Sequence[Text]],
    solution: Sequence[Sequence[Text]],
) -> None:
    """Put a solution into a sheet, if `supports_answers`.

    A token that repeats the clue of its cell counts as empty.

    Raises:
        UserError: a token is not part of such a solution.
    """
    if not supports_answers(parts):
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
        sheet.answer = {parts.edge: _outline(sheet, _shaded_cells(every, janko.marks, clues))}
    elif parts.value:
        for token in tokens.values():
            if not token.text.isdecimal() and token.text not in EMPTY:
                raise _token_error(token, "a cell is a number, or '-' where it is empty")
        found: dict[Place, Value | None] = {
            cell: None if t.text in EMPTY else t.text for cell, t in tokens.items()
        }
        sheet.answer = {parts.value: found}
    elif parts.region:
        named: dict[str, str] = {}
        for cell in number_places(sheet, parts):
            named[tokens[cell].text] = sheet.name(cell)  # type: ignore[index]
        owners: dict[Place, Value | None] = {
            cell: None if token.text in EMPTY else named.get(token.text)
            for cell, token in tokens.items()
        }
        sheet.answer = {parts.region: owners}
    elif parts.circle:
        marks = {**dict.fromkeys(EMPTY, False), **colours}
        sheet.answer = {parts.shaded: {*_shaded_cells(tokens, marks, clues)}}
        empty = [cell for cell, token in tokens.items() if token.text in EMPTY]
        sheet.faults += [f"{sheet.name(cell)} is empty" for cell in empty]
    else:
        shaded = _shaded_cells(tokens, janko.marks, clues)
        sheet.answer = {parts.shaded: {*shaded}}
        letters = _letters(sheet, parts, shaded) if janko.tetrominoes else {}
        sheet.faults += [
            f"{sheet.name(cell)} has the letter {tokens[cell].text}, and its piece is {letter}"
            for cell, letter in sorted(letters.items())
            if tokens[cell].text in janko.shaded[1:] and tokens[cell].text != letter
        ]


def _by_cell(grid: Sequence[Sequence[Text]]) -> dict[Cell, Text]:
    return {(row, col): token for row, line in enumerate(grid) for col, token in enumerate(line)}


def _token_error(token: Text, hint: str) -> UserError:
    """Return the error for an unknown token."""
    return fail(f"'{token.text}' is not part of a solution", token.span(), hint)


def _shaded_cells(
    tokens: Mapping[Cell, Text], marks: Mapping[str, bool], clues: Mapping[Cell, str]
) -> set[Cell]:
    """Return the cells whose token is a mark with the value True."""
    out = set()
    for cell, token in tokens.items():
        if token.text not in marks and token.text != clues.get(cell):
            raise _token_error(token, f"known here are {', '.join(marks)}")
        if marks.get(token.text):
            out.add(cell)
    return out


def _line(tokens: dict[Cell, Text], clues: Mapping[Cell, str]) -> set[Place]:
    """Return the segments of a line; the token of a cell lists its directions."""
    out: set[Place] = set()
    open_ends: dict[Place, Text] = {}
    for (row, col), token in tokens.items():
        letters = token.text.upper()
        directed = set(letters) <= STEPS.keys() and len(set(letters)) == len(letters)
        if token.text in EMPTY or (not directed and token.text == clues.get((row, col))):
            continue
        for letter in letters:
            other = step((row, col), letter) if directed else None
            if other not in tokens:
                message = f"'{token.text}' is not a list of directions n, e, s, w on the board"
                raise fail(message, token.span())
            segment = link((row, col), other)
            if open_ends.pop(segment, None) is None:
                open_ends[segment] = token
            out.add(segment)
    for token in open_ends.values():
        message = f"'{token.text}' leads to a cell that does not lead back"
        raise fail(message, token.span())
    return out


def _bridges(
    sheet: Sheet, parts: Parts, tokens: dict[Cell, Text], clues: Mapping[Cell, str]
) -> SheetAnswer:
    """Return the bridges, by the cells between islands; there is none between adjacent islands."""
    one: set[Place] = set()
    two: set[Place] = set()
    islands = number_places(sheet, parts)
    for cell, token in tokens.items():
        if token.text in (*EMPTY, clues.get(cell)):
            continue
        steps = {"1": "EW", "2": "EW", "a": "NS", "b": "NS"}.get(token.text)
        if steps is None or cell in islands:
            raise _token_error(token, "bridges are 1 and 2 across, a and b up and down, '-' none")
        for letter in steps:
            other = step(cell, letter)
            if other not in tokens:
                raise fail("a bridge leads from the board", token.span())
            segment = link(cell, other)
            one.add(segment)
            if token.text in "2b":
                two.add(segment)
    return {parts.line: one, parts.double: two}


def _outline(sheet: Sheet, inside: set[Cell]) -> set[Place]:
    """Return the borders round some cells, which may include holes."""
    there = set(sheet.cells)
    return {
        edge(cell, other, there)
        for cell in inside
        for letter in STEPS
        if (other := step(cell, letter)) not in inside and {cell, other} & there
    }


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


def take_answer(sheet: Sheet, parts: Parts, janko: Janko) -> list[list[str]]:
    """Return a solution.

    Raises:
        UserError: the format cannot express it.
    """
    assert sheet.answer is not None
    if not supports_answers(parts):
        raise fail(f"the format janko has no place for a solution of {sheet.genre}")
    out = [["-"] * sheet.cols for _ in range(sheet.rows)]
    if parts.double:
        _write_bridges(sheet, parts, out)
    elif parts.line:
        _write_line(sheet, parts, out)
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


def _write_line(sheet: Sheet, parts: Parts, out: list[list[str]]) -> None:
    assert sheet.answer is not None
    for row, col in sheet.cells:
        text = ""
        for letter in "NSEW":  # the order of the site: ns, ne, se
            if link((row, col), step((row, col), letter)) in sheet.answer[parts.line]:
                text += letter.lower()
        out[row][col] = text or "-"


def _write_bridges(sheet: Sheet, parts: Parts, out: list[list[str]]) -> None:
    assert sheet.answer is not None
    islands = number_places(sheet, parts)
    for place in sheet.answer[parts.line]:
        assert isinstance(place, Link)
        if place.first in islands and place.second in islands:
            where = sheet.name(place.first)
            raise fail(
                f"the format janko cannot express a bridge between neighbours, as at {where}"
            )
        across = place.first[0] == place.second[0]
        sign = ("12" if across else "ab")[place in sheet.answer[parts.double]]
        for row, col in (place.first, place.second):
            if (row, col) not in islands:
                out[row][col] = sign


def _inside(sheet: Sheet, line: set[Place]) -> list[Cell]:
    """Return the cells inside a loop: along a row, each segment of it leads in or out."""
    there, out = set(sheet.cells), []
    for row in range(sheet.rows):
        within = False
        for col in range(sheet.cols):
            if {(row, col), (row, col - 1)} & there:
                within ^= edge((row, col), (row, col - 1), there) in line
            if within:
                out.append((row, col))
    return out
