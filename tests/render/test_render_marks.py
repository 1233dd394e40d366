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
