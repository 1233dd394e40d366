"""The pieces of a puzzle of puzz.link, in bodies and in files.

A piece is its width and its height, then its cells row by row, five to a digit, without zeros at
the end: ``23f`` is two cells wide and three high.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from nlc.errors import Span, fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr, Value
from nlc.formats.pzpr.codecs import DIGITS, Body, digits
from nlc.formats.pzpr.page import Page
from nlc.formats.sheet import Cell, Sheet

_FOUR = ("14u", "23bg", "22u", "23f", "23eg")
_FIVE = (
    "337k",
    "15v",
    "24as",
    "24bo",
    "23fg",
    "337i",
    "23rg",
    "334u",
    "335s",
    "33bk",
    "24bk",
    "337o",
)
_SETS = {"p": _FIVE, "t": _FOUR, "d": tuple(piece for piece in _FOUR for _ in range(2)), "z": ()}
_SHIPS = ("11g", "21o", "31s", "41u", "51v")
_FLEETS = {
    letter: tuple(ship for at, ship in enumerate(_SHIPS[:most]) for _ in range(most - at))
    for most, letter in ((3, "c"), (4, "d"), (5, "e"))
}


def _sets(row: Pzpr) -> dict[str, tuple[str, ...]]:
    """Return the ready sets of a genre, by their letters."""
    return {**_SETS, **_FLEETS} if row.parts.fleet else _SETS


def piece_cells(piece: str, span: Span | None) -> list[Cell]:
    """Return the cells of a piece.

    Raises:
        UserError: it is malformed.
    """
    numbers = [DIGITS.find(letter) for letter in piece]
    wide, high, *rest = [*numbers, -1] if len(numbers) < 3 else numbers
    cells = [
        divmod(5 * at + bit, wide or 1)
        for at, number in enumerate(rest)
        for bit in range(5)
        if number & 16 >> bit
    ]
    if not cells or min(numbers) < 0 or max(rest) > 31 or max(cells)[0] >= high:
        hint = "its width, its height and its cells, such as 23f"
        raise fail(f"'{piece}' is not a piece", span, hint)
    return cells


def piece_text(cells: Sequence[Cell]) -> str:
    """Return a piece of some cells, which lie anywhere."""
    rows, cols = ([cell[axis] for cell in cells] for axis in (0, 1))
    high, wide = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    places = {(row - min(rows)) * wide + col - min(cols) for row, col in cells}
    bits = "".join("01"[at in places] for at in range(-(-high * wide // 5) * 5))
    rest = "".join(digits(int(bits[at : at + 5], 2), 36) for at in range(0, len(bits), 5))
    return digits(wide, 36) + digits(high, 36) + rest.rstrip("0")


def parse_bank(page: Page, fields: list[Text]) -> None:
    """Take the pieces of a page from the first fields: a letter, or their number and each."""
    first = fields.pop(0)
    if first.text in _sets(page.row):
        page.bank = _sets(page.row)[first.text]
        return
    count = int(first.text) if first.text.isdecimal() and len(first.text) < 4 else -1
    if not 0 <= count <= len(fields):
        letters = ", ".join(sorted(_sets(page.row)))
        raise fail("expected pieces", first.span(), f"their number and each, or one of {letters}")
    pieces = [fields.pop(0) for _ in range(count)]
    for piece in pieces:
        piece_cells(piece.text, piece.span())
    page.bank = tuple(piece.text for piece in pieces)


def write_bank(page: Page) -> list[str]:
    """Return the fields of the pieces of a page."""
    for letter, pieces in _sets(page.row).items():
        if sorted(pieces) == sorted(page.bank):
            return [letter]
    return [str(len(page.bank)), *page.bank]


def decode_bank(body: Body, page: Page) -> None:
    """Decode pieces, with a slash before each field and one more before a letter."""
    fields = replace(body.line.cut(body.at), text=body.text[body.at :]).split("/")
    start = 2 if [each.text for each in fields[:2]] == ["", ""] else 1
    if len(fields) <= start:
        raise body.line.error("expected '/' and the pieces", body.at, len(body.text))
    left = fields[start:]
    parse_bank(page, left)
    body.at = left[0].start - body.line.start if left else len(body.text)


def encode_bank(page: Page) -> str:
    """Return the pieces as `decode_bank` takes them."""
    fields = write_bank(page)
    return "/".join(["", *[""] * (len(fields) == 1), *fields])


# ---------- the pieces of a genre ----------


def put_bank(page: Page, sheet: Sheet) -> None:
    """Put pieces into a sheet: how many ships there are of a length, or drawn on the board."""
    lengths, free = [0] * len(page.row.parts.fleet), {*sheet.cells}
    for name, piece in enumerate(page.bank, 1):
        cells = piece_cells(piece, page.head)
        if sheet.parts.fleet:
            if "1" not in piece[:2] or len(cells) > len(lengths):
                raise fail(f"{sheet.genre} of nlc has no piece {piece}", page.head)
            lengths[len(cells) - 1] += 1
            continue
        moved = ({(r + row, c + col) for r, c in cells} for row, col in sheet.cells)
        found = next((put for put in moved if put <= free), None)
        if found is None:
            raise fail("the pieces do not fit on the board, on which nlc draws them", page.head)
        free -= found
        for cell in found:
            sheet.put(sheet.parts.piece, cell, f"p{name}", page.head)
    sheet.options.update(zip(sheet.parts.fleet, lengths, strict=True))


def take_bank(sheet: Sheet, page: Page) -> None:
    """Take the pieces from a sheet."""
    ships = [(n, int(sheet.option(name))) for n, name in enumerate(sheet.parts.fleet, 1)]
    found: dict[Value, list[Cell]] = {}
    for cell, name in sheet.take_cells(sheet.parts.piece).items():
        found.setdefault(name, []).append(cell)
    pieces = [[(0, col) for col in range(n)] for n, count in ships for _ in range(count)]
    page.bank = tuple(map(piece_text, [*pieces, *found.values()]))
