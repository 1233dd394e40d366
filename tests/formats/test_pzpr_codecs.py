"""The codecs of puzz.link: what is written is read back, and pzpr writes the same."""

from __future__ import annotations

from random import Random

import pytest

from nlc.errors import Source, UserError
from nlc.formats.base import Text
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.codecs import GREY, UNKNOWN, Body, Codec, Item

SEEDS = range(25)


def number(most: int, unknown: bool = True):
    """Return a function for a number up to some, or an unknown one."""

    def one(random: Random) -> Item:
        kinds = [UNKNOWN] if unknown else []
        return Item(random.choice([*kinds, random.randint(0, most), random.randint(0, most)]))

    return one


def arrow(random: Random) -> Item:
    numbers = (UNKNOWN, random.randint(0, 20), random.randint(0, 4095))
    side = random.choice(("", *"NSWE"))
    return random.choice((Item(GREY), Item(random.choice(numbers), side)))


ITEMS = {
    "FOUR": number(4),
    "TEN": number(9),
    "SIXTEEN": number(12287),
    "ROOM_NUMBERS": number(1126351),
    "TEN_OR_SIXTEEN": number(40),
    "HITORI": number(1295),
    "ARROWS": arrow,
    "CIRCLES": lambda random: Item(random.randint(1, 2)),
    "BITS": lambda random: Item(),
    "BORDERS": lambda random: Item(),
}


def values(random: Random, one, count: int) -> list[Item | None]:
    """Return items with gaps of all lengths between them."""
    density = random.choice((0.02, 0.1, 0.5, 0.95))
    return [one(random) if random.random() < density else None for _ in range(count)]


def decoded(codec: Codec, text: str, *counts: int) -> tuple[list[list[Item | None]], str]:
    """Return the items of a text, and the rest of it."""
    body = Body(text, Text(Source("body", text), 1, 0, text))
    parts = [[(part, at) for at in range(count)] for part, count in enumerate(counts)]
    found = {place: item._replace(span=None) for place, item in codec.decode(body, parts)}
    return [[found.get(place) for place in part] for part in parts], body.text[body.at :]


@pytest.mark.parametrize("name", ITEMS)
def test_what_is_encoded_is_decoded(name):
    codec = getattr(codecs, name)
    for seed in SEEDS:
        random = Random(seed)
        counts = [random.randint(1, 150) for _ in range(1 + (name == "BORDERS"))]
        wanted = [values(random, ITEMS[name], count) for count in counts]
        assert decoded(codec, codec.encode(wanted) + "rest", *counts) == (wanted, "rest")


def test_a_circle_whose_colour_is_not_told_is_refused():
    with pytest.raises(UserError, match="not told"):
        codecs.CIRCLES.encode([[Item(), Item(UNKNOWN), None]])


@pytest.mark.parametrize(
    ("name", "pid", "one"),
    [
        ("FOUR", "slither", number(4)),
        ("FOUR", "creek", number(4)),
        ("TEN", "lookair", number(5)),
        ("SIXTEEN", "nurikabe", number(300)),
        ("CIRCLES", "mashu", ITEMS["CIRCLES"]),
        ("ARROWS", "yajilin", lambda r: Item(r.randint(0, 300), r.choice("NSWE"))),
        ("BORDERS", "lits", ITEMS["BORDERS"]),
    ],
)
def test_pzpr_writes_the_same(pzpr, name, pid, one):
    for seed in SEEDS:
        random = Random(seed)
        rows, cols = random.randint(2, 9), random.randint(2, 9)
        counts = {
            "creek": [(rows + 1) * (cols + 1)],
            "lits": [rows * (cols - 1), (rows - 1) * cols],
        }.get(pid, [rows * cols])
        text = getattr(codecs, name).encode([values(random, one, count) for count in counts])
        url = pzpr(f"{pid}/{cols}/{rows}/{text}")["url"]
        assert url.removesuffix("/").endswith(f"?{pid}/{cols}/{rows}/{text}")


@pytest.mark.parametrize(
    ("name", "text", "places", "message", "place"),
    [
        ("FOUR", "1f", 4, "'f' is not a clue", (1, 2)),
        ("FOUR", "1z", 4, "the board has 4 places, and here is one more", (1, 2)),
        ("TEN", "1A", 4, "'A' is not a clue", (1, 2)),
        ("SIXTEEN", "-1", 4, "the body ends within a number of 2 digits", (1, 2)),
        ("SIXTEEN", "+1g0", 4, "'g' is not a digit of a number of 3 digits", (2, 3)),
        ("HITORI", "1_", 4, "'_' is not a clue", (1, 2)),
        ("ARROWS", "1", 4, "the body ends within a number", (0, 1)),
        ("ARROWS", "-91ff", 4, "'9' is not a digit of a side from 0 to 4", (1, 2)),
        ("CIRCLES", "0r", 6, "'r' is not a digit of the circles", (1, 2)),
        ("CIRCLES", "0", 6, "the circles of this board take 2 characters, and here are 1", (0, 1)),
        ("BITS", "w", 5, "'w' is not a digit of the marks", (0, 1)),
        (
            "BORDERS",
            "00",
            15,
            "the borders of this board take 3 characters, and here are 2",
            (0, 2),
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(name, text, places, message, place):
    with pytest.raises(UserError) as caught:
        decoded(getattr(codecs, name), text, places)
    (item,) = caught.value.diagnostics
    assert message in item.message
    assert (item.span.column - 1, item.span.end_column - 1) == place


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("FOUR", 4),
        ("TEN", 9),
        ("SIXTEEN", 12287),
        ("ROOM_NUMBERS", 77776 + 16**5 - 1),
        ("HITORI", 1295),
        ("ARROWS", 4095),
    ],
)
def test_a_number_that_is_too_large_is_refused_and_the_largest_is_not(name, most):
    encode = getattr(codecs, name).encode
    assert encode([[Item(most)]])
    with pytest.raises(UserError, match=f"pzpr has numbers up to {most} here, not {most + 1}"):
        encode([[Item(most + 1)]])
