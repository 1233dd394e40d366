"""Converts the layers of a page to the clues of a genre, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from nlc.errors import Diagnostic, Severity, Span, UserError, fail
from nlc.formats.parts import (
    IGNORED,
    Pzpr,
    box_sides,
    boxes,
    put_blocked,
    put_rooms,
    same_rooms,
    take_blocked,
    take_rooms,
)
from nlc.formats.pzpr.codecs import GREY, UNKNOWN, BoardItem
from nlc.formats.pzpr.genre import LETTERS, CellPair, Page, PageLayers, rows
from nlc.formats.sheet import Border, Cell, Place, Point, Sheet, Value, border, value_text
from nlc.formats.sheet_of import sheet_of
from nlc.ir.nodes import Assignment, Program

SIDES = {1: "N", 2: "S", 3: "W", 4: "E"}
"""The directions of arrows."""

_SUDOKUS = (4, 6, 9, 16, 25)
"""The sides of Sudokus, which determine their boxes."""


# ---------- reading ----------


def fill_sheet(page: Page, title: str) -> Sheet:
    """Return the sheet of a page.

    Raises:
        UserError: the page has clues that its genre does not have.
    """
    row, layers = page.row, page.layers
    sheet = Sheet(row.genre, layers.rows, layers.cols, title)
    sheet.options.update({name: _parse_option(value) for name, value in row.options.items()})
    for flag in page.flags:
        name, value = row.flags[flag]
        sheet.options[name] = _parse_option(value)
    sheet.assume(**{name: _parse_option(value) for name, value in row.assumed.items()})
    if layers.count is not None:
        sheet.options[row.parts.total] = layers.count
    for item in layers.blank:
        put_blocked(sheet, row.parts, layers.cell(item.place), page.where(item))
    if len(sheet.holes) == layers.size:
        raise fail("no cell is part of the board", page.head)
    for item in layers.cells:
        _put_clue(sheet, row, layers.cell(item.place), item, page.where(item))
    for item in layers.points:
        point = Point(*divmod(item.place, layers.cols + 1))
        _put_clue(sheet, row, point, item, page.where(item))
    if row.parts.room:
        numbers = {layers.cell(n): room for n, room in enumerate(layers.rooms()) if room >= 0}
        rooms = _boxes(sheet, page.head) if row.genre == "sudoku" else numbers
        names = {cell: room + 1 for cell, room in rooms.items()}
        walls = [border(layers.cell(a), layers.cell(b)) for a, b in layers.walls or ()]
        put_rooms(sheet, row.parts, names, walls, page.head)
    return sheet


def _put_clue(sheet: Sheet, row: Pzpr, place: Place, item: BoardItem, span: Span) -> None:
    parts = row.parts
    if place in sheet.holes:
        raise fail("this clue is in a cell that is not part of the board", span)
    if item.side:
        sheet.put(parts.arrow, place, SIDES[item.side], span)
    if item.value == GREY:
        sheet.put(parts.blocked, place, True, span)
    elif item.value != UNKNOWN:
        sheet.put(row.number, place, _value(row, item.value, span), span)
    elif not item.side and parts.unknown != IGNORED:
        if not parts.unknown:
            raise fail(f"{row.genre} has no clue with an unknown number", span)
        sheet.put(parts.unknown, place, True, span)


def _value(row: Pzpr, number: int, span: Span) -> Value:
    if row.circle is not None:
        if number not in (1, 2):
            raise fail(f"expected 1 or 2, found {number}", span)
        return row.circle[number]
    if row.letters and 0 < number <= len(LETTERS):
        return LETTERS[number - 1]
    return str(number) if row.parts.named else number


def _parse_option(text: str) -> Value:
    return text == "true" if text in ("true", "false") else int(text)


def _boxes(sheet: Sheet, head: Span | None = None) -> dict[Cell, int]:
    """Return the box of each cell of a Sudoku."""
    size = sheet.rows
    if size not in _SUDOKUS or sheet.cols != size:
        raise fail(f"a Sudoku of pzpr is {', '.join(f'{n}x{n}' for n in _SUDOKUS)}", head)
    return boxes(sheet.cells, *box_sides(size))


# ---------- writing ----------


def make_page(program: Program, answer: Assignment | None) -> tuple[Pzpr, str, PageLayers, Sheet]:
    """Return the row, the flags, the layers and the sheet of a puzzle, with an answer.

    Raises:
        UserError: pzpr cannot express the puzzle.
    """
    sheet = sheet_of(program, "pzpr", answer)
    row = row_for(sheet)
    layers, flags = take_layers(sheet, row)
    sheet.require_plain("pzpr")
    sheet.finish("pzpr", **row.assumed)
    return row, flags, layers, sheet


def row_for(sheet: Sheet) -> Pzpr:
    """Return the row for writing a puzzle.

    Raises:
        UserError: pzpr does not have its genre.
    """
    found = [row for row in rows() if row.genre == sheet.genre]
    if not found:
        raise fail(f"puzz.link has no genre that is {sheet.genre}")

    def fits(row: Pzpr) -> bool:
        return all(value_text(sheet.options[name]) == value for name, value in row.assumed.items())

    labels = [str(label) for label in sheet.givens.get(found[0].number, {}).values()]
    lettered = bool(labels) and all(map(_is_letter, labels))
    found.sort(key=lambda row: (not fits(row), row.letters != lettered))
    return found[0]


def take_layers(sheet: Sheet, row: Pzpr) -> tuple[PageLayers, str]:
    """Take the clues and options from a sheet; return their layers and flags.

    Raises:
        UserError: pzpr cannot express the puzzle.
    """
    layers, parts = PageLayers(sheet.rows, sheet.cols), row.parts
    options = {name: value_text(sheet.option(name)) for name in row.options}
    flags = "".join(flag for flag, (name, value) in row.flags.items() if options[name] == value)
    if "count" in row.body:
        layers.count = int(sheet.option(parts.total))
    if {"bits", "blank"} & {*row.body, *row.file}:
        layers.blank = _items(layers, dict.fromkeys(take_blocked(sheet, parts), 1))
    if sheet.holes:
        raise fail(f"a {row.pid} of pzpr has no holes")
    if parts.room:
        names = take_rooms(sheet, parts)
        _divide(layers, names, sheet.take(parts.fence))
        if row.genre == "sudoku" and not same_rooms(names, _boxes(sheet)):
            raise fail("a Sudoku of pzpr has the usual boxes of its size")
    numbers: dict[Place, int] = {}
    if "arrows" in row.body:
        numbers |= dict.fromkeys(sheet.take(parts.blocked), GREY)
    if parts.unknown not in ("", IGNORED):
        numbers |= dict.fromkeys(sheet.take(parts.unknown), UNKNOWN)
    arrows = sheet.take(parts.arrow)
    numbers |= dict.fromkeys(arrows, UNKNOWN)
    if row.number:
        numbers |= _numbers(sheet, row)
    if "cross4" in row.body:
        layers.points = _items(layers, numbers)
    else:
        sides = {name: side for side, name in SIDES.items()}
        turned = {place: sides[str(name)] for place, name in arrows.items()}
        layers.cells = _items(layers, numbers, turned)
    if "roomnum" in row.body:
        _to_corners(layers)
    return layers, flags


def check_ignored(page: Page, sheet: Sheet) -> tuple[Diagnostic, ...]:
    """Return warnings about parts of a page that have no meaning and are not in the puzzle.

    The page is compared with the one that would be written.

    Raises:
        UserError: a part with a meaning is not in the puzzle.
    """
    row, read = page.row, page.layers
    cells = _comparable(page)
    try:
        again, flags = take_layers(sheet.copy(), row)
    except UserError as error:
        raise fail(error.diagnostics[0].message, page.head) from None
    if {*flags} != {*page.flags} or read.count != again.count:
        raise fail("nlc does not keep the flags or the count of this puzzle", page.head)
    if {item.place for item in read.blank} != {item.place for item in again.blank}:
        raise fail("nlc does not keep which cells are not part of this board", page.head)
    return (*_ignored_clues(page, cells, again), *_ignored_borders(page, again))


def _ignored_clues(page: Page, cells: list[BoardItem], again: PageLayers) -> Iterator[Diagnostic]:
    """Yield a warning if clues with an unknown number are ignored; others must be kept."""
    row, ignored = page.row, list[BoardItem]()
    for before, after in ((cells, again.cells), (page.layers.points, again.points)):
        kept = {item.place: (value, item.side) for item, value in _with_numbers(after, row)}
        for item, value in _with_numbers(before, row):
            if kept.pop(item.place, None) == (value, item.side):
                continue
            if item.value != UNKNOWN or item.side or row.parts.unknown != IGNORED:
                raise fail("nlc does not keep this clue", page.where(item))
            ignored.append(item)
        if kept:
            raise fail("nlc would write clues that this puzzle does not have", page.head)
    if ignored:
        message = f"this clue is a question mark, has no meaning in {row.genre} and is ignored"
        if len(ignored) > 1:
            message = f"{len(ignored)} clues such as this one are question marks, have no meaning "
            message += f"in {row.genre} and are ignored"
        yield Diagnostic(message, page.where(ignored[0]), severity=Severity.WARNING)


def _ignored_borders(page: Page, again: PageLayers) -> Iterator[Diagnostic]:
    """Yield a warning if borders within rooms are ignored; a genre with fences must keep them."""
    row, read = page.row, page.layers
    blank = {item.place for item in read.blank}
    dropped = sorted((read.walls or set()) - (again.walls or set()))
    loose = [link for link in dropped if not blank & {*link}]
    if not loose:
        return
    first = _between(read, loose[0])
    if row.parts.fence:
        raise fail(f"nlc does not keep the border {first}", page.head)
    message = f"the border {first} divides no room, has no meaning in {row.genre} and is ignored"
    if len(loose) > 1:
        message = f"{len(loose)} borders such as {first} divide no room, have no meaning in "
        message += f"{row.genre} and are ignored"
    yield Diagnostic(message, page.head, severity=Severity.WARNING)


def _comparable(page: Page) -> list[BoardItem]:
    """Return the clues in cells, with numbers of rooms in the cells that pzpr has them in."""
    layers = page.layers
    if "roomnum" not in page.row.body:
        return layers.cells
    room_of, corners = layers.rooms(), layers.corners()
    found: dict[int, BoardItem] = {}
    for item in layers.cells:
        place = corners[room_of[item.place]]
        other = found.setdefault(place, item._replace(place=place))
        if other.value != item.value:
            raise fail("this is a second clue in one room", page.where(item))
    return list(found.values())


def _with_numbers(items: list[BoardItem], row: Pzpr) -> Iterator[tuple[BoardItem, int]]:
    """Yield clues with their numbers; names are numbered, as only equality matters."""
    names: dict[int, int] = {}
    for item in sorted(items):
        named = row.parts.named and item.value != UNKNOWN
        yield item, names.setdefault(item.value, len(names)) if named else item.value


def _between(layers: PageLayers, link: CellPair) -> str:
    return "|".join(f"r{row + 1}c{col + 1}" for row, col in map(layers.cell, link))


def _items(
    layers: PageLayers,
    values: Mapping[Place, int] | Mapping[Cell, int],
    sides: Mapping[Place, int] = {},
) -> list[BoardItem]:
    return sorted(
        BoardItem(layers.number(place), value, 0, 0, sides.get(place, 0))
        for place, value in values.items()
    )


def _numbers(sheet: Sheet, row: Pzpr) -> dict[Place, int]:
    """Take the values of a given from a sheet; return them as numbers of pzpr."""
    given = dict(sorted(sheet.take(row.number).items()))
    if row.circle is not None:
        return {place: row.circle.index(str(value), 1) for place, value in given.items()}
    if not row.parts.named:
        return {place: int(value) for place, value in given.items()}
    names = _number_labels(list(dict.fromkeys(map(str, given.values()))), row.letters)
    return {place: names[str(value)] for place, value in given.items()}


def _number_labels(labels: list[str], letters: bool) -> dict[str, int]:
    """Return a number for each label: the label's own, or else its index."""
    if letters and all(map(_is_letter, labels)):
        return {label: LETTERS.index(label) + 1 for label in labels}
    if not letters and all(_is_number(label) for label in labels):
        return {label: int(label) for label in labels}
    return {label: i for i, label in enumerate(labels, 1)}


