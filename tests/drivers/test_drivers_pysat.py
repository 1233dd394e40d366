"""What only solvers in process do: separators, workers, Ctrl-C in the middle of a solver."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from driver_cases import alive, children, dead_soon, hard_cnf, make_cnf, random_cnf, wait_until
from test_drivers_shared import PYSAT

from nlc.dimacs.cnf import Cnf, Model
from nlc.drivers.base import Limits
from nlc.drivers.pysat import PysatDriver
from nlc.drivers.pysat_backends import BACKENDS, aliases_of, canonical
from nlc.drivers.registry import get
from nlc.lang.diagnostics import UserError

LIMITED = Limits(seconds=60)


def at_most_one(model: Model) -> Sequence[Sequence[int]]:
    """A separator: of the variables, at most one is true."""
    true = np.flatnonzero(model)
    return [[-int(true[0]), -int(true[1])]] if len(true) > 1 else []


@pytest.mark.parametrize("name", PYSAT)
@pytest.mark.parametrize("limits", [Limits(), LIMITED], ids=["inline", "worker"])
def test_separators_hold_in_every_model(name: str, limits: Limits) -> None:
    cnf = make_cnf(5, [[1, 2, 3, 4, 5], [-3]])
    *models, last = get(name).enumerate(cnf, limits, [at_most_one, lambda model: []])
    assert last.status == "UNSATISFIABLE", last.message
    found = [np.flatnonzero(m.model).tolist() for m in models if m.model is not None]
    assert sorted(found) == [[1], [2], [4], [5]]
    assert last.statistics["lazy_clauses"] > 0


@pytest.mark.parametrize("name", PYSAT)
def test_separators_can_refute(name: str) -> None:
    cnf = make_cnf(3, [[1], [2, 3]])
    assert get(name).solve(cnf, separators=[at_most_one]).status == "UNSATISFIABLE"


@pytest.mark.parametrize("limits", [Limits(), LIMITED], ids=["inline", "worker"])
def test_a_separator_that_does_not_separate_is_an_error(limits: Limits) -> None:
    before = children()
    with pytest.raises(RuntimeError, match="no clause that the model breaks"):
        PysatDriver("minisat22").solve(make_cnf(2, [[1]]), limits, [lambda model: [[1, 2]]])
    assert children() == before


def test_a_formula_that_is_not_small_is_solved_in_a_worker() -> None:
    where: list[int] = []

    def note(model: Model) -> Sequence[Sequence[int]]:
        where.append(os.getpid())
        return []

    cnf = random_cnf(0, 300, 400)
    PysatDriver("minisat22").solve(cnf, separators=[note])
    assert where == [os.getpid()]
    cnf.blocks *= 100
    assert PysatDriver("minisat22").solve(cnf, separators=[note]).status == "SATISFIABLE"
    assert len(where) == 1


@pytest.mark.parametrize("name", ["cadical195", "kissat404", "minisat22", "lingeling"])
def test_the_memory_limit_ends_the_worker_only(name: str) -> None:
    cnf = random_cnf(0, 1000, 2000)
    cnf.blocks *= 1000
    outcome = PysatDriver(name).solve(cnf, Limits(seconds=60, megabytes=4))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "memory"), outcome.message


def test_a_worker_that_dies_is_a_failure() -> None:
    def crash(model: Model) -> Sequence[Sequence[int]]:
        os.write(2, b"going down\n")
        os.kill(os.getpid(), signal.SIGSEGV)
        return []

    outcome = PysatDriver("cadical195").solve(make_cnf(1, [[1]]), LIMITED, [crash])
    assert outcome.reason == "failed"
    assert outcome.message == "pysat:cadical195 died (killed by SIGSEGV)\ngoing down"


def test_a_wrong_model_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "nlc.drivers.pysat_session.Session.solve", lambda self: np.zeros(3, np.bool_)
    )
    outcome = PysatDriver("cadical195").solve(make_cnf(2, [[1, 2]]))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "failed")
    assert outcome.message is not None
    assert "falsifies 1 clause" in outcome.message


def test_a_model_that_is_repeated_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "nlc.drivers.pysat_session.Session.solve", lambda self: np.ones(3, np.bool_)
    )
    first, last = PysatDriver("cadical195").enumerate(make_cnf(2, [[1, 2]]))
    assert first.status == "SATISFIABLE"
    assert (last.status, last.reason) == ("UNKNOWN", "failed")


def test_big_models_come_through_the_pipe() -> None:
    cnf = Cnf(variables=300_000)
    cnf.add("test", np.arange(1, 300_001, dtype=np.int32).reshape(-1, 1))
    outcome = PysatDriver("cadical195").solve(cnf, LIMITED)
    assert outcome.model is not None
    assert outcome.model[1:].all()


def test_short_names_and_capitals_name_the_same_solver() -> None:
    for name, short in aliases_of().items():
        assert {canonical(s) for s in (name, *short)} == {name}
    assert PysatDriver("Glucose41").name == "pysat:glucose4"


def test_every_solver_of_pysat_is_described() -> None:
    assert set(aliases_of()) == set(BACKENDS)


def test_an_unknown_solver_is_an_error_with_a_hint() -> None:
    with pytest.raises(UserError, match="did you mean 'cadical195'"):
        PysatDriver("cadical194")


PROGRAM = """
import os, sys, time
sys.path[:0] = {path!r}
from driver_cases import hard_cnf
from nlc.drivers.base import Limits
from nlc.drivers.pysat import PysatDriver

def tell(outcome):
    print(outcome, flush=True)

tell("ready")
try:
    tell(PysatDriver({name!r}).solve(hard_cnf(), {limits}).reason)
except KeyboardInterrupt:
    tell("interrupted")
try:
    time.sleep(60)
except KeyboardInterrupt:
    tell("again")
tell(PysatDriver({name!r}).solve(hard_cnf(), Limits(seconds=0.1)).reason)
"""


@pytest.mark.parametrize("name", ["cadical195", "minisat22"])
@pytest.mark.parametrize("limits", ["Limits()", "Limits(seconds=60)"], ids=["inline", "worker"])
def test_ctrl_c_stops_a_solver_and_python_goes_on(name: str, limits: str) -> None:
    code = PROGRAM.format(path=[str(Path(__file__).parent)], name=name, limits=limits)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for expected in ("ready", "interrupted"):
            assert process.stdout.readline().strip() == expected
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
        assert process.stdout.read().split() == ["again", "timeout"]
    assert process.returncode == 0


def test_the_worker_ends_when_nlc_dies(tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    def linger(model: Model) -> Sequence[Sequence[int]]:
        (tmp_path / "new").write_text(str(os.getpid()))
        (tmp_path / "new").rename(pid)
        time.sleep(100)
        return []

    parent = os.fork()
    if parent == 0:
        PysatDriver("minisat22").solve(make_cnf(1, [[1]]), LIMITED, [linger])
        os._exit(0)
    assert wait_until(pid.exists)
    worker = int(pid.read_text())
    assert alive(worker)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert dead_soon(worker)


def test_a_worker_is_stopped_while_its_formula_is_loaded() -> None:
    cnf = hard_cnf()
    cnf.blocks *= 2000
    before = children()
    assert PysatDriver("lingeling").solve(cnf, Limits(seconds=0.1)).reason == "timeout"
    assert children() == before
