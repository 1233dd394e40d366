"""What every driver does alike, on the real solvers; a missing executable is a failure."""

from __future__ import annotations

import numpy as np
import pytest
from support.solvers import children, hard_cnf, make_cnf, random_cnf, solutions

from nlc.cnf import Cnf, check_model
from nlc.drivers import DRIVERS, get
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.pysat import BACKENDS, aliases_of, missing
from nlc.drivers.search import models

PYSAT = [f"pysat:{name}" for name in sorted(BACKENDS.keys() | aliases_of()) if not missing(name)]
COMMANDS = ["cmd:cadical -q {cnf}", "cmd:cadical -q"]
NAMES = [*DRIVERS.own, *COMMANDS, *PYSAT]


@pytest.fixture(params=NAMES)
def driver(request: pytest.FixtureRequest) -> Driver:
    return get(request.param)


@pytest.fixture(params=[*DRIVERS.own, COMMANDS[0], *PYSAT[::7]])
def sampled(request: pytest.FixtureRequest) -> Driver:
    """Some of the drivers: limits and the search for further models are one code for PySAT."""
    return get(request.param)


def found(driver: Driver, cnf: Cnf, limits: Limits = NO_LIMITS) -> list[tuple[bool, ...]]:
    *several, last = models(driver, cnf, limits)
    assert last.status == "UNSATISFIABLE", last.message
    shown = cnf.projection if len(cnf.projection) else np.arange(1, cnf.variables + 1)
    assert all(m.model is not None and check_model(cnf, m.model) == 0 for m in several)
    return [tuple(m.model[shown].tolist()) for m in several if m.model is not None]


def test_tells_its_version(driver: Driver) -> None:
    assert driver.missing() is None
    assert driver.version()


SATISFIABLE: list[tuple[int, list[list[int]]]] = [
    (0, []),
    (2, [[-1], [2]]),
    (9, [[2, 3], [-2]]),
    (3, [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]),
]
UNSATISFIABLE: list[tuple[int, list[list[int]]]] = [
    (0, [[]]),
    (2, [[1, 2], []]),
    (1, [[1], [-1]]),
    (2, [[1, 2], [1, -2], [-1, 2], [-1, -2]]),
]


@pytest.mark.slow
def test_finds_a_complete_model(driver: Driver) -> None:
    for variables, clauses in SATISFIABLE:
        cnf = make_cnf(variables, clauses)
        outcome = driver.solve(cnf)
        assert outcome.status == "SATISFIABLE", (clauses, outcome.message)
        assert outcome.model is not None
        assert outcome.model.shape == (variables + 1,)
        assert outcome.model.dtype == np.bool_
        assert check_model(cnf, outcome.model) == 0
        assert outcome.reason == "answered"


@pytest.mark.sample(1)
def test_refutes(driver: Driver) -> None:
    for variables, clauses in UNSATISFIABLE:
        outcome = driver.solve(make_cnf(variables, clauses))
        told = (clauses, outcome.message)
        assert (outcome.status, outcome.model) == ("UNSATISFIABLE", None), told


@pytest.mark.sample(1)
def test_agrees_with_brute_force_on_random_formulas(driver: Driver) -> None:
    for seed in range(4):
        cnf = random_cnf(seed, 8, 35)
        expected = "SATISFIABLE" if solutions(cnf) else "UNSATISFIABLE"
        assert driver.solve(cnf).status == expected


@pytest.mark.slow
def test_enumerates_each_projected_solution_once(driver: Driver) -> None:
    cnf = random_cnf(7, 7, 12, projection=[2, 4, 5])
    models = found(driver, cnf)
    assert len(models) == len(set(models))
    assert set(models) == solutions(cnf)


@pytest.mark.slow
def test_enumerates_all_variables_without_a_projection(sampled: Driver) -> None:
    cnf = make_cnf(4, [[1, 2], [-1, -2], [3]])
    assert sorted(found(sampled, cnf)) == sorted(solutions(cnf))


@pytest.mark.slow
def test_enumerates_under_limits(sampled: Driver) -> None:
    cnf = random_cnf(7, 7, 12, projection=[2, 4])
    assert set(found(sampled, cnf, Limits(seconds=60, megabytes=2000))) == solutions(cnf)


@pytest.mark.sample(2)
def test_stops_at_the_time_limit_and_leaves_no_process(sampled: Driver) -> None:
    before = children()
    outcome = sampled.solve(hard_cnf(), Limits(seconds=0.05))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "wall-time"), outcome.message
    assert children() == before


@pytest.mark.slow
def test_the_time_limit_holds_for_all_models_together(sampled: Driver) -> None:
    free = make_cnf(40, [[v, v + 1] for v in range(1, 40)])
    before = children()
    several: list[Outcome] = []
    for seconds in (0.1, 0.4, 1.6, 6.4, 25.6):  # on a busy machine there may be none at first
        *several, last = models(sampled, free, Limits(seconds=seconds))
        assert (last.status, last.reason) == ("UNKNOWN", "wall-time"), last.message
        if several:
            break
    assert several
    assert children() == before


@pytest.mark.sample(6)
def test_a_closed_iterator_leaves_no_process(sampled: Driver) -> None:
    before = children()
    outcomes = models(sampled, make_cnf(20, [[1, 2]]), Limits(seconds=60))
    assert next(outcomes).status == "SATISFIABLE"
    del outcomes
    assert children() == before


@pytest.mark.sample(4)
def test_reports_the_statistics_that_it_claims(driver: Driver) -> None:
    figures = driver.solve(random_cnf(1, 60, 250)).statistics
    assert set(figures) == set(driver.capabilities.statistics)
    assert all(isinstance(value, int) and value >= 0 for value in figures.values())
