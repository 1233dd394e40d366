"""Converts the layers of a page to the clues and the answer of a genre, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, cast

from nlc.errors import Span, fail
from nlc.formats.parts import IGNORED, Parts, Pzpr, Value, Words
from nlc.formats.places import ONE, Ranked
from nlc.formats.pzpr.bank import put_bank, take_bank
from nlc.formats.pzpr.codecs import GREY, UNKNOWN, Item
from nlc.formats.pzpr.genre import rows_of
from nlc.formats.pzpr.layers import LAYERS
from nlc.formats.pzpr.page import LETTERS, Layer, Page
from nlc.formats.sheet import (
    Border,
    Cell,
    Link,
    Place,
    Sheet,
    SheetAnswer,
    StraightLine,
    connected_rooms,
    option_value,
    owners,
    same_rooms,
    sheet_of,
    value_text,
)
from nlc.ir.nodes import Assignment, Program

_SUDOKUS = (4, 6, 9, 16, 25)
"""The sides of Sudokus, which determine their boxes."""


# ---------- reading ----------


def fill_sheet(page: Page, title: str) -> Sheet:
    """Return the sheet of a page.

    Raises:
        UserError: the page has clues that its genre does not have.
    """
    row, parts = page.row, page.row.parts
    sheet = Sheet(row.genre, page.rows, page.cols, title)
    for flag, (name, there) in row.flag.items():
        sheet.options[name] = there if flag in page.flags else not there
    sheet.assume(**row.assumed)
    if page.count is not None:
        sheet.options[parts.total] = page.count
    for cell, item in page.blank.items():
        sheet.put_blocked(cell, item.span)
    if len(sheet.holes) == page.rows * page.cols:
        raise fail("no cell is part of the board", page.head)
    for place, item in page.clues.items():
        _put_clue(sheet, row, place, item)
    for name, layer in page.more.items():
        _put_more(sheet, row, name, layer)
    if sheet.kind_of(parts.outside) == "list":
        for line in _lines(sheet) - {*sheet.givens.get(parts.outside, {})}:
            sheet.put(parts.outside, line, "0", page.head)
    if "bank" in row.body:
        put_bank(page, sheet)
    loose: list[Border] = []
    if parts.room:
        rooms = _boxes(sheet, page.head) if _draws_no_rooms(row) else page.rooms()
        names = {cell: room + 1 for cell, room in rooms.items()}
        if parts.blocked:  # each a room of its own
            names |= {cell: number for number, cell in enumerate(page.blank, len(rooms) + 1)}
        loose = sheet.put_rooms(names, page.head, cast("list[Border]", [*page.walls]))
    _warn_of_ignored(page, sheet, loose)
    return sheet


def _warn_of_ignored(page: Page, sheet: Sheet, loose: Sequence[Border]) -> None:
    """Add warnings of question marks and `loose` borders that have no meaning in the genre."""
    parts, clues = page.row.parts, _at_corners(page, "this is a second clue in one room")
    items = [item for _, item in sorted(clues.items())] if parts.unknown == IGNORED else []
    if sheet.kind_of(parts.outside) != "list":
        items += [*page.layer("outside").values(), *page.layer("rim").values()]
    marks = [item for item in items if item._replace(span=None) == Item(UNKNOWN)]

    def warn(count: int, one: str, several: str, span: Span | None) -> None:
        what, verb = (f"{one}, has", "is") if count == 1 else (f"{count} {several}, have", "are")
        page.warn(f"{what} no meaning in {page.row.genre} and {verb} ignored", span)

    if marks:
        several = "clues such as this one are question marks"
        warn(len(marks), "this clue is a question mark", several, marks[0].span)
    if loose:
        first = sheet.name(loose[0])
        several = f"borders such as {first} divide no room"
        warn(len(loose), f"the border {first} divides no room", several, page.head)


def _put_clue(sheet: Sheet, row: Pzpr, place: Place, item: Item) -> None:
    parts, span = row.parts, item.span
    if place in sheet.holes:
        raise fail("this clue is in a cell that is not part of the board", span)
    if item.side:
        sheet.put(parts.arrow, place, item.side, span)
    if item.kind:
        _put_sign(sheet, row.signs, place, item)
    if item.value == GREY:
        sheet.put_blocked(cast("Cell", place), span)
    elif item.numbers or item.value != UNKNOWN:
        sheet.put(row.number, place, item.numbers or _value(row, item), span)
    elif not item.side and not item.kind:
        assert span is not None
        sheet.put_number(place, None, span)


def _put_sign(sheet: Sheet, signs: Words, place: Place, item: Item) -> None:
    if item.kind >= len(signs):
        raise fail(f"{sheet.genre} has no such sign", item.span)
    sheet.put(signs[0], place, option_value(signs[item.kind]), item.span)


def _lines(sheet: Sheet) -> set[Any]:
    """Return the columns and the rows."""
    return {each.place for matrix in ONE[0](sheet) for each in matrix}


def _givens(parts: Parts, name: str) -> tuple[str, ...]:
    """Return the givens of a further layer, by the rank of their places."""
    words: str | Words = getattr(parts, name)
    if name == "outside":
        return (parts.outside, parts.second)
    return (words,) if isinstance(words, str) else words if name == "dots" else words[:1]


def _put_more(sheet: Sheet, row: Pzpr, name: str, layer: Layer) -> None:
    """Put the clues of a further layer into a sheet."""
    lists = name == "outside" and sheet.kind_of(row.parts.outside) == "list"
    for place, item in sorted(layer.items(), key=lambda pair: getattr(pair[0], "rank", 0)):
        at, rank = place if isinstance(place, Ranked) else (place, 0)
        given = dict(enumerate(_givens(row.parts, name))).get(0 if lists else rank, "")
        found = sheet.given(given)
        if found is None:
            raise fail(f"{row.genre} has no clue at this place", item.span)
        if found.sort == "link":
            at = Link(*at)
        if isinstance(at, StraightLine) and at[:2] in sheet.holes:
            raise fail("this clue is at a line that begins with a hole", item.span)
        if name == "between":
            _put_sign(sheet, row.parts.between, at, item)
        elif lists:
            number = "?" if item.value == UNKNOWN else str(item.value)
            rest = sheet.givens.get(given, {}).get(at)
            sheet.put(given, at, number if rest is None else f"{number},{rest}", item.span)
        elif found.type.kind == "bool":
            sheet.put(given, at, True, item.span)
        elif item.value != UNKNOWN:
            value = _value(row, item) if name == "rim" else item.value
            sheet.put(given, at, value, item.span)


def _value(row: Pzpr, item: Item) -> Value:
    number = item.value
    if row.circle is not None:
        if number not in (1, 2):
            raise fail(f"expected 1 or 2, found {number}", item.span)
        return row.circle[number]
    if row.letters and 0 < number <= len(LETTERS):
        return LETTERS[number - 1]
    return str(number) if row.parts.named else number


def _draws_no_rooms(row: Pzpr) -> bool:
    """Return whether rooms are boxes, as the format has no place for them."""
    return row.parts.boxes and "border" not in row.body


def _boxes(sheet: Sheet, head: Span | None = None) -> dict[Cell, int]:
    """Return the box of each cell of a Sudoku."""
    size = sheet.rows
    if size not in _SUDOKUS or sheet.cols != size:
        raise fail(f"a Sudoku of pzpr is {', '.join(f'{n}x{n}' for n in _SUDOKUS)}", head)
    return sheet.usual_boxes()


# ---------- writing ----------


def make_page(program: Program, answer: Assignment | None) -> Page:
    """Return the page of a puzzle, with an answer.

    Raises:
        UserError: pzpr cannot express the puzzle.
    """
    sheet = sheet_of(program, "pzpr", answer)
    page = take_page(sheet, row_for(sheet))
    sheet.require_plain("pzpr")
    sheet.finish("pzpr", **page.row.assumed)
    if answer is not None:
        draw_answer(sheet, page)
    return page


def row_for(sheet: Sheet) -> Pzpr:
    """Return the row for writing a puzzle.

    Raises:
        UserError: pzpr does not have its genre.
    """
    found = [*rows_of(sheet.genre)]
    if not found:
        raise fail(f"puzz.link has no genre that is {sheet.genre}")
    labels = {str(label) for label in sheet.givens.get(found[0].number, {}).values()}
    lettered = bool(labels) and labels <= {*LETTERS}
    usual = sheet.options.items()
    return min(found, key=lambda row: (not row.assumed.items() <= usual, row.letters != lettered))


def take_page(sheet: Sheet, row: Pzpr) -> Page:
    """Take the clues and options from a sheet; return their page.

    Raises:
        UserError: pzpr cannot express the puzzle.
    """
    page, parts = Page(row, sheet.rows, sheet.cols), row.parts
    for flag, (name, there) in row.flag.items():
        page.flags += flag * (value_text(sheet.option(name)) == value_text(there))
    if "total" in row.body:
        page.count = int(sheet.option(parts.total))
    _take_more(sheet, page)
    if "bank" in row.body:
        take_bank(sheet, page)
    if {"bits", "sums", "counts", "blank"} & {*row.body, *row.blocks()}:
        black = {*page.layer("lower"), *page.layer("upper")}
        page.blank = {cell: Item() for cell in sorted(sheet.take_blocked() | black)}
    holes = sheet.take_blocked() if "four_or_hole" in row.body else ()
    if sheet.holes:
        raise fail(f"a {row.pid} of pzpr has no holes")
    if parts.room:
        _take_rooms(sheet, page)
    clues: dict[Place, int] = dict.fromkeys(holes, GREY)
    if "arrows" in row.body:
        clues |= dict.fromkeys(sheet.take(parts.blocked), GREY)
    unknown, arrows = sheet.take(parts.unknown), sheet.take(parts.arrow)
    signs = sheet.take("".join(row.signs[:1]))
    lists = sheet.take(row.number) if sheet.kind_of(row.number) == "list" else {}
    clues |= dict.fromkeys(chain(unknown, arrows, signs, lists), UNKNOWN)
    clues |= _numbers(sheet, row)
    kinds = {place: _kind(row.signs, value) for place, value in signs.items()}
    for place, value in sorted(clues.items()):
        side, numbers = str(arrows.get(place, "")), str(lists.get(place, ""))
        page.clues[place] = Item(value, side, kind=kinds.get(place, 0), numbers=numbers)
    if "roomnum" in row.body:
        page.clues = _at_corners(page, "a room has two numbers, which pzpr cannot express")
    return page


def _kind(signs: Words, value: Value) -> int:
    text = value_text(value)
    if text not in signs[1:]:
        raise fail(f"pzpr has no sign for '{text}'")
    return signs[1:].index(text) + 1


def _take_more(sheet: Sheet, page: Page) -> None:
    """Take the clues of further layers from a sheet."""
    parts = page.row.parts
    for name, given in ("lower", parts.lower), ("upper", parts.upper):
        page.layer(name).update({cell: Item(int(k)) for cell, k in sheet.take(given).items()})
    for layer in map(LAYERS.get, page.row.body):
        name = layer.name
        if layer.shape is None or name in page.__struct_fields__:
            continue
        for rank, given in enumerate(_givens(parts, name)):
            clues, listed = sheet.take(given), sheet.kind_of(given) == "list"
            if listed and (untold := _lines(sheet) - {*clues}):
                raise fail(f"pzpr has no line without a clue, such as {sheet.name(min(untold))}")
            for place, value in sorted(clues.items()):
                if isinstance(place, StraightLine):
                    numbers = [] if listed and value == "0" else str(value).split(",")[::-1]
                    for at, number in enumerate(numbers, rank):
                        item = Item(UNKNOWN if number == "?" else int(number))
                        page.layer(name)[Ranked(place, at)] = item
                    continue
                sign = name == "between"
                kind = _kind(parts.between, value) if sign else 1
                there: Any = Border(*place) if isinstance(place, Link) else place
                there = Ranked(there, rank) if name == "dots" else there
                number = str(value) if page.row.letters else ""
                code = UNKNOWN if sign else LETTERS.index(number) + 1 if number else int(value)
                page.layer(name)[there] = Item(code, kind=kind)
        known = {place for matrix in layer.shape(page) for place in matrix}
        for left in {*page.layer(name)} - known:
            where = sheet.name(left.place if isinstance(left, Ranked) else left)
            raise fail(f"pzpr has no place for a clue of this sort at {where}")


def _take_rooms(sheet: Sheet, page: Page) -> None:
    """Take the rooms and the borders within rooms from a sheet."""
    names = sheet.take_cells(sheet.parts.room)
    page.walls |= page.between(names)
    for fence in sheet.take(page.row.parts.fence):
        if not isinstance(fence, Border):
            raise fail("a border at the rim or at a hole, which pzpr cannot express")
        page.walls[fence] = Item()
    found: dict[Value, int] = {}
    for cell, room in page.rooms().items():
        if found.setdefault(names[cell], room) != room:
            raise fail(f"the room '{names[cell]}' falls apart, which pzpr cannot express")
    if _draws_no_rooms(page.row) and not same_rooms(names, _boxes(sheet)):
        raise fail("a Sudoku of pzpr has the usual boxes of its size")


def _at_corners(page: Page, message: str) -> Layer:
    """Return clues, with the numbers of rooms in the cells that pzpr has them in."""
    if "roomnum" not in page.row.body:
        return page.clues
    rooms, corners = page.rooms(), page.corners()
    found: Layer = {}
    for cell, item in page.clues.items():
        if found.setdefault(corners[rooms[cell]], item).value != item.value:
            raise fail(message, item.span)
    return found


def _numbers(sheet: Sheet, row: Pzpr) -> dict[Place, int]:
    """Take the values of a given from a sheet; return them as numbers of pzpr."""
    given = dict(sorted(sheet.take(row.number).items()))
    if row.circle is not None:
        return {place: _kind(row.circle, value) for place, value in given.items()}
    if not row.parts.named:
        return {place: int(value) for place, value in given.items()}
    names = _number_labels(list(dict.fromkeys(map(str, given.values()))), row.letters)
    return {place: names[str(value)] for place, value in given.items()}


def _number_labels(labels: list[str], letters: bool) -> dict[str, int]:
    """Return a number for each label: the label's own, or else its index."""
    if letters and {*labels} <= {*LETTERS}:
        return {label: LETTERS.index(label) + 1 for label in labels}
    # Numbers from 1 without zeros before them stay.
    numbers = all(label.isascii() and label.isdigit() and label[0] != "0" for label in labels)
    if not letters and numbers:
        return {label: int(label) for label in labels}
    return {label: i for i, label in enumerate(labels, 1)}


