"""Maps of few values: MiniSat by two formulas in turn, beside it tabu search, and CaDiCaL."""

from __future__ import annotations

import time
from itertools import product
from random import Random

import pytest
from support.maps import clique, colouring, solvers, without_triangles

import nlc
from nlc.dataclasses import replace
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.pysat.incremental import IncrementalSolver, SolverError
from nlc.encode import usage
from nlc.process import worker_loop
from nlc.solve import beside, few_values, race, tabu
from nlc.solve.answer import Answer
from nlc.solve.policy import DEFAULT, Policy
from nlc.solve.tabu import NAME

MINISAT, CADICAL = "pysat:minisat22", "pysat:cadical195"

QUICK = Policy(conflicts=0, explain=False, confirm=False)
"""Each formula has one conflict in its turn."""


@pytest.mark.parametrize("left_open", [0, 1, 2])
def test_verdicts_are_those_of_brute_force(left_open, monkeypatch):
    class Tired(IncrementalSolver):
        asked = 0  # of the process that is forked for a puzzle

        def ask(self, *given):
            Tired.asked += 1
            if Tired.asked <= left_open:
                return Outcome("UNKNOWN", "no-answer")
            return super().ask(*given)

    monkeypatch.setattr(few_values, "IncrementalSolver", Tired)
    monkeypatch.setattr(few_values, "LEAD", 30.0)
    monkeypatch.setattr(tabu, "search", lambda *given: Answer("UNKNOWN", "no-answer"))
    random, seen = Random("few values"), set()
    for _ in range(8):
        edges = sorted(random.sample(clique(7), random.randint(9, 14)))
        some = any(all(c[a] != c[b] for a, b in edges) for c in product(range(3), repeat=7))
        answer = nlc.solve(colouring(7, edges, 3), policy=replace(QUICK, conflicts=20))
        assert answer.status == ("SATISFIABLE" if some else "UNSATISFIABLE")
        assert solvers(answer) == [MINISAT] * (left_open + 1)
        seen.add(some)
    assert seen == {False, True}


def test_each_formula_has_its_turn_and_the_first_goes_on():
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=QUICK)
    assert answer.status == "UNSATISFIABLE"
    assert solvers(answer) == [NAME, MINISAT, MINISAT, MINISAT]
    _, first, other, last = answer.steps
    assert (first.status, other.status, last.status) == ("UNKNOWN", "UNKNOWN", "UNSATISFIABLE")
    # Only the values that are in order are fixed beforehand.
    assert first.root_facts.fixed == last.root_facts.fixed > other.root_facts.fixed == 0
    assert answer.encoding is not None
    assert "value-precedence" in answer.encoding.passes


def test_the_second_solver_comes_in_late(monkeypatch):
    monkeypatch.setattr(few_values, "LEAD", 0.0)
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    monkeypatch.setattr(few_values.FewValues, "_in_turn", lambda self: time.sleep(30))
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=QUICK)
    assert (answer.status, answer.solver) == ("UNSATISFIABLE", CADICAL)
    assert answer.portfolio == {MINISAT: "ended", NAME: "ended", CADICAL: "answered"}


def test_the_tabu_search_beside_it_may_be_first(monkeypatch):
    monkeypatch.setattr(tabu, "MOVES", 0)
    monkeypatch.setattr(few_values.FewValues, "_in_turn", lambda self: time.sleep(30))
    answer = nlc.solve(colouring(11, without_triangles(), 4), policy=QUICK)
    assert (answer.status, answer.solver) == ("SATISFIABLE", NAME)


def test_the_second_solver_goes_on_where_the_first_fails(monkeypatch):
    class Crashing(IncrementalSolver):
        def ask(self, *given):
            raise SolverError("it crashed")

    monkeypatch.setattr(few_values, "LEAD", 30.0)
    monkeypatch.setattr(few_values, "IncrementalSolver", Crashing)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=QUICK)
    assert (answer.status, answer.solver) == ("UNSATISFIABLE", CADICAL)


def test_the_turns_are_short_and_then_without_bound(monkeypatch):
    asked = []

    class Open(IncrementalSolver):
        def ask(self, assumptions, conflicts, deadline):
            asked.append(conflicts)
            return Outcome("UNKNOWN", "no-answer" if conflicts else "wall-time")

    def here(solves, *given):
        return race.RaceResult(solves[MINISAT](), None, {})

    monkeypatch.setattr(few_values, "IncrementalSolver", Open)
    monkeypatch.setattr(worker_loop, "default_signals", lambda: None)
    monkeypatch.setattr(race, "race", here)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=replace(QUICK, conflicts=20))
    assert answer.status == "UNKNOWN"
    assert asked == [1000, 2000, None]


@pytest.mark.slow
def test_limits_of_time_hold():
    edges = sorted(Random(2).sample(clique(300), 1360))  # nobody decides that in half a minute
    puzzle = colouring(300, edges, 4)
    started = time.monotonic()
    answer = nlc.solve(puzzle, limits=Limits(seconds=1.0), policy=replace(DEFAULT, explain=False))
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")
    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("policy", "limits", "few"),
    [
        (replace(QUICK, portfolio=False), Limits(), 4),
        (QUICK, Limits(megabytes=500), 4),
        (QUICK, Limits(), 2),
    ],
)
def test_it_is_for_few_values_a_portfolio_and_unlimited_memory(policy, limits, few, monkeypatch):
    monkeypatch.setattr(few_values.FewValues, "run", None)
    monkeypatch.setattr(usage, "FEW", few)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=policy, limits=limits)
    assert answer.status == "UNSATISFIABLE"