def _is_letter(label: str) -> bool:
    return len(label) == 1 and label in LETTERS


def _is_number(label: str) -> bool:
    """Return whether a label is a number from 1 without leading zeros."""
    return label.isascii() and label.isdigit() and not label.startswith("0")


def _divide(layers: PageLayers, names: Mapping[Cell, Value], fences: Iterable[Place]) -> None:
    """Put the borders between and within rooms into the layers."""
    rooms = {layers.number(cell): name for cell, name in names.items()}
    layers.divide(rooms)
    assert layers.walls is not None
    for fence in fences:
        if not isinstance(fence, Border):
            raise fail("a border at the rim or at a hole, which pzpr cannot express")
        layers.walls.add((layers.number(fence.first), layers.number(fence.second)))
    found: dict[Value, int] = {}
    for cell, room in enumerate(layers.rooms()):
        if room >= 0 and found.setdefault(rooms[cell], room) != room:
            raise fail(f"the room '{rooms[cell]}' falls apart, which pzpr cannot express")


def _to_corners(layers: PageLayers) -> None:
    """Move the numbers of rooms to the cells that pzpr has them in."""
    room_of, corners = layers.rooms(), layers.corners()
    numbers: dict[int, int] = {}
    for item in layers.cells:
        if numbers.setdefault(room_of[item.place], item.value) != item.value:
            raise fail("a room has two numbers, which pzpr cannot express")
    layers.cells = [
        BoardItem(corners[room], value, 0, 0) for room, value in sorted(numbers.items())
    ]