# ---------- answers ----------

_WHITE, _BLACK = 1, 2
"""The numbers of stones."""


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
        stones = {cell: item.value == _BLACK for cell, item in page.numbers.items()}
        stones |= {place: value == black for place, value in sheet.givens.get(given, {}).items()}
        answer[parts.shaded] = {place for place, is_black in stones.items() if is_black}
        faults += [f"{sheet.name(cell)} has no stone" for cell in sheet.cells if cell not in stones]
    elif parts.shaded:
        sign = parts.sign if parts.fleet else ()  # ship, water, …; answers do not mark given ships
        ships = sheet.givens.get(sign[0], {}) if sign else {}
        shown = {cell for cell, value in ships.items() if value != sign[2]}
        answer[parts.shaded] = ({*page.shade} | shown) - sheet.holes
    if parts.region:
        rooms = connected_rooms(page.cells, page.regions)
        answer[parts.region] = owners(sheet, rooms)
        loose = sorted(pair for pair in page.regions if rooms[pair[0]] == rooms[pair[1]])
        faults += [f"the border {sheet.name(pair)} divides nothing" for pair in loose]
    if row.islands:
        land = [cell for cell in page.cells if cell not in page.shade and cell not in sheet.holes]
        none = dict.fromkeys(page.cells)
        answer[row.islands] = none | owners(sheet, connected_rooms(land, ()))
    if parts.value:
        named = dict(enumerate(row.values or (LETTERS if row.letters else ()), 1))
        codes = {cell: item.value for cell, item in page.numbers.items()}
        numbers: dict[Place, Value] = {cell: named.get(n, n) for cell, n in codes.items()}
        numbers |= {} if row.values else sheet.givens.get(parts.number, {})
        answer[parts.value] = {cell: numbers.get(cell) for cell in sheet.cells}
        if "outside_numbers" in row.blocks():
            left = sorted({*sheet.cells} - numbers.keys() - page.shade.keys())
            faults += [f"{sheet.name(cell)} is neither shaded nor a number" for cell in left]
    if row.some and not any(answer.values()):
        faults.append(f"there is no {row.some} on the board")
    sheet.answer = answer


