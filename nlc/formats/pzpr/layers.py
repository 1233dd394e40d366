"""The layers of the bodies of URLs, by the names that genres have them by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from nlc.formats.places import MANY, ONE, TWO, Ranked, between, borders, cells, dots, points, rim
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.bank import decode_bank, encode_bank
from nlc.formats.pzpr.codecs import Body, Codec, Item
from nlc.formats.pzpr.page import Page, Shape, corners
from nlc.registry import Registry


class Layer(NamedTuple):
    """Decodes a layer of a body into a page, and encodes it; `text` says what that is.

    Attributes:
        name: of the layer of the page, if it is one.
        shape: of its places.
        spared: whether a body ends before it if there is nothing.
    """

    text: str
    decode: Callable[[Body, Page], None]
    encode: Callable[[Page], str]
    name: str = ""
    shape: Shape | None = None
    spared: bool = False


def layer(text: str, name: str, codec: Codec, shape: Shape = cells, spared: bool = False) -> Layer:
    """Return a codec for the layer of a page with a name, such as ``clues``."""

    def decode(body: Body, page: Page) -> None:
        if body.next or not spared:
            page.layer(name).update(codec.decode(body, shape(page)))

    def encode(page: Page) -> str:
        found = page.layer(name)
        return codec.encode([[found.get(place) for place in matrix] for matrix in shape(page)])

    return Layer(text, decode, encode, name, shape, spared)


def _decode_room_letters(body: Body, page: Page) -> None:
    """Decode a letter a cell, the same within a room: an older form, which is not written."""
    size = page.rows * page.cols
    names = body.text[body.at :][:size]
    body.missing += size - len(names)
    body.at += len(names)
    page.walls |= page.between(dict(zip(page.cells, names.ljust(size), strict=True)))


def _decode_count(body: Body, page: Page) -> None:
    """Decode a number before a slash, or at the end."""
    number = re.compile("[0-9]{0,9}").match(body.text, body.at)
    assert number is not None
    start, end = number.span()
    if start == end or body.text[end : end + 1] not in ("", "/"):
        raise body.line.error("expected a number and a slash", start, end)
    body.at, page.count = end + 1, int(number[0])


def _decode_unmarked(body: Body, page: Page) -> None:
    there = dict(codecs.BITS.decode(body, cells(page)))
    page.layer("marked").update({cell: Item() for cell in page.cells if cell not in there})


def _encode_unmarked(page: Page) -> str:
    return codecs.BITS.encode([[None if c in page.layer("marked") else Item() for c in page.cells]])


_MAZE = layer("two signs, at the ends if missing, and two kinds of circles", "clues", codecs.MAZE)


def _decode_maze(body: Body, page: Page) -> None:
    _MAZE.decode(body, page)
    kinds = {item.kind for item in page.clues.values()}
    for kind, cell in ((1, page.cells[0]), (2, page.cells[-1])):
        if kind not in kinds:
            page.clues[cell] = Item(codecs.UNKNOWN, "", body.line.span(), kind)


def _skip_slash(body: Body, page: Page) -> None:
    body.at += body.next == "/"


def _sums(text: str, pairs: Codec, tail: Codec, every: bool) -> Layer:
    """Return the layer of black cells with sums, and of sums outside of all or of white cells."""

    def lines(page: Page) -> list[Ranked]:
        places: Iterable[Ranked] = ONE[0](page)[0]
        return [each for each in places if every or each.place[:2] not in page.blank]

    def decode(body: Body, page: Page) -> None:
        for cell, item in pairs.decode(body, cells(page)):
            page.put_sums(cell, map(int, item.numbers.split(",")), item.span)
        page.layer("outside").update(tail.decode(body, [lines(page)]))

    def encode(page: Page) -> str:
        found = page.layer("outside")
        black = [Item(numbers=page.sums(c)) if c in page.blank else None for c in page.cells]
        return pairs.encode([black]) + tail.encode([[found.get(each) for each in lines(page)]])

    return Layer(text, decode, encode, "outside", ONE[0])


_BORDERS = layer("borders between cells", "walls", codecs.BORDERS, borders)

LAYERS: Registry[Layer] = Registry(
    "layer of puzz.link",
    "LAYER",
    "nlc.formats.layers",
    {
        "arrows": layer("numbers with arrows, and grey cells", "clues", codecs.ARROWS),
        "bank": Layer("pieces", decode_bank, encode_bank),
        "base36": layer("a number, or none, in every cell", "clues", codecs.BASE36),
        "between": layer("circles between cells", "between", codecs.CIRCLES_BETWEEN, between),
        "bits": layer("marked cells", "blank", codecs.BITS, spared=True),
        "black_dots": layer("black dots; others mean nothing", "dots", codecs.BLACK_DOTS, dots),
        "border": _BORDERS,
        "border_if_any": layer("given borders", "border", codecs.BORDERS, borders, spared=True),
        "circles": layer("white and black circles", "clues", codecs.CIRCLES),
        "circles_if_any": layer("circles, if any", "clues", codecs.CIRCLES, spared=True),
        "coloured_arrows": layer("arrows with colours", "clues", codecs.COLOURED_ARROWS),
        "corners": layer("circles with numbers, and arrows", "clues", codecs.CORNERS),
        "counts": _sums(
            "black cells with numbers, and lines", codecs.COUNT_PAIRS, codecs.COUNTS, True
        ),
        "cross4": layer("numbers from 0 to 4 at points", "clues", codecs.FOUR, points),
        "digit_a_point": layer(
            "the same, a character a point", "clues", codecs.DIGIT_A_POINT, points
        ),
        "dots": layer("dots in cells, between them and at corners", "dots", codecs.DOTS, dots),
        "four": layer("numbers from 0 to 4", "clues", codecs.FOUR),
        "four_or_hole": layer("numbers from 0 to 4, and holes", "clues", codecs.FOUR_OR_HOLE),
        "inequalities": layer("signs less and more", "between", codecs.INEQUALITIES, between),
        "lists": layer("lists of numbers", "clues", codecs.LISTS),
        "mark_bits": layer("marked cells, a bit a cell", "marked", codecs.BITS),
        "marks": layer("marked cells, few of them", "marked", codecs.MARKS),
        "maze": Layer(_MAZE.text, _decode_maze, _MAZE.encode),
        "numbered_circles": layer("circles with numbers", "clues", codecs.NUMBERED_CIRCLES),
        "outside": layer("a number at a column or row", "outside", codecs.SIXTEEN, ONE[0]),
        "outside_lists": layer("numbers at a column or row", "outside", codecs.SIXTEEN, MANY[0]),
        "outside_pairs": layer("two numbers at a column or row", "outside", codecs.SIXTEEN, TWO[0]),
        "pipes": layer("pieces of a line", "clues", codecs.PIPES),
        "rim": layer("numbers at all four sides of the board", "rim", codecs.SIXTEEN, rim),
        "room_a_cell": Layer(
            "rooms, a character a cell; not written", _decode_room_letters, _BORDERS.encode
        ),
        "roomnum": layer("numbers of rooms", "clues", codecs.ROOM_NUMBERS, corners),
        "shapes": layer("signs 1 to 3", "clues", codecs.SHAPES),
        "ships": layer("parts of ships, numbers from 0", "clues", codecs.SHIPS),
        "sixteen": layer("numbers", "clues", codecs.SIXTEEN),
        "sixteen_if_any": layer("numbers, if any", "clues", codecs.SIXTEEN, spared=True),
        "slash": Layer("a slash", _skip_slash, lambda page: "/"),
        "sums": _sums("black cells with sums, and lines", codecs.SUM_PAIRS, codecs.SUMS, False),
        "ten": layer("numbers from 0 to 9", "clues", codecs.TEN),
        "ten_or_sixteen": layer(
            "numbers, in a shorter form if all are below 10", "clues", codecs.TEN_OR_SIXTEEN
        ),
        "total": Layer("a number of the whole board", _decode_count, lambda page: f"{page.count}/"),
        "unmarked": Layer(
            "cells without a mark", _decode_unmarked, _encode_unmarked, "marked", cells
        ),
    },
    factory=False,
)
