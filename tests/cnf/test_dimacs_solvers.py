"""Real solvers accept what is written and agree with what is read."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nlc.cnf import Cnf, check_model
from nlc.cnf.decode import decode_comments
from nlc.cnf.read import read_head
from nlc.cnf.solver_output import SolverOutput, parse_solver_output
from nlc.cnf.write import write_cnf
from nlc.drivers.external import KissatDriver
from nlc.files import atomic_writer


def kissat() -> str:
    program = KissatDriver().executable()
    assert program is not None
    return program


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (10, 20), done.stdout + done.stderr
    assert "header mismatch" not in done.stdout + done.stderr
    return done.stdout


def with_minisat(path: Path) -> str:
    result = path.with_suffix(".result")
    run("minisat", str(path), str(result))
    return result.read_text()


SOLVERS: dict[str, Callable[[Path], str]] = {
    "minisat": with_minisat,
    "cadical": lambda path: run("cadical", str(path)),
    "kissat": lambda path: run(kissat(), str(path)),
}


def two_by_two(satisfiable: bool) -> Cnf:
    """Return exactly one of four links, and all but the third forbidden (or that one too)."""
    cnf = Cnf(comments=["nlc 0.1.0", "title --chrono=0 Zürich", "domain color A B"])
    cnf.fresh(4, "shown", lambda: [f"line[r1c{i}-r1c{i + 1}]" for i in range(1, 5)])
    cnf.fresh(1, "declared", lambda: ["color[r1c1].bit0"])
    cnf.fresh(1, "aux", lambda: ["aux:--chrono=0"])
    cnf.projection = np.arange(1, 5, dtype=np.int32)
    cnf.add("terminal", np.array([[1, 2, 3, 4]], np.int32))
    cnf.add("terminal", np.array([[-1], [-2], [-4]], np.int32))
    cnf.add("apart", np.array([[-3, 5], [5, 6]], np.int32))
    if not satisfiable:
        cnf.add("none", np.zeros((1, 0), np.int32))
    return cnf


def solve(solver: str, cnf: Cnf, path: Path, names: str, annotate: bool) -> SolverOutput:
    with atomic_writer(str(path)) as stream:
        write_cnf(cnf, stream, names=names, annotate=annotate)
    return parse_solver_output(SOLVERS[solver](path), cnf.variables)


@pytest.mark.sample(11)
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("names", ["none", "shown", "all"])
@pytest.mark.parametrize("annotate", [False, True])
def test_a_model_is_found_and_decoded(
    tmp_path: Path, solver: str, names: str, annotate: bool
) -> None:
    cnf = two_by_two(satisfiable=True)
    path = tmp_path / "a.cnf"
    answer = solve(solver, cnf, path, names, annotate)
    assert (answer.status, answer.problems) == ("SATISFIABLE", [])
    assert check_model(cnf, answer.values) == 0
    found = decode_comments(read_head(str(path)).names, answer.values, cnf.comments)
    lines = {"line": ["r1c3-r1c4"]}
    colors = {"color": {"r1c1": "B"}}
    assert found == {"none": {}, "shown": lines, "all": {**lines, **colors}}[names]


def test_a_comment_cannot_set_options_of_cadical(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    with atomic_writer(str(path)) as stream:
        write_cnf(two_by_two(satisfiable=True), stream, names="all")
    assert "all options are set to their default value" in run("cadical", str(path))
