"""Puzzles from data, and answers as data: arrays, dicts and pairs, which copies equal."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from support.commands import FIXTURES

import nlc

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def loads(board, genre, topology="square"):
    (puzzle,) = nlc.loads(f'puzzle "p" is {genre} {{ topology {topology}; board\n{board}\nend }}')
    return puzzle


def test_numbers_are_an_array_in_which_every_line_has_each_once():
    (puzzle,) = nlc.loads(SUDOKU, genre="sudoku")
    number = nlc.solve(puzzle).board["number"]
    assert number.shape == (9, 9) and np.issubdtype(number.dtype, np.integer)
    assert not np.ma.getmaskarray(number).any()
    for rows in (number, number.T):
        assert [sorted(row) for row in rows.tolist()] == [[*range(1, 10)]] * 9
    assert number[0, 0] == 5


def test_a_hole_is_masked_and_a_loop_is_the_pairs_of_its_corners():
    board = nlc.solve(loads(". . #\n3 . .", "slitherlink")).board
    line = board["line"]
    degrees = np.zeros((3, 4), int)
    for (row, column), end in line:
        assert end in [(row, column + 1), (row + 1, column)]
        degrees[row, column] += 1
        degrees[end] += 1
    assert {*degrees.ravel().tolist()} == {0, 2}
    assert sum({(1, 0), (1, 1), (2, 0), (2, 1)} >= {*pair} for pair in line) == 3
    path = nlc.solve(loads("A # A\n. . .", "numberlink")).board
    assert np.ma.getmaskarray(path["color"]).tolist() == [[False, True, False], [False] * 3]
    assert path["line"][0] == ((0, 0), (1, 0)) and [*path] == [*path.to_json()] == ["line", "color"]


def test_elsewhere_elements_have_their_names():
    board = nlc.solve(loads("  A .\n . . A", "numberlink", "hex")).board
    assert board["color"].keys() == {
        *board.program.board.names(board.program.domains["color"].sort)
    }
    assert {f"{a}-{b}" for a, b in board["line"]} == {*board.to_json()["line"]}
    with pytest.raises(KeyError, match="no variable 'colour'; did you mean 'color'"):
        board["colour"]


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_a_copy_is_equal_and_another_answer_is_not(copied):
    (puzzle,) = nlc.load(FIXTURES / "first.nl", options={"cover": False})
    answer = nlc.solve(puzzle, nlc.Question(most=2))
    assert copied(answer) == answer and hash(copied(answer)) == hash(answer)
    one, two = answer.boards
    assert copied(one) == one != two and len({one, two, copied(two)}) == 2
    assert nlc.solve(puzzle, nlc.COUNT, solver="frontier") != answer


def test_a_notebook_shows_the_board_and_the_verdict():
    answer = nlc.solve(loads("A A", "numberlink"), nlc.UNIQUE)
    assert answer._repr_html_().startswith("<svg") and "exactly 1 solution" in answer._repr_html_()
    assert answer.board._repr_html_() == answer.board._repr_svg_()


def test_json_has_integers():
    (puzzle,) = nlc.loads(SUDOKU, genre="sudoku")
    answer = nlc.solve(puzzle, nlc.BACKBONE)
    assert answer.backbone.to_json()["variables"]["number"]["certain"]["r1c1"] == 5
    assert nlc.solve(puzzle).to_json()["solutions"][0]["number"]["r1c1"] == 5
