"""Every public type goes through pickle and copy, the exceptions included."""

from __future__ import annotations

import copy
import pickle

import pytest
from support.commands import FIXTURES

import nlc as api
from nlc.encode.numberlink import REGISTRY
from nlc.solving.answer import InterruptedSearchError

(PUZZLE,) = api.load(FIXTURES / "first.nl")
(FOURS,) = api.loads('puzzle "f" is slitherlink { topology square; board\n4 4\n. .\nend }')
(ROWS,) = api.loads('puzzle "r" is numberlink { topology square; board\nA.A\nB.B\nend }')
WAYS = {
    "pickle": lambda item: pickle.loads(pickle.dumps(item)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def raised(call):
    with pytest.raises(BaseException) as caught:
        call()
    return caught.value


def generated():
    (made,) = api.generate("numberlink", "4x4", pairs=2)
    return made


def model():
    found = api.Model()
    found.add(found.ints("n", 3, 0, 2) > 1)
    return found


SAMPLES = {
    "Answer": lambda: api.solve(PUZZLE, api.UNIQUE),
    "Attempt": lambda: api.Attempt("minisat", goal="first"),
    "Backbone": lambda: api.backbone(PUZZLE),
    "Comparison": lambda: api.diff(PUZZLE, solvers=["minisat"]),
    "Encoding": lambda: api.Encoding.parse("thesis"),
    "Error": lambda: api.Error("words"),
    "Formula": lambda: api.compile(PUZZLE),
    "GeneratedPuzzle": generated,
    "Grade": lambda: api.grade(PUZZLE),
    "InputError": lambda: raised(lambda: api.loads("puzzle")),
    "Judge": lambda: api.judge(PUZZLE),
    "Limits": lambda: api.Limits(seconds=3),
    "Model": model,
    "Plan": lambda: api.Plan.parse("{solver=minisat}"),
    "Policy": lambda: api.Policy(jobs=2),
    "Program": lambda: api.elaborate(PUZZLE),
    "Puzzle": lambda: PUZZLE,
    "Question": lambda: api.UNIQUE,
    "Solution": lambda: api.solve(PUZZLE).board,
    "SolverError": lambda: raised(lambda: api.count(PUZZLE, solver="cmd:no-such-solver")),
    "Steps": lambda: api.hint(PUZZLE),
    "Verdict": lambda: api.judge(PUZZLE).verdict,
    "Violation": lambda: api.check(PUZZLE, {"line": []})[0],
    "Why": lambda: api.why(FOURS),
}


def test_there_is_a_sample_of_each_public_type():
    assert {name for name in api.__all__ if isinstance(getattr(api, name), type)} == {*SAMPLES}


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_copy_says_the_same(name):
    sample = SAMPLES[name]()
    for way, copied in WAYS.items():
        other = copied(sample)
        assert type(other) is type(sample), way
        assert (repr(other), str(other)) == (repr(sample), str(sample)), way


def test_a_copied_error_has_what_the_first_had():
    error = raised(lambda: api.loads("puzzle"))
    assert WAYS["pickle"](error).diagnostics == error.diagnostics
    error = raised(lambda: api.count(PUZZLE, solver="cmd:no-such-solver"))
    assert WAYS["pickle"](error).answer.reason == "missing"
    stopped = InterruptedSearchError(api.solve(PUZZLE), KeyboardInterrupt())
    assert WAYS["pickle"](stopped).answer.status == "SATISFIABLE"


@pytest.mark.parametrize("encoding", ["default", "thesis", *REGISTRY.names()])
def test_a_copied_formula_writes_the_same_and_reads_a_model(encoding):
    formula = api.compile(ROWS, encoding)
    other = WAYS["pickle"](formula)
    assert str(other) == str(formula)
    assert other.lowered.rule_statistics() == formula.rules
    model = api.solve(ROWS, encoding=encoding, solver="minisat").model
    literals = " ".join(str(i if value else -i) for i, value in enumerate(model) if i)
    answer = api.decode(other, f"s SATISFIABLE\nv {literals} 0\n")
    assert api.check(ROWS, answer.board) == []
