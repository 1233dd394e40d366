"""Puzzles from data, and answers as data: arrays, dicts and pairs, which copies equal."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from pysat.solvers import Solver
from support.commands import FIXTURES

import nlc

SUDOKU = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2"


def loads(board, genre, topology="square"):
    (puzzle,) = nlc.loads(f'puzzle "p" is {genre} {{ topology {topology}; board\n{board}\nend }}')
    return puzzle


@pytest.mark.slow
def test_numbers_are_an_array_in_which_every_line_has_each_once():
    (puzzle,) = nlc.loads(SUDOKU, genre="sudoku")
    number = nlc.solve(puzzle).board["number"]
    assert number.shape == (4, 4) and np.issubdtype(number.dtype, np.integer)
    assert not np.ma.getmaskarray(number).any()
    for rows in (number, number.T):
        assert [sorted(row) for row in rows.tolist()] == [[*range(1, 5)]] * 4
    assert number[0, 0] == 1


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
    puzzle = nlc.puzzle("numberlink", ["A.A", "..."], cover=False)
    answer = nlc.solve(puzzle, nlc.Question(most=2))
    assert copied(answer) == answer and hash(copied(answer)) == hash(answer)
    one, two = answer.boards
    assert copied(one) == one != two and len({one, two, copied(two)}) == 2
    assert nlc.solve(puzzle, nlc.COUNT) != answer


def test_a_notebook_shows_the_board_and_the_verdict():
    answer = nlc.solve(loads("A A", "numberlink"), nlc.UNIQUE)
    assert answer._repr_html_().startswith("<svg") and "exactly 1 solution" in answer._repr_html_()
    assert answer.board._repr_html_() == answer.board._repr_svg_()


@pytest.mark.slow
def test_json_has_integers():
    (puzzle,) = nlc.loads(SUDOKU, genre="sudoku")
    answer = nlc.solve(puzzle, nlc.BACKBONE)
    assert answer.backbone.to_json()["variables"]["number"]["certain"]["r1c1"] == 1
    assert nlc.solve(puzzle).to_json()["solutions"][0]["number"]["r1c1"] == 1


CLUES = {(0, 0): 3, (1, 0): 2}
SAME = [
    [[3, None], [2, None]],
    [[3, ""], [2, float("nan")]],
    ["3.", "2."],
    "3 .\n2 .",
    np.array([[3, -1], [2, -1]]),
    np.ma.masked_equal([[3, 9], [2, 9]], 9),
    CLUES,
    {"r1c1": 3, "r2c1": "2"},
]


@pytest.mark.parametrize("clues", SAME)
def test_clues_in_any_form_are_the_same_puzzle(clues):
    puzzle = nlc.puzzle("slitherlink", clues, shape=(2, 2))
    assert puzzle.clues["clue"].tolist() == [[3, None], [2, None]]
    board = puzzle.solve(unique=True, seconds=10).board
    assert puzzle.check({"line": board["line"]}) == puzzle.check(dict(board)) == []
    assert puzzle.check({"line": board["line"][1:]})


@pytest.mark.slow
def test_rooms_conditions_lists_and_options_are_parts():
    room = np.array([[0, 0, 1], [0, 1, 1]])
    puzzle = nlc.puzzle("heyawake", [[1, None, None], [None] * 3], room=room)
    assert puzzle.clues["room"].tolist() == room.astype(str).tolist()
    tents = {"rows": [1, 0], "columns": [1, 0]}
    tree = np.array([[False, True], [False, False]])
    tent = nlc.puzzle("tents", tents, tree=tree).solve(unique=True).board["tent"]
    assert tent.tolist() == [[True, False], [False, False]]
    runs = nlc.puzzle("nonogram", {"rows": [[1, 1], [2], []], "columns": [2, [1], 1]})
    assert runs.clues["clue"]["r1c1.line(E)"] == (1, 1) and runs.unique()
    assert nlc.puzzle("slitherlink", CLUES, shape=(2, 2), full=True).solve().status == (
        "UNSATISFIABLE"
    )
    own = "genre own { given n : cell -> 0..4?; var d : cell -> bool; show d as shaded; }"
    assert nlc.puzzle(own, np.array([[1, 0]])).clues["n"].tolist() == [[1, 0]]
    assert nlc.puzzle("sudoku", np.zeros((4, 4))).clues["box"].shape == (4, 4)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"clues": [[1, 2], [3]]}, "not of one length: 2, 1"),
        ({"clues": [1, 2]}, "rows of cells.* not list of int"),
        ({"clues": np.zeros(4)}, r"not an array of shape \(4,\)"),
        ({"clues": [[2.5]]}, "2.5 is not a whole number"),
        ({"clues": [[{}]]}, "clues takes numbers, texts and None, not dict"),
        ({"clues": [[1, 2]], "shape": (2, 1)}, "clues is 1x2, and the board 2x1"),
        ({"clues": CLUES}, "how large is the board"),
        ({"clues": {(5, 5): 1}, "shape": (2, 2)}, r"has no cell \(5, 5\)"),
        ({"clues": {"rows": [1]}, "shape": (2, 2)}, "clues has 1 rows, and the board is 2x2"),
        ({"clues": [[1]], "ful": True}, "no given and no option 'ful'"),
        ({"genre": "slitherlin"}, "did you mean 'slitherlink'"),
        ({"shape": (2,)}, "shape is rows and columns"),
    ],
)
def test_what_is_wrong_with_data_is_told(given, words):
    with pytest.raises((nlc.InputError, TypeError), match=words):
        nlc.puzzle(**{"genre": "slitherlink", **given})


def test_tab_shows_what_a_puzzle_answers_and_no_parser():
    (puzzle,) = nlc.load(FIXTURES / "first.nl")
    shown = {name for name in dir(puzzle) if name[0] != "_"}
    assert {"solve", "count", "why", "hint", "grade", "to", "clues", "title"} <= shown
    assert not shown & {"tree", "rules", "literal", "of"}
    assert puzzle.to("nl") and puzzle == nlc.load_one(FIXTURES / "first.nl")
    with pytest.raises(nlc.InputError, match="has 3 puzzles"):
        nlc.load_one(FIXTURES / "text_three.txt")


@pytest.mark.slow
def test_clauses_go_to_pysat_and_back():
    formula = nlc.puzzle("slitherlink", CLUES, shape=(2, 2)).compile("acyclic=primal-dual")
    cnf = formula.to_pysat()
    assert [*formula.clauses] == cnf.clauses and len(formula.clauses) == len(cnf.clauses)
    back = nlc.Formula.from_pysat(cnf)
    assert back.variables == cnf.nv == formula.variables
    assert sorted(map(sorted, back.clauses)) == sorted(map(sorted, cnf.clauses))
    with Solver(bootstrap_with=back.clauses) as solver:
        models = list(solver.enum_models())
    assert {nlc.decode(formula, model).board for model in models} == {
        *nlc.enumerate(nlc.puzzle("slitherlink", CLUES, shape=(2, 2)))
    }
    assert nlc.decode(formula, np.array([False, *(x > 0 for x in models[0])])).board is not None
    found = nlc.decode(nlc.Formula.from_pysat([[1, 2], [-2, 2], [-1, -1]]), [-1, 2])
    assert found.board["x"] == {"1": False, "2": True}
    assert nlc.Formula.from_pysat([[1], []]).decode([1]).reason == "bad-model"
    with pytest.raises(TypeError, match="a whole number other than 0, not 0"):
        nlc.Formula.from_pysat([[1, 0]])
