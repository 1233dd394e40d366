"""Pictures of what solutions share and of where they differ, on every kind of board."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from render.drawn import Example, drawn

from nlc.ir.backbone import Backbone
from nlc.ir.nodes import Assignment, Program
from nlc.render.facts import MAX_NAMED, facts_sentence, render_difference, render_facts

SQUARE = drawn("A.A\n...")
ONE, TWO = "r1c1 r1c2 r1c3", "r1c1 r2c1 r2c2 r2c3 r1c3"
BOARDS = {
    "square": drawn("1..#\n.2..\n+...", bridge="+"),
    "wrapped": drawn("1..\n...\n..2", settings={"wrap": "both"}),
    "hex": drawn("  1 . .\n . + 2 .\n. . .", "hex", bridge="+"),
    "flat": drawn("1 . .\n. 2 .", "hex", {"layout": "even_q"}),
    "triangle": drawn("1 . .\n. 2 .", "triangle", {"first": "down"}),
    "walled": drawn("1..\n..1", walls=["r1c1|r1c2"]),
}


def pair(board=SQUARE, one=ONE, two=TWO) -> tuple[Program, Assignment, Assignment]:
    example = Example(board, [one])
    return example.program(), example.solution(), Example(board, [two]).solution()


def facts(complete=True, **words) -> tuple[Program, Backbone]:
    program, one, two = pair(**words)
    return program, replace(Backbone.of(program, one, two), complete=complete)


def test_certain_open_and_absent_are_told_apart():
    program, found = facts(two="r1c1 r1c2 r2c2 r2c3 r1c3")
    assert render_facts(program, found, style="unicode", color=False).splitlines() == [
        "A───╴┄┄┄A",
        "    ┆   ┆",
        "·   ·┄┄┄·",
        "─ in all solutions   ┄ in some   blank: in none",
    ]
    assert render_facts(program, found, style="ascii", color=False).splitlines() == [
        "A----???A",
        "    ?   ?",
        ".   .???.",
        "- in all solutions   ? in some   blank: in none",
    ]
    assert facts_sentence(program, found) == "3 of 7 links are certain"


def test_of_facts_that_are_not_complete_only_what_is_open_is_drawn():
    program, found = facts(complete=False, two="r1c1 r1c2 r2c2 r2c3 r1c3")
    picture = render_facts(program, found, style="unicode", color=False).splitlines()
    assert picture[0] == "A   ·┄┄┄A"
    assert picture[-1] == "┄ in some solutions, not in all   blank: unknown"
    assert facts_sentence(program, found) == "at least 4 of 7 links are open"


def test_the_difference_marks_what_only_one_draws():
    program, one, two = pair(two="r1c1 r1c2 r2c2 r2c3 r1c3")
    assert render_difference(program, one, two, style="unicode", color=False).splitlines() == [
        "A───╴xxxA",
        "    o   o",
        "·   ·ooo·",
        "x only in solution 1   o only in solution 2",
        "line, only in solution 1: r1c2-r1c3",
        "line, only in solution 2: r1c2-r2c2 r1c3-r2c3 r2c2-r2c3",
    ]


@pytest.mark.sample(10)
@pytest.mark.parametrize("style", ["unicode", "ascii"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_link_has_a_place_of_its_own(name, style):
    board = BOARDS[name]
    example = Example(board)
    program, nothing = example.program(), example.solution()
    pictures = set()
    for link in range(len(board.board.link_cells)):
        bools = nothing.bools.copy()
        bools[1 + link] = True
        board_of_one = replace(nothing, bools=bools)
        for colored in (False, True):
            found = replace(Backbone.of(program, nothing, board_of_one), complete=True)
            picture = render_facts(program, found, style=style, color=colored)
            if not colored:
                assert style == "unicode" or picture.isascii()
                pictures.add(picture)
                plain = picture
            assert re.sub(r"\x1b\[[0-9;]*m", "", picture) == plain
    assert len(pictures) == len(board.board.link_cells)


def test_lines_far_from_any_difference_are_left_out_and_long_lists_cut():
    rows = ["." * 30] * 28 + ["A" + "." * 27 + "A."] + ["." * 30]
    board = drawn("\n".join(rows))
    far = " ".join(f"r29c{i}" for i in range(1, 30))
    program, one, two = pair(board, far, "r29c29 r30c29")
    text = render_difference(program, one, two, style="unicode", color=False)
    lines = text.splitlines()
    assert lines[0] == "…"
    assert len(lines) < 20
    assert f"and {28 - MAX_NAMED} more" in " ".join(text.split())


def test_what_is_not_drawn_is_listed():
    board = drawn("A..\n..A", warps=["r1c1|r2c3"])
    program, one, two = pair(board, "r1c1 r2c3", "r1c1 r1c2 r1c3 r2c3")
    found = replace(Backbone.of(program, one, two), complete=True)
    told = render_facts(program, found, style="ascii", color=False)
    assert "line (warps), in some: r1c1-r2c3" in told
