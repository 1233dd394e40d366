"""What is wrong is found, made small, written down and repeated by the command that is printed."""

from __future__ import annotations

import re
import shlex
import time

import pytest
from fuzzing import trial, worker
from fuzzing.command import main
from fuzzing.kinds import KINDS
from oracle.reference_board import Complex

from nlc.drivers.base import NO_LIMITS
from nlc.drivers.pysat.driver import PysatDriver
from nlc.encode.base import Declaration


class Nothing:
    """An encoding of acyclicity that states nothing, and says that it is exact."""

    declaration = Declaration(name="nothing", source="", size="none")

    def refusal(self, graph):
        return None

    def lower(self, cnf, rule, graph, lits, degrees):
        return ()


class Sleeper(PysatDriver):
    """Never answers where there is an empty clause."""

    def __init__(self):
        super().__init__("minisat22")
        self.name = "sleeper"

    def solve(self, cnf, limits=NO_LIMITS, separators=(), proof=None):
        while any(block.clauses.shape[1] == 0 for block in cnf.blocks):
            time.sleep(1)
        return super().solve(cnf, limits, separators)


@pytest.fixture(autouse=True)
def wrong(install):
    """The encoding ``acyclic=nothing``, and the solver that sleeps."""
    install("nlc.encodings.acyclic", "nothing-encoding", nothing="test_fuzz_finding:Nothing")
    install("nlc.drivers", "sleeper-solver", sleeper="test_fuzz_finding:Sleeper")
    trial.driver.cache_clear()
    trial.installed_solvers.cache_clear()
    yield
    trial.driver.cache_clear()
    trial.installed_solvers.cache_clear()


def loaded(path):
    """Return the subject of a file that was written."""
    kind = "cnf" if path.suffix == ".cnf" else "puzzles"
    return KINDS[kind].load(str(path))


def fuzzed(tmp_path, capfd, *words):
    """Fuzz; return the exit status, the output and the subjects that were written."""
    status = main(["--kind", "puzzles,cnf", "--out", str(tmp_path), *words])
    out = capfd.readouterr().out
    paths = sorted(path for path in tmp_path.iterdir())
    return status, out, [loaded(path) for path in paths]


def repeated(out: str) -> list[str]:
    """Return the words of the first printed command, without the name of the program."""
    return shlex.split(re.findall(r"^repeat: python -m fuzzing (.*)$", out, re.MULTILINE)[0])


@pytest.mark.slow
def test_a_missing_acyclicity_is_shrunk_to_rings_of_few_cells(tmp_path, capfd):
    spec = "domains=direct,cardinality=unary,acyclic=nothing"
    words = ["--seed", "1", "--cases", "25", "--kind", "puzzles", "--encodings", spec]
    status, out, cases = fuzzed(tmp_path, capfd, *words, "--solvers", "pysat:glucose4")
    assert status == 1
    assert "extra: accepts {" in out
    smallest = min(cases, key=lambda case: len(Complex(case.drawn).names))
    # Without acyclicity, a loop round each of two cells with a gap between passes for one.
    assert len(Complex(smallest.drawn).names) == 2
    assert not smallest.house
    assert not smallest.drawn.walls
    command = repeated(out)
    assert command[-1] == "pysat:minisat22"
    assert command[-3] == "cardinality=auto,acyclic=nothing"
    assert main(command) == 1
    assert main([word.replace("nothing", "order") for word in command]) == 0
    assert "nothing is wrong" in capfd.readouterr().out


@pytest.mark.slow
def test_a_solver_that_hangs_is_ended(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(worker, "CASE_SECONDS", 2.0)  # the others take milliseconds
    monkeypatch.setattr(worker, "PROBE_SECONDS", 1.0)
    monkeypatch.setattr(worker, "SHRINK_SECONDS", 1.5)
    words = ["--seed", "4", "--cases", "30", "--kind", "cnf", "--solvers", "sleeper"]
    status, out, formulas = fuzzed(tmp_path, capfd, *words)
    assert status == 1
    assert "hang: takes more than" in out
    assert all(() in formula.clauses for formula in formulas)
