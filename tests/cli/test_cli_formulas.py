"""``nlc run`` of DIMACS files."""

from __future__ import annotations

import bz2
import gzip
import io
import itertools
import json
import lzma
import sys
from random import Random

import pytest

from nlc.files import formula_form

SATLIB = "c of a library\np cnf 3  3 \n 1 -2 0\n 2 3 0\n -1 -3 0\n%\n0\n\n"
NONE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


def model(text):
    words = [line.split()[1:] for line in text.splitlines() if line.startswith("v ")]
    return [int(word) for word in itertools.chain(*words)][:-1]


def satisfies(values, text):
    """Return whether every clause between header and trailer has a literal of `values`."""
    lines = text.partition("p cnf")[2].partition("%")[0].splitlines()[1:]
    clauses = [[int(word) for word in line.split()[:-1]] for line in lines if line.strip()]
    return all(set(clause) & set(values) for clause in clauses)


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.cnf", bytes),
        ("a.cnf.gz", gzip.compress),
        ("a.cnf.xz", lzma.compress),
        ("a.cnf.bz2", bz2.compress),
        ("a", bytes),
    ],
)
def test_a_formula_is_solved_from_any_file(nlc, tmp_path, name, pack):
    path = tmp_path / name
    path.write_bytes(pack(SATLIB.encode()))
    done = nlc("run", path)
    assert (done.status, done.err) == (0, "")
    assert "s SATISFIABLE" in done.out.splitlines()
    assert satisfies(model(done.out), SATLIB)


def test_names_are_told_where_there_are_some(nlc, tmp_path):
    path = tmp_path / "a.cnf"
    path.write_text(
        "c varname 1 rain\nc varname 2 sun\nc varname 3 aux:x\n" + "p cnf 3 2\n1 0\n-2 3 0\n"
    )
    done = nlc("run", path)
    assert "c true: rain" in done.out and "aux" not in done.out
    told = json.loads(nlc("run", "--format", "json", path).out)
    assert (told["status"], told["variables"], told["clauses"]) == ("SATISFIABLE", 3, 2)
    assert told["names"]["rain"] is True and "aux:x" not in told["names"]
    assert {abs(literal) for literal in told["model"]} == {1, 2, 3}


def test_models_are_counted_over_what_is_shown(nlc, tmp_path):
    random = Random(5)
    for number in range(3):
        clauses = [
            [random.choice((-1, 1)) * v for v in random.sample(range(1, 7), 3)] for _ in range(9)
        ]
        shown = random.sample(range(1, 7), 3)
        path = tmp_path / f"{number}.cnf"
        rows = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        path.write_text(f"p cnf 6 9\nc p show {' '.join(map(str, shown))} 0\n{rows}")
        models = {
            tuple(values[v - 1] for v in shown)
            for values in itertools.product((False, True), repeat=6)
            if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        }
        done = nlc("run", "--count", path)
        assert f"c s exact arb int {len(models)}" in done.out
        told = json.loads(nlc("run", "--count", "--format", "json", path).out)
        assert (told["count"], told["count_complete"]) == (len(models), True)


@pytest.mark.parametrize(
    ("text", "count", "free"),
    [
        ("p cnf 30 1\n1 2 0\n", 3, 28),
        ("c ind 1 2 0\np cnf 3 1\n1 2 3 0\n", 4, 0),
        ("p cnf 3 1\nc p show 0\n1 2 3 0\n", 1, 0),
        ("p cnf 3 2\nc p show 0\n1 0\n-1 0\n", 0, 0),
        ("p cnf 14000 1\nc p show 1 2 3 4 0\n1 2 0\n", 3, 2),
        ("p cnf 14000 0\n", 1, 14000),
    ],
)
def test_a_variable_in_no_clause_doubles_the_count(nlc, text, count, free):
    done = nlc("run", "--count", "--format", "json", text)
    assert done.status == 0 and json.loads(done.out)["count"] == count << free


LINGELING = pytest.param("pysat:lingeling", marks=pytest.mark.processes)


@pytest.mark.parametrize("name", ["x.wcnf", "x.opb.gz"])
@pytest.mark.parametrize("solver", ["pysat:cadical195", "minisat", LINGELING])
def test_the_best_model_of_what_compile_writes_is_found(nlc, tmp_path, name, solver):
    path = tmp_path / name
    puzzle = ("fixtures/best.nl", "--puzzle", "5")
    assert nlc("compile", *puzzle, "-o", path).status == 0
    done = nlc("run", "--solver", solver, path)
    assert done.status == 0
    assert {"o 4", "s OPTIMUM FOUND"} <= set(done.out.splitlines())
    assert "c true: chosen[f]" in done.out
    told = json.loads(nlc("run", "--format", "json", "--solver", solver, path).out)
    assert (told["status"], told["objective"], told["bound"]) == ("OPTIMUM FOUND", 4, 4)
    assert nlc("run", "--competition", path).status == 30
    log = tmp_path / "log"
    log.write_text(done.out)
    decoded = nlc("decode", path, log, "--puzzle-file", *puzzle)
    assert decoded.status == 0 and "chosen: d f g" in decoded.out


