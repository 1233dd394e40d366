"""Janko's text: a puzzle in sections, or its bare rows.

Sections start with a line such as ``[problem]``. That one has the clues, a token a cell, and ``-``
for none; ``[areas]`` names the room of each cell, with ``@`` for holes; ``[clabels]`` and
``[rlabels]`` are clues at columns and rows; then there is ``[solution]``. ``[begin]`` and ``[end]``
enclose a puzzle, so that a file may have several. A line ``puzzle NAME`` may name the genre. Other
lines before the problem are skipped. Bare rows are read as `nlc.formats.grid` does, with the signs
of the genre here; those of areas stand below.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, cast

from msgspec import Struct, field

from nlc.errors import Source, Span, UserError, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, lines_of, row_span, uneven
from nlc.formats.genres import parted, parts_in, parts_of, rules_of, told_in, value_of
from nlc.formats.grid import Rows, read_grids, with_areas
from nlc.formats.parts import Janko, Parts, Value, Words
from nlc.formats.places import dots
from nlc.formats.sheet import (
    STEPS,
    Cell,
    Link,
    Place,
    Point,
    Sheet,
    SheetAnswer,
    edge,
    link,
    owners,
    same_rooms,
    sheet_of,
    step,
)
from nlc.ir.nodes import Assignment, Program
from nlc.language.literals import pair_literals
from nlc.language.names import other_names, unknown, words
from nlc.language.syntax import Puzzle

EMPTY = ("-", ".")
"""Tokens of a cell without a clue."""

_ARROW = re.compile(r"([0-9]+|\?)([NESWnesw]{1,2})|([NESWnesw]{1,2})([0-9]+|\?)")
_HOLE = "@"
_HOLES = (_HOLE, "#")

_TETROMINOES = {"111449": "I", "111224": "T", "111225": "S", "111245": "L"}
"""The letters of tetrominoes by the squares of the distances between their cells."""


# ---------- clues and areas ----------


def put_areas(sheet: Sheet, areas: Rows) -> None:
    """Put the rooms of all cells into a sheet; without areas, boxes of one size.

    Raises:
        UserError: there are areas and the genre has no rooms; or none, and it needs them.
    """
    if areas and not sheet.parts.room:
        raise fail(f"{sheet.genre} has no areas", areas[0][0].span())
    for cell, token in _by_cell(areas).items():
        if token.text in _HOLES:
            sheet.holes.add(cell)
        elif token.text in EMPTY:
            hint = f"a cell that is not part of the board is '{_HOLE}'"
            raise fail("expected the name of an area", token.span(), hint)
        else:
            sheet.put(sheet.parts.room, cell, token.text, token.span())
    if not areas and not sheet.parts.boxes:
        raise fail(f"a board of {sheet.genre} has [areas]")
    if not areas:
        sheet.put_boxes()


def put_clues(
    sheet: Sheet, janko: Janko, problem: Rows, solution: Rows | None = None
) -> dict[str, bool]:
    """Put the clues of all cells into a sheet.

    Returns:
        Whether the signs of circles in both texts are black, by sign.

    Raises:
        UserError: a token is not a clue of the genre.
    """
    colours = janko.colours({token.text for row in (*problem, *(solution or ())) for token in row})
    for cell, token in _by_cell(problem).items():
        if token.text not in janko.empty:
            _put_clue(sheet, janko, colours, cell, token)
    return colours


def _put_clue(
    sheet: Sheet, janko: Janko, colours: Mapping[str, bool], cell: Cell, token: Text
) -> None:
    parts, text, span = sheet.parts, token.text, token.span()
    blocked = janko.blocked if parts.blocked else _HOLES
    if not parts.point and (text == _HOLE or (cell in sheet.holes and text in blocked)):
        sheet.holes.add(cell)
        return
    if parts.marked and text.endswith(janko.marked[0]):
        sheet.put(parts.marked, cell, True, span)
        text = text.removesuffix(janko.marked[0])
        if not text:
            return
    number = int(text) if text.isdecimal() and len(text) < 7 else None
    signs = [*map(sorted, janko.signs)]  # sides are told in any order
    disc = text.strip("0123456789") if parts.number and len(text) < 8 else ""
    if cell in sheet.holes:
        raise fail("this clue is in a cell that is not part of the board", span)
    rules = rules_of(sheet.genre)
    if told := pair_literals(rules.givens if rules else {}, text, span):
        for name, value in told:
            sheet.put(name.name, cell, value_of(value), span)
    elif parts.arrow and (found := _ARROW.fullmatch(text)):
        count, side = found[1] or found[4], found[2] or found[3]
        sheet.put(parts.arrow, cell, side.upper(), span)
        sheet.put_number(cell, int(count) if count != "?" else None, span)
    elif sorted(text) in signs and len(parts.sign) > signs.index(sorted(text)) + 1:
        sheet.put_sign(parts.sign, cell, signs.index(sorted(text)), span)
    elif parts.pair and re.fullmatch("[0-9]{2}", text):
        for half, digit in zip(parts.pair, text, strict=False):
            if digit != "0":
                sheet.put(half, cell, int(digit), span)
    elif parts.dots and text in janko.signs:
        down, right = divmod(janko.signs.index(text), 2)
        if (cell[0] + down, cell[1] + right) not in sheet.cells:
            raise fail("this dot is not on the board", span)
        dot = dots(sheet)[0].place(2 * cell[0] + down, 2 * cell[1] + right)
        sheet.put(parts.dots[dot.rank], dot.place, True, span)
    elif janko.sides and number is not None and number < 16:
        there = {*sheet.cells}
        for bit, side in enumerate("ESWN"):
            if number >> bit & 1:
                sheet.put(parts.border, edge(cell, step(cell, side), there), True, span)
        if parts.marked:
            sheet.put(parts.marked, cell, True, span)
    elif parts.operation and (found := re.fullmatch(r"([0-9]{1,9})([-+*x/])", text)):
        sheet.put_sign(parts.operation, cell, "+-*/".index(found[2].replace("x", "*")), span)
        sheet.put_number(cell, int(found[1]), span)
    elif parts.circle and text in colours:
        sheet.put_circle(cell, colours[text], span)
    elif parts.circle and disc in colours and text.strip(disc).isdecimal():
        sheet.put_circle(cell, colours[disc], span)
        sheet.put_number(cell, int(text.strip(disc)), span)
    elif (given := parts.point or parts.room_number) and number is not None:
        sheet.put(given, Point(*cell) if parts.point else cell, number, span)
    elif text in janko.unknown and (parts.unknown or (parts.number and number is None)):
        sheet.put_number(cell, None, span)
    elif janko.dotted and (found := re.fullmatch(r"([0-9]{1,4})\.([0-9]{1,2})", text)):
        sheet.put_number(cell, 100 * int(found[1]) + int(found[2]), span)
    elif parts.number and not parts.circle and (number is not None or parts.named):
        sign = text.upper() if sheet.kind_of(parts.number) == "enum" else text
        sheet.put_number(cell, sign if number is None or parts.named else number, span)
    elif text.lower() in blocked and not parts.point:
        sheet.put_blocked(cell, span)
    else:
        message = f"'{text}' is not a clue of {sheet.genre} that is known here"
        raise fail(message, span, "a cell is two digits" if parts.pair else "an empty cell is '-'")


def _drawn(sheet: Sheet, texts: Mapping[Place, str], empty: str = "-", more: int = 0) -> list[str]:
    """Return the lines of texts by cell, with more rows and columns than the board has."""
    rows, cols = range(sheet.rows + more), range(sheet.cols + more)
    return [" ".join(texts.get((row, col), empty) for col in cols) for row in rows]


def take_areas(sheet: Sheet) -> list[str]:
    """Take the rooms from a sheet; return their text, or nothing for the usual boxes."""
    if not sheet.parts.room:
        return []
    rooms = sheet.take_cells(sheet.parts.room)
    if same_rooms(rooms, sheet.usual_boxes()):
        return []
    numbers = {room: str(n) for n, room in enumerate(dict.fromkeys(rooms.values()), 1)}
    return _drawn(sheet, {cell: numbers[room] for cell, room in rooms.items()}, _HOLE)


def _paired(sheet: Sheet, halves: Iterable[Mapping[Any, Value | None]]) -> dict[Place, str]:
    """Return two digits for each cell; 0 where there is none."""
    each, texts = [*halves], dict[Place, str]()
    for cell in sheet.cells:
        texts[cell] = "".join(str(half.get(cell) or 0) for half in each)
    for text in (text for text in texts.values() if len(text) > 2):
        raise fail(f"the format janko cannot express the pair '{text}'")
    return texts


def _sign_of(part: Words, signs: Sequence[str], value: Value) -> str:
    """Return the sign of a value of a part, which are told behind its given."""
    if value not in part[1 : len(signs) + 1]:
        raise fail(f"the format janko cannot express the clue '{value}'")
    return signs[part[1:].index(str(value))]


def take_clues(sheet: Sheet, janko: Janko) -> list[str]:
    """Take the clues from a sheet; return their text."""
    parts = sheet.parts
    numbers = sheet.take(parts.point) | sheet.take(parts.room_number)
    out: dict[Place, str] = {place: str(number) for place, number in numbers.items()}
    out |= {cell: janko.circle[0][black] for cell, black in sheet.take_circles().items()}
    for cell, sign in sheet.take_cells("".join(parts.sign[:1])).items():
        out[cell] = _sign_of(parts.sign, janko.signs, sign)
    if parts.pair:
        out |= _paired(sheet, map(sheet.take, parts.pair[:2]))
    if janko.framed:
        lower, upper = sheet.take(parts.lower), sheet.take(parts.upper)
        sums = {cell: (lower.get(cell) or "", upper.get(cell) or "") for cell in (*lower, *upper)}
        out |= {cell: f"{down},{right}" for cell, (down, right) in sums.items() if down or right}
    marks = [sheet.givens.get(name, {}) for name in parts.dots]
    for at, dot in enumerate(dots(sheet)[0] if marks else ()):
        (row, down), (col, right) = (divmod(n, 2) for n in divmod(at, 2 * sheet.cols - 1))
        if marks[dot.rank].pop(dot.place, False):
            if (row, col) in out:
                raise fail(f"the format janko cannot express two dots at {sheet.name((row, col))}")
            out[row, col] = janko.signs[2 * down + right]
    marked = sheet.take_cells(parts.marked)
    out |= dict.fromkeys(marked, "0" if janko.sides else janko.marked[0])
    if janko.sides:
        there, drawn = {*sheet.cells}, sheet.take(parts.border)
        for cell in marked or there:
            sides = [edge(cell, step(cell, each), there) in drawn for each in "ESWN"]
            total = sum(1 << bit for bit, on in enumerate(sides) if on)
            out[cell] = str(total) if total or marked else "-"
    ways = sheet.take("".join(parts.operation[:1]))
    arrows = sheet.take(parts.arrow)
    for cell, value in sheet.take_numbers().items():
        text = janko.unknown[0] if value is None else str(value)
        if janko.dotted and value is not None:
            text = f"{int(value) // 100}.{int(value) % 100}"
        taken = (*EMPTY, _HOLE, *(janko.unknown if value is not None else ()))
        if text in taken or not text.strip() or len(text.split()) > 1:
            raise fail(f"the format janko cannot express the clue '{text}'")
        text += str(arrows.pop(cell, "")).lower()
        if parts.circle and cell not in out:
            raise fail(f"the format janko has no number without a circle, as at {sheet.name(cell)}")
        text = out.get(cell, "") * bool(parts.circle) + text
        text += _sign_of(parts.operation, "+-*/", ways[cell]) if cell in ways else ""
        out[cell] = text + janko.marked[0] * (cell in marked)
    out |= {place: f"?{str(side).lower()}" for place, side in arrows.items()}
    holes = set(sheet.holes)
    if parts.point and holes:
        raise fail(f"the format janko has no holes in boards of {sheet.genre}")
    for cell in sheet.take_blocked():
        out.setdefault(cell, _HOLE if cell in holes else janko.blocked[0])
    return _drawn(sheet, out, janko.empty[0], bool(parts.point))


# ---------- solutions ----------


def supports_answers(parts: Parts) -> bool:
    """Return whether solutions of a genre can be parsed and written."""
    return any((parts.line, parts.edge, parts.shaded, parts.value, parts.region, parts.pair))


def put_answer(
    sheet: Sheet, janko: Janko, colours: Mapping[str, bool], problem: Rows, solution: Rows
) -> None:
    """Put a solution into a sheet, if `supports_answers`.

    A token that repeats the clue of its cell counts as empty.

    Raises:
        UserError: a token is not part of such a solution.
    """
    parts = sheet.parts
    if not supports_answers(parts):
        return
    every = _by_cell(solution)
    tokens = {cell: token for cell, token in every.items() if cell not in sheet.holes}
    clues = {} if parts.point else {cell: t.text for cell, t in _by_cell(problem).items()}
    dark: set[Place] = {cell for cell, token in tokens.items() if token.text in janko.shaded}
    rest: SheetAnswer = {parts.shaded: dark} if parts.shaded else {}
    answer: SheetAnswer
    if parts.double:
        answer = _bridges(sheet, tokens, clues)
    elif parts.line:
        passed = {cell: t for cell, t in tokens.items() if not parts.shaded or cell not in dark}
        answer = {parts.line: _line(passed, clues), **rest}
    elif parts.edge:
        answer = {parts.edge: _outline(sheet, _shaded_cells(every, janko.marks, clues))}
    elif parts.value:
        answer = {parts.value: _values(sheet, janko, tokens), **rest}
    elif parts.pair:
        for odd in (t for t in tokens.values() if not re.fullmatch("[0-9]{2}|[-.]", t.text)):
            raise _token_error(odd, "a cell is two digits")
        for at, name in enumerate(parts.pair[2:]):
            digits = {cell: token.text[at:][:1] for cell, token in tokens.items()}
            rest[name] = {cell: digit.strip("-.0") or None for cell, digit in digits.items()}
        answer = rest
    elif parts.region:
        regions = {cell: token.text for cell, token in tokens.items() if token.text not in EMPTY}
        answer = {parts.region: dict.fromkeys(tokens) | owners(sheet, regions)}
    elif parts.circle:
        marks = {**dict.fromkeys(EMPTY, False), **colours}
        answer = {parts.shaded: {*_shaded_cells(tokens, marks, clues)}}
        empty = [cell for cell, token in tokens.items() if token.text in EMPTY]
        sheet.faults += [f"{sheet.name(cell)} is empty" for cell in empty]
    else:
        shaded = _shaded_cells(tokens, janko.marks, clues)
        answer = {parts.shaded: {*shaded}}
        letters = _letters(sheet, shaded) if janko.tetrominoes else {}
        sheet.faults += [
            f"{sheet.name(cell)} has the letter {tokens[cell].text}, and its piece is {letter}"
            for cell, letter in sorted(letters.items())
            if tokens[cell].text in janko.shaded[1:] and tokens[cell].text != letter
        ]
    sheet.answer = answer


def _values(sheet: Sheet, janko: Janko, tokens: Mapping[Cell, Text]) -> dict[Place, Value | None]:
    """Return the value of each cell; None where it is empty or shaded."""
    parts, out = sheet.parts, dict[Place, Value | None]()
    texts = dict(zip(janko.values[::2], janko.values[1::2], strict=True))
    signs = {*map(str, (parts.circle or ())[1:]), *texts}
    blank = (*EMPTY, *(janko.shaded if parts.shaded or signs else ()))
    for cell, token in tokens.items():
        told = token.text in signs or token.text not in blank
        if told and not (parts.named or token.text in signs or token.text.isdecimal()):
            raise _token_error(token, "a cell is a number, or '-' where it is empty")
        text = token.text.upper() if parts.named and token.text.isalpha() else token.text
        out[cell] = texts.get(text, text) if told else None
    return out


def _by_cell(grid: Rows) -> dict[Cell, Text]:
    return {(row, col): token for row, line in enumerate(grid) for col, token in enumerate(line)}


def _token_error(token: Text, hint: str) -> UserError:
    """Return the error for an unknown token."""
    return fail(f"'{token.text}' is not part of a solution", token.span(), hint)


def _shaded_cells(
    tokens: Mapping[Cell, Text], marks: Mapping[str, bool], clues: Mapping[Cell, str]
) -> set[Cell]:
    """Return the cells whose token is a mark with the value True."""
    for cell, token in tokens.items():
        if token.text not in marks and token.text != clues.get(cell):
            raise _token_error(token, f"known here are {', '.join(marks)}")
    return {cell for cell, token in tokens.items() if marks.get(token.text)}


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


def _bridges(sheet: Sheet, tokens: dict[Cell, Text], clues: Mapping[Cell, str]) -> SheetAnswer:
    """Return the bridges, by the cells between islands; there is none between adjacent islands."""
    parts, islands, one, two = sheet.parts, sheet.clued, set[Place](), set[Place]()
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


def _letters(sheet: Sheet, shaded: Collection[Place]) -> dict[Cell, str]:
    """Return the letters of the shaded cells of each room that are a tetromino."""
    rooms: dict[Value, list[Cell]] = {}
    for place, room in sheet.givens[sheet.parts.room].items():
        if place in shaded:
            rooms.setdefault(room, []).append(cast("Cell", place))
    out: dict[Cell, str] = {}
    for cells in rooms.values():
        squares = sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(cells, 2))
        if letter := _TETROMINOES.get("".join(map(str, squares))):
            out |= dict.fromkeys(cells, letter)
    return out


def take_answer(sheet: Sheet, janko: Janko) -> list[str]:
    """Return a solution.

    Raises:
        UserError: the format cannot express it.
    """
    assert sheet.answer is not None
    parts = sheet.parts
    if not supports_answers(parts):
        raise fail(f"the format janko has no place for a solution of {sheet.genre}")
    answer, signs = sheet.answer, dict[Any, str]()
    shaded: Collection[Place] = answer.get(parts.shaded, ())
    if parts.double:
        signs = _bridge_signs(sheet)
    elif parts.line:
        lines = answer[parts.line]
        for cell in sheet.cells:
            sides = [s for s in "NSEW" if link(cell, step(cell, s)) in lines]  # ns, ne, se
            signs[cell] = janko.shaded[0] if cell in shaded else "".join(sides).lower() or "-"
    elif parts.edge:
        signs = dict.fromkeys(_inside(sheet, cast("set[Place]", answer[parts.edge])), "x")
    elif parts.pair:
        signs = _paired(sheet, (cast("Any", answer[name]) for name in parts.pair[2:]))
    elif parts.value or parts.region:
        values = answer[parts.value or parts.region]
        assert isinstance(values, dict)
        told = dict(zip(janko.values[1::2], janko.values[::2], strict=True))
        empty = "x" if parts.shaded or parts.circle else "-"
        found = {cell: str(values.get(cell, empty)) for cell in sheet.cells}
        numbers = {value: str(n) for n, value in enumerate(dict.fromkeys(found.values()), 1)}
        signs = {cell: (numbers if parts.region else told).get(x, x) for cell, x in found.items()}
    else:
        white, black = janko.circle[0] if parts.circle else (janko.clear[0], janko.shaded[0])
        signs = {cell: black if cell in shaded else white for cell in sheet.cells}
        signs |= _letters(sheet, shaded) if janko.tetrominoes else {}
    return _drawn(sheet, signs)


def _bridge_signs(sheet: Sheet) -> dict[Place, str]:
    """Return the sign of each cell that a bridge passes."""
    assert sheet.answer is not None
    parts, islands, signs = sheet.parts, sheet.clued, dict[Place, str]()
    for place in sheet.answer[parts.line]:
        assert isinstance(place, Link)
        if place.first in islands and place.second in islands:
            where = f"between neighbours, as at {sheet.name(place.first)}"
            raise fail(f"the format janko cannot express a bridge {where}")
        across = place.first[0] == place.second[0]
        sign = ("12" if across else "ab")[place in sheet.answer[parts.double]]
        signs |= {cell: sign for cell in place if cell not in islands}
    return signs


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


LABELS = {"tops": "N", "bottoms": "S", "lefts": "W", "rights": "E"}
"""The side of each line of clues outside."""

_SECTION = re.compile(r"\s*\[(\w+)\]\s*(.*)")
_SECTIONS = frozenset(
    ("begin", "puzzle", "problem", "areas", "clabels", "rlabels", "solution", "moves", "end")
)


class Sections(Struct):
    """The sections of a puzzle.

    Attributes:
        head: the span for mistakes of the whole puzzle.
        genre: its name in the text, if any.
        size: rows and columns, if given.
        header: the numbers after rows and columns.
        grids: the rows of each section.
    """

    head: Span
    genre: Text | None = None
    size: list[Text] = field(default_factory=list)
    header: list[Text] = field(default_factory=list)
    grids: dict[str, Rows] = field(default_factory=dict)


def recognises(text: str) -> bool:
    """Return whether the text opens with a section."""
    found = _SECTION.match(next(filter(str.strip, text.split("\n")), ""))
    return found is not None and found[1] in _SECTIONS


def split_sections(source: Source, genre: str) -> list[Sections]:
    """Return the sections of each puzzle of a source."""
    if not recognises(source.text):
        return [*_split_bare_rows(source, genre)]
    out: list[Sections] = []
    section = ""
    for line in lines_of(source):
        tokens = line.words()
        if (found := _SECTION.fullmatch(line.text)) is not None:
            section = found[1].lower()
            if section not in _SECTIONS:
                hint = f"sections are {', '.join(sorted(_SECTIONS))}"
                raise fail(f"the section '{found[1]}' is not known here", line.span(), hint)
            if not out or section in ("begin", "puzzle") or section in out[-1].grids:
                out.append(Sections(line.span()))
            if section == "puzzle" and found[2]:
                out[-1].genre = line.cut(found.start(2), found.end(2))
            elif section not in ("begin", "puzzle", "moves", "end"):
                out[-1].grids[section] = []
        elif section == "end" and tokens and not tokens[0].text.startswith("#"):
            raise fail("nothing but [begin] may follow [end]", line.span())
        elif tokens and section in out[-1].grids:
            out[-1].grids[section].append(tokens)
        elif tokens and section in ("begin", "puzzle"):
            word, *rest = tokens
            if word.text == "puzzle" and rest:
                out[-1].genre = line.cut(rest[0].start)
            elif word.text == "size":
                out[-1].size, out[-1].header = rest[:2], rest[2:]
            elif word.text in ("stars", "mines"):
                out[-1].header = rest
    return [each for each in out if each.grids]


def _split_bare_rows(source: Source, genre: str) -> Iterator[Sections]:
    """Yield the sections of puzzles without names of sections."""
    parts = parts_of(genre) if genre else Parts()
    if parts.outside or parts.rim:
        yield from _split_lines(source, genre)
        return
    grids = read_grids(source, points=bool(parts.point))
    square = all(len(row) == len(grid.rows) for grid in grids for row in grid.rows)
    usual = parts.boxes and square  # boxes need no areas
    for grid, areas in with_areas(grids, parts.apart and not usual):
        if grid.other and not grid.size:  # a size always stands first here
            grid.require_rectangle()
        found = {"problem": grid.rows} | ({"areas": areas.rows} if areas else {})
        if parts.room and not parts.has_clues:
            empty = all(token.text in EMPTY for token in grid.rows[0])
            found = {"areas": grid.rows[empty * (len(grid.rows) // 2) :]}
        head = row_span(grid.size) if grid.size else grid.head
        yield Sections(head, header=grid.size[2:], grids=found)


def _split_lines(source: Source, genre: str) -> Iterator[Sections]:
    """Yield the sections of bare rows with a header and lines of clues outside."""
    row = _row(genre)
    lines = [line.words() for line in lines_of(source) if line.text.strip()]
    while lines:
        header = lines.pop(0)
        if len(header) < 2 or not all(re.fullmatch("[0-9]{1,6}", x.text) for x in header[:2]):
            raise fail("expected the number of rows and of columns", row_span(header))
        rows, cols = (int(token.text) for token in header[:2])
        sheet, found = Sheet(genre, rows, cols), dict[str, Rows]()
        for section, side, given in () if row.framed or row.last_row else _labels(sheet, row):
            lists = sheet.kind_of(given) == "list"
            most = (cols if side in "NS" else rows) if lists else 1
            found.setdefault(section, []).extend(lines[:most])
            del lines[:most]
        bare = bool(sheet.parts.room) and len(lines) == rows
        for name in ("areas",) if bare else ("problem", "areas"):
            if len(lines) >= rows and (name == "problem" or sheet.parts.room):
                found[name], lines = lines[:rows], lines[rows:]
        yield Sections(row_span(header), size=header[:2], header=header[2:], grids=found)
        if not row.gridless and "problem" not in found:
            return


# ---------- puzzles ----------


def parse(source: Source, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source; `genre` is for texts that do not name theirs."""
    if genre:
        _row(genre)
    found = split_sections(source, genre)
    if not found:
        if lines := [line for line in lines_of(source) if line.text.strip()]:
            raise fail("expected [problem] and the rows of the board", lines[0].span())
        raise fail(f"{source.path}: the text is empty")
    yield from each_puzzle(source, found, partial(_make_puzzle, genre=genre))


