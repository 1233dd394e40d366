"""URLs of puzz.link, ``HOST?[v:VARIANT/]PID/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``, and kanpen.net's.

A body has one or more layers (`LAYERS`), depending on the genre.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, Span, fail
from nlc.formats.base import Text
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.codecs import Body, Codec
from nlc.formats.pzpr.file import KANPEN_BLOCKS, SIGNED, BlockReader
from nlc.formats.pzpr.genre import (
    Page,
    Shape,
    borders,
    cells,
    check_flags,
    corners,
    empty_page,
    find_row,
    points,
    variant_error,
)

SITE = "https://puzz.link/p?"

KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?problem=(?P<rest>\S*)")
"""A URL of kanpen.net in its own form."""

URL = re.compile(r"(?P<host>[^\s?]*\?)?(?P<keys>(?:\w+=\w+&)*)(?P<rest>\S+)")
_KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?pzpr=(?P<rest>\S*)")
_VARIANT = re.compile(r"(?:v:|variant:)")
_NUMBER = re.compile(r"[0-9]+")

_TAIL = re.compile(r"/?(?:[&#\"'<>()\[\],;]|%22)\S*$")
"""Characters after a body, often copied with links; pzpr ignores them."""


# ---------- layers of a body ----------


class Layer(NamedTuple):
    """Decodes a layer of a body into a page, and encodes it."""

    decode: Callable[[Body, Page], None]
    encode: Callable[[Page], str]


def _layer(name: str, codec: Codec, shape: Shape = cells) -> Layer:
    """Return the codec of a layer of a page."""

    def decode(body: Body, page: Page) -> None:
        getattr(page, name).update(codec.decode(body, shape(page)))

    def encode(page: Page) -> str:
        layer = getattr(page, name)
        return codec.encode([[layer.get(place) for place in matrix] for matrix in shape(page)])

    return Layer(decode, encode)


def _decode_room_letters(body: Body, page: Page) -> None:
    """Decode a letter a cell, the same within a room: an older form, which is not written."""
    size = page.rows * page.cols
    names = body.text[body.at :][:size]
    body.missing += size - len(names)
    body.at += len(names)
    page.divide(dict(zip(page.cells, names.ljust(size), strict=True)))


def _decode_count(body: Body, page: Page) -> None:
    """Decode a number before a slash, or at the end."""
    start = body.at
    while body.next.isascii() and body.next.isdigit() and body.at - start < 9:
        body.at += 1
    text = body.text[start : body.at]
    if not text or body.next not in ("", "/"):
        end = max(body.at, start + 1)
        raise body.line.error("expected a number and a slash", start, end)
    body.at += 1
    page.count = int(text)


_BORDERS = _layer("walls", codecs.BORDERS, borders)

LAYERS = {
    "arrows": _layer("clues", codecs.ARROWS),
    "bits": _layer("blank", codecs.BITS),
    "border": _BORDERS,
    "circles": _layer("clues", codecs.CIRCLES),
    "count": Layer(_decode_count, lambda page: f"{page.count}/"),
    "cross4": _layer("clues", codecs.FOUR, points),
    "digit-a-point": _layer("clues", codecs.DIGIT_A_POINT, points),
    "four": _layer("clues", codecs.FOUR),
    "hitori": _layer("clues", codecs.HITORI),
    "room-a-cell": Layer(_decode_room_letters, _BORDERS.encode),
    "roomnum": _layer("clues", codecs.ROOM_NUMBERS, corners),
    "sixteen": _layer("clues", codecs.SIXTEEN),
    "ten": _layer("clues", codecs.TEN),
    "ten-or-sixteen": _layer("clues", codecs.TEN_OR_SIXTEEN),
}
"""The layers by their names in `Pzpr`; those of older forms are not written."""


# ---------- URLs ----------


def parse_url(line: Text) -> Page:
    """Return the puzzle of a URL.

    Raises:
        UserError: it is malformed, or its genre, flags or variant are not supported.
    """
    kanpen = _KANPEN.fullmatch(line.text)
    found = kanpen or URL.fullmatch(line.text)
    if found is None:
        raise fail("expected a URL of puzz.link", line.span(), f"such as {SITE}slither/2/2/2h3")
    whole, end = line.cut(*found.span("rest")), line.cut(len(line.text))
    slash = "/" if "/" in whole.text else "%2F"  # as some programs copy links
    fields = whole.split(slash)

    def take() -> Text:
        return fields.pop(0) if fields else end

    def variants() -> None:
        if fields and _VARIANT.match(fields[0].text):
            raise variant_error(take())

    variants()
    row = find_row(line.cut(*kanpen.span("pid")) if kanpen else take())
    variants()
    flags = end
    if fields and not _NUMBER.fullmatch(fields[0].text) and not (kanpen and not fields[0].text):
        flags = take()
    elif kanpen:
        take()
    forms = next((row.older[flag] for flag in flags.text if flag in row.older), row.body).split()
    rules = check_flags(row, flags)
    cols, rows = take(), take()
    if not _NUMBER.fullmatch(cols.text) or not _NUMBER.fullmatch(rows.text):
        raise fail("expected /COLS/ROWS/BODY after the name of the puzzle", line.span())
    head = cols.place.to(rows.place)
    # Ten digits are too many cells already, and int() refuses thousands.
    high, wide = (int(each.text.lstrip("0")[:10] or "0") for each in (rows, cols))
    page = empty_page(row, high, wide, head)
    page.flags = rules
    rest = line.cut(fields[0].start - line.start) if fields else end
    body = Body(_TAIL.sub("", rest.text.replace(slash, "/")).removesuffix("/"), rest)
    for form in forms:
        LAYERS[form].decode(body, page)
    if body.next not in ("", "."):
        raise rest.error("nothing may follow the body", body.at, len(body.text))
    page.doubts = _doubts(body, rest.span(0, max(1, len(body.text))))
    if tail := rest.text[body.at :].strip("/"):
        message = f"'{tail}' after the board is ignored, as by puzz.link"
        place = rest.span(rest.text.index(tail, body.at))
        page.doubts = (*page.doubts, Diagnostic(message, place, None, Severity.WARNING))
    return page


def _doubts(body: Body, span: Span) -> tuple[Diagnostic, ...]:
    """Return a warning if a body ends too early; an empty one is an empty board."""
    if not body.text or not body.missing:
        return ()
    rest = "place is" if body.missing == 1 else f"{body.missing} places are"
    message = f"the body ends before the board does: the last {rest} taken as empty"
    return (Diagnostic(message, span, "has the URL been cut off?", Severity.WARNING),)


def write_url(page: Page) -> str:
    """Return the URL of a page."""
    row = page.row
    written = [LAYERS[layer].encode(page) for layer in row.layers]
    if row.layers[-1:] == ["bits"] and not page.blank:
        written.pop()  # no cell is marked
    body = "".join(written)
    flags = [page.flags] if page.flags else []
    fields = [row.pid, *flags, str(page.cols), str(page.rows), body]
    # Chat programs cut off punctuation at the end of a URL.
    end = "" if not body or body[-1].isalnum() else "/"
    return f"{SITE}{'/'.join(fields)}{end}"


# ---------- kanpen.net ----------


def parse_kanpen(line: Text) -> Page:
    """Return the puzzle of a URL in kanpen.net's own form: ``ID.html?problem=ROWS/COLS/…``.

    A slash ends a line, and ``_`` separates its items.

    Raises:
        UserError: it is malformed, or its genre is not supported.
    """
    found = KANPEN.fullmatch(line.text)
    assert found is not None
    row = find_row(line.cut(*found.span("pid")))
    blocks = KANPEN_BLOCKS.get(row.genre)
    if blocks is None:
        raise fail(f"kanpen.net's own form of {row.genre} is not known", line.span())
    fields = [
        replace(part, text=part.text.replace("_", " ").rstrip() or " ")
        for part in line.cut(*found.span("rest")).split("/")
        if part.text
    ]
    size = fields[: 1 if row.genre == "sudoku" else 2]
    if not size or not all(SIGNED.fullmatch(field.text) for field in size):
        raise fail("expected ROWS/COLS after 'problem='", line.span())
    return BlockReader(row, size, fields[len(size) :]).read(blocks, "board")
