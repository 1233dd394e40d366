"""Joints and strokes."""

import numpy as np
import pytest

from nlc.render.glyphs import NE, NW, SE, STYLES, SW, E, N, S, W, arms_along, turn
from nlc.render.raster import chars_between


@pytest.mark.parametrize(
    ("arms", "char", "plain"),
    [
        (E | W, "─", "-"),
        (N | S, "│", "|"),
        (NE | SW, "╱", "/"),
        (NW | SE, "╲", "\\"),
        (S | E, "╭", "+"),
        (N | W, "╯", "+"),
        (W | SE, "╮", "+"),
        (NE | SE, "│", "|"),
        (NE | NW, "∨", "+"),
        (SE | SW, "∧", "+"),
        (N | E | S | W, "┼", "+"),
        (S, "╷", "|"),
        (SW, "╱", "/"),
    ],
)
def test_arms_meet_in_the_character_that_shows_them(arms, char, plain):
    assert STYLES["unicode"].joints[arms] == char
    assert STYLES["ascii"].joints[arms] == plain


def test_every_ascii_character_is_ascii_and_there_just_when_the_other_is():
    for name in ("joints", "strokes", "walls", "arrows"):
        unicode, ascii_ = (getattr(STYLES[style], name) for style in ("unicode", "ascii"))
        assert all(char.isascii() for char in ascii_.tolist())
        assert ((unicode == " ") == (ascii_ == " ")).all()


def test_turning_an_arm_twice_gives_it_back():
    eight = (1 << np.arange(8)).astype(np.uint8)
    assert turn(eight).tolist() == np.roll(eight, -4).tolist()
    assert (turn(turn(eight)) == eight).all()


def test_arms_point_along_their_steps():
    steps = np.array([[-1, 0], [-1, 1], [0, 4], [2, 2], [3, 0], [2, -4], [0, -1], [-2, -2]])
    assert arms_along(steps).tolist() == [N, NE, E, SE, S, SW, W, NW]


@pytest.mark.parametrize(
    ("start", "end", "path"),
    [
        ((0, 0), (0, 4), [(0, 1), (0, 2), (0, 3)]),
        ((0, 0), (3, 3), [(1, 1), (2, 2)]),
        ((-4 / 3, 0), (-2 / 3, -2), [(-1, -1)]),
        ((-2 / 3, 2), (2 / 3, 2), [(0, 2)]),
        ((0, 0), (1, 0), []),
        ((0, 0), (0, 0), []),
    ],
)
def test_a_line_fills_the_characters_between_its_ends(start, end, path):
    found = chars_between(np.array(start, dtype=float), np.array(end, dtype=float))
    assert [tuple(spot) for spot in found.tolist()] == path
