"""URLs of puzz.link, ``HOST?[v:VARIANT/]PID/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``, and kanpen.net's.

A body has one or more layers (`nlc.formats.pzpr.layers`), as the genre says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, fail
from nlc.formats.base import Text
from nlc.formats.pzpr.blocks import BLOCKS, SIGNED, BlockReader
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
        place, hint = rest.span(0, max(1, len(body.text))), "has the URL been cut off?"
        page.doubts = (Diagnostic(message, place, hint, Severity.WARNING),)
    if tail := rest.text[body.at :].strip("/"):
        message = f"'{tail}' after the board is ignored, as by puzz.link"
        place = rest.span(rest.text.index(tail, body.at))
        page.doubts = (*page.doubts, Diagnostic(message, place, None, Severity.WARNING))
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
    if not row.kanpen:
        raise fail(f"kanpen.net's own form of {row.genre} is not known", line.span())
    fields = [
        replace(part, text=part.text.replace("_", " ").rstrip() or " ")
        for part in line.cut(*found.span("rest")).split("/")
        if part.text
    ]
    size = fields[: 1 if row.square else 2]
    if not size or not all(SIGNED.fullmatch(field.text) for field in size):
        raise fail("expected ROWS/COLS after 'problem='", line.span())
    return BlockReader(row, size, fields[len(size) :]).read(map(BLOCKS.get, row.kanpen), "board")
