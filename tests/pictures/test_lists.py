"""Lists in pictures: number by number outside of the board, and within a cell."""

from __future__ import annotations

from xml.etree import ElementTree

from pictures.svg import SVG
from support import documents

import nlc
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.render.text import render

PUZZLES = {puzzle.title: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "lists.nl")}


def places(title: str, name: str) -> list[tuple[str, float, float]]:
    """Return the texts at an element of a picture, each with its place."""
    root = ElementTree.fromstring(svg(draw(nlc.elaborate(PUZZLES[title]))))
    found = [t for t in root.iter(f"{SVG}text") if t.get("data-e") == name]
    return [(t.text or "", float(t.get("x", 0)), float(t.get("y", 0))) for t in found]


def test_lists_outside_stand_in_their_order_with_the_last_number_at_the_board() -> None:
    first, second, third = sorted(places("a kettle", "r4c1.line(E)"), key=lambda each: each[1])
    assert [first[0], second[0], third[0]] == ["2", "2", "1"]
    assert first[2] == second[2] == third[2]
    (alone,) = places("a kettle", "r1c1.line(E)")
    assert alone[:2] == ("2", third[1])
    upper, lower = sorted(places("a kettle", "r1c2.line(N)"), key=lambda each: each[2])
    assert [upper[0], lower[0]] == ["1", "2"]
    assert upper[1] == lower[1]


def test_a_picture_has_room_for_the_longest_list() -> None:
    root = ElementTree.fromstring(svg(draw(nlc.elaborate(PUZZLES["a kettle"]))))
    assert min(float(t.get("x", 0)) for t in root.iter(f"{SVG}text")) > 0


def test_the_numbers_of_a_cell_stand_beside_each_other_within_it() -> None:
    (two, x, y), (one, other_x, other_y) = places("runs of squares", "r3c2")
    assert (two, one) == ("2", "1")
    assert y == other_y and 0 < other_x - x < 40
    (five,) = places("runs of squares", "r2c4")
    assert five[0] == "5"


def test_the_terminal_aligns_lists_at_the_board() -> None:
    program = nlc.elaborate(PUZZLES["a kettle"])
    lines = render(program, None, style="unicode", color=False).splitlines()
    assert lines[:3] == ["        1 1 1 1", "      2 2 1 1 2 2 1 3", "    2 · · · · · · · ·"]
    assert lines[5].startswith("2 2 1 ·")
    program = nlc.elaborate(PUZZLES["runs of squares"])
    lines = render(program, None, style="unicode", color=False).splitlines()
    assert [line.split() for line in lines][2] == ["·", "21", "·", "·", "2"]
