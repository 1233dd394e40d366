"""Describes a solver, and checks by running it that it has the declared capabilities.

Each check runs a solver and raises if a capability is missing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from msgspec import Struct

from nlc.cnf import Cnf, Model, check_model
from nlc.cnf.propagator import Propagator
from nlc.drivers.base import Capabilities, Driver, Limits, Outcome, Reason
from nlc.drivers.search import models
from nlc.process.pool import stream
from nlc.process.usage import processes
from nlc.process.worker import WorkerStoppedError

Result = Literal["passed", "failed", "not declared"]
"""The result of a check; ``not declared`` is for a capability that the solver does not declare, and
refused as it should."""

_PATIENCE = 30.0
"""Seconds for all checks of a solver, besides those for its limits."""


class Check(Struct, frozen=True):
    """The result of one check.

    Attributes:
        name: of the check, one of `CHECKS`.
        result: whether it passed.
        problem: what went wrong, if it failed.
        seconds: wall-clock time.
    """

    name: str
    result: Result
    problem: str | None = None
    seconds: float = 0.0


class Probe(Struct, frozen=True):
    """The result of a probe.

    Attributes:
        name: of the driver.
        missing: why the solver cannot run here; there are then no checks.
        version: of the solver, where it is known.
        capabilities: what the driver declares.
        checks: in the order of `CHECKS`.
    """

    name: str
    missing: str | None
    version: str | None
    capabilities: Capabilities
    checks: tuple[Check, ...] = ()

    @property
    def failures(self) -> list[Check]:
        """The checks that did not pass."""
        return [check for check in self.checks if check.result == "failed"]


def probe(driver: Driver, seconds: float = 0.2) -> Probe:
    """Check a solver.

    It never hangs: the checks run in a process of their own, which is killed after half a minute.

    Args:
        driver: the solver.
        seconds: the limits of time in their checks.
    """
    missing = driver.missing()
    if missing is not None:
        return Probe(driver.name, missing, None, driver.capabilities)
    checks: list[Check] = []
    started = time.monotonic()
    try:
        limits = Limits(seconds=_PATIENCE + 4 * seconds)
        checks += stream(partial(_checks, driver, seconds), limits)
    except WorkerStoppedError as stop:
        problem = f"the check ended by {stop.reason} ({stop.ended})"
        spent = time.monotonic() - started - sum(check.seconds for check in checks)
        checks.append(Check(list(CHECKS)[len(checks)], "failed", problem, spent))
        checks += [Check(name, "failed", "not tried") for name in list(CHECKS)[len(checks) :]]
    return Probe(driver.name, None, driver.version(), driver.capabilities, tuple(checks))


def _checks(driver: Driver, seconds: float) -> Iterator[Check]:
    for name, check in CHECKS.items():
        started = time.monotonic()
        result: Result = "failed"
        problem = None
        try:
            result = "not declared" if check(driver, seconds) is False else "passed"
        except CheckFailedError as failure:
            problem = str(failure)
        except Exception as error:  # of a driver, perhaps of another package
            problem = f"{type(error).__name__}: {error}"
        yield Check(name, result, problem, time.monotonic() - started)


_WENT_ON, _RETURNED, _LEFT_CHILD, _FAILED = range(10, 14)

_PROBLEMS: dict[int | None, str] = {
    _RETURNED: "the search ended before Ctrl-C",
    _LEFT_CHILD: "a process is left after Ctrl-C",
    _FAILED: "it fails after Ctrl-C",
}


def check_interrupt(
    search: Callable[[], object],
    go_on: Callable[[], object],
    *,
    after: float,
    within: float,
) -> str | None:
    """Interrupt a search; return the problem, or None.

    The search has to raise ``KeyboardInterrupt`` and leave no process, and its process must be able
    to go on.

    Args:
        search: a long search.
        go_on: has to succeed afterwards.
        after: seconds of search until Ctrl-C.
        within: seconds after Ctrl-C until everything must have ended.
    """
    fork = multiprocessing.get_context("fork")
    begun = fork.Event()

    def run() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = _FAILED
        try:
            begun.set()
            search()
            status = _RETURNED
        except KeyboardInterrupt:
            own = b"%d" % os.getpid()  # of the parent of a process that runs or is not reaped
            if Path("/proc/self/stat").exists() and any(f[1] == own for _, f in processes()):
                status = _LEFT_CHILD
            else:
                go_on()
                status = _WENT_ON
        finally:
            os._exit(status)

    child = fork.Process(target=run)
    child.start()
    begun.wait(10)
    time.sleep(after)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGINT)
    child.join(within)
    if child.is_alive():
        child.kill()
        child.join()
        return f"it does not end within {within:.1f} s of Ctrl-C"
    code = child.exitcode
    return None if code == _WENT_ON else _PROBLEMS.get(code, f"Ctrl-C ended it with status {code}")


_GUARD = Limits(seconds=10)
"""The limit for formulas that every solver decides at once."""

_DELAY = 2.0
"""Seconds by which a limit may be exceeded, on a busy machine."""


class CheckFailedError(Exception):
    """A solver behaves wrongly; the message says how."""


def formula(variables: int, *clauses: Sequence[int], shown: Sequence[int] = ()) -> Cnf:
    """Return a CNF of these clauses, with a projection on `shown`."""
    cnf = Cnf(variables=variables, projection=np.array(shown, np.int32))
    for clause in clauses:
        cnf.add("probe", np.array([clause], np.int32).reshape(1, -1))
    return cnf


def random_formula(variables: int, clauses: int) -> Cnf:
    """Return a random 3-CNF with a fixed seed; each clause has a variable of each third."""
    rng = np.random.default_rng(1)
    third = variables // 3
    chosen = rng.integers(1, third + 1, (clauses, 3)) + third * np.arange(3)
    cnf = Cnf(variables=variables)
    cnf.add("probe", np.asarray(chosen * rng.choice([-1, 1], chosen.shape), np.int32))
    return cnf


def _hard() -> Cnf:
    """Return a formula that takes every solver minutes: random, well above the threshold."""
    return random_formula(400, 1840)


def _enumeration(driver: Driver, seconds: float) -> None:
    cnf = formula(4, [1, 2], [3, 4], shown=[1, 2])
    *outcomes, last = models(driver, cnf, _GUARD)
    _expect(last, "UNSATISFIABLE")
    found = [tuple(o.model[1:3].tolist()) for o in outcomes if o.model is not None]
    if sorted(found) != [(False, True), (True, False), (True, True)]:
        raise CheckFailedError(f"it enumerates {sorted(found)}")


def _statistics(driver: Driver, seconds: float) -> bool:
    outcome = driver.solve(random_formula(60, 250), _GUARD)
    declared, reported = set(driver.capabilities.statistics), set(outcome.statistics)
    if declared != reported:
        raise CheckFailedError(f"it declares {sorted(declared)} and reports {sorted(reported)}")
    return bool(declared)


def _memory(driver: Driver, seconds: float) -> None:
    limits = Limits(seconds=_GUARD.seconds, megabytes=8)
    _stops(driver, random_formula(100_000, 200_000), limits, "memory", _DELAY)


def _proof(driver: Driver, seconds: float) -> bool:
    from nlc.proof.drat import check_drat
    from nlc.proof.files import load_proof_file, parse_drat
    from nlc.proof.formula import clause_list

    with tempfile.TemporaryDirectory(prefix="nlc-") as folder:
        path = Path(folder) / "proof"
        if not driver.capabilities.proofs:
            _refuses(lambda: driver.solve(_CONTRADICTION, _GUARD, proof=path))
            if any(Path(folder).iterdir()):
                raise CheckFailedError("it leaves a file where it writes no proof")
            return False
        for cnf in (_CONTRADICTION, random_formula(40, 250), formula(1, [1], [-1])):
            _expect(driver.solve(cnf, _GUARD, proof=path), "UNSATISFIABLE")
            verdict = check_drat(clause_list(cnf), parse_drat(load_proof_file(str(path))))
            if not verdict.proved:
                raise CheckFailedError(f"its proof is wrong: {verdict.problem}")
        _expect(driver.solve(formula(2, [1, 2]), _GUARD, proof=path), "SATISFIABLE")
        if any(Path(folder).iterdir()):
            raise CheckFailedError("it leaves a file where it has proved nothing")
    return True


def _lazy_clauses(driver: Driver, seconds: float) -> bool:
    cnf = formula(4, [1, 2, 3, 4])
    if not driver.capabilities.in_process:
        _refuses(lambda: driver.solve(cnf, _GUARD, [_at_most_one]))
        return False
    *outcomes, last = models(driver, cnf, _GUARD, [_at_most_one])
    _expect(last, "UNSATISFIABLE")
    found = sorted(np.flatnonzero(o.model).tolist() for o in outcomes if o.model is not None)
    if found != [[1], [2], [3], [4]]:
        raise CheckFailedError(f"with clauses added after solving it finds {found}")
    return True


def _propagator(driver: Driver, seconds: float) -> bool:
    cnf = formula(2, [1, 2])
    if not driver.capabilities.in_process:
        return False
    outcome = driver.solve(cnf, _GUARD, [_Forbid(1)])
    if not driver.capabilities.propagators:
        if outcome.reason != "no-answer":
            raise CheckFailedError(f"it declares no propagators and answers {outcome.reason}")
        return False
    _expect(outcome, "SATISFIABLE")
    if outcome.model is None or outcome.model.tolist() != [False, False, True]:
        raise CheckFailedError("its model breaks the clause of a propagator")
    return True


def _interrupt(driver: Driver, seconds: float) -> None:
    search = partial(driver.solve, _hard(), Limits(seconds=60))
    go_on = partial(_refute, driver, _CONTRADICTION)
    fault = check_interrupt(search, go_on, after=seconds, within=_DELAY)
    if fault is not None:
        raise CheckFailedError(fault)


_CONTRADICTION = formula(2, [1, 2], [1, -2], [-1, 2], [-1, -2])

CHECKS: dict[str, Callable[[Driver, float], bool | None]] = {
    "satisfiable": lambda driver, _: _model(
        driver, formula(3, [1, 2, 3], [-1, -2], [-1, -3], [-2, -3])
    ),
    "unsatisfiable": lambda driver, _: _refute(driver, _CONTRADICTION),
    "empty formula": lambda driver, _: _model(driver, formula(0), formula(3)),
    "empty clause": lambda driver, _: _refute(driver, formula(0, []), formula(2, [1, 2], [])),
    "unused variables": lambda driver, _: _model(driver, formula(9, [2, 3], [-2])),
    "enumeration": _enumeration,
    "statistics": _statistics,
    "wall time": lambda driver, s: _stops(driver, _hard(), Limits(seconds=s), "wall-time", s),
    "CPU time": lambda driver, s: _stops(
        driver, _hard(), Limits(_GUARD.seconds, cpu_seconds=s), "cpu-time", max(1.0, 2 * s)
    ),
    "memory": _memory,
    "proof": _proof,
    "lazy clauses": _lazy_clauses,
    "propagator": _propagator,
    "Ctrl-C": _interrupt,
}
"""Checks by name. Each takes a driver and the seconds for limits of time, and returns False if the
driver does not declare the capability."""


def _expect(outcome: Outcome, status: str) -> None:
    if outcome.status != status:
        problem = f": {outcome.message}" if outcome.message else ""
        raise CheckFailedError(
            f"{status} was expected, not {outcome.status} ({outcome.reason}){problem}"
        )


def _refute(driver: Driver, *formulas: Cnf) -> None:
    for cnf in formulas:
        _expect(driver.solve(cnf, _GUARD), "UNSATISFIABLE")


def _model(driver: Driver, *formulas: Cnf) -> None:
    for cnf in formulas:
        outcome = driver.solve(cnf, _GUARD)
        _expect(outcome, "SATISFIABLE")
        if outcome.model is None or outcome.model.shape != (cnf.variables + 1,):
            raise CheckFailedError("its model is not complete")
        if check_model(cnf, outcome.model):
            raise CheckFailedError("its model falsifies a clause")


def _stops(driver: Driver, cnf: Cnf, limits: Limits, reason: Reason, seconds: float) -> None:
    started = time.monotonic()
    outcome = driver.solve(cnf, limits)
    spent = time.monotonic() - started
    if outcome.status != "UNKNOWN" or outcome.reason != reason:
        raise CheckFailedError(f"{reason} was expected, not {outcome.status} ({outcome.reason})")
    if spent > seconds + _DELAY:
        raise CheckFailedError(f"it stopped after {spent:.1f} s, not {seconds:.1f} s")


def _refuses(call: Callable[[], object]) -> None:
    try:
        call()
    except ValueError:
        return
    raise CheckFailedError("it takes what it does not declare")


def _at_most_one(model: Model) -> list[list[int]]:
    true = np.flatnonzero(model).tolist()
    return [[-true[0], -true[1]]] if len(true) > 1 else []


class _Forbid(Struct):
    """A separator whose propagator says that a variable is false."""

    variable: int

    def __call__(self, model: Model) -> list[list[int]]:
        return []

    def propagator(self) -> Propagator:
        return _Forbidden(np.array([self.variable], np.int32))


class _Forbidden(Propagator):
    """Says that no watched literal holds."""

    def contradicted(self) -> list[list[int]]:
        return [[-lit] for lit in self.lits] if self.held else []
