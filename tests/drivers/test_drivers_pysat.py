"""What only solvers in process do: separators, workers, Ctrl-C in the middle of a solver."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from support.proofs import pigeonhole
from support.solvers import alive, children, dead_soon, hard_cnf, make_cnf, random_cnf, wait_until
from test_drivers_shared import PYSAT

from nlc.cnf import Model
from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.drivers.pysat import BACKENDS, aliases_of, canonical
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.drivers.search import models
from nlc.errors import UserError
from nlc.solving.defaults import is_resumable

LIMITED = Limits(seconds=60)


def at_most_one(model: Model) -> Sequence[Sequence[int]]:
    """A separator: of the variables, at most one is true."""
    true = np.flatnonzero(model)
    return [[-int(true[0]), -int(true[1])]] if len(true) > 1 else []


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("name", "limits"), [*((name, Limits()) for name in PYSAT), (PYSAT[0], LIMITED)]
)
def test_separators_hold_in_every_model(name: str, limits: Limits) -> None:
    cnf = make_cnf(5, [[1, 2, 3, 4, 5], [-3]])
    *several, last = models(get(name), cnf, limits, [at_most_one, lambda model: []])
    assert last.status == "UNSATISFIABLE", last.message
    found = [np.flatnonzero(m.model).tolist() for m in several if m.model is not None]
    assert sorted(found) == [[1], [2], [4], [5]]
    assert sum(each.statistics["lazy_clauses"] for each in (*several, last)) > 0


@pytest.mark.processes
@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:minisat22", "pysat:lingeling"])
def test_a_search_for_some_models_leaves_its_worker_for_the_next(name: str) -> None:
    driver, cnf = PysatDriver(name.removeprefix("pysat:")), make_cnf(4, [[1, 2, 3, 4]])
    assert [outcome.status for outcome in models(driver, cnf, most=1)] == ["SATISFIABLE"]
    (worker,) = children()
    for most, found in ((2, 2), (15, 15), (16, 15), (3, 3)):
        *rest, last = models(driver, cnf, most=most)
        every = [*rest, last] if last.model is not None else rest
        assert len({model.model.tobytes() for model in every}) == len(every) == found
        assert last.status == ("SATISFIABLE" if found == most else "UNSATISFIABLE")
        assert children() == {worker}
    with closing(models(driver, cnf)) as endless:
        next(endless)
    assert dead_soon(worker)  # as it was closed half way


@pytest.mark.parametrize("name", [name for name in PYSAT if is_resumable(get(name))])
def test_a_budget_of_conflicts_is_heeded_at_each_of_them(name: str) -> None:
    with IncrementalSolver(name.removeprefix("pysat:"), make_cnf(72, pigeonhole(8))) as solver:
        for _ in range(3):
            outcome = solver.query(conflicts=100)
            assert outcome.reason == "budget"
            assert outcome.statistics["conflicts"] <= 110


@pytest.mark.parametrize("limits", [Limits(), LIMITED], ids=["free", "limited"])
def test_a_separator_that_does_not_separate_is_an_error(limits: Limits) -> None:
    before = children()
    with pytest.raises(RuntimeError, match="no clause that the model falsifies"):
        PysatDriver("minisat22").solve(make_cnf(2, [[1]]), limits, [lambda model: [[1, 2]]])
    assert children() == before


@pytest.mark.processes
@pytest.mark.parametrize("where", ["solve", "add", "__init__"])
def test_an_exception_of_a_solver_is_a_crash(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("no such literal")

    solver = "pysat.solvers.Minisat22"
    called = "pysolvers.minisat22_add_cl" if where == "add" else f"{solver}.{where}"
    monkeypatch.setattr(called, refuse)
    outcome = PysatDriver("minisat22").solve(make_cnf(1, [[1]]))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "crashed")
    assert outcome.message == "pysat:minisat22 failed: ValueError: no such literal"


@pytest.mark.processes
def test_no_room_for_a_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("os.fork", fork)
    outcome = PysatDriver("minisat22").solve(make_cnf(1, [[1]]))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert "no process can be started" in str(outcome.message)


@pytest.mark.slow
def test_no_solver_runs_in_the_process_that_asks() -> None:
    def tell(model: Model) -> Sequence[Sequence[int]]:
        raise RuntimeError(f"in process {os.getpid()}.")

    for name in PYSAT:
        with pytest.raises(RuntimeError) as caught:
            get(name).solve(make_cnf(1, [[1]]), separators=[tell])
        assert f"in process {os.getpid()}." not in str(caught.value)


@pytest.mark.processes
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["cadical195", "kissat404", "minisat22", "lingeling"])
def test_the_memory_limit_ends_the_worker_only(name: str) -> None:
    cnf = random_cnf(0, 1000, 2000)
    cnf.blocks *= 1000
    outcome = PysatDriver(name).solve(cnf, Limits(seconds=60, megabytes=4))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "memory"), outcome.message


@pytest.mark.processes
def test_a_worker_that_dies_is_a_failure() -> None:
    def crash(model: Model) -> Sequence[Sequence[int]]:
        os.write(2, b"going down\n")
        os.kill(os.getpid(), signal.SIGSEGV)
        return []

    outcome = PysatDriver("cadical195").solve(make_cnf(1, [[1]]), LIMITED, [crash])
    assert outcome.reason == "crashed"
    assert outcome.message == "pysat:cadical195 died (killed by SIGSEGV)\ngoing down"


def test_a_wrong_model_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IncrementalSolver, "model", lambda self: np.zeros(3, np.bool_))
    outcome = PysatDriver("cadical195").solve(make_cnf(2, [[1, 2]]))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "bad-model")
    assert outcome.message is not None
    assert "does not satisfy 1 clause" in outcome.message


def test_a_model_that_is_repeated_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IncrementalSolver, "model", lambda self: np.ones(3, np.bool_))
    first, last = models(PysatDriver("cadical195"), make_cnf(2, [[1, 2]]))
    assert first.status == "SATISFIABLE"
    assert (last.status, last.reason) == ("UNKNOWN", "contradictory")


def test_short_names_and_capitals_name_the_same_solver() -> None:
    for name, short in aliases_of().items():
        assert {canonical(s) for s in (name, *short)} == {name}
    assert PysatDriver("Glucose41").name == "pysat:glucose4"


def test_every_solver_of_pysat_is_described() -> None:
    assert set(aliases_of()) == set(BACKENDS)


def test_an_unknown_solver_is_an_error_with_a_hint() -> None:
    with pytest.raises(UserError, match="did you mean 'pysat:cadical195'"):
        PysatDriver("cadical194")
    with pytest.raises(UserError, match="nlc list solvers lists them all"):
        PysatDriver("zzz")


PROGRAM = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # where it was ignored, as behind &
signal.alarm(100)  # to fail, and not to hang
sys.path[:0] = {path!r}
from support.proofs import pigeonhole
from support.solvers import hard_cnf
from nlc.drivers.base import Limits
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.search import models

def tell(outcome):
    print(outcome, flush=True)

try:
    tell("ready")
    tell(PysatDriver({name!r}).solve(hard_cnf(), {limits}).reason)
except KeyboardInterrupt:
    pass
try:
    tell("interrupted")
    time.sleep(60)
except KeyboardInterrupt:
    tell("again")
tell(PysatDriver({name!r}).solve(hard_cnf(), Limits(seconds=0.1)).reason)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "limits"), [("cadical195", "Limits()"), ("kissat404", "Limits(seconds=60)")]
)
def test_ctrl_c_stops_a_solver_and_python_goes_on(name: str, limits: str) -> None:
    code = PROGRAM.format(path=[str(Path(__file__).parents[1])], name=name, limits=limits)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for expected in ("ready", "interrupted"):
            assert process.stdout.readline().strip() == expected
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
        assert process.stdout.read().split() == ["again", "wall-time"]
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


@pytest.mark.processes
def test_a_worker_is_stopped_while_its_formula_is_loaded() -> None:
    cnf = hard_cnf()
    cnf.blocks *= 2000
    before = children()
    assert PysatDriver("lingeling").solve(cnf, Limits(seconds=0.1)).reason == "wall-time"
    assert children() == before
