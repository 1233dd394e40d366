"""The layers of the bodies of URLs, by the names that genres have them by."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.codecs import Body, Codec
from nlc.formats.pzpr.page import Page, Shape, borders, cells, corners, points
from nlc.registry import Registry


class Layer(NamedTuple):
    """Decodes a layer of a body into a page, and encodes it; `text` says what that is."""

    text: str
    decode: Callable[[Body, Page], None]
    encode: Callable[[Page], str]


def layer(text: str, name: str, codec: Codec, shape: Shape = cells) -> Layer:
    """Return a codec for the layer of a page with a name, such as ``clues``."""

    def decode(body: Body, page: Page) -> None:
        getattr(page, name).update(codec.decode(body, shape(page)))

    def encode(page: Page) -> str:
        found = getattr(page, name)
        return codec.encode([[found.get(place) for place in matrix] for matrix in shape(page)])

    return Layer(text, decode, encode)


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


_BORDERS = layer("borders between cells", "walls", codecs.BORDERS, borders)

LAYERS: Registry[Layer] = Registry(
    "layer of puzz.link",
    "LAYER",
    "nlc.formats.layers",
    {
        "arrows": layer("numbers with arrows, and grey cells", "clues", codecs.ARROWS),
        "base36": layer("a number, or none, in every cell", "clues", codecs.BASE36),
        "bits": layer("marked cells", "blank", codecs.BITS),
        "border": _BORDERS,
        "circles": layer("white and black circles", "clues", codecs.CIRCLES),
        "cross4": layer("numbers from 0 to 4 at points", "clues", codecs.FOUR, points),
        "digit_a_point": layer(
            "the same, a character a point", "clues", codecs.DIGIT_A_POINT, points
        ),
        "four": layer("numbers from 0 to 4", "clues", codecs.FOUR),
        "room_a_cell": Layer(
            "rooms, a character a cell; not written", _decode_room_letters, _BORDERS.encode
        ),
        "roomnum": layer("numbers of rooms", "clues", codecs.ROOM_NUMBERS, corners),
        "sixteen": layer("numbers", "clues", codecs.SIXTEEN),
        "ten": layer("numbers from 0 to 9", "clues", codecs.TEN),
        "ten_or_sixteen": layer(
            "numbers, in a shorter form if all are below 10", "clues", codecs.TEN_OR_SIXTEEN
        ),
        "total": Layer("a number of the whole board", _decode_count, lambda page: f"{page.count}/"),
    },
    factory=False,
)
