"""Texts of pzpr: URLs, and files.

A URL of puzz.link is ``HOST?[v:VARIANT/]PID/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``; its body has one
or more layers (`nlc.formats.pzpr.layers`), as the genre says. kanpen.net has a form of its own.

A file has a field a line, or all in one line with slashes between. The first fields are the layout,
the genre and the size; the others form blocks (`nlc.formats.pzpr.blocks`), of the puzzle and of its
answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from nlc.errors import Source, fail
from nlc.formats.base import Text, split_lines
from nlc.formats.pzpr.blocks import BLOCKS, NUMBER, SIGNED, read_blocks
from nlc.formats.pzpr.codecs import Body
from nlc.formats.pzpr.genre import find_row
from nlc.formats.pzpr.layers import LAYERS
from nlc.formats.pzpr.page import Page, check_flags, empty_page, variant_error

SITE = "https://puzz.link/p?"

KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?problem=(?P<rest>\S*)")
"""A URL of kanpen.net in its own form."""

URL = re.compile(r"(?P<host>[^\s?]*\?)?(?P<keys>(?:\w+=\w+&)*)(?P<rest>\S+)")
_KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?pzpr=(?P<rest>\S*)")
_VARIANT = re.compile(r"(?:v:|variant:)")
_NUMBER = re.compile(r"[0-9]+")

_TAIL = re.compile(r"/?(?:[&#\"'<>()\[\],;]|%22)\S*$")
"""Characters after a body, often copied with links; pzpr ignores them."""


# ---------- URLs ----------


def parse_url(line: Text) -> Page:
    """Return the puzzle of a URL.

    Raises:
        UserError: it is malformed, or its genre, flags or variant are not supported.
    """
    if own := KANPEN.fullmatch(line.text):
        return _parse_kanpen(line, own)
    kanpen = _KANPEN.fullmatch(line.text)
    found = kanpen or URL.fullmatch(line.text)
    if found is None:
        raise fail("expected a URL of puzz.link", line.span(), f"such as {SITE}slither/2/2/2h3")
    whole, end = line.cut(*found.span("rest")), line.cut(len(line.text))
    slash = "/" if "/" in whole.text else "%2F"  # as some programs copy links
    fields = whole.split(slash)

    def take() -> Text:
        if fields and _VARIANT.match(fields[0].text):
            raise variant_error(fields[0])
        return fields.pop(0) if fields else end

    row = find_row(line.cut(*kanpen.span("pid")) if kanpen else take())
    flagged = kanpen or (fields and not _NUMBER.fullmatch(fields[0].text))
    flags = take() if flagged else end
    forms = next(((row.older[flag],) for flag in flags.text if flag in row.older), row.body)
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
    decode_body(body, page, forms)
    if body.next not in ("", "."):
        raise rest.error("nothing may follow the body", body.at, len(body.text))
    if body.missing:
        left = "place is" if body.missing == 1 else f"{body.missing} places are"
        message = f"the body ends before the board does: the last {left} taken as empty"
        page.warn(message, rest.span(0, max(1, len(body.text))), "has the URL been cut off?")
    if tail := rest.text[body.at :].strip("/"):
        message = f"'{tail}' after the board is ignored, as by puzz.link"
        page.warn(message, rest.span(rest.text.index(tail, body.at)))
    return page


def decode_body(body: Body, page: Page, layers: Iterable[str]) -> None:
    """Decode the layers of a body into a page; those before a slash may be missing."""
    for layer in map(LAYERS.get, layers):
        if body.next != "/" or layer.shape is None:
            layer.decode(body, page)


def encode_body(page: Page) -> str:
    """Return the body of a page."""
    layers = [*map(LAYERS.get, page.row.body)]
    while layers and layers[-1].spared and not page.layer(layers[-1].name):
        layers.pop()
    return "".join(layer.encode(page) for layer in layers)


def write_url(page: Page) -> str:
    """Return the URL of a page."""
    row, body = page.row, encode_body(page)
    fields = [row.pid, *filter(None, [page.flags]), str(page.cols), str(page.rows), body]
    # Chat programs cut off punctuation at the end of a URL.
    end = "" if not body or body[-1].isalnum() else "/"
    return f"{SITE}{'/'.join(fields)}{end}"


# ---------- kanpen.net ----------


def _parse_kanpen(line: Text, found: re.Match[str]) -> Page:
    """Return the puzzle of a URL in kanpen.net's own form: ``ID.html?problem=ROWS/COLS/…``.

    A slash ends a line, and ``_`` separates its items.
    """
    row = find_row(line.cut(*found.span("pid")))
    if not row.kanpen:
        raise fail(f"kanpen.net's own form of {row.genre} is not known", line.span())
    parts = [part for part in line.cut(*found.span("rest")).split("/") if part.text]
    fields = [replace(part, text=part.text.replace("_", " ").rstrip() or " ") for part in parts]
    size = fields[: 1 if row.square else 2]
    if not size or not all(SIGNED.fullmatch(field.text) for field in size):
        raise fail("expected ROWS/COLS after 'problem='", line.span())
    return read_blocks(row, size, fields[len(size) :], row.kanpen, "board")


# ---------- files ----------

FIRST = re.compile(r"pzprv3(?:\.(?P<later>\d+))?")
"""The first field of a file."""

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
    return read_blocks(row, size, fields[3 if one else 4 :], row.blocks(later), "answer")


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
    within = any(rooms.get(one, -1) == rooms.get(other) for one, other in page.walls)
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
