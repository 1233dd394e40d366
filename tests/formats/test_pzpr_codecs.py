"""The codecs of puzz.link: what is written is read back, and pzpr writes the same."""

from __future__ import annotations

from random import Random

import pytest

from nlc.errors import UserError
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.codecs import GREY, UNKNOWN, Body, BodyError

SEEDS = range(25)


def values(random: Random, most: int, untold: bool = True) -> list[int | None]:
    """Return numbers up to some, gaps of all lengths between them."""
    density = random.choice((0.02, 0.1, 0.5, 0.95))
    kinds = [UNKNOWN] if untold else []
    return [
        random.choice([*kinds, random.randint(0, most), random.randint(0, most)])
        if random.random() < density
        else None
        for _ in range(random.randint(1, 150))
    ]


def told(items, count: int) -> list[int | None]:
    out: list[int | None] = [None] * count
    for item in items:
        out[item.place] = item.value
    return out


@pytest.mark.parametrize(
    ("name", "most", "untold"),
    [
        ("four", 4, True),
        ("ten", 9, True),
        ("sixteen", 300, True),
        ("sixteen", 12287, True),
        ("rooms", 1126351, True),
        ("ten_or_sixteen", 9, True),
        ("ten_or_sixteen", 40, True),
        ("hitori", 1295, True),
    ],
)
def test_encoded_numbers_are_decoded(name, most, untold):
    for seed in SEEDS:
        wanted = values(Random(seed), most, untold)
        text = getattr(codecs, f"encode_{name}")(wanted)
        body = Body(text + "rest")
        assert told(getattr(codecs, f"decode_{name}")(body, len(wanted)), len(wanted)) == wanted
        assert body.text[body.at :] == "rest"


def test_a_circle_whose_colour_is_not_told_is_refused():
    with pytest.raises(UserError, match="not told"):
        codecs.encode_circles([1, UNKNOWN, None])


def test_encoded_circles_and_marks_are_decoded():
    for seed in SEEDS:
        random = Random(seed)
        count = random.randint(1, 100)
        circles = [random.choice((None, None, 1, 2)) for _ in range(count)]
        body = Body(codecs.encode_circles(circles))
        assert told(codecs.decode_circles(body, count), count) == circles
        assert not body.next
        density = random.choice((0.02, 0.3, 0.9))
        marks = [random.random() < density for _ in range(count)]
        wanted = [1 if mark else None for mark in marks]
        assert told(codecs.decode_bits(Body(codecs.encode_bits(marks)), count), count) == wanted


def test_encoded_arrows_are_decoded():
    for seed in SEEDS:
        random = Random(seed)
        wanted: list[codecs.Arrow] = [None] * random.randint(1, 150)
        for place in range(len(wanted)):
            if random.random() < 0.3:
                number = random.choice((UNKNOWN, random.randint(0, 20), random.randint(0, 4095)))
                wanted[place] = random.choice(((0, GREY), (random.randint(0, 4), number)))
        found: list[codecs.Arrow] = [None] * len(wanted)
        for item in codecs.decode_arrows(Body(codecs.encode_arrows(wanted)), len(wanted)):
            found[item.place] = item.side, item.value
        assert found == wanted


def test_encoded_borders_are_decoded():
    for seed in SEEDS:
        random = Random(seed)
        rows, cols = random.randint(1, 9), random.randint(1, 9)
        right = {i for i in range((cols - 1) * rows) if random.random() < 0.4}
        below = {i for i in range((rows - 1) * cols) if random.random() < 0.4}
        body = Body(codecs.encode_border(right, below, rows, cols))
        assert codecs.decode_border(body, rows, cols) == (right, below)
        assert not body.next


