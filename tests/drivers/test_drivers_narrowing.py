"""Models that narrow what all have in common, compared with the backbone by truth table."""

from __future__ import annotations

from functools import partial
from itertools import islice
from random import Random

import numpy as np
import pytest
from support.solvers import make_cnf

from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS, Outcome
from nlc.drivers.search import Query, QueryResult, search
from nlc.drivers.session import run
from nlc.oracle.formulas import Formula, random_formula

SOLVERS = ["minisat", "pysat:cadical195", "pysat:minisat22", "pysat:lingeling"]


def formulas(count: int, seed: int) -> list[Formula]:
    random = Random(seed)
    made = (random_formula(random) for _ in range(10_000))
    few = (f for f in made if 1 <= f.variables <= 10 and all(f.clauses))
    return list(islice(few, count))


def narrow(driver, cnf, limits=NO_LIMITS, separators=()):
    """Yield models each of which differs from what all before it agree on."""
    work = partial(search, queries=(Query(0),), narrow=True)
    for each in run(driver, work, cnf, limits, separators):
        if isinstance(each, QueryResult | Outcome):
            yield each.outcome if isinstance(each, QueryResult) else each


def common(shown: tuple[int, ...], models: list[np.ndarray]) -> dict[int, bool]:
    """Return the variables that have one value in all models, with it."""
    return {v: bool(models[0][v]) for v in shown if len({bool(m[v]) for m in models}) == 1}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_what_the_models_share_at_the_end_is_the_backbone(solver):
    compared = 0
    for formula in formulas(8, seed=len(solver)):
        cnf = make_cnf(formula.variables, formula.clauses, formula.projection)
        *found, last = narrow(get(solver), cnf)
        assert last.status == "UNSATISFIABLE"
        models = [outcome.model for outcome in found]
        known = formula.solutions(1 << 10)
        assert known is not None
        assert bool(models) == bool(known)
        if known:
            truth = {v: {v in true for true in known} for v in formula.shown}
            backbone = {v: values.pop() for v, values in truth.items() if len(values) == 1}
            assert common(formula.shown, models) == backbone
            assert len(models) <= len(formula.shown) - len(backbone) + 1
            compared += bool(backbone)
    assert compared > 1


@pytest.mark.processes
@pytest.mark.parametrize("solver", ["minisat", "pysat:minisat22", "pysat:lingeling"])
def test_a_model_that_breaks_a_separator_s_clause_narrows_nothing(solver):
    cnf = make_cnf(3, [(1, 2)])
    asked = []

    def never_two(model):
        asked.append(model)
        return [[-2]] if model[2] else []

    *found, last = narrow(get(solver), cnf, separators=[never_two])
    assert last.status == "UNSATISFIABLE"
    assert common((1, 2, 3), [outcome.model for outcome in found]) == {1: True, 2: False}
