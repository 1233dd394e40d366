"""Clues and solutions in the terminal as their genres say that they are drawn."""

from __future__ import annotations

import pytest
from support import documents

import nlc
from nlc.render.text import render

PUZZLES = {puzzle.title: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "genres.nl")}


def puzzle_and_solution(title: str) -> tuple[list[str], list[str]]:
    answer = nlc.solve(PUZZLES[title])
    assert answer.program is not None and answer.board is not None
    alone = render(answer.program, None, style="unicode", color=False)
    return alone.splitlines(), answer.board.text().splitlines()


def test_the_clues_of_a_sudoku_are_drawn_without_a_solution() -> None:
    alone, solved = puzzle_and_solution("sudoku")
    assert alone[1] == "│ 3   1 │ 4     │"
    assert solved[1] == "│ 3   1 │ 4   2 │"


def test_stones_are_circles_and_discs_whether_given_or_found() -> None:
    alone, solved = puzzle_and_solution("yinyang")
    assert alone == ["· · · ·", "· ● · ·", "○ ○ · ·", "● · · ○"]
    assert solved == ["○ ○ ○ ○", "○ ● ● ○", "○ ○ ● ○", "● ● ● ○"]


def test_digits_are_drawn_where_a_boolean_does_not_hold_too() -> None:
    _, solved = puzzle_and_solution("binairo")
    assert {char for line in solved for char in line} == {"0", "1", " "}


def test_rooms_are_drawn_however_small_they_are() -> None:
    alone, _ = puzzle_and_solution("country")
    assert not any(char.isalpha() for line in alone for char in line)


def test_numbers_in_every_cell_are_no_rooms() -> None:
    text = """puzzle "full" is slitherlink { topology square; board
    3 3
    3 0
    end }"""
    program = nlc.elaborate(nlc.loads(text)[0])
    alone = render(program, None, style="unicode", color=False)
    assert [line.split() for line in alone.splitlines()[1::2]] == [["3", "3"], ["3", "0"]]


def test_areas_of_a_solution_are_drawn_by_their_borders() -> None:
    alone, solved = puzzle_and_solution("shikaku")
    assert "┼" not in "".join(alone)
    assert not any("c" in line for line in solved)  # no name of a cell
    assert sum(line.count("│") for line in solved) > 2 * 4


@pytest.mark.parametrize(("title", "signs"), [("masyu", "○●"), ("moonsun", "☾☀"), ("akari", "■")])
def test_listed_clues_have_signs(title: str, signs: str) -> None:
    alone, _ = puzzle_and_solution(title)
    assert set(signs) <= set("".join(alone))


def test_where_rooms_are_in_several_pieces_their_names_are_written_too() -> None:
    text = """genre g { given room : cell -> name as rooms; var dark : cell -> bool;
      show dark as shaded; }
    puzzle "p" is g { topology square; board
      a b a
    end }"""
    answer = nlc.solve(nlc.loads(text)[0])
    assert answer.program is not None
    alone = render(answer.program, None, style="ascii", color=False)
    assert "| a | b | a |" in alone


KILLER = """genre killer {
  given box : cell -> name as rooms; given cage : cell -> name? as rooms;
  given total : cell -> 1..99?; var number : cell -> 1..2;
  rule lines { for s in lines { all_different(number[cells(s)]); } }
  rule sums { for c in cells where has total(c) {
    sum {number[d] for d in cells where has cage(d) and cage(d) = cage(c)} = total(c); } }
  show number; }
puzzle "p" is killer { topology square;
  board box
    a b
    a b
  end
  board cage
    x x
    . .
  end
  board total
    3 .
    . .
  end
  rule house { number[r1c1] = 1; } }"""


def _of(text: str) -> list[str]:
    answer = nlc.solve(nlc.loads(text)[0])
    assert answer.board is not None
    return answer.board.text().splitlines()


def test_a_solution_shows_totals_beside_values_and_cages_apart_from_boxes():
    assert _of(KILLER) == [
        "╭─────┬─────╮",
        "│ 1 3 │ 2   │",
        "│┄┄┄┄┄│┄┄┄┄┄│",
        "│ 2   │ 1   │",
        "╰─────┴─────╯",
        "cells: number, clue",
    ]


def test_two_numbers_at_one_side_have_columns_of_their_own():
    text = """genre g { given n : line -> 0..99?; given seen : border -> 0..99?;
      var dark : cell -> bool; rule off { for c in cells { not dark[c]; } } show dark as shaded; }
    puzzle "p" is g { topology square; board
      . .
      . .
    end
    mark n = 12 at r1c1.line(E); mark n = 1 at r2c1.line(E), r1c2.line(S);
    mark seen = 3 at r1c1.side(W), r1c2.side(N); }"""
    assert _of(text) == [
        "       3",
        "       1",
        "3 12 · ·",
        "   1 · ·",
        "outside, from the board: n, seen",
    ]


def test_dots_stand_on_borders():
    text = """genre g { given dot : border -> {w, b}? as circle, disc; given bar : link -> bool;
      var dark : cell -> bool; rule off { for c in cells { not dark[c]; } } show dark as shaded; }
    puzzle "p" is g { topology square; board
      . .
      . .
    end
    mark dot = w at r1c1|r1c2; mark dot = b at r1c1|r2c1; mark bar at r1c2|r2c2; }"""
    assert _of(text) == ["·  ○  ·", "●     ●", "·     ·"]


def test_two_bridges_are_double_all_along():
    text = """puzzle "p" is hashi { topology square; board
      2 . 2
    end }"""
    assert _of(text) == ["2═══════2", "─ one   ═ one and two"]


def test_regions_differ_by_their_borders_and_keep_their_clues():
    text = """puzzle "p" is shikaku { topology square; board
      2 .
      . 2
    end }"""
    answer = nlc.solve(nlc.loads(text)[0], nlc.UNIQUE)
    told = answer.text().split("where they differ\n")[1].splitlines()[:6]
    pictures = [["│ 2 x   │", "│ooo ooo│", "│   x 2 │"], ["│ 2 o   │", "│xxx xxx│", "│   o 2 │"]]
    assert told[1:4] in pictures  # either solution may be the first
    assert told[5] == "x only in solution 1   o only in solution 2"
    assert "r1c1" not in "".join(told)