def draw_answer(sheet: Sheet, page: Page) -> None:
    """Draw the answer of a sheet on a page."""
    parts, answer = page.row.parts, sheet.answer or {}
    if parts.edge:
        page.sides = dict.fromkeys(answer[parts.edge], Item())
    drawn = [answer[variable] for variable in (parts.line, parts.double) if variable]
    counts = Counter(Border(*cast("Link", place)) for place in chain(*drawn))
    page.line = {pair: Item(count) for pair, count in counts.items()}
    if parts.shaded:
        shown = page.clues if parts.fleet else {}
        page.shade = {place: Item() for place in answer[parts.shaded] if place not in shown}
        page.numbers = {cell: Item(_BLACK if cell in page.shade else _WHITE) for cell in page.cells}
    if parts.value or parts.region:
        values = cast("Mapping[Place, Value]", answer[parts.value or parts.region])
        if parts.region:
            page.regions = page.between(values)
        else:
            names = page.row.values or (LETTERS if page.row.letters else ())
            named = {name: number for number, name in enumerate(names, 1)}
            told = [(cell, value) for cell, value in values.items() if value is not None]
            page.numbers = {cell: Item(named.get(str(x)) or int(x)) for cell, x in told}
            page.shade = page.shade or {cell: Item() for cell in values.keys() - {*page.numbers}}
    clues = () if page.row.values else page.clues
    page.numbers = {cell: item for cell, item in page.numbers.items() if cell not in clues}
