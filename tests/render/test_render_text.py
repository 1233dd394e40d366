"""What a picture shows besides its lines: colours, clues, and lists of what has no place on it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from render.drawn import Example, drawn

from nlc.board import Sort
from nlc.errors import UserError
from nlc.ir.nodes import Assignment, Domain
from nlc.render.canvas import BOLD, COLORS, paint
from nlc.render.text import render

BOARDS = {
    "square": drawn("1..#\n.2..\n+...", bridge="+"),
    "wide": drawn("10 . #\n. 漢 ."),
    "wrapped": drawn("1..\n...\n..2", settings={"wrap": "both"}),
    "hex": drawn("  1 . .\n . + 2 .\n. . .", "hex", bridge="+"),
    "flat": drawn("1 . .\n. 2 .", "hex", {"layout": "even_q"}),
    "triangle": drawn("1 . .\n. 2 .", "triangle", {"first": "down"}),
    "one": drawn("."),
}


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.slow
@given(st.sampled_from(sorted(BOARDS)), st.sampled_from([Sort.LINK, Sort.BORDER]), st.data())
def test_colours_change_no_character_of_any_picture(name, sort, data):
    board = BOARDS[name].board
    size = board.count(sort)
    chosen = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    color = data.draw(
        st.lists(st.integers(-1, 1), min_size=len(board.centers), max_size=len(board.centers))
    )
    program = Example(BOARDS[name], round="r1c1" if sort is Sort.BORDER else "").program()
    program.domains["color"] = Domain("color", Sort.CELL, len(color), ("1", "2"), True, False, True)
    assignment = Assignment(np.array([False, *chosen]), {"color": np.array(color, dtype=np.int32)})
    for style in ("unicode", "ascii"):
        picture = render(program, assignment, style=style, color=False)
        assert plain(render(program, assignment, style=style, color=True)) == picture
        assert all(line == line.rstrip() for line in picture.split("\n"))


def test_a_path_has_the_colour_of_its_value():
    example = Example(drawn("A.A\nB.B"), ["r1c1 r1c2 r1c3", "r2c1 r2c2 r2c3"])
    picture = render(example.program(), example.solution(), style="unicode", color=True)
    first, second = COLORS[:2]
    assert picture.split("\n") == [
        paint("A", first | BOLD) + paint("───", first) + paint("A", first | BOLD),
        paint("B", second | BOLD) + paint("───", second) + paint("B", second | BOLD),
    ]


def test_an_unknown_style_is_refused_by_name():
    with pytest.raises(UserError, match="no style 'sixel'"):
        render(Example(drawn("1")).program(), None, style="sixel", color=False)
