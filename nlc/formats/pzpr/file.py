"""Files of pzpr: a field a line, or all in one line with slashes between.

The first fields are the layout, the genre and the size; the others form blocks, of the puzzle and
of its answer (`nlc.formats.pzpr.blocks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import cast

from nlc.errors import Source, fail
from nlc.formats.base import Text, split_lines
from nlc.formats.parts import Pzpr, number_places
from nlc.formats.pzpr.blocks import BLOCKS, NUMBER, BlockReader, BlockWriter
from nlc.formats.pzpr.genre import (
    DrawnAnswer,
    Page,
    PageLayers,
    components,
    find_row,
    variant_error,
)
from nlc.formats.sheet import Border, Link, Place, Sheet, SheetAnswer, Side, Value, link

FIRST = re.compile(r"pzprv3(?:\.(?P<later>\d+))?")
"""The first field of a file."""

_WHITE, _BLACK = 1, 2
"""The numbers of stones."""

_LAST = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")


def parse_file(source: Source, first: int, last: int) -> tuple[Page, DrawnAnswer]:
    """Return the puzzle of a file, and its answer, which is empty if the file ends before it.

    Args:
        first: the number of its first line, from 1.
        last: that of its last one.

    Raises:
        UserError: it is malformed, or its genre, flags or variant are not supported.
    """
    fields = list(_fields(source, first, last))
    for field in fields[:2]:
        if field.text.startswith("v:"):
            raise variant_error(field)
    whole = fields[0].span()
    later = int((FIRST.fullmatch(fields[0].text) or {"later": None})["later"] or 0)
    row = find_row(fields[1]) if len(fields) > 1 else None
    one = row is not None and row.genre == "sudoku"
    size = fields[2 : 3 if one else 4]
    if row is None or len(size) < 2 - one or not all(NUMBER.fullmatch(f.text) for f in size):
        raise fail("expected the puzzle, its rows and its columns after this", whole)
    if later > max(row.later, default=0):
        raise fail(f"nlc does not support the layout {fields[0].text} of files of {row.pid}", whole)
    reader = BlockReader(row, size, fields[3 if one else 4 :])
    for block in row.blocks(later):
        if reader.fields:
            BLOCKS[block].parse(reader)
    return reader.page("answer"), reader.drawn


def _fields(source: Source, first: int, last: int) -> Iterator[Text]:
    """Yield the fields of a file, without those of its history."""
    lines = split_lines(source.text)
    for number in range(first, last + 1):
        line, at = lines[number - 1], 0
        for part in line.split("/"):
            text = part.strip()
            if _LAST.match(text):
                return
            if text:
                yield Text(source, number, at + len(part) - len(part.lstrip()), text)
            at += len(part) + 1


def write_file(
    row: Pzpr, flags: str, layers: PageLayers, drawn: DrawnAnswer, later: int | None = None
) -> str:
    """Return the file of a puzzle and its answer, a field a line.

    With borders within a room the last layout is used, which lists all borders.

    Args:
        row: the genre.
        flags: that change the rules.
        layers: the puzzle.
        drawn: the answer.
        later: the layout; None: that of the row.

    Raises:
        UserError: files of the genre cannot express the puzzle.
    """
    later = row.written if later is None else later
    rooms = layers.rooms()
    within = any(rooms[a] == rooms[b] >= 0 for a, b in layers.walls or ())
    if within and "border" not in row.blocks(later):
        later = max(row.later, default=0)
    blocks = row.blocks(later)
    if within and "border" not in blocks:
        raise fail(f"a file of {row.pid} has no borders within a room")
    if layers.blank and not {"blank", "numbers-or-blank"} & {*blocks}:
        raise fail(f"a file of {row.pid} has no holes")
    if flags and not {"passing", "flags"} & {*blocks} and row.flag_names:
        raise fail(f"a file of {row.pid} of the layout {later} has no flags")
    size = [layers.cols] if row.genre == "sudoku" else [layers.rows, layers.cols]
    first = f"pzprv3.{later}" if later else "pzprv3"
    lines = [first, row.name or row.pid, *map(str, size)]
    writer = BlockWriter(row, flags, layers, drawn)
    for block in blocks:
        lines += BLOCKS[block].write(writer)
    return "\n".join([*lines, ""])


# ---------- answers ----------


def decode_answer(
    drawn: DrawnAnswer, row: Pzpr, sheet: Sheet, layers: PageLayers
) -> tuple[SheetAnswer, list[str]]:
    """Return the values of the genre's variables in an answer, and mistakes that no rule covers.

    The value is None if a number or a region is missing.
    """
    parts = row.parts
    answer: SheetAnswer = {}
    faults: list[str] = []
    blank = {layers.number(cell) for cell in sheet.holes}
    if parts.edge:
        answer[parts.edge] = {Side(*layers.cell(n), side) for n, side in drawn.sides}
    if parts.line:
        counts: dict[Link, int] = {}
        for pair, count in sorted(drawn.line.items()):
            found = link(layers.cell(pair[0]), layers.cell(pair[1]))
            if sheet.holes & set(found):
                faults.append(f"the line {sheet.name(found)} leaves the board")
            else:
                counts[found] = count
        for least, variable in enumerate(filter(None, (parts.line, parts.double)), 1):
            answer[variable] = {found for found, count in counts.items() if count >= least}
    if row.circle is not None and "answers" in row.file:
        answer[parts.shaded], more = _stones(drawn, row, sheet, layers)
        faults += more
    elif parts.shaded:
        answer[parts.shaded] = {layers.cell(n) for n in drawn.shade if n not in blank}
    if parts.region:
        answer[parts.region], more = _regions(drawn, row, sheet, layers)
        faults += more
    if row.islands:
        sea = drawn.shade | {layers.number(cell) for cell in sheet.holes}
        land = [pair for pair in layers.links() if not sea & set(pair)]
        answer[row.islands] = _owners(components(layers.size, land, sea), row, sheet, layers)
    if parts.value:
        given = sheet.givens.get(parts.number, {})
        numbers = {layers.cell(n): number for n, number in drawn.numbers.items()}
        answer[parts.value] = {cell: given.get(cell, numbers.get(cell)) for cell in sheet.cells}
    if row.some and not any(answer.values()):
        faults.append(f"there is no {row.some} on the board")
    return answer, faults


def _stones(
    drawn: DrawnAnswer, row: Pzpr, sheet: Sheet, layers: PageLayers
) -> tuple[set[Place], list[str]]:
    """Return the cells with black stones, and mistakes: cells without a stone."""
    assert row.circle is not None
    given, _, black = row.circle
    known = sheet.givens.get(given, {})
    drawn_black = {layers.cell(n) for n, stone in drawn.numbers.items() if stone == _BLACK}
    there = {layers.cell(n) for n in drawn.numbers} | known.keys()
    found = {place for place, value in known.items() if value == black}
    missing = [f"{sheet.name(cell)} has no stone" for cell in sheet.cells if cell not in there]
    return found | (drawn_black - known.keys()), missing


def _regions(
    drawn: DrawnAnswer, row: Pzpr, sheet: Sheet, layers: PageLayers
) -> tuple[dict[Place, Value | None], list[str]]:
    """Return the cell of the number of each region, and mistakes: borders that divide nothing."""
    walls = drawn.walls or set()
    room_of = components(layers.size, [pair for pair in layers.links() if pair not in walls], set())
    loose = [
        f"the border {sheet.name(Border(layers.cell(a), layers.cell(b)))} divides nothing"
        for a, b in sorted(walls)
        if room_of[a] == room_of[b]
    ]
    return _owners(room_of, row, sheet, layers), loose


def _owners(
    room_of: list[int], row: Pzpr, sheet: Sheet, layers: PageLayers
) -> dict[Place, Value | None]:
    """Return for each cell the cell of the first number in its part, or None."""
    roots: dict[int, Value] = {}
    for place in sorted(number_places(sheet, row.parts)):
        roots.setdefault(room_of[layers.number(place)], sheet.name(place))
    return {
        layers.cell(n): roots.get(room) if room >= 0 else None for n, room in enumerate(room_of)
    }


def draw_answer(sheet: Sheet, row: Pzpr, layers: PageLayers) -> DrawnAnswer:
    """Return the drawing of the answer of a sheet."""
    parts, answer = row.parts, sheet.answer or {}
    drawn = DrawnAnswer()
    if parts.edge:
        drawn.sides = {side for place in answer[parts.edge] for side in _sides(place, layers)}
    for variable in filter(None, (parts.line, parts.double)):
        for place in answer[variable]:
            assert isinstance(place, Link)
            pair = layers.number(place.first), layers.number(place.second)
            drawn.line[pair] = drawn.line.get(pair, 0) + 1
    if parts.shaded:
        drawn.shade = {layers.number(place) for place in answer[parts.shaded]}
        drawn.numbers = {n: _BLACK if n in drawn.shade else _WHITE for n in range(layers.size)}
    if parts.value or parts.region:
        values = cast("Mapping[Place, Value]", answer[parts.value or parts.region])
        named = {layers.number(place): value for place, value in values.items()}
        if parts.region:
            drawn.walls = {(a, b) for a, b in layers.links() if named[a] != named[b]}
        else:
            drawn.numbers = {n: int(value or 0) for n, value in named.items()}
    return drawn


def _sides(place: Place, layers: PageLayers) -> Iterator[tuple[int, str]]:
    """Yield a border as a side of a cell."""
    if isinstance(place, Border):
        below = place.second[0] > place.first[0]
        yield layers.number(place.second), "N" if below else "W"
    else:
        assert isinstance(place, Side)
        yield place.row * layers.cols + place.col, place.side
