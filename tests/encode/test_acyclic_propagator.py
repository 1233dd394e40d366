"""The propagator allows just the forests, in every solver that takes one."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given, settings
from hypothesis import strategies as st
from test_acyclic_exact import PLANE, complete, plane_graphs

from nlc.cnf import Cnf
from nlc.drivers import get as driver
from nlc.drivers.base import Limits
from nlc.drivers.pysat import BACKENDS
from nlc.drivers.search import models
from nlc.encode.acyclic import REGISTRY
from nlc.encode.acyclic.propagator import CyclePropagator

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
def test_refutes_as_many_edges_as_nodes(solver):
    graph = ag.grid(4, 4)
    at_each = [
        [e + 1 for e, ends in enumerate(graph.ends.tolist()) if v in ends] for v in range(16)
    ]
    ring = [clause for v in range(16) for clause in at_least_two(at_each[v])]
    cnf, watchers = cnf_and_watcher(graph, ring)
    assert driver(solver).solve(cnf).status == "SATISFIABLE"
    assert driver(solver).solve(cnf, Limits(60), watchers).status == "UNSATISFIABLE"


def at_least_two(row):
    return [[x for x in row if x != left_out] for left_out in row]


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


class Search:
    """What a solver tells a propagator: values by level, some of them fixed."""

    def __init__(self, graph):
        m = len(graph.ends)
        self.graph = graph
        self.propagator = CyclePropagator(
            graph.nodes, graph.ends, np.arange(1, m + 1, dtype=np.int32)
        )
        self.levels: list[list[int]] = [[]]
        self.fixed: set[int] = set()

    @property
    def held(self) -> list[int]:
        return [x for level in self.levels for x in level]

    @property
    def open(self) -> list[int]:
        known = set(map(abs, self.held))
        return [v for v in self.propagator.watched if v not in known]

    def acyclic(self, lits) -> bool:
        ends = self.graph.ends.tolist()
        return ag.is_forest(self.graph.nodes, [ends[x - 1] for x in lits if x > 0])

    def assign(self, lit: int, times: int, fixed: bool) -> None:
        self.levels[-1].append(lit)
        for _ in range(times):
            self.propagator.on_assignment(lit, False)
        if fixed:
            self.fixed.add(lit)
            self.propagator.on_assignment(lit, True)

    def backtrack(self, to: int) -> None:
        self.levels[to] += [x for level in self.levels[to + 1 :] for x in level if x in self.fixed]
        del self.levels[to + 1 :]
        self.propagator.on_backtrack(to)

    def check(self) -> None:
        """See that cycles are found, and that all clauses and reasons are against cycles."""
        propagator, held = self.propagator, self.held
        assert propagator.check_model(held) == self.acyclic(held)
        while propagator.has_clause():
            assert not self.acyclic([-x for x in propagator.add_clause()])
        while implied := propagator.propagate():
            (lit,) = implied
            assert lit not in held
            assert -lit not in held
            reason = propagator.provide_reason(lit)
            assert lit in reason
            assert {-x for x in reason if x != lit} <= set(held)
            assert not self.acyclic([-x for x in reason])


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_it_finds_every_cycle_along_a_search_and_says_only_what_follows(data):
    plane = plane_graphs() | st.sampled_from([PLANE["parallel edges"], complete(4)])
    search = Search(data.draw(plane))
    for _ in range(data.draw(st.integers(1, 25))):
        if len(search.levels) > 1 and data.draw(st.booleans()):
            search.backtrack(data.draw(st.integers(0, len(search.levels) - 1)))
        elif search.open:
            search.levels.append([])
            search.propagator.on_new_level()
            few = st.lists(st.sampled_from(search.open), max_size=3, unique=True)
            for v in data.draw(few):
                lit = data.draw(st.sampled_from([v, v, -v]))
                search.assign(lit, data.draw(st.integers(1, 2)), data.draw(st.integers(0, 5)) == 0)
        search.check()
        while not search.acyclic(search.held) and len(search.levels) > 1:
            search.backtrack(len(search.levels) - 2)
            search.check()
        if not search.acyclic(search.held):
            break