def _row(genre: str) -> Janko:
    """Return the row of a genre."""
    rules = rules_of(genre)
    if rules is None or parts_in(rules) is None or genre not in parted("janko"):
        raise fail(f"Janko's text of {genre} is not known here", hint=_known())
    return told_in(rules, "janko", Janko)


def _known() -> str:
    return f"these are: {', '.join(parted('janko'))}"


def _make_puzzle(sections: Sections, title: str, genre: str) -> Puzzle:
    """Return the puzzle of some sections."""
    if sections.genre is not None:
        genre = _find_genre(sections.genre)
    if not genre:
        hint = f"name it: --genre heyawake, or a line 'puzzle heyawake'; {_known()}"
        raise fail("the text does not name its genre", sections.head, hint)
    row, parts = _row(genre), parts_of(genre)
    first = sections.grids.get("problem", [])
    inside = row.last_row and "clabels" not in sections.grids and len(first) > 1
    if inside:
        sections.grids["clabels"] = [first.pop()]
    shape = first or sections.grids.get("areas")
    points, size = bool(parts.point), [token.text for token in sections.size]
    if not shape and not (row.gridless and len(size) == 2 and "".join(size).isdecimal()):
        raise fail("expected [problem] and the rows of the board", sections.head)
    height, width = map(int, size) if not shape else (len(shape) - points, len(shape[0]) - points)
    shown = [str(height + inside), str(width)]
    if len(size) == 2 and sorted(size) != sorted(shown):
        what = f"the size is {' '.join(size)}, and the board has {shown[0]} rows of {width} cells"
        raise fail(what, row_span(sections.size))
    sheet = Sheet(genre, height, width, title)
    sheet.assume(**row.assumed)
    for name, grid in sections.grids.items():
        if name in ("clabels", "rlabels"):
            continue
        extra = points and name == "problem"
        if name == "solution" and len(grid) > height and [token.text for token in grid[0]] == shown:
            del grid[0]
        if inside and name == "solution" and len(grid) > height:
            for clue, total in zip(*sections.grids["clabels"], grid.pop(), strict=False):
                if clue.text not in (*EMPTY, total.text):
                    raise fail(f"this column has the sum {clue.text} above", total.span())
        _check_size(name, grid, height + extra, width + extra)
    for option, number in zip(_header(parts, row), sections.header, strict=False):
        letter = re.fullmatch("[a-z]", number.text, re.IGNORECASE)
        if not re.fullmatch("[0-9]{1,6}", number.text) and (letter is None or not parts.rim):
            raise fail("expected a number", number.span())
        value = ord(number.text.upper()) - ord("A") + 1 if letter else int(number.text)
        sheet.options[option] = height - value if row.left else value
    texts = [sections.grids.get(name, []) for name in ("problem", "solution")]
    areas = sections.grids.get("areas")
    if areas:
        put_areas(sheet, areas)
    colours = put_clues(sheet, row, *texts)
    if not areas and parts.room:
        put_areas(sheet, [])
    put_labels(sheet, row, sections.grids)
    if texts[1]:
        put_answer(sheet, row, colours, *texts)
    return sheet.puzzle(sections.head)


