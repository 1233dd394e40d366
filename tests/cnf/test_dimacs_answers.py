import numpy as np
import pytest

from nlc.cnf import Cnf, check_model
from nlc.cnf.solver_output import parse_solver_output


@pytest.mark.parametrize(
    "text",
    [
        "c log\ns SATISFIABLE\nv 1 -2 3 0\n",
        "s SATISFIABLE\nv 1\nv -2\nv 3\nv 0\n",
        "s SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n",
        "s SATISFIABLE\nc between\nv 1 -2\nc between\nv 3 0",
        "s SATISFIABLE \nv  1 -2  3 0 \nv\nother solvers talk\nverbose\nstatistics\n",
        "s SATISFIABLE\nv 3 -2 1 1 0\n",
        "SAT\n1 -2 3 0\n",
        "\nSAT\r\n1 -2\r\n3 0\r\n",
    ],
)
@pytest.mark.parametrize("variables", [None, 3])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_a_model_is_read_from_either_format(
    text: str, variables: int | None, as_bytes: bool
) -> None:
    answer = parse_solver_output(text.encode() if as_bytes else text, variables)
    assert answer.status == "SATISFIABLE"
    assert answer.values.tolist() == [0, 1, -1, 1]
    assert answer.values.dtype == np.int8
    assert answer.problems == []


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("s UNSATISFIABLE\n", "UNSATISFIABLE"),
        ("c x\ns UNKNOWN\n", "UNKNOWN"),
        ("UNSAT\n", "UNSATISFIABLE"),
        ("INDET\n", "UNKNOWN"),
    ],
)
def test_a_verdict_without_a_model(text: str, status: str) -> None:
    answer = parse_solver_output(text, 2)
    assert (answer.status, answer.values.tolist(), answer.problems) == (status, [0, 0, 0], [])


def test_missing_variables_have_the_value_0() -> None:
    answer = parse_solver_output("s SATISFIABLE\nv -2 0\n", 4)
    assert answer.values.tolist() == [0, 0, -1, 0, 0]
    assert answer.problems == []


MALFORMED = {
    "nothing": ("", "UNKNOWN", [0, 0, 0], ["no line with a verdict ('s …')"]),
    "a log only": ("c log\nSATISFIABLE\n", "UNKNOWN", [0] * 3, ["no line with a verdict ('s …')"]),
    "no verdict": (
        "v 1 0\n",
        "UNKNOWN",
        [0, 1, 0],
        ["no line with a verdict ('s …')", "a model, but the verdict is UNKNOWN"],
    ),
    "contradictory verdicts": (
        "s SATISFIABLE\ns UNSATISFIABLE\n",
        "UNKNOWN",
        [0, 0, 0],
        ["contradictory verdicts: SATISFIABLE and UNSATISFIABLE"],
    ),
    "a verdict twice": (
        "s UNSATISFIABLE\ns UNSATISFIABLE\n",
        "UNSATISFIABLE",
        [0, 0, 0],
        ["the verdict is given 2 times"],
    ),
    "a strange verdict": (
        "s SATISFIABL\n",
        "UNKNOWN",
        [0, 0, 0],
        ["no verdict of the format: 's SATISFIABL'"],
    ),
    "an empty verdict": ("s\n", "UNKNOWN", [0, 0, 0], ["no verdict of the format: 's '"]),
    "a strange verdict beside a good one": (
        "s UNSATISFIABLE\ns SOLUTION FOUND\n",
        "UNKNOWN",
        [0, 0, 0],
        ["no verdict of the format: 's SOLUTION FOUND'"],
    ),
    "a model before the verdict": (
        "v 1 2 0\ns SATISFIABLE\n",
        "SATISFIABLE",
        [0, 1, 1],
        [],
    ),
    "no model": ("s SATISFIABLE\n", "SATISFIABLE", [0, 0, 0], ["satisfiable, but no model"]),
    "no model in a result file": ("SAT\n", "SATISFIABLE", [0] * 3, ["satisfiable, but no model"]),
    "a model of an unsatisfiable CNF": (
        "s UNSATISFIABLE\nv 1 0\n",
        "UNSATISFIABLE",
        [0, 1, 0],
        ["a model, but the verdict is UNSATISFIABLE"],
    ),
    "a model of an undecided CNF": (
        "INDET\n1 0\n",
        "UNKNOWN",
        [0, 1, 0],
        ["a model, but the verdict is UNKNOWN"],
    ),
    "no final 0": (
        "s SATISFIABLE\nv 1 -2\n",
        "SATISFIABLE",
        [0, 1, -1],
        ["the model is cut off: no final 0"],
    ),
    "no final 0 in a result file": (
        "SAT\n1 -2",
        "SATISFIABLE",
        [0, 1, -1],
        ["the model is cut off: no final 0"],
    ),
    "literals after the 0": (
        "s SATISFIABLE\nv 1 0\nv -2 0\n",
        "SATISFIABLE",
        [0, 1, 0],
        ["the model goes on after its final 0"],
    ),
    "a literal out of range": (
        "s SATISFIABLE\nv 1 -3 0\n",
        "SATISFIABLE",
        [0, 1, 0],
        ["literal -3 is above the 2 variables"],
    ),
    "a literal beyond 64 bits": (
        f"s SATISFIABLE\nv 1 {10**30} 0\n",
        "SATISFIABLE",
        [0, 1, 0],
        ["a literal is above the 2 variables"],
    ),
    "both polarities": (
        "s SATISFIABLE\nv 1 2 -1 0\n",
        "SATISFIABLE",
        [0, 0, 1],
        ["variable 1 is both true and false"],
    ),
    "a word in the model": (
        "s SATISFIABLE\nv 1 x2 0\n",
        "SATISFIABLE",
        [0, 0, 0],
        ["not an integer in the model: x2"],
    ),
    "a lone hyphen in the model": (
        "SAT\n1 - 2 0\n",
        "SATISFIABLE",
        [0, 0, 0],
        ["not an integer in the model: -"],
    ),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_answer_is_described(case: str) -> None:
    text, status, values, problems = MALFORMED[case]
    answer = parse_solver_output(text, 2)
    assert (answer.status, answer.values.tolist(), answer.problems) == (status, values, problems)


def cnf_of(*clauses: list[int], variables: int = 3) -> Cnf:
    cnf = Cnf(variables=variables)
    for clause in clauses:
        cnf.add("rule", np.array([clause], np.int32).reshape(1, len(clause)))
    return cnf


def test_falsified_clauses_are_counted() -> None:
    cnf = cnf_of([1, 2], [-1, 2], [1, -3], [3], [])
    assert check_model(cnf, np.array([False, True, False, False])) == 3
    assert check_model(cnf, np.array([False, True, True, True])) == 1


def test_a_model_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 values for 3 variables"):
        check_model(cnf_of([1]), np.array([False, True, True]))


def test_words_of_a_result_file_are_no_verdict_of_another_solver() -> None:
    assert parse_solver_output(b"UNSAT\n").status == "UNSATISFIABLE"
    assert parse_solver_output(b"UNSAT\n", result_file=False).status == "UNKNOWN"
