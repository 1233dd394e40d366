"""Files of pzpr: a field a line, or all in one line with slashes between.

The first fields are the layout, the genre and the size; the others form blocks
(`nlc.formats.pzpr.blocks`), of the puzzle and of its answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import cast

from nlc.errors import Source, fail
from nlc.formats.base import Text, split_lines
from nlc.formats.parts import Value
from nlc.formats.places import borders
from nlc.formats.pzpr.blocks import BLOCKS, NUMBER, BlockReader
from nlc.formats.pzpr.codecs import Item
from nlc.formats.pzpr.genre import find_row
from nlc.formats.pzpr.page import LETTERS, Page, variant_error
from nlc.formats.sheet import (
    Border,
    Link,
    Place,
    Sheet,
    SheetAnswer,
    Side,
    connected_rooms,
    owners,
)

FIRST = re.compile(r"pzprv3(?:\.(?P<later>\d+))?")
"""The first field of a file."""

_WHITE, _BLACK = 1, 2
"""The numbers of stones."""

_WITH_HOLES = {"blank", "numbers_or_blank", "sums", "dots", "outside_poles"}

_LAST = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")


def parse_file(source: Source, first: int, last: int) -> Page:
    """Return the puzzle of a file, with its answer, which is empty if the file ends before it.

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
    one = row is not None and row.square
    size = fields[2 : 3 if one else 4]
    if row is None or len(size) < 2 - one or not all(NUMBER.fullmatch(f.text) for f in size):
        raise fail("expected the puzzle, its rows and its columns after this", whole)
    if later > row.last:
        raise fail(f"nlc does not support the layout {fields[0].text} of files of {row.pid}", whole)
    reader = BlockReader(row, size, fields[3 if one else 4 :])
    return reader.read(map(BLOCKS.get, row.blocks(later)), "answer")


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


def write_file(page: Page, later: int | None = None) -> str:
    """Return the file of a puzzle and its answer, a field a line.

    With borders within a room the last layout is used, which lists all borders.

    Args:
        page: the puzzle and its answer.
        later: the layout; None: that of the row.

    Raises:
        UserError: files of the genre cannot express the puzzle.
    """
    row = page.row
    later = row.written if later is None else later
    rooms = page.rooms() if page.walls else {}
    within = any(rooms.get(one, -1) == rooms.get(other) for one, other in _pairs(page.walls))
    if within and "border" not in row.blocks(later):
        later = row.last
    blocks = row.blocks(later)
    if within and "border" not in blocks:
        raise fail(f"a file of {row.pid} has no borders within a room")
    if page.blank and not _WITH_HOLES & {*blocks}:
        raise fail(f"a file of {row.pid} has no holes")
    if page.flags and not {"passing", "flags"} & {*blocks} and row.flag_name:
        raise fail(f"a file of {row.pid} of the layout {later} has no flags")
    size = [page.cols] if row.square else [page.rows, page.cols]
    first = f"pzprv3.{later}" if later else "pzprv3"
    lines = [first, row.name or row.pid, *map(str, size)]
    for block in blocks:
        lines += BLOCKS.get(block).write(page)
    return "\n".join([*lines, ""])


def _pairs(walls: Mapping[Place, Item]) -> list[Border]:
    return cast("list[Border]", [*walls])


# ---------- answers ----------


