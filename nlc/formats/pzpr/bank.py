"""The pieces of a puzzle of puzz.link, in bodies and in files.

A piece is its width and its height, then its cells row by row, five to a digit, without zeros at
the end: ``23f`` is two cells wide and three high.
"""

from __future__ import annotations

from msgspec.structs import replace

from nlc.errors import Span, fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import DIGITS, Body, digits
from nlc.formats.pzpr.page import Page
from nlc.formats.sheet import Cell, Sheet

_FOUR = ("14u", "23bg", "22u", "23f", "23eg")
_FIVE = "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o"
_SETS = {
    "p": tuple(_FIVE.split()),
    "t": _FOUR,
    "d": tuple(piece for piece in _FOUR for _ in range(2)),
    "z": (),
}
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
    bits = enumerate("".join(f"{number:05b}" for number in rest))
    cells = [divmod(at, wide or 1) for at, bit in bits if bit == "1"]
    if not cells or min(numbers) < 0 or max(rest) > 31 or max(cells)[0] >= high:
        hint = "its width, its height and its cells, such as 23f"
        raise fail(f"'{piece}' is not a piece", span, hint)
    return cells


def piece_text(drawn: str) -> str:
    """Return a piece that is drawn with ``x`` for its cells, and ``/`` between its rows."""
    lines = [*enumerate(drawn.split("/"))]
    cells = [(row, col) for row, line in lines for col, sign in enumerate(line) if sign == "x"]
    rows, cols = ([cell[axis] for cell in cells] for axis in (0, 1))
    high, wide = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    places = {(row - min(rows)) * wide + col - min(cols) for row, col in cells}
    bits = "".join("01"[at in places] for at in range(-(-high * wide // 5) * 5))
    rest = "".join(digits(int(bits[at : at + 5], 2), 36) for at in range(0, len(bits), 5))
    return digits(wide, 36) + digits(high, 36) + rest.rstrip("0")


def parse_bank(page: Page, fields: list[Text]) -> None:
    """Take the pieces of a page from the first fields: a letter, or their number and each."""
    first, sets = fields.pop(0), _sets(page.row)
    if first.text in sets:
        page.bank = sets[first.text]
        return
    count = int(first.text) if first.text.isdecimal() and len(first.text) < 4 else -1
    if not 0 <= count <= len(fields):
        hint = f"their number and each, or one of {', '.join(sorted(sets))}"
        raise fail("expected pieces", first.span(), hint)
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


_READY = {"p": "pentominoes", "t": "tetrominoes", "d": "double_tetrominoes", "z": "none_"}
"""The names of ready sets in a genre."""


def put_bank(page: Page, sheet: Sheet) -> None:
    """Put pieces into a sheet: how many ships there are of a length, or a set, or pieces alone."""
    parts, lengths, letter = sheet.parts, [0] * len(sheet.parts.fleet), write_bank(page)[0]
    if parts.pieces:
        sheet.options[parts.pieces] = _READY.get(letter, "none_")
    for place, piece in zip(sheet.cells, [] if letter in _READY else page.bank, strict=False):
        cells = piece_cells(piece, page.head)
        if parts.piece:
            wide, high = DIGITS.index(piece[0]), max(cells)[0] + 1
            rows = ("".join(".x"[(r, c) in cells] for c in range(wide)) for r in range(high))
            sheet.put(parts.piece, place, "/".join(rows), page.head)
        elif "1" not in piece[:2] or len(cells) > len(lengths):
            raise fail(f"{sheet.genre} of nlc has no piece {piece}", page.head)
        else:
            lengths[len(cells) - 1] += 1
    sheet.options.update(zip(parts.fleet, lengths, strict=True))


def take_bank(sheet: Sheet, page: Page) -> None:
    """Take the pieces from a sheet."""
    parts = sheet.parts
    counts = [int(sheet.option(name)) for name in parts.fleet]
    pieces = ["x" * n for n, count in enumerate(counts, 1) for _ in range(count)]
    pieces += map(str, sheet.take(parts.piece).values())
    letter = {name: letter for letter, name in _READY.items()}
    ready = _SETS[letter[str(sheet.option(parts.pieces))]] if parts.pieces else ()
    page.bank = (*ready, *map(piece_text, pieces))
