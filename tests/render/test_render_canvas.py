"""The raster of characters: widths, order, bounds."""

from nlc.render.canvas import columns


def test_combining_marks_stay_with_their_character():
    assert columns("x\u0301y") == ("x\u0301", "y")
    assert columns("漢\u0301") == ("漢\u0301", "")


def test_control_characters_never_reach_the_terminal():
    assert columns("a\x1b[2J") == tuple("a\\x1b[2J")
