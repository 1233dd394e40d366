"""Formulas in another order: the same models, mapped back, by every way into a solver."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from pysat.solvers import Solver

import nlc
from nlc.cnf import Block, Cnf
from nlc.comparing.shuffle import Shuffle, ShuffledChoice, ShuffledDriver
from nlc.drivers import get
from nlc.drivers.base import Outcome
from nlc.drivers.external import Call, Limits
from nlc.solving.choice import choose_solvers
from nlc.solving.question import ALL, ONE, PLAIN
from nlc.solving.solve import solve_one


def random_cnf(seed: int) -> Cnf:
    random = np.random.default_rng(seed)
    cnf = Cnf(variables=6, projection=np.arange(1, 7, dtype=np.int32))
    for width in (2, 3):
        rows = [random.choice(6, width, replace=False) + 1 for _ in range(4)]
        cnf.add("r", np.array(rows) * random.choice([-1, 1], (4, width)))
    return cnf


def models(cnf: Cnf) -> set[tuple[int, ...]]:
    clauses = [row for block in cnf.blocks for row in block.clauses.tolist()]
    with Solver(bootstrap_with=[*clauses, *([v, -v] for v in range(1, cnf.variables + 1))]) as s:
        return {tuple(model) for model in s.enum_models()}


@pytest.mark.parametrize("seed", range(6))
def test_models_of_the_order_are_those_of_the_formula(seed):
    cnf = random_cnf(seed)
    order = Shuffle.of(cnf, seed + 1)
    shuffled = order.formula(cnf)
    assert shuffled.clauses == cnf.clauses and shuffled.literals == cnf.literals
    found = {
        tuple(int(v) if held else -int(v) for v, held in enumerate(back) if v)
        for model in models(shuffled)
        for back in [order.model(np.array([False, *(x > 0 for x in model)]))]
    }
    assert found == models(cnf)
    assert order.literals(np.array([7, -9])).tolist() == [7, -9]
    wrong = Outcome("SATISFIABLE", model=np.zeros(7, np.bool_))
    none = Cnf(variables=6, blocks=[Block("r", np.array([[1, 2]], np.int32))])
    assert order.outcome(wrong, none).reason == "bad-model"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["acyclic=lazy", "acyclic=primal-dual", "acyclic=propagator"])
def test_a_search_in_another_order_finds_every_board(encoding):
    puzzle = nlc.puzzle("slitherlink", [[3, None], [None, None]])
    right = {*nlc.enumerate(puzzle)}
    chosen = choose_solvers("pysat:cadical195", encoding)
    other = ShuffledChoice(chosen.solvers, chosen.encoding, chosen.plan, chosen.made, 1)
    answer = solve_one(puzzle, ALL, other, PLAIN)
    assert {*answer.boards} == right and answer.complete and len(right) > 1


def test_the_seed_is_that_of_the_solver_too(tmp_path):
    driver = get("cadical").seeded(7)
    words = driver.command(Call("cadical", tmp_path / "a", tmp_path / "b", None, Limits()))
    assert "--seed=7" in words and get("cadical").seed is None
    decide = partial(ShuffledDriver(get("pysat:minisat22"), 3).solve, random_cnf(2))
    assert np.array_equal(decide().model, decide().model)


@pytest.mark.slow
def test_repetitions_differ_and_agree():
    puzzle = nlc.puzzle("slitherlink", [[None] * 5] * 5)
    found = nlc.diff(puzzle, solvers=["pysat:glucose42"], repeat=3)
    (sample,) = found.samples
    assert {row.status for row in sample.rows} == {"SATISFIABLE"}
    assert len({row.formula for row in sample.rows}) == 1
    assert len({row.figures["propagations"] for row in sample.rows}) > 1


@pytest.mark.parametrize("best", ["core", "counter"])
def test_a_search_in_another_order_finds_the_best_board(best):
    rules = "var on : cell -> bool; rule r { at least 2 of on[cells]; }"
    text = f"genre g {{ {rules} show on; minimize count on; }}\n"
    (puzzle,) = nlc.loads(text + 'puzzle "p" is g { topology square; board\n. . .\n. . .\nend }')
    chosen = choose_solvers(None, "default", f"{{solver=pysat:glucose42 best={best}}}")
    other = ShuffledChoice(chosen.solvers, chosen.encoding, chosen.plan, chosen.made, 1)
    answer = solve_one(puzzle, ONE, other, PLAIN)
    assert (answer.objective, answer.bound) == (2, 2), answer.message
