"""The answer in a file of pzpr: from what is drawn to the variables of a genre, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from nlc.formats.pzpr.blocks import Drawn
from nlc.formats.pzpr.layers import Layers, components
from nlc.formats.pzpr.row import Row
from nlc.formats.sheet import Answer, Border, Cell, Link, Place, Sheet, Side, Value, link

WHITE, BLACK = 1, 2
"""The numbers of stones."""


def answer_of(drawn: Drawn, row: Row, sheet: Sheet, layers: Layers) -> tuple[Answer, list[str]]:
    """Return what an answer says of the variables of its genre, and what is wrong with it so far.

    Where a number or a region is missing, the value of the variable is None. Other things that pzpr
    does not accept and that no rule tells are told in words.
    """
    parts = row.parts
    answer: Answer = {}
    faults: list[str] = []
    blank = {_number(layers, cell) for cell in sheet.holes}
    if parts.edge:
        answer[parts.edge] = {Side(*_cell(layers, n), side) for n, side in drawn.sides}
    if parts.line:
        counts: dict[Link, int] = {}
        for pair, count in sorted(drawn.line.items()):
            found = link(_cell(layers, pair[0]), _cell(layers, pair[1]))
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
        answer[parts.shaded] = {_cell(layers, n) for n in drawn.shade if n not in blank}
    if parts.region:
        answer[parts.region], more = _regions(drawn, row, sheet, layers)
        faults += more
    if row.islands:
        sea = drawn.shade | {_number(layers, cell) for cell in sheet.holes}
        land = [pair for pair in layers.links() if not sea & set(pair)]
        answer[row.islands] = _owners(components(layers.size, land, sea), row, sheet, layers)
    if parts.value:
        given = sheet.givens.get(parts.number, {})
        numbers = {_cell(layers, n): number for n, number in drawn.numbers.items()}
        answer[parts.value] = {cell: given.get(cell, numbers.get(cell)) for cell in sheet.cells}
    if row.some and not any(answer.values()):
        faults.append(f"there is no {row.some} on the board")
    return answer, faults


def _cell(layers: Layers, number: int) -> Cell:
    return number // layers.cols, number % layers.cols


def _stones(drawn: Drawn, row: Row, sheet: Sheet, layers: Layers) -> tuple[set[Place], list[str]]:
    """Return the cells with black stones, and which cells have none."""
    assert row.circle is not None
    given, _, black = row.circle
    known = sheet.givens.get(given, {})
    drawn_black = {_cell(layers, n) for n, stone in drawn.numbers.items() if stone == BLACK}
    there = {_cell(layers, n) for n in drawn.numbers} | known.keys()
    found = {place for place, value in known.items() if value == black}
    missing = [f"{sheet.name(cell)} has no stone" for cell in sheet.cells if cell not in there]
    return found | (drawn_black - known.keys()), missing


def _regions(
    drawn: Drawn, row: Row, sheet: Sheet, layers: Layers
) -> tuple[dict[Place, Value | None], list[str]]:
    """Return the cell of the number of each region, and which borders divide nothing."""
    walls = drawn.walls or set()
    room_of = components(layers.size, [pair for pair in layers.links() if pair not in walls], set())
    loose = [
        f"the border {sheet.name(Border(_cell(layers, a), _cell(layers, b)))} divides nothing"
        for a, b in sorted(walls)
        if room_of[a] == room_of[b]
    ]
    return _owners(room_of, row, sheet, layers), loose


def _owners(
    room_of: list[int], row: Row, sheet: Sheet, layers: Layers
) -> dict[Place, Value | None]:
    """Return the cell of the first number in the part of each cell, None where there is none."""
    numbers = {**sheet.givens.get(row.parts.number, {}), **sheet.givens.get(row.parts.unknown, {})}
    roots: dict[int, Value] = {}
    for place in sorted(numbers):
        roots.setdefault(room_of[_number(layers, place)], sheet.name(place))
    return {
        _cell(layers, n): roots.get(room) if room >= 0 else None for n, room in enumerate(room_of)
    }


def _number(layers: Layers, place: Place) -> int:
    row, col = cast("Cell", place)
    return row * layers.cols + col


# ---------- writing ----------


def drawn_of(sheet: Sheet, row: Row, layers: Layers) -> Drawn:
    """Return how the answer of a sheet is drawn."""
    parts, answer = row.parts, sheet.answer or {}
    drawn = Drawn()
    if parts.edge:
        drawn.sides = {side for place in answer[parts.edge] for side in _sides(place, layers)}
    for variable in filter(None, (parts.line, parts.double)):
        for place in answer[variable]:
            assert isinstance(place, Link)
            pair = _number(layers, place.first), _number(layers, place.second)
            drawn.line[pair] = drawn.line.get(pair, 0) + 1
    if parts.shaded:
        drawn.shade = {_number(layers, place) for place in answer[parts.shaded]}
        drawn.numbers = {n: BLACK if n in drawn.shade else WHITE for n in range(layers.size)}
    for variable in filter(None, (parts.value, parts.region)):
        values = answer[variable]
        assert isinstance(values, Mapping)
        owners = {_number(layers, place): value for place, value in values.items()}
        if parts.region:
            drawn.walls = {(a, b) for a, b in layers.links() if owners[a] != owners[b]}
        else:
            drawn.numbers = {n: int(value or 0) for n, value in owners.items()}
    return drawn


def _sides(place: Place, layers: Layers) -> Iterator[tuple[int, str]]:
    """Yield a border as a side of a cell."""
    if isinstance(place, Border):
        below = place.second[0] > place.first[0]
        yield _number(layers, place.second), "N" if below else "W"
    else:
        assert isinstance(place, Side)
        yield place.row * layers.cols + place.col, place.side
