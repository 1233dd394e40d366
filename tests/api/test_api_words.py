"""What `repr` and `print` show of the public objects, and what wrong arguments are told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.commands import FIXTURES

import nlc as api
from nlc.cli import main

(PUZZLE,) = api.load(FIXTURES / "first.nl")
NAME = "'a first puzzle' numberlink 6x6>"
TWO = 'puzzle "two" is numberlink { topology square; set cover = false; board\nA..\n..A\nend }'
NONE = 'puzzle "none" is numberlink { topology square; board\nA..\nA..\n...\nend }'
MISSING = "cmd:no-such-solver"


def test_the_repr_of_puzzles_programs_solutions_and_formulas_is_one_short_line():
    assert repr(PUZZLE) == f"<Puzzle {NAME}"
    assert repr(api.elaborate(PUZZLE)) == f"<Program {NAME}"
    assert repr(api.solve(PUZZLE).board) == f"<Solution {NAME}"
    formula = api.compile(PUZZLE, "domains=direct")
    assert repr(formula) == "<Formula 'a first puzzle' 372 variables, 1310 clauses>"


@pytest.mark.parametrize("path", ["text_three.txt", "benchmark/numberlink-square-6x6.nl"])
def test_a_puzzle_and_its_program_show_the_same_size(path):
    for puzzle in api.load(FIXTURES / path):
        size = repr(puzzle).partition(" ")[2]
        assert repr(api.elaborate(puzzle)).partition(" ")[2] == size


def test_a_long_title_is_cut_and_a_line_feed_escaped():
    shown = repr(api.loads(TWO.replace("two", "t" * 1000))[0])
    assert shown == f"<Puzzle '{'t' * 37}...' numberlink 3x2>"
    program = replace(api.elaborate(PUZZLE), title="a\nb")
    assert repr(program) == "<Program 'a\\nb' numberlink 6x6>"


@pytest.mark.parametrize(
    ("text", "question", "solver", "shown"),
    [
        (TWO, api.ONE, None, "SATISFIABLE 1 solution"),
        (TWO, api.COUNT, None, "SATISFIABLE 4 solutions"),
        (TWO, api.BACKBONE, None, "SATISFIABLE backbone"),
        (NONE, api.ONE, None, "UNSATISFIABLE"),
        (TWO, api.ONE, MISSING, "UNKNOWN missing"),
    ],
)
def test_the_repr_of_an_answer_is_its_outcome(text, question, solver, shown):
    answer = api.solve(api.loads(text)[0], question, solver=solver)
    assert repr(answer) == f"<Answer {shown}>"


def test_an_undecided_answer_is_printed_with_its_message():
    answer = api.solve(PUZZLE, solver=MISSING)
    assert answer.message
    assert str(answer) == f"undecided: missing\n{answer.message}"
    assert "no-such-solver" in str(answer)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: api.solve(PUZZLE, "unique"), "question takes a nlc.Question, not str: .*UNIQUE"),
        (lambda: api.solve("file.nl"), "puzzle takes a nlc.Puzzle, not str: nlc.load"),
        (lambda: api.solve(FIXTURES / "first.nl"), "puzzle takes a nlc.Puzzle, not Pos.*nlc.load"),
        (lambda: api.solve(["file.nl"]), r"puzzle\[0\] takes a nlc.Puzzle, not str"),
        (lambda: api.solve(PUZZLE, limits=5), r"limits takes .* int: .*nlc.Limits\(seconds=5\)"),
        (lambda: api.solve(PUZZLE, policy="fast"), "policy takes a nlc.Policy, not str"),
        (lambda: api.count([PUZZLE]), "puzzle takes a nlc.Puzzle, not list"),
        (lambda: api.unique(PUZZLE, limits=2.5), r"nlc.Limits\(seconds=2.5\)"),
        (lambda: next(api.enumerate("file.nl")), "puzzle takes a nlc.Puzzle, not str"),
        (lambda: next(api.enumerate(PUZZLE, limits=5)), "limits takes a nlc.Limits"),
        (lambda: next(api.enumerate(PUZZLE, limit=5)), "no argument 'limit'"),
        (lambda: api.check(PUZZLE, "foo"), "board takes a nlc.Solution, or a dict .* not str"),
        (lambda: api.check("file.nl", {}), "puzzle takes a nlc.Puzzle, not str"),
        (lambda: api.elaborate([PUZZLE]), "puzzle takes a nlc.Puzzle, not list"),
        (lambda: api.compile("file.nl"), "puzzle takes a nlc.Puzzle, not str"),
        (lambda: api.diff("file.nl"), "puzzles takes a nlc.Puzzle, not str"),
        (lambda: api.diff(PUZZLE, limits=5), "limits takes a nlc.Limits"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named_with_what_it_takes(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize("wrong", [{"most": 0}, {"most": -1}, {"keep": -1}])
def test_a_question_for_no_solution_is_refused(wrong):
    with pytest.raises(api.InputError, match="must be None or at least"):
        api.Question(**wrong)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: api.loads(TWO, options={"odd": True}), "options:1:1: error: .*no option 'odd'"),
        (lambda: api.loads(TWO, options={"": True}), "for example: cover=false"),
        (lambda: api.loads(TWO, format="odd"), "there is no format 'odd'"),
        (lambda: api.loads("x y z\n"), 'named with format=: .*format="board:slitherlink"'),
        (lambda: api.loads("1 1\n1 1\n", format="board"), 'format="board:slitherlink"'),
    ],
)
def test_mistakes_in_arguments_are_told_without_options_of_the_command_line(call, words):
    with pytest.raises(api.InputError, match=f"(?s){words}") as caught:
        call()
    assert "--" not in str(caught.value)


def test_the_format_that_a_hint_names_is_one():
    (puzzle,) = api.loads("1 1\n1 1\n", format="board:slitherlink")
    assert puzzle.genre == "slitherlink"


def test_the_name_of_a_part_given_as_a_preset_is_told_with_its_part(capsys):
    with pytest.raises(api.InputError, match="hint: write cardinality=product"):
        api.solve(PUZZLE, encoding="product")
    assert main(["run", str(FIXTURES / "first.nl"), "--encoding", "product"]) == 2
    assert "hint: write cardinality=product" in capsys.readouterr().err
