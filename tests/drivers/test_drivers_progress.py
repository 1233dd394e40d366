"""Solvers tell their conflicts while they search, if anybody listens."""

from __future__ import annotations

import pytest
from support.needs import missing
from support.proofs import pigeonhole
from support.solvers import make_cnf

from nlc import drivers
from nlc.drivers.progress import counting_conflicts

PIGEONS = make_cnf(72, pigeonhole(8))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:minisat22", "cadical", "kissat"])
def test_the_conflicts_of_a_search_are_told_as_it_goes(name):
    solver, told = drivers.get(name), list[int]()
    if (reason := solver.missing()) is not None:
        missing(reason)
    with counting_conflicts(told.append):
        outcome = solver.solve(PIGEONS)
    assert outcome.status == "UNSATISFIABLE"
    assert len(told) > 2 and told == sorted(told)
    assert 1000 <= told[-1] <= outcome.statistics["conflicts"]