def _header(parts: Parts, row: Janko) -> Words:
    """Return the options after the size."""
    return parts.fleet or tuple(filter(None, [row.left or parts.total]))


def _find_genre(name: Text) -> str:
    """Return the genre of a name."""
    plain, known = words(name.text), parted("janko")
    for genre in (name.text, plain, other_names().get(plain, plain)):
        if genre in known:
            return genre
    what = f"the genre '{name.text}' is not known here"
    raise unknown(name.text, what, name.span(), _known())


def _check_size(name: str, grid: Rows, height: int, width: int) -> None:
    """Refuse a section that has not this height and width."""
    for row in grid[: height + 1]:
        if len(row) != width:
            raise uneven(row, width)
    if len(grid) != height:
        where = row_span(grid[min(height, len(grid) - 1)]) if grid else None
        raise fail(f"[{name}] has {len(grid)} rows where the board has {height}", where)


# ---------- clues outside the board ----------


def _labels(sheet: Sheet, row: Janko) -> list[tuple[str, str, str]]:
    """Return the section, the given and the side of each line of clues outside, in order."""
    parts, out = sheet.parts, list[tuple[str, str, str]]()
    for at, word in enumerate(row.outside if parts.rim or parts.outside else ()):
        far = word in row.outside[at + 1 :]
        given = parts.second if far else parts.rim or parts.outside
        side = LABELS[word]
        out.append(("clabels" if side in "NS" else "rlabels", side, given))
    return out


