"""Clues that are met by what is drawn, counted anew on the drawing alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

import pytest
from oracle.grid import STEPS, Cell, Grid
from support.sheets import EXAMPLES

import nlc
from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.ir.partial import finished, instances
from nlc.serve.puzzles import check
from nlc.serve.requests import Drawn, DrawnRequest

Elements = Mapping[str, set[str]]
"""What is drawn, by the name of its variable."""


def cell(name: str) -> Cell:
    row, column = re.fullmatch(r"r(\d+)c(\d+)", name).groups()
    return int(row), int(column)


def beside(name: str, lines: set[str]) -> int:
    """Return how many lines or sides a cell has."""
    return sum(name in re.split(r"[-|.]", line) for line in lines)


def sides(name: str, drawn: Elements, clue: str, board: Program) -> bool:
    names = board.board.names(Sort.BORDER)
    i = board.board.find(name, Sort.CELL)[1]
    mine = {names[b] for b, pair in enumerate(board.board.border_cells.tolist()) if i in pair}
    return len(mine & drawn["line"]) == int(clue)


def bridges(name: str, drawn: Elements, clue: str, board: Program) -> bool:
    one, two = drawn["one"], drawn["two"]
    count = beside(name, one) + beside(name, two)
    return count == int(clue) and not beside(name, two - one)  # a second bridge is beside a first


def lamps(name: str, drawn: Elements, clue: str, board: Program) -> bool:
    i, j = cell(name)
    return sum(f"r{i + a}c{j + b}" in drawn["lamp"] for a, b in STEPS) == int(clue)


def seen(name: str, drawn: Elements, clue: str, board: Program) -> bool:
    grid = Grid(board.board.rows, board.board.cols)
    i, j = cell(name)
    count = 1
    for step in STEPS:
        for row, column in grid.ray((i - 1, j - 1), step):
            if f"r{row + 1}c{column + 1}" in drawn["dark"]:
                break
            count += 1
    return count == int(clue)


COUNTS: Mapping[str, Callable[[str, Elements, str, Program], bool]] = {
    "slitherlink": sides,
    "hashi": bridges,
    "akari": lamps,
    "kurodoko": seen,
}


@pytest.mark.parametrize("genre", COUNTS)
def test_a_clue_is_finished_when_as_much_is_drawn_as_it_says(genre: str) -> None:
    puzzle, random = EXAMPLES[genre], Random(genre)
    program = nlc.elaborate(puzzle)
    names = {sort: program.board.names(sort) for sort in Sort.ALL if sort is not Sort.PUZZLE}
    clues = program.givens["clue"]
    met = 0
    for part in (0.05, 0.2, 0.4):
        drawn: dict[str, set[str]] = {
            var.name: {n for n in names[var.sort] if random.random() < part}
            for var in program.bools
            if var.shown
        }
        yes = {
            name: {program.board.find(each)[1] for each in found} for name, found in drawn.items()
        }
        told = finished(program, {"clue"}, instances(program, yes, {}))
        counted = {
            names[Sort.CELL][i]
            for i, clue in clues.items()
            if COUNTS[genre](names[Sort.CELL][i], drawn, clue, program)
        }
        assert {names[Sort.CELL][i] for _, i in told} == counted
        met += len(counted)
    assert met


def test_given_digits_are_no_clues_that_one_finishes() -> None:
    program = nlc.elaborate(EXAMPLES["sudoku"])
    assert finished(program, {"num"}, instances(program, {}, {})) == set()


def test_an_island_of_one_cell_is_not_finished_before_anything_is_drawn() -> None:
    program = nlc.elaborate(EXAMPLES["nurikabe"])
    assert "1" in program.givens["size"].values()
    assert finished(program, {"size"}, instances(program, {}, {})) == set()


def test_a_lamp_lights_its_row_and_column_up_to_blocks() -> None:
    text = """puzzle "lamps" is akari {
  topology square;
  board
    . . 1 .
    . . . .
    . 0 . .
    . . . .
  end
}
"""
    (told,) = check(DrawnRequest(text=text, drawn=Drawn(yes={"lamp": ["r2c2", "r4c4"]})))
    assert told.lit == [
        *("r1c2", "r1c4", "r2c1", "r2c2", "r2c3", "r2c4"),
        *("r3c4", "r4c1", "r4c2", "r4c3", "r4c4"),
    ]
    assert told.finished == []  # the 0 has a lamp beside it, and the 1 has none


def test_lamps_light_in_a_genre_of_ones_own_too_and_those_that_see_each_other() -> None:
    text = """genre night "Night" extends akari { }
puzzle "lamps" is night {
  topology square;
  board
    . . #
    # . .
  end
  legend { "#" = block: true; }
}
"""
    (told,) = check(DrawnRequest(text=text, drawn=Drawn(yes={"lamp": ["r1c1", "r1c2"]})))
    assert told.lit == ["r1c1", "r1c2", "r2c2"]
