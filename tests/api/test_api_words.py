"""What `repr` and `print` show of the public objects, and what wrong arguments are told."""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from pysat.solvers import Solver
from support.commands import FIXTURES

import nlc as api
from nlc.cli import main
from nlc.errors import Diagnostic, Severity

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
        (lambda: api.diff(PUZZLE, encodings="default"), r"not str: such as \['default'\]"),
        (lambda: api.diff(PUZZLE, solvers=[3]), r"solvers\[0\] takes a str, not int"),
        (lambda: api.solve(PUZZLE, solver=3), "solver takes a name, a driver, .* not int"),
        (
            lambda: api.solve(PUZZLE, solver=api.Puzzle),
            "solver .* not the class Puzzle",
        ),
        (lambda: PUZZLE.to_svg(3), "style takes a str, not int"),
        (lambda: api.solve(PUZZLE, encoding=3), "encoding takes a str or a nlc.Encoding, not int"),
        (lambda: api.compile(PUZZLE, None), "encoding takes .* not None"),
        (lambda: api.decode(api.compile(PUZZLE), None), "log takes .* not None: get_model"),
        (lambda: api.decode(3, "s UNKNOWN"), "formula takes a nlc.Formula, not int"),
        (lambda: api.loads([["puzzle"]]), "text takes a str, not list"),
        (lambda: api.load(3), "path takes a str or a PathLike, not int"),
        (lambda: api.loads(TWO, options=["cover"]), "options takes a Mapping or None, not list"),
        (lambda: api.hint(PUZZLE, limits=3), "limits takes a nlc.Limits"),
        (lambda: api.Limits(seconds="5"), "seconds takes a number, or None, not str"),
        (lambda: api.Limits(megabytes=True), "megabytes takes a number, or None, not bool"),
        (lambda: api.Question(most=2.5), "most takes an int or None, not float"),
        (lambda: api.Policy(jobs="2"), "jobs takes an int or None, not str"),
        (lambda: api.Encoding(domains=3), "domains takes a str, not int"),
        (lambda: PUZZLE.to(3), "form takes a str, not int"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named_with_what_it_takes(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_a_policy_has_a_process_at_least() -> None:
    with pytest.raises(api.InputError, match="jobs must be at least 1, and is -1"):
        api.Policy(jobs=-1)


STRANGE = (3, 2.5, b"x", [[]], {3: 3}, ("x", 3), object(), True)
CALLS = {
    "load": (FIXTURES / "first.nl",),
    "loads": (TWO,),
    "load_one": (FIXTURES / "first.nl",),
    "puzzle": ("slitherlink", [[3, None]]),
    "hint": (PUZZLE, None),
    "steps": (PUZZLE, None),
    "check": (PUZZLE, {}),
    "decode": (api.compile(PUZZLE), "s UNKNOWN"),
    "generate": ("numberlink", "4x4"),
    **dict.fromkeys(("exactly", "at_most", "at_least"), (1, [True, False])),
    "path": (api.Model().graph([(0, 1), (1, 2)]), 0, 2),
    "register": ("cardinality", "totalizer", None),
    "reaches": ([True] * 3, [0], [(0, 1), (1, 2)]),
}
"""Functions and what their first arguments may be, if that is not a puzzle alone."""


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", [name for name in api.__all__ if name[0].islower()])
def test_no_argument_of_any_type_ends_in_another_error(name):
    function = getattr(api, name)
    given = CALLS.get(name, (PUZZLE,))
    places = [*inspect.signature(function).parameters.values()]
    names = [place.name for place in places if place.kind is not place.VAR_KEYWORD]
    names += {"count": OPTIONS, "generate": ["pairs", "unique", "method"]}.get(name, [])
    for argument, value in itertools.product(names, STRANGE):
        values = dict(zip(names, given, strict=False)) | {argument: value}
        try:
            found = function(**values)
            if isinstance(found, Iterator):
                next(found, None)
        except TypeError as error:
            assert argument in str(error), (argument, value, error)
        except (api.InputError, api.SolverError):
            pass


OPTIONS = ["solver", "encoding", "policy", "limits"]
ROWS = api.loads(TWO)[0]


@pytest.mark.parametrize(
    ("puzzle", "board"),
    [
        (PUZZLE, api.solve(ROWS).board),
        (ROWS, api.solve(PUZZLE).board),
        (PUZZLE, api.solve(ROWS).board.values),
        (api.loads(TWO.replace("A", "B"))[0], api.solve(ROWS).board),
    ],
)
def test_the_board_of_another_puzzle_is_an_input_error(puzzle, board):
    with pytest.raises(api.InputError, match="the board is of another puzzle"):
        api.check(puzzle, board)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (PUZZLE, "the board is of another puzzle: <Solution"),
        (api.loads(TWO.replace("A..\n..A", "..A\nA.."))[0], "this puzzle: terminal:"),
    ],
)
def test_a_puzzle_is_written_with_no_solution_but_its_own(other, told):
    assert "solution" in ROWS.to("nl", solution=api.solve(ROWS).board)
    with pytest.raises(api.InputError, match=told):
        ROWS.to("nl", solution=api.solve(other).board)


