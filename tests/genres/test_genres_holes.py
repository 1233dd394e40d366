"""Every genre on boards with holes: its solutions are those of its definition."""

from __future__ import annotations

from random import Random

import pytest
from oracle import genres
from oracle.grid import Grid
from support.grids import shown, written

import nlc

HOLES = [
    (3, 3, {(1, 1)}),
    (2, 4, {(0, 1)}),
    (3, 3, {(0, 0), (2, 1)}),
    (3, 4, {(1, 1), (1, 2)}),
    (3, 3, {(1, 0), (1, 1), (1, 2)}),
    (4, 4, {(0, 1), (0, 2), (3, 0), (3, 3)}),
]
"""Rows, columns and holes of small boards."""

RARE = ("binairo", "doubleback", "latinpatchwork", "numbrix", "starbattle")
"""Genres of which so small boards hardly ever have a solution."""


@pytest.mark.slow
@pytest.mark.parametrize("name", genres.names())
def test_solutions_on_boards_with_holes_are_those_of_brute_force(name):
    genre, random = genres.get(name), Random(name)
    found = 0
    for number, (rows, cols, holes) in enumerate(HOLES * 4):
        if number >= len(HOLES) and (found or name in RARE):
            break
        grid = Grid(rows, cols, frozenset(holes))
        if len(grid.cells) <= genre.most_cells:
            puzzle = genre.invent(random, grid)
            text = written(name, puzzle, number)
            right = {shown(answer, genre.variables) for answer in genre.solutions(puzzle)}
            try:
                boards = list(nlc.enumerate(*nlc.loads(text)))
            except nlc.InputError as error:  # a clue that no board can have
                assert "asks for" in str(error)
                boards = []
            assert {shown(board.to_json(), genre.variables) for board in boards} == right, text
            found += len(right)
    assert found or name in RARE, "no puzzle of these has a solution"


ROOMS = """puzzle "p" is {genre} {{
  topology square;
  board {given}
    a a b b
    a a b b
    c c d d
    c c d d
  end
  {more}
}}"""


@pytest.mark.parametrize(("genre", "given"), [("starbattle", "room"), ("sudoku", "box")])
def test_a_wall_parts_no_row_nor_column(genre, given):
    def count(more: str) -> int:
        return len(
            list(nlc.enumerate(*nlc.loads(ROOMS.format(genre=genre, given=given, more=more))))
        )

    assert count("wall r1c1|r1c2, r2c3|r3c3;") == count("") > 0


def test_rooms_of_ayeheya_are_compared_by_place():
    text = 'puzzle "p" is ayeheya {{ topology square; board room\n{}\nend }}'
    with pytest.raises(nlc.InputError, match="is not the same after half a turn"):
        nlc.solve(*nlc.loads(text.format("abc\naac\ndaa")))
    assert nlc.solve(*nlc.loads(text.format("aac\nbac\nbaa"))).board is not None
