"""Describes a solver, and checks by running it that it has the declared capabilities."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from msgspec import Struct

from nlc.drivers.base import Capabilities, Driver, Limits
from nlc.drivers.probe_checks import CHECKS, CheckFailedError
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

Result = Literal["passed", "failed", "not declared"]
"""The result of a check; ``not declared`` is for a capability that the solver does not declare, and
refused as it should."""

_PATIENCE = 30.0
"""Seconds for all checks of a solver, besides those for its limits."""


class Check(Struct, frozen=True):
    """The result of one check.

    Attributes:
        name: of the check, one of `nlc.drivers.probe_checks.CHECKS`.
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
        checks: in the order of `nlc.drivers.probe_checks.CHECKS`.
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
        result, problem = _run_check(check, driver, seconds)
        yield Check(name, result, problem, time.monotonic() - started)


def _run_check(
    check: Callable[[Driver, float], bool | None], driver: Driver, seconds: float
) -> tuple[Result, str | None]:
    try:
        return ("not declared" if check(driver, seconds) is False else "passed"), None
    except CheckFailedError as failure:
        return "failed", str(failure)
    except Exception as error:  # of a driver, perhaps of another package
        return "failed", f"{type(error).__name__}: {error}"