def put_labels(sheet: Sheet, row: Janko, grids: Mapping[str, Rows]) -> None:
    """Put the clues outside into a sheet whose holes are known.

    A clue belongs to the line that begins at the first cell of its column or row. Those of rows may
    be in one line or below each other, as lists are.

    Raises:
        UserError: the genre has no such clues, or there are too few or too many.
    """
    labels = _labels(sheet, row)
    for section in ("clabels", "rlabels"):
        lines = [line for line in grids.get(section, []) if line]
        if lines and not labels:
            raise fail(f"{sheet.genre} has no clues outside the board", lines[0][0].span())
        for at, (side, given) in enumerate([each[1:] for each in labels if each[0] == section]):
            if not lines:
                continue
            kind, count = sheet.kind_of(given), sheet.cols if side in "NS" else sheet.rows
            upright = kind == "list" or (len(lines) == count and {*map(len, lines)} == {1})
            found = lines if upright else [[token] for token in [*lines, []][at]]
            if len(found) != count:
                what = "columns" if side in "NS" else "rows"
                message = f"[{section}] has {len(found)} clues where the board has {count} {what}"
                raise fail(message, lines[0][0].span())
            for place, clue in zip(sheet.rim(given, side), found, strict=True):
                _put_label(sheet, given, place, clue)


