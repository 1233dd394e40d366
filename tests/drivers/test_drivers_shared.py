"""What every driver does alike, on the real solvers, beyond what the probe tries of each."""

from __future__ import annotations

import pytest
from support.solvers import children, make_cnf, random_cnf, solutions

from nlc.cnf import check_model
from nlc.drivers import DRIVERS, get
from nlc.drivers.base import Driver, Limits, Outcome
from nlc.drivers.pysat import BACKENDS, aliases_of, missing
from nlc.drivers.search import models

PYSAT = [f"pysat:{name}" for name in sorted(BACKENDS.keys() | aliases_of()) if not missing(name)]
COMMANDS = ["cmd:cadical -q {cnf}", "cmd:cadical -q"]
NAMES = [*DRIVERS.own, *COMMANDS, *PYSAT]


@pytest.fixture(params=[*DRIVERS.own, COMMANDS[0], *PYSAT[::7]])
def sampled(request: pytest.FixtureRequest) -> Driver:
    """Some of the drivers: limits and the search for further models are one code for PySAT."""
    return get(request.param)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", NAMES)
def test_finds_the_solutions_of_brute_force(name: str) -> None:
    driver = get(name)
    for cnf in (random_cnf(7, 7, 12, projection=[2, 4, 5]), random_cnf(1, 8, 35)):
        *several, last = models(driver, cnf)
        assert last.status == "UNSATISFIABLE", last.message
        assert all(m.model is not None and check_model(cnf, m.model) == 0 for m in several)
        shown = cnf.projection if len(cnf.projection) else range(1, cnf.variables + 1)
        found = [tuple(bool(m.model[v]) for v in shown) for m in several if m.model is not None]
        assert len(found) == len(set(found))
        assert set(found) == solutions(cnf)


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
