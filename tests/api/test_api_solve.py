"""`nlc.solve` does what ``nlc run`` does, and tells what went wrong by exceptions."""

from __future__ import annotations

import json

import pytest
from support.commands import DOMINOES, FIXTURES, PUZZLES, dominoes

import nlc as api
from nlc.cli import main
from nlc.solving import defaults

TWO = 'puzzle "two" is numberlink { topology square; set cover = false; board\nA..\n..A\nend }'
NONE = 'puzzle "none" is numberlink { topology square; board\nA..\nA..\n...\nend }'
HARD = DOMINOES + dominoes("hard", 20, holes=True)


def same(told):
    """Return a JSON object without times."""
    return {k: v for k, v in told.items() if k not in ("seconds", "strategy")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "words", "jobs"),
    [
        (api.ONE, (), 1),
        (api.ONE, (), 2),
        (api.UNIQUE, ("--unique",), 2),
        (api.COUNT, ("--count",), 1),
        (api.Question(5), ("--all", "5"), 2),
        (api.BACKBONE, ("--backbone",), 1),
    ],
)
def test_answers_are_those_of_the_command_line(capsys, monkeypatch, question, words, jobs):
    monkeypatch.setattr(defaults, "WIDEST", 0)  # else the time decides whether states are counted
    puzzles = api.load(PUZZLES)
    answers = list(api.solve(puzzles, question, policy=api.Policy(jobs=jobs)))
    common = ["run", *words, "--jobs", str(jobs), PUZZLES]
    main([*common, "--format", "json"])
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [json.loads(json.dumps(answer.to_json())) for answer in answers]
    assert list(map(same, told)) == list(map(same, objects))
    main(common)
    said = capsys.readouterr().out
    assert all(str(answer) in said for answer in answers)


def test_one_puzzle_has_one_answer_and_several_an_iterator():
    puzzle = api.load(FIXTURES / "first.nl")[0]
    assert api.solve(puzzle).unique is None
    assert [answer.puzzle for answer in api.solve([puzzle, puzzle])] == [puzzle, puzzle]


@pytest.mark.slow
def test_solutions_are_enumerated_as_they_are_found():
    (hard,) = api.loads(DOMINOES + dominoes("tiles", 8))
    solutions = api.enumerate(hard)
    assert len({str(next(solutions)) for _ in range(5)}) == 5
    solutions.close()
    (puzzle,) = api.loads(TWO)
    for solver in (None, "backtrack", "frontier", ["minisat", "backtrack"]):
        assert len({str(one) for one in api.enumerate(puzzle, solver=solver)}) == 4
    assert list(api.enumerate(api.loads(NONE)[0])) == []
    assert api.backbone(api.loads(NONE)[0]) is None


@pytest.mark.slow
def test_limits_and_failures_are_reasons_and_errors_of_what_has_no_other_way():
    (hard,) = api.loads(HARD)
    limits = api.Limits(seconds=0.2)
    answer = api.solve(hard, limits=limits)
    assert (answer.status, answer.reason, answer.boards) == ("UNKNOWN", "wall-time", ())
    for ask in (api.count, api.unique, api.backbone, lambda *a, **k: list(api.enumerate(*a, **k))):
        with pytest.raises(api.SolverError) as caught:
            ask(hard, limits=limits)
        assert caught.value.answer.reason == "wall-time"
        with pytest.raises(RuntimeError, match="no-such-solver"):
            ask(hard, solver="cmd:no-such-solver")
    assert api.solve(hard, solver="cmd:no-such-solver").reason == "missing"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: api.loads("puzzle"),
        lambda: api.load("no such file"),
        lambda: api.loads(TWO, format="odd"),
        lambda: api.loads(TWO, puzzle="three"),
        lambda: api.loads(TWO, options={"odd": True}),
        lambda: api.solve(api.loads(TWO)[0], solver="odd"),
        lambda: api.solve(api.loads(TWO)[0], encoding="odd"),
        lambda: api.solve(api.loads(TWO.replace("..A", "..B"))[0]),
        lambda: api.compile(api.loads(TWO)[0], "odd"),
        lambda: api.check(api.loads(TWO)[0], {"line": ["r9c9"]}),
    ],
)
def test_what_is_wrong_with_the_input_is_a_value_error_with_diagnostics(wrong):
    with pytest.raises(ValueError, match=r"error: ") as caught:
        wrong()
    assert isinstance(caught.value, api.InputError)
    assert isinstance(caught.value, api.Error)
    assert caught.value.diagnostics


def test_of_several_puzzles_the_wrong_one_has_an_answer_with_the_error():
    wrong = TWO.replace("..A", "..B")
    answers = list(api.solve(api.loads(wrong) + api.loads(TWO)))
    assert [answer.status for answer in answers] == ["UNKNOWN", "SATISFIABLE"]
    assert isinstance(answers[0].error, api.InputError)
    assert answers[0].to_json()["puzzle"] == "two"


def test_warnings_of_a_file_are_python_s():
    text = TWO.replace("board", "rule extra { for c in cells { true; } } board")
    with pytest.warns(UserWarning, match="is not used"):
        api.loads(text)


def test_a_formula_is_written_and_read_back(tmp_path):
    (puzzle,) = api.loads(TWO)
    formula = api.compile(puzzle, "domains=direct,acyclic=order")
    formula.write(tmp_path / "out.cnf")
    assert (tmp_path / "out.cnf").read_text() == str(formula)
    assert (
        formula.variables
        == len(api.solve(puzzle, encoding=formula.encoding, solver="minisat").model) - 1
    )
    model = api.solve(puzzle, encoding=formula.encoding, solver="minisat").model
    literals = " ".join(str(i if value else -i) for i, value in enumerate(model) if i)
    answer = formula.decode(f"s SATISFIABLE\nv {literals} 0\n")
    assert (answer.status, api.check(puzzle, answer.board)) == ("SATISFIABLE", [])
    assert formula.decode("s UNSATISFIABLE\n").status == "UNSATISFIABLE"
    for log, reason in (
        ("s SATISFIABLE\nv 0\n", "bad-model"),
        ("s SATISFIABLE\nv 1 -1 0\n", "contradictory"),
        ("s UNKNOWN\n", "no-answer"),
        ("", "contradictory"),
    ):
        assert (formula.decode(log).status, formula.decode(log).reason) == ("UNKNOWN", reason)