def decode_answer(page: Page, sheet: Sheet) -> None:
    """Put the answer of a page into a sheet, and mistakes that no rule covers.

    The value is None if a number or a region is missing.
    """
    row, parts = page.row, page.row.parts
    answer: SheetAnswer = {}
    faults = sheet.faults
    if parts.edge:
        answer[parts.edge] = {*page.sides}
    if parts.line:
        counts: dict[Place, int] = {}
        for pair, item in sorted(page.line.items()):
            found = Link(*cast("Border", pair))
            if sheet.holes & set(found):
                faults.append(f"the line {sheet.name(found)} leaves the board")
            else:
                counts[found] = item.value
        for least, variable in enumerate(filter(None, (parts.line, parts.double)), 1):
            answer[variable] = {found for found, count in counts.items() if count >= least}
    if row.circle is not None and "answers" in row.blocks():
        given, _, black = row.circle
        known = sheet.givens.get(given, {})
        drawn = {cell for cell, item in page.numbers.items() if item.value == _BLACK}
        black_given = {place for place, value in known.items() if value == black}
        answer[parts.shaded] = black_given | (drawn - known.keys())
        there = page.numbers.keys() | known.keys()
        faults += [f"{sheet.name(cell)} has no stone" for cell in sheet.cells if cell not in there]
    elif parts.shaded:
        sign = parts.sign if parts.fleet else ()  # ship, water, …; answers do not mark given ships
        ships = sheet.givens.get(sign[0], {}) if sign else {}
        shown = {cell for cell, value in ships.items() if value != sign[2]}
        answer[parts.shaded] = ({*page.shade} | shown) - sheet.holes
    if parts.region:
        rooms = connected_rooms(page.cells, page.regions)
        answer[parts.region] = owners(sheet, rooms)
        faults += [
            f"the border {sheet.name(each)} divides nothing"
            for each in sorted(_pairs(page.regions))
            if rooms[each.first] == rooms[each.second]
        ]
    if row.islands:
        land = [cell for cell in page.cells if cell not in page.shade and cell not in sheet.holes]
        none = dict.fromkeys(page.cells)
        answer[row.islands] = none | owners(sheet, connected_rooms(land, ()))
    if parts.value:
        named = dict(enumerate(row.values or (LETTERS if row.letters else ()), 1))
        numbers: dict[Place, Value] = {
            cell: named.get(item.value, item.value) for cell, item in page.numbers.items()
        }
        numbers |= {} if row.values else sheet.givens.get(parts.number, {})
        answer[parts.value] = {cell: numbers.get(cell) for cell in sheet.cells}
        if "outside_numbers" in row.blocks():
            left = {*sheet.cells} - numbers.keys() - page.shade.keys()
            faults += [
                f"{sheet.name(cell)} is neither shaded nor a number" for cell in sorted(left)
            ]
    if row.some and not any(answer.values()):
        faults.append(f"there is no {row.some} on the board")
    sheet.answer = answer


def draw_answer(sheet: Sheet, page: Page) -> None:
    """Draw the answer of a sheet on a page."""
    parts, answer = page.row.parts, sheet.answer or {}
    if parts.edge:
        page.sides = {_side(place): Item() for place in answer[parts.edge]}
    for variable in filter(None, (parts.line, parts.double)):
        for place in answer[variable]:
            pair = Border(*cast("Link", place))
            page.line[pair] = Item(page.line[pair].value + 1 if pair in page.line else 1)
    if parts.shaded:
        shown = page.clues if parts.fleet else {}
        page.shade = {place: Item() for place in answer[parts.shaded] if place not in shown}
        page.numbers = {cell: Item(_BLACK if cell in page.shade else _WHITE) for cell in page.cells}
    if parts.value or parts.region:
        values = cast("Mapping[Place, Value]", answer[parts.value or parts.region])
        if parts.region:
            pairs = [cast("Border", pair) for matrix in borders(page) for pair in matrix]
            page.regions = {pair: Item() for pair in pairs if values[pair[0]] != values[pair[1]]}
        else:
            names = page.row.values or (LETTERS if page.row.letters else ())
            named = {name: number for number, name in enumerate(names, 1)}
            page.numbers = {
                cell: Item(named.get(str(value)) or int(value))
                for cell, value in values.items()
                if value is not None
            }
            page.shade = page.shade or {cell: Item() for cell in values.keys() - {*page.numbers}}
    clues = () if page.row.values else page.clues
    page.numbers = {cell: item for cell, item in page.numbers.items() if cell not in clues}


def _side(place: Place) -> Side:
    """Return a border as a side of a cell: the upper or the left one, but at the rim."""
    if isinstance(place, Border):
        (row, col), below = place.second, place.second[0] > place.first[0]
        return Side(row, col, "N" if below else "W")
    assert isinstance(place, Side)
    return place
