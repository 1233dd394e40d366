"""The propagator allows just the forests, in every solver that takes one."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from test_acyclic_exact import PLANE, complete

from nlc.cnf import Cnf
from nlc.drivers import get as driver
from nlc.drivers.base import Limits
from nlc.drivers.pysat import BACKENDS
from nlc.drivers.search import models
from nlc.encode.acyclic import REGISTRY

SOLVERS = [f"pysat:{name}" for name, backend in BACKENDS.items() if backend.propagators]
GRAPHS = {
    name: PLANE[name] for name in ("triangular", "island", "parallel edges", "self-loop", "bridge")
} | {"K5": complete(5)}


def cnf_and_watcher(graph, clauses=()):
    m = len(graph.ends)
    cnf = Cnf(m)
    lits = np.arange(1, m + 1, dtype=np.int32)
    for clause in clauses:
        cnf.add("test", np.array([clause], np.int32))
    return cnf, REGISTRY.get("propagator").lower(cnf, "open", graph, lits, ag.no_degrees(graph))


def chosen(outcome):
    return tuple((np.flatnonzero(outcome.model) - 1).tolist())


@pytest.mark.sample(4)
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())
def test_enumerates_just_the_forests(graph, solver):
    cnf, watchers = cnf_and_watcher(graph)
    *several, last = models(driver(solver), cnf, Limits(), watchers)
    assert last.status == "UNSATISFIABLE", last.message
    assert last.statistics["lazy_clauses"] == 0
    found = [chosen(outcome) for outcome in several]
    assert len(set(found)) == len(found)
    assert set(found) == ag.forests(graph)


@pytest.mark.parametrize("solver", SOLVERS)
def test_two_watchers_share_a_solver(solver):
    graph = ag.drawn([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    cnf = Cnf(10)
    cnf.add("test", np.array([[-x, x + 5] for x in range(1, 6)], np.int32))
    watchers = []
    for first in (1, 6):
        lits = np.arange(first, first + 5, dtype=np.int32)
        watchers += REGISTRY.get("propagator").lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    *several, last = models(driver(solver), cnf, Limits(), watchers)
    assert last.status == "UNSATISFIABLE", last.message
    forests = ag.forests(graph)
    assert len(several) == sum(2 ** len(forest) for forest in forests)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_it_runs_in_a_worker_where_ctrl_c_cannot_break_it(solver):
    cnf, (watcher,) = cnf_and_watcher(ag.grid(2, 2), [[1, 2]])
    asked = []

    class Here:
        def __call__(self, model):
            return watcher(model)

        def propagator(self):
            asked.append("in this process")
            return watcher.propagator()

    assert driver(solver).solve(cnf, separators=[Here()]).status == "SATISFIABLE"
    assert not asked


def test_a_solver_that_takes_no_propagator_says_so():
    cnf, watchers = cnf_and_watcher(ag.grid(2, 2), [[1, 2]])
    outcome = driver("pysat:minisat22").solve(cnf, Limits(), watchers)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert "takes no external propagator: use pysat:cadical195" in (outcome.message or "")


# ---------- without a solver ----------
