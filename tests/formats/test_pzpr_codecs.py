"""The codecs of puzz.link: what is written is read back, and pzpr writes the same."""

from __future__ import annotations

import pytest

from nlc.errors import Source, UserError
from nlc.formats.base import Text
from nlc.formats.pzpr import codecs
from nlc.formats.pzpr.codecs import UNKNOWN, Body, Codec, Item


def decoded(codec: Codec, text: str, *counts: int) -> tuple[list[list[Item | None]], str]:
    """Return the items of a text, and the rest of it."""
    body = Body(text, Text(Source("body", text), 1, 0, text))
    parts = [[(part, at) for at in range(count)] for part, count in enumerate(counts)]
    found = {place: item._replace(span=None) for place, item in codec.decode(body, parts)}
    return [[found.get(place) for place in part] for part in parts], body.text[body.at :]


def test_a_circle_whose_colour_is_not_told_is_refused():
    with pytest.raises(UserError, match="not told"):
        codecs.CIRCLES.encode([[Item(), Item(UNKNOWN), None]])


@pytest.mark.parametrize(
    ("name", "text", "places", "message", "place"),
    [
        ("FOUR", "1f", 4, "'f' is not a clue", (1, 2)),
        ("FOUR", "1z", 4, "the board has 4 places, and here is one more", (1, 2)),
        ("TEN", "1A", 4, "'A' is not a clue", (1, 2)),
        ("SIXTEEN", "-1", 4, "the body ends within a number of 2 digits", (1, 2)),
        ("SIXTEEN", "+1g0", 4, "'g' is not a digit of a number of 3 digits", (2, 3)),
        ("BASE36", "1_", 4, "'_' is not a clue", (1, 2)),
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
        ("BASE36", 1295),
        ("ARROWS", 4095),
    ],
)
def test_a_number_that_is_too_large_is_refused_and_the_largest_is_not(name, most):
    encode = getattr(codecs, name).encode
    assert encode([[Item(most)]])
    with pytest.raises(UserError, match=f"pzpr has numbers up to {most} here, not {most + 1}"):
        encode([[Item(most + 1)]])
