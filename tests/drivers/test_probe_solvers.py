"""The probe: what is installed passes, and whoever declares too much or too little is found out."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.solvers import children

from nlc.cnf import Cnf, Separator
from nlc.drivers import available
from nlc.drivers.base import NO_LIMITS, Capabilities, Driver, Limits, Outcome
from nlc.drivers.probe import CHECKS, check_interrupt, probe
from nlc.drivers.pysat.driver import PysatDriver
from nlc.process.limits import hold_signals

DRIVERS = available()


@pytest.mark.slow
@pytest.mark.parametrize("driver", DRIVERS, ids=[driver.name for driver in DRIVERS])
def test_what_is_installed_does_what_it_declares(driver: Driver) -> None:
    done = probe(driver, seconds=0.05)
    assert done.failures == []
    assert done.missing == driver.missing()
    if done.missing is None:
        assert [check.name for check in done.checks] == list(CHECKS)
        assert done.version
        declared = {check.name: check.result == "passed" for check in done.checks}
        assert declared["proof"] == driver.capabilities.proofs
        assert declared["propagator"] == driver.capabilities.propagators
        assert declared["lazy clauses"] == driver.capabilities.in_process
        assert declared["statistics"] == bool(driver.capabilities.statistics)
    assert not children()


class Liar(PysatDriver):
    """A solver that is not quite as it says."""

    def __init__(self, **declared: Any) -> None:
        super().__init__("minisat22")
        self.capabilities = Capabilities(
            **{"in_process": True, "statistics": self.capabilities.statistics, **declared}
        )


class Altered(Liar):
    """A solver whose outcomes are changed."""

    def __init__(self, alter: Callable[[Outcome], Outcome]) -> None:
        super().__init__()
        self._alter = alter

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        return self._alter(super().solve(cnf, limits, separators, proof))


def failures(driver: Driver) -> list[str]:
    return [check.name for check in probe(driver, seconds=0.05).failures]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("declared", "failure"),
    [
        ({"statistics": ("conflicts",)}, "statistics"),
        ({"statistics": ()}, "statistics"),
        ({"in_process": False}, "lazy clauses"),
        ({"proofs": True}, "proof"),
        ({"propagators": True}, "propagator"),
    ],
)
def test_a_false_declaration_is_found(declared: dict[str, Any], failure: str) -> None:
    assert failures(Liar(**declared)) == [failure]


@pytest.mark.slow
def test_a_solver_that_says_the_contrary_is_found() -> None:
    contrary = {"SATISFIABLE": "UNSATISFIABLE", "UNSATISFIABLE": "SATISFIABLE"}

    def turn(outcome: Outcome) -> Outcome:
        status: Any = contrary.get(outcome.status, outcome.status)
        return Outcome(status, outcome.reason, model=outcome.model)

    found = failures(Altered(turn))
    assert {"satisfiable", "unsatisfiable", "empty clause", "unused variables"} <= set(found)
    assert not {"wall time", "memory"} & set(found)


class Missing(Liar):
    def missing(self) -> str | None:
        return "it is elsewhere"


def test_a_missing_solver_is_told_and_not_tried() -> None:
    done = probe(Missing())
    assert (done.missing, done.version, done.checks) == ("it is elsewhere", None, ())


def wait_for_ctrl_c() -> None:
    """Wait for what is held back until here."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    time.sleep(60)


def swallow() -> None:
    try:
        wait_for_ctrl_c()
    except KeyboardInterrupt:
        time.sleep(60)


def leave_a_child() -> None:
    PysatDriver("minisat22").solve(Cnf(variables=1))
    wait_for_ctrl_c()


def broken() -> None:
    raise LookupError


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("search", "go_on", "problem"),
    [
        (wait_for_ctrl_c, lambda: None, None),
        (lambda: None, lambda: None, "ended before Ctrl-C"),
        (swallow, lambda: None, "does not end within 0.5 s of Ctrl-C"),
        (leave_a_child, lambda: None, "a process is left"),
        (wait_for_ctrl_c, broken, "fails after Ctrl-C"),
    ],
)
def test_what_ctrl_c_does_is_told(
    search: Callable[[], object], go_on: Callable[[], object], problem: str | None
) -> None:
    within = 0.5 if search is swallow else 60
    with hold_signals():  # in the child, too, until it waits
        fault = check_interrupt(search, go_on, after=0.1, within=within)
    assert (fault is None) if problem is None else (problem in str(fault))