NEGATIVE = """\
* #variable= 4 #constraint= 3
min: -4 x1 -5 x2 -4 x3 -1 x4 ;
+1 ~x1 +1 ~x2 +1 ~x4 >= 1 ;
+1 ~x4 +1 ~x1 +1 ~x2 >= 1 ;
+1 ~x4 +1 x2 >= 1 ;
"""


@pytest.mark.parametrize("solver", ["pysat:cadical195", "minisat"])
def test_costs_below_zero_are_not_taken_for_the_best(nlc, solver):
    done = nlc("run", "--solver", solver, NEGATIVE)
    assert {"o -13", "s OPTIMUM FOUND", "v 1 2 3 -4"} <= set(done.out.splitlines())


def test_formulas_with_costs_are_not_counted_and_not_proved(nlc, tmp_path):
    path = tmp_path / "x.wcnf"
    path.write_text("h 1 0\n3 -1 0\n")
    assert "one of least cost" in nlc("run", "--count", path).err
    assert "about clauses alone" in nlc("run", "--proof", tmp_path / "p", path).err
    assert "about clauses alone" in nlc("prove", path, tmp_path / "p").err


def test_a_formula_with_costs_and_without_model_is_unsatisfiable(nlc):
    done = nlc("run", "h 1 0\nh -1 0\n2 1 0\n")
    assert done.status == 0 and "s UNSATISFIABLE" in done.out and "\no " not in done.out


def test_a_count_that_a_limit_ends_is_a_lower_bound(nlc, tmp_path):
    done = nlc(
        "run", "--count", "--timeout", "0.05", f"p cnf 40 1\n{' '.join(map(str, range(1, 41)))} 0\n"
    )
    assert done.status == 3
    assert "c s at least arb int " in done.out and "wall-time" in done.out


@pytest.mark.parametrize("name", ["out.drat", "out.lrat", "out.lrat.bz2"])
def test_a_proof_is_written_and_checked(nlc, tmp_path, name):
    path, proof = tmp_path / "a.cnf", tmp_path / name
    path.write_text(NONE)
    done = nlc("run", path, "--proof", proof)
    assert done.status == 0 and "s UNSATISFIABLE" in done.out
    assert done.err == f"nlc: {path}: {proof} proves that there is no model\n"
    assert nlc("prove", path, proof).status == 0
    path.write_text(SATLIB)
    done = nlc("run", path, "--proof", proof)
    assert "needs no proof" in done.err and not proof.exists()


def test_a_broken_formula_does_not_hide_the_others(nlc, tmp_path):
    bad, good = tmp_path / "bad.cnf", tmp_path / "good.cnf"
    bad.write_text("p cnf 1 1\n1 2 0\n")
    good.write_text(NONE)
    done = nlc("run", bad, good)
    assert done.status == 2
    assert f"{bad}:2:3: error: literal 2 is above the 1 variables" in done.err
    assert f"c {good}: 2 variables" in done.out


def test_a_solver_that_is_wrong_is_not_believed(nlc, tmp_path):
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\necho 's SATISFIABLE'\necho 'v 1 2 3 0'\nexit 10\n")
    liar.chmod(0o755)
    done = nlc("run", SATLIB, "--solver-cmd", f"{liar} {{cnf}}")
    assert done.status == 1
    assert "s UNKNOWN" in done.out and "wrong model" in done.err


def test_no_proof_of_an_earlier_run_stays_where_the_solver_is_missing(nlc, tmp_path):
    path, proof = tmp_path / "a.cnf", tmp_path / "a.drat"
    path.write_text(NONE)
    proof.write_text("0\n")
    done = nlc("run", path, "--solver-cmd", "no-such-solver {cnf} {proof}", "--proof", proof)
    assert done.status == 1 and not proof.exists()


@pytest.mark.parametrize(
    ("start", "form"),
    [
        (b"\n", ""),
        (b"c a comment\n", "cnf"),
        (b"\np cnf 1 1\n", "cnf"),
        (b"\xef\xbb\xbfp pcnf 1 1 1\n", "cnf"),
        (b"c\nh 1 -2 0\n", "wcnf"),
        (b"* #variable= 1 #constraint= 0\n", "opb"),
    ],
)
def test_what_comes_first_through_a_pipe_tells_a_formula(monkeypatch, start, form):
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(start)))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert formula_form("-") == form