@pytest.mark.parametrize(
    ("name", "pid", "most"),
    [("four", "slither", 4), ("ten", "lookair", 5), ("sixteen", "nurikabe", 300)],
)
def test_pzpr_writes_the_same_numbers(pzpr, name, pid, most):
    for seed in SEEDS:
        random = Random(seed)
        rows, cols = random.randint(1, 9), random.randint(1, 9)
        wanted = [*values(random, most), *[None] * rows * cols][: rows * cols]
        text = getattr(codecs, f"encode_{name}")(wanted)
        url = pzpr(f"{pid}/{cols}/{rows}/{text}")["url"]
        assert url.removesuffix("/").endswith(f"?{pid}/{cols}/{rows}/{text}")


def test_pzpr_writes_the_same_points_circles_arrows_and_borders(pzpr):
    for seed in SEEDS:
        random = Random(seed)
        rows, cols = random.randint(2, 8), random.randint(2, 8)
        cells = rows * cols
        points = [*values(random, 4), *[None] * 100][: (rows + 1) * (cols + 1)]
        circles = [random.choice((None, None, 1, 2)) for _ in range(cells)]
        sides = [(random.randint(1, 4), random.randint(0, 300)) for _ in range(cells)]
        pointed = [arrow if random.random() < 0.3 else None for arrow in sides]
        right = {i for i in range((cols - 1) * rows) if random.random() < 0.4}
        below = {i for i in range((rows - 1) * cols) if random.random() < 0.4}
        for pid, text in (
            ("creek", codecs.encode_four(points)),
            ("mashu", codecs.encode_circles(circles)),
            ("yajilin", codecs.encode_arrows(pointed)),
            ("lits", codecs.encode_border(right, below, rows, cols)),
        ):
            url = pzpr(f"{pid}/{cols}/{rows}/{text}")["url"]
            assert url.removesuffix("/").endswith(f"?{pid}/{cols}/{rows}/{text}")


@pytest.mark.parametrize(
    ("name", "text", "places", "message", "place"),
    [
        ("four", "1f", 4, "'f' is not a clue", (1, 2)),
        ("four", "1z", 4, "the board has 4 places, and here is one more", (1, 2)),
        ("ten", "1A", 4, "'A' is not a clue", (1, 2)),
        ("sixteen", "-1", 4, "the body ends within a number of 2 digits", (1, 2)),
        ("sixteen", "+1g0", 4, "'g' is not a digit of a number of 3 digits", (2, 3)),
        ("hitori", "1_", 4, "'_' is not a clue", (1, 2)),
        ("arrows", "1", 4, "the body ends within a number", (0, 1)),
        ("arrows", "-91ff", 4, "'9' is not a digit of a side from 0 to 4", (1, 2)),
        ("circles", "0r", 6, "'r' is not a digit of the circles", (1, 2)),
        ("circles", "0", 6, "the circles of this board take 2 characters, and here are 1", (0, 1)),
        ("bits", "w", 5, "'w' is not a digit of the marks", (0, 1)),
    ],
)
def test_a_mistake_is_told_with_its_place(name, text, places, message, place):
    with pytest.raises(BodyError) as caught:
        list(getattr(codecs, f"decode_{name}")(Body(text), places))
    assert message in caught.value.message
    assert (caught.value.start, caught.value.end) == place


def test_borders_that_end_too_soon_are_told():
    with pytest.raises(
        BodyError, match="the borders of this board take 6 characters, and here are 4"
    ):
        codecs.decode_border(Body("0000"), 4, 4)
    assert codecs.decode_border(Body(""), 4, 4) == (set(), set())


@pytest.mark.parametrize(
    ("write", "most"),
    [
        (codecs.encode_four, 4),
        (codecs.encode_ten, 9),
        (codecs.encode_sixteen, 12287),
        (codecs.encode_rooms, 77776 + 16**5 - 1),
        (codecs.encode_hitori, 1295),
        (lambda values: codecs.encode_arrows([(1, value) for value in values]), 4095),
    ],
)
def test_a_number_that_is_too_large_is_refused_and_the_largest_is_not(write, most):
    assert write([most])
    with pytest.raises(UserError, match=f"pzpr has numbers up to {most} here, not {most + 1}"):
        write([most + 1])