def test_the_board_of_a_puzzle_is_one_of_its_copy_with_other_options():
    (other,) = api.loads(TWO, options={"touch": False})
    assert api.check(other, api.solve(ROWS).board) == []


@pytest.mark.parametrize(
    "call",
    [
        lambda: api.check(ROWS, {}, limit=0),
        lambda: api.diff(ROWS, encodings=[]),
        lambda: api.diff(ROWS, solvers=()),
        lambda: api.diff(ROWS, repeat=0),
        lambda: api.compile([]),
        lambda: api.solve(ROWS, solver=[]),
    ],
)
def test_what_would_ask_for_nothing_is_refused(call):
    with pytest.raises(api.InputError):
        call()


@pytest.mark.parametrize("huge", [math.inf, 1e300])
def test_huge_limits_are_no_limits(huge):
    limits = api.Limits(seconds=huge, cpu_seconds=huge, megabytes=10**30)
    for solver in (None, "minisat"):
        assert api.solve(ROWS, solver=solver, limits=limits).status == "SATISFIABLE"


def test_a_limit_that_is_no_number_is_an_input_error():
    with pytest.raises(api.InputError, match="seconds must be a number, and is nan"):
        api.Limits(seconds=math.nan)


def test_a_model_of_pysat_is_decoded():
    formula = api.compile(ROWS)
    with Solver() as solver:
        for block in formula.lowered.cnf.blocks:
            solver.append_formula(block.clauses.tolist())
        assert solver.solve()
        model = solver.get_model()
    answer = api.decode(formula, model)
    assert api.check(ROWS, answer.board) == []
    assert str(api.decode(formula, np.array(model)).board) == str(answer.board)
    assert api.decode(formula, [-x for x in model]).reason == "bad-model"
    assert api.decode(formula, [1, -1]).reason == "contradictory"


def test_an_input_error_begins_with_its_errors():
    text = TWO.replace("board", "rule extra { for c in cells { true; } } bord").replace("\nend", "")
    items = [Diagnostic("odd", severity=Severity.WARNING), Diagnostic("wrong")]
    assert str(api.InputError(items)).splitlines()[0] == "error: wrong"
    assert str(api.InputError(items)).splitlines()[1] == "warning: odd"
    with pytest.raises(api.InputError) as caught:
        api.loads(text)
    assert ": error: " in str(caught.value).splitlines()[0]


def test_an_answer_of_several_shows_its_error():
    wrong = api.loads(TWO.replace("..A", "..B"))[0]
    first, second = api.solve([ROWS, wrong])
    assert first.error is None and second.error is not None
    assert "label A must occur exactly twice" in str(second)
    assert repr(second) == "<Answer refused>"


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
        (lambda: api.loads("x y z\n"), 'named with format=: .*genre="slitherlink"'),
        (lambda: api.loads("1 1\n1 1\n", format="board"), 'genre="hitori"'),
    ],
)
def test_mistakes_in_arguments_are_told_without_options_of_the_command_line(call, words):
    with pytest.raises(api.InputError, match=f"(?s){words}") as caught:
        call()
    assert "--" not in str(caught.value)


def test_the_name_of_a_part_given_as_a_preset_is_told_with_its_part(capsys):
    with pytest.raises(api.InputError, match="hint: write cardinality=product"):
        api.solve(PUZZLE, encoding="product")
    assert main(["run", str(FIXTURES / "first.nl"), "--encoding", "product"]) == 2
    assert "hint: write cardinality=product" in capsys.readouterr().err
