"""The raster of characters: widths, order, bounds."""

import numpy as np

from nlc.render.canvas import Canvas, columns


def ints(*values):
    return np.array(values, dtype=np.int32)


def test_a_wide_character_has_a_second_column():
    assert columns("a漢b") == ("a", "漢", "", "b")


def test_combining_marks_stay_with_their_character():
    assert columns("x\u0301y") == ("x\u0301", "y")
    assert columns("漢\u0301") == ("漢\u0301", "")


def test_composed_and_decomposed_text_take_the_same_columns():
    assert columns("e\u0301") == columns("é") == ("é",)


def test_control_characters_never_reach_the_terminal():
    assert columns("a\x1b[2J") == tuple("a\\x1b[2J")


def test_the_picture_begins_at_the_first_row_and_column_drawn():
    canvas = Canvas()
    canvas.put(ints(-2, -1), ints(3, 5), "x")
    assert canvas.lines(False) == ["x", "  x"]


def test_later_characters_cover_earlier_ones():
    canvas = Canvas()
    canvas.put(ints(0, 0), ints(0, 1), "a")
    canvas.write(ints(0), ints(1), ["z"], ints(0))
    assert canvas.lines(False) == ["az"]


def test_texts_are_centred_on_their_column():
    canvas = Canvas()
    canvas.put(ints(0, 0), ints(0, 9), ".")
    canvas.write(ints(0, 0, 0), ints(2, 4, 7), ["1", "22", "333"], ints(0, 0, 0))
    assert canvas.lines(False) == [". 122 333."]


def test_runs_of_one_style_are_painted_together():
    canvas = Canvas()
    canvas.put(ints(0, 0, 0), ints(0, 1, 3), "x", ints(33, 33, 0))
    assert canvas.lines(True) == ["\x1b[38;5;33mxx\x1b[0m x"]


def test_an_empty_canvas_has_no_lines():
    assert Canvas().lines(True) == []
