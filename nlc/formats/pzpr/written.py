"""From the clues of a genre to what a URL or a file of pzpr says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from nlc.errors import Diagnostic, Severity, UserError, fail
from nlc.formats.parts import IGNORED, take_blocked
from nlc.formats.pzpr.body import GREY, UNTOLD, Item
from nlc.formats.pzpr.layers import Layers, Link
from nlc.formats.pzpr.meaning import SIDES, boxes
from nlc.formats.pzpr.row import LETTERS, Row, rows
from nlc.formats.pzpr.url import Page
from nlc.formats.sheet import Border, Cell, Place, Point, Sheet, Value, said
from nlc.ir.nodes import Assignment, Program


def page_of(program: Program, answer: Assignment | None) -> tuple[Row, list[str], Layers, Sheet]:
    """Return the row, the flags, the layers and the sheet of a puzzle, with an answer of it.

    The flags are one text, or none where no flag is set.

    Raises:
        UserError: pzpr cannot say the puzzle.
    """
    from nlc.formats.sheet_of import sheet_of

    sheet = sheet_of(program, "pzpr", answer)
    row = row_for(sheet)
    layers, flags = layers_of(sheet, row)
    sheet.plain("pzpr")
    sheet.finish("pzpr", **row.granted)
    return row, [flags] if flags else [], layers, sheet


def row_for(sheet: Sheet) -> Row:
    """Return the row by which a puzzle is written.

    Raises:
        UserError: pzpr does not have its genre.
    """
    found = [row for row in rows() if row.genre == sheet.genre]
    if not found:
        raise fail(f"puzz.link has no genre that is {sheet.genre}")

    def fits(row: Row) -> bool:
        return all(said(sheet.options[name]) == value for name, value in row.granted.items())

    labels = [str(label) for label in sheet.givens.get(found[0].number, {}).values()]
    lettered = bool(labels) and all(map(_is_letter, labels))
    found.sort(key=lambda row: (not fits(row), row.letters != lettered))
    return found[0]


def layers_of(sheet: Sheet, row: Row) -> tuple[Layers, str]:
    """Return the layers and the flags that say a puzzle; what they say is taken from the sheet.

    Raises:
        UserError: pzpr cannot say the puzzle.
    """
    layers, parts = Layers(sheet.rows, sheet.cols), row.parts
    told = {name: said(sheet.option(name)) for name in row.told}
    flags = "".join(flag for flag, (name, value) in row.flags.items() if told[name] == value)
    if "count" in row.body:
        layers.count = int(sheet.option("stars"))
    if {"bits", "blank"} & {*row.body, *row.file}:
        layers.blank = _items(layers, dict.fromkeys(take_blocked(sheet, parts), 1))
    if sheet.holes:
        raise fail(f"a {row.pid} of pzpr has no holes")
    if parts.room:
        names = {_number(layers, cell): name for cell, name in sheet.take(parts.room).items()}
        fences = sheet.take(parts.fence) if parts.fence else ()
        layers.walls = _walls(layers, names, fences)
    if row.genre == "sudoku":
        usual = boxes(layers, None)
        if layers.walls != _walls(layers, dict(enumerate(usual))):
            raise fail("a Sudoku of pzpr has the boxes that its size tells")
    numbers: dict[Place, int] = {}
    if "arrows" in row.body:
        numbers |= dict.fromkeys(sheet.take(parts.blocked), GREY)
    if parts.unknown not in ("", IGNORED):
        numbers |= dict.fromkeys(sheet.take(parts.unknown), UNTOLD)
    arrows = sheet.take(parts.arrow) if parts.arrow else {}
    numbers |= dict.fromkeys(arrows, UNTOLD)
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


def kept(page: Page, sheet: Sheet) -> tuple[Diagnostic, ...]:
    """Return warnings of what a puzzle does not keep of a page, since it asks for nothing.

    What was read is compared with what would be written.

    Raises:
        UserError: something else is not kept.
    """
    row, read = page.row, page.layers
    cells = _comparable(page)
    try:
        again, flags = layers_of(sheet.copy(), row)
    except UserError as error:
        raise fail(error.diagnostics[0].message, page.head) from None
    if {*flags} != {*page.flags} or read.count != again.count:
        raise fail("nlc does not keep the flags or the count of this puzzle", page.head)
    if {item.place for item in read.blank} != {item.place for item in again.blank}:
        raise fail("nlc does not keep which cells are no part of this board", page.head)
    untold: list[Item] = []
    for before, after in ((cells, again.cells), (read.points, again.points)):
        kept = {item.place: (value, item.side) for item, value in _named(after, row)}
        for item, value in _named(before, row):
            if kept.pop(item.place, None) == (value, item.side):
                continue
            if item.value != UNTOLD or item.side or row.parts.unknown != IGNORED:
                raise fail("nlc does not keep this clue", page.where(item))
            untold.append(item)
        if kept:
            raise fail("nlc would write clues that this puzzle has not", page.head)
    doubts = []
    if untold:
        told = "this clue asks for nothing, as nothing is told of it, and is not kept"
        if len(untold) > 1:
            told = (
                f"{len(untold)} clues such as this one ask for nothing, as nothing is told of them,"
            )
            told += " and are not kept"
        doubts.append(Diagnostic(told, page.where(untold[0]), severity=Severity.WARNING))
    blank = {item.place for item in read.blank}
    loose = [] if read.walls is None else sorted(read.walls - (again.walls or set()))
    loose = [link for link in loose if not blank & {*link}]
    if loose and row.parts.fence:
        raise fail(f"nlc does not keep the border {_between(read, loose[0])}", page.head)
    if loose:
        first = _between(read, loose[0])
        told = (
            f"the border {first} divides no room, asks for nothing in {row.genre} and is not kept"
        )
        if len(loose) > 1:
            told = f"{len(loose)} borders such as {first} divide no room, ask for nothing in "
            told += f"{row.genre} and are not kept"
        doubts.append(Diagnostic(told, page.head, severity=Severity.WARNING))
    return tuple(doubts)


def _comparable(page: Page) -> list[Item]:
    """Return the clues in cells, those of rooms where pzpr has them.

    Raises:
        UserError: a room has two numbers.
    """
    layers = page.layers
    if "roomnum" not in page.row.body:
        return layers.cells
    room_of, corners = layers.rooms(), layers.corners()
    found: dict[int, Item] = {}
    for item in layers.cells:
        place = corners[room_of[item.place]]
        other = found.setdefault(place, item._replace(place=place))
        if other.value != item.value:
            raise fail("here is a second clue in one room", page.where(item))
    return list(found.values())


def _named(items: list[Item], row: Row) -> Iterator[tuple[Item, int]]:
    """Yield clues with their numbers; of names it matters only which ones are the same."""
    names: dict[int, int] = {}
    for item in sorted(items):
        yield item, names.setdefault(item.value, len(names)) if row.named else item.value


def _between(layers: Layers, link: Link) -> str:
    return "|".join(f"r{cell // layers.cols + 1}c{cell % layers.cols + 1}" for cell in link)


def _number(layers: Layers, place: Place) -> int:
    """Return the number of a cell or a point."""
    row, col = cast("Cell", tuple(place))
    return row * (layers.cols + isinstance(place, Point)) + col


def _items(
    layers: Layers,
    values: Mapping[Place, int] | Mapping[Cell, int],
    sides: Mapping[Place, int] = {},
) -> list[Item]:
    return sorted(
        Item(_number(layers, place), value, 0, 0, sides.get(place, 0))
        for place, value in values.items()
    )


def _numbers(sheet: Sheet, row: Row) -> dict[Place, int]:
    """Return the numbers by which pzpr says the values of a given."""
    given = dict(sorted(sheet.take(row.number).items()))
    if row.circle is not None:
        return {place: row.circle.index(str(value), 1) for place, value in given.items()}
    if not row.named:
        return {place: int(value) for place, value in given.items()}
    names = _renamed(list(dict.fromkeys(map(str, given.values()))), row.letters)
    return {place: names[str(value)] for place, value in given.items()}


def _renamed(labels: list[str], letters: bool) -> dict[str, int]:
    """Return a number for each label: its own, or else its place among all."""
    if letters and all(map(_is_letter, labels)):
        return {label: LETTERS.index(label) + 1 for label in labels}
    if not letters and all(_is_number(label) for label in labels):
        return {label: int(label) for label in labels}
    return {label: i for i, label in enumerate(labels, 1)}


def _is_letter(label: str) -> bool:
    return len(label) == 1 and label in LETTERS


def _is_number(label: str) -> bool:
    """Return whether a label is a number from 1 as it would be written."""
    return label.isascii() and label.isdigit() and not label.startswith("0")


def _walls(layers: Layers, names: Mapping[int, Value], fences: Iterable[Place] = ()) -> set[Link]:
    """Return the borders between and within rooms, and put them into the layers.

    Raises:
        UserError: a room falls apart.
    """
    layers.walls = {
        (a, b) for a, b in layers.links() if a in names and b in names and names[a] != names[b]
    }
    for fence in fences:
        if not isinstance(fence, Border):
            raise fail("a border at the rim or at a hole, which pzpr cannot say")
        layers.walls.add((_number(layers, fence.first), _number(layers, fence.second)))
    found: dict[Value, int] = {}
    for cell, room in enumerate(layers.rooms()):
        if room >= 0 and found.setdefault(names[cell], room) != room:
            raise fail(f"the room '{names[cell]}' falls apart, which pzpr cannot say")
    return layers.walls


def _to_corners(layers: Layers) -> None:
    """Move the numbers of rooms to the cells where pzpr has them.

    Raises:
        UserError: a room has two numbers.
    """
    room_of, corners = layers.rooms(), layers.corners()
    numbers: dict[int, int] = {}
    for item in layers.cells:
        if numbers.setdefault(room_of[item.place], item.value) != item.value:
            raise fail("a room has two numbers, which pzpr cannot say")
    layers.cells = [Item(corners[room], value, 0, 0) for room, value in sorted(numbers.items())]