def _put_label(sheet: Sheet, given: str, place: Place | None, clue: Sequence[Text]) -> None:
    """Put a clue outside: a number or name, or a list."""
    text, span, kind = ",".join(each.text for each in clue), row_span(clue), sheet.kind_of(given)
    if text in EMPTY:
        return
    good = {"list": r"([0-9]{1,6}|\?)(,([0-9]{1,6}|\?))*", "enum": "[A-Za-z]"}
    if not re.fullmatch(good.get(kind, "[0-9]{1,6}"), text):
        raise fail("expected a number, or '-' for none", span)
    if place is None:
        raise fail("this clue has no cells in its row or column", span)
    value = int(text) if kind == "range" else text.upper()
    sheet.put(given, place, value, span)


def take_labels(sheet: Sheet, row: Janko) -> list[str]:
    """Take the clues outside the board from a sheet; return their sections, if the genre has any.

    A clue of a line that does not begin at the first cell of its column or row stays.
    """
    out: dict[str, list[str]] = {}
    for section, side, given in _labels(sheet, row):
        found = sheet.givens.get(given, {})
        tokens = [str(found.pop(place, "-")) for place in sheet.rim(given, side) if place]
        lists = sheet.kind_of(given) == "list"
        lines = [token.replace(",", " ") for token in tokens] if lists else [" ".join(tokens)]
        out.setdefault(section, [f"[{section}]"]).extend(lines)
    return [line for lines in out.values() for line in lines]


