"""URLs of puzz.link, ``HOST?[v:VARIANT/]PID/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``, and kanpen.net's.

A body has one or more layers (`LAYERS`), depending on the genre.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from nlc.errors import Diagnostic, Severity, Span, fail
from nlc.formats.base import Text
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.blocks import BlockReader, clue, parse_numbers, parse_rooms
from nlc.formats.pzpr.codecs import UNKNOWN, BoardItem, Body, BodyError
from nlc.formats.pzpr.genre import (
    Page,
    PageLayers,
    check_flags,
    check_size,
    find_row,
    variant_error,
)

SITE = "https://puzz.link/p?"

KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?problem=(?P<rest>\S*)")
"""A URL of kanpen.net in its own form."""

URL = re.compile(r"(?P<host>[^\s?]*\?)?(?P<keys>(?:\w+=\w+&)*)(?P<rest>\S+)")
_KANPEN = re.compile(r"\S*kanpen\.net/(?P<pid>[a-z0-9]+)\.html\?pzpr=(?P<rest>\S*)")
_VARIANT = re.compile(r"(?:v:|variant:)")
_NUMBER = re.compile(r"[0-9]+")
_SIGNED = re.compile(r"-?[0-9]{1,9}")

_TAIL = re.compile(r"/?(?:[&#\"'<>()\[\],;]|%22)\S*$")
"""Characters after a body, often copied with links; pzpr ignores them."""


# ---------- layers of a body ----------


class LayerCodec(NamedTuple):
    """Decodes a layer of a body into a board, and encodes it."""

    decode: Callable[[Body, PageLayers], None]
    encode: Callable[[PageLayers], str]


def _cells(
    read: Callable[[Body, int], Iterator[BoardItem]], write: Callable[[Sequence[codecs.Value]], str]
) -> LayerCodec:
    """Return a layer of clues in cells, by their codec."""

    def reader(body: Body, layers: PageLayers) -> None:
        layers.cells += read(body, layers.size)

    return LayerCodec(reader, lambda layers: write(_values(layers.cells, layers.size)))


def _values(items: list[BoardItem], count: int) -> list[codecs.Value]:
    values: list[codecs.Value] = [None] * count
    for item in items:
        values[item.place] = item.value
    return values


def _parse_border(body: Body, layers: PageLayers) -> None:
    right, below = codecs.decode_border(body, layers.rows, layers.cols)
    links = list(layers.links())
    across = (layers.cols - 1) * layers.rows
    layers.walls = {links[i] for i in right} | {links[across + i] for i in below}


def _write_border(layers: PageLayers) -> str:
    links = {link: i for i, link in enumerate(layers.links())}
    across = (layers.cols - 1) * layers.rows
    drawn = {links[link] for link in layers.walls or ()}
    right = {i for i in drawn if i < across}
    below = {i - across for i in drawn if i >= across}
    return codecs.encode_border(right, below, layers.rows, layers.cols)


def _parse_room_letters(body: Body, layers: PageLayers) -> None:
    """Decode a letter a cell, the same within a room: an older form, which is not written."""
    names = body.text[body.at :][: layers.size]
    body.missing += layers.size - len(names)
    body.at += len(names)
    layers.divide(dict(enumerate(names.ljust(layers.size))))


def _parse_room_numbers(body: Body, layers: PageLayers) -> None:
    corners = layers.corners()
    for item in codecs.decode_rooms(body, len(corners)):
        layers.cells.append(item._replace(place=corners[item.place]))


def _write_room_numbers(layers: PageLayers) -> str:
    values = _values(layers.cells, layers.size)
    return codecs.encode_rooms([values[cell] for cell in layers.corners()])


def _parse_points(body: Body, layers: PageLayers) -> None:
    layers.points += codecs.decode_four(body, layers.crossings)


def _parse_point_digits(body: Body, layers: PageLayers) -> None:
    layers.points += codecs.decode_digits(body, layers.crossings)


def _write_points(layers: PageLayers) -> str:
    return codecs.encode_four(_values(layers.points, layers.crossings))


def _parse_blank(body: Body, layers: PageLayers) -> None:
    layers.blank += codecs.decode_bits(body, layers.size)


def _write_blank(layers: PageLayers) -> str:
    return codecs.encode_bits([each is not None for each in _values(layers.blank, layers.size)])


def _parse_count(body: Body, layers: PageLayers) -> None:
    """Decode a number before a slash, or at the end."""
    start = body.at
    while body.next.isascii() and body.next.isdigit() and body.at - start < 9:
        body.at += 1
    text = body.text[start : body.at]
    if not text or body.next not in ("", "/"):
        raise BodyError("expected a number and a slash", start, max(body.at, start + 1))
    body.at += 1
    layers.count = int(text)


def _parse_arrows(body: Body, layers: PageLayers) -> None:
    layers.cells += codecs.decode_arrows(body, layers.size)


def _write_arrows(layers: PageLayers) -> str:
    pointed: list[codecs.Arrow] = [None] * layers.size
    for item in layers.cells:
        pointed[item.place] = item.side, item.value
    return codecs.encode_arrows(pointed)


LAYERS = {
    "arrows": LayerCodec(_parse_arrows, _write_arrows),
    "bits": LayerCodec(_parse_blank, _write_blank),
    "border": LayerCodec(_parse_border, _write_border),
    "circles": _cells(codecs.decode_circles, codecs.encode_circles),
    "count": LayerCodec(_parse_count, lambda layers: f"{layers.count}/"),
    "cross4": LayerCodec(_parse_points, _write_points),
    "digit-a-point": LayerCodec(_parse_point_digits, _write_points),
    "four": _cells(codecs.decode_four, codecs.encode_four),
    "hitori": _cells(codecs.decode_hitori, codecs.encode_hitori),
    "room-a-cell": LayerCodec(_parse_room_letters, _write_border),
    "roomnum": LayerCodec(_parse_room_numbers, _write_room_numbers),
    "sixteen": _cells(codecs.decode_sixteen, codecs.encode_sixteen),
    "ten": _cells(codecs.decode_ten, codecs.encode_ten),
    "ten-or-sixteen": _cells(codecs.decode_ten_or_sixteen, codecs.encode_ten_or_sixteen),
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
    forms = next((row.older[flag] for flag in flags.text if flag in row.older), row.body)
    rules = check_flags(row, flags)
    cols, rows = take(), take()
    if not _NUMBER.fullmatch(cols.text) or not _NUMBER.fullmatch(rows.text):
        raise fail("expected /COLS/ROWS/BODY after the name of the puzzle", line.span())
    head = cols.place.to(rows.place)
    # Ten digits are too many cells already, and int() refuses thousands.
    high, wide = (int(each.text.lstrip("0")[:10] or "0") for each in (rows, cols))
    check_size(high, wide, head)
    layers = PageLayers(high, wide)
    rest = line.cut(fields[0].start - line.start) if fields else end
    body = Body(_TAIL.sub("", rest.text.replace(slash, "/")).removesuffix("/"))
    try:
        for form in forms:
            LAYERS[form].decode(body, layers)
        if body.next not in ("", "."):
            raise BodyError("nothing may follow the body", body.at, len(body.text))
    except BodyError as error:
        raise rest.error(error.message, error.start, error.end, error.hint) from None

    def where(item: BoardItem) -> Span:
        return rest.span(item.start, item.end)

    doubts = _doubts(body, rest.span(0, max(1, len(body.text))))
    if tail := rest.text[body.at :].strip("/"):
        message = f"'{tail}' after the board is ignored, as by puzz.link"
        place = rest.span(rest.text.index(tail, body.at))
        doubts = (*doubts, Diagnostic(message, place, None, Severity.WARNING))
    return Page(row, rules, layers, head, where, doubts)


def _doubts(body: Body, span: Span) -> tuple[Diagnostic, ...]:
    """Return a warning if a body ends too early; an empty one is an empty board."""
    if not body.text or not body.missing:
        return ()
    message = (
        f"the body ends before the board does: the last {body.missing} places are taken as empty"
    )
    if body.missing == 1:
        message = "the body ends before the board does: the last place is taken as empty"
    return (Diagnostic(message, span, "has the URL been cut off?", Severity.WARNING),)


def write_url(row: Pzpr, flags: str, layers: PageLayers) -> str:
    """Return the URL of a page."""
    written = [LAYERS[layer].encode(layers) for layer in row.body]
    if row.body[-1:] == ("bits",) and not layers.blank:
        written.pop()  # no cell is marked
    body = "".join(written)
    fields = [row.pid, *([flags] if flags else []), str(layers.cols), str(layers.rows), body]
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
    blocks = _KANPEN_BLOCKS.get(row.genre)
    if blocks is None:
        raise fail(f"kanpen.net's own form of {row.genre} is not known", line.span())
    fields = [
        replace(part, text=part.text.replace("_", " ").rstrip() or " ")
        for part in line.cut(*found.span("rest")).split("/")
        if part.text
    ]
    size = fields[: 1 if row.genre == "sudoku" else 2]
    if not size or not all(_SIGNED.fullmatch(field.text) for field in size):
        raise fail("expected ROWS/COLS after 'problem='", line.span())
    reader = BlockReader(row, size, fields[len(size) :])
    for parse in blocks:
        if reader.fields:
            parse(reader)
    return reader.page("board")


def _parse_fives(reader: BlockReader) -> None:
    """Parse numbers; 5 is an unknown one."""
    for item in reader.items(reader.cells()):
        reader.layers.cells.append(item._replace(value=UNKNOWN) if item.value == 5 else item)


def _parse_nonzeros(reader: BlockReader) -> None:
    """Parse numbers; 0 is an empty cell."""
    cells = reader.cells()
    reader.layers.cells += reader.items(each for each in cells if each[1].text != "0")


def _parse_arrow_numbers(reader: BlockReader) -> None:
    """Parse arrows: 16 times the index of the side, plus the number."""
    for cell, token in reader.cells():
        if token.text == ".":
            continue
        if token.text == "-4":
            reader.layers.cells.append(reader.item(cell, UNKNOWN, token))
            continue
        value = clue(token)
        if value >= 64:
            raise fail("expected a number below 64", token.span())
        # kanpen.net's order is up, left, down, right.
        reader.layers.cells.append(reader.item(cell, value % 16, token, (1, 3, 2, 4)[value // 16]))


def _parse_rectangles(reader: BlockReader) -> None:
    """Parse rooms as rectangles: the first row and column, the last ones, and a number."""
    layers = reader.layers
    (count,) = reader.lines(1, "the number of rooms")
    if not _SIGNED.fullmatch(count.text):
        raise fail("expected the number of rooms", count.span())
    room_of: dict[int, int] = {}
    for room, line in enumerate(reader.lines(int(count.text), "the list of rooms")):
        numbers = [int(t) for t in line.text.split() if t.isascii() and t.isdigit()]
        if len(numbers) not in (4, 5) or len(numbers) != len(line.text.split()):
            raise fail("a room is four numbers, and one for its clue", line.span())
        top, left, bottom, right = numbers[:4]
        if not (0 <= top <= bottom < layers.rows and 0 <= left <= right < layers.cols):
            raise fail("this room leaves the board", line.span())
        for row in range(top, bottom + 1):
            for col in range(left, right + 1):
                if room_of.setdefault(row * layers.cols + col, room) != room:
                    raise fail("this room overlaps another one", line.span())
        if len(numbers) == 5:
            layers.cells.append(reader.item(top * layers.cols + left, numbers[4], line))
    if len(room_of) < layers.size:
        raise fail("the rooms do not cover the board", count.span())
    layers.divide(room_of)


_KANPEN_BLOCKS: dict[str, tuple[Callable[[BlockReader], None], ...]] = {
    "akari": (_parse_fives,),
    "ayeheya": (_parse_rectangles,),
    "hashi": (parse_numbers,),
    "heyawake": (_parse_rectangles,),
    "hitori": (_parse_nonzeros,),
    "kurodoko": (parse_numbers,),
    "lits": (parse_rooms,),
    "masyu": (parse_numbers,),
    "norinori": (parse_rooms,),
    "numberlink": (parse_numbers,),
    "nurikabe": (parse_numbers,),
    "ripple": (parse_rooms, parse_numbers),
    "shikaku": (parse_numbers,),
    "slitherlink": (parse_numbers,),
    "sudoku": (parse_numbers,),
    "yajilin": (_parse_arrow_numbers,),
}
"""Blocks by genre."""