# ---------- writing ----------


def write(program: Program, answer: Assignment | None = None) -> str:
    """Return a puzzle in sections, with a solution or without; see `Format.write`."""
    row, sheet = _row(program.genre), sheet_of(program, "janko", answer)
    totals, blocked = (sheet.givens.get(x, {}) for x in (sheet.parts.outside, sheet.parts.blocked))
    frame = row.framed and (bool(totals) or any(0 in c and c not in blocked for c in sheet.cells))
    size = f"size {sheet.rows + (frame or row.last_row)} {sheet.cols + frame}"
    for option in _header(sheet.parts, row):
        value = sheet.option(option)
        size += f" {sheet.rows - int(value) if row.left else value}"
    out = ["[begin]", f"puzzle {program.genre}", size]
    solution = take_answer(sheet, row) if answer is not None else []
    areas, labels = take_areas(sheet), take_labels(sheet, row)
    last = labels[1:] if row.last_row else []
    out += [] if row.framed or row.last_row else labels
    clues = take_clues(sheet, row) + last
    if frame:  # the clues outside stand in blocked cells before the board
        tops, lefts = (line.split() for line in labels[1::2])
        above = [clue if clue == "-" else f"{clue}," for clue in ("-", *tops)]
        before = [clue if clue == "-" else f",{clue}" for clue in lefts]
        clues = [" ".join(above), *map("{} {}".format, before, clues)]
        solution = [" ".join("-" * len(above)), *(f"- {line}" for line in solution)]
    out += [] if row.gridless and {*" ".join(clues).split()} == {"-"} else ["[problem]", *clues]
    out += ["[areas]", *areas] if areas else []
    out += ["[solution]", *solution, *last] if answer is not None else []
    sheet.require_plain("janko")
    sheet.finish("janko", **row.assumed)
    return "\n".join([*out, "[end]", ""])


def _genres() -> dict[str, Support]:
    solved = {genre: supports_answers(parts_of(genre)) for genre in parted("janko")}
    return {g: Support(solutions_read=x, solutions_written=x) for g, x in solved.items()}


FORMAT = Format(
    "janko",
    "Janko's text: sections such as [problem] and [areas], or with --genre bare rows",
    (),
    recognises,
    parse,
    write,
    write_solved=write,
    parse_as=parse,
    genres=_genres,
    check=partial(told_in, about="janko", cls=Janko),
)
