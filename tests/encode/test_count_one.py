"""At most one and exactly one, by every encoding that states them."""

from __future__ import annotations

import itertools

import pytest
from encode.template_models import numbers_of_models, stamped

from nlc.encode.cardinality import REGISTRY, Counter
from nlc.encode.cardinality.one import One
from nlc.ir.nodes import Counts

ONE, AT_MOST_ONE = Counts.of(1), Counts.between(0, 1)

EVERY = [name for name in REGISTRY.names() if REGISTRY.get(name).refusal(100, ONE) is None]
NAMES = [name for name in EVERY if isinstance(REGISTRY.get(name), One)]
every, names = pytest.mark.parametrize("name", EVERY), pytest.mark.parametrize("name", NAMES)


@pytest.mark.sample(42)
@every
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 9, 10])
def test_one_and_at_most_one_are_exact(name: str, n: int) -> None:
    encoding = REGISTRY.get(name)
    for counts in (ONE, AT_MOST_ONE):
        assert encoding.refusal(n, counts) is None
        models = numbers_of_models(stamped(encoding.template(n, counts)), n, limit=1)
        assert models == {a: int(sum(a) in counts) for a in models}


@pytest.mark.sample(36)
@every
@pytest.mark.parametrize("n", [17, 28, 100])
def test_every_input_can_hold_alone_and_no_two_can_hold_together(name: str, n: int) -> None:
    from pysat.solvers import Solver

    clauses = stamped(REGISTRY.get(name).template(n, ONE))
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert all(solver.solve([v]) for v in range(1, n + 1))
        assert not any(solver.solve(pair) for pair in itertools.combinations(range(1, n + 1), 2))
        assert not solver.solve([-v for v in range(1, n + 1)])


@names
def test_all_other_counts_are_refused_and_left_to_the_choice_by_size(name: str) -> None:
    encoding = REGISTRY.get(name)
    for n, counts in [
        (0, ONE),
        (5, Counts(())),
        (5, Counts.of(0)),
        (5, Counts.of(2)),
        (5, Counts.of(0, 2)),
        (5, Counts.between(1, 5)),
        (5, Counts.between(0, 5)),
        (10_000_001, ONE),
    ]:
        assert encoding.refusal(n, counts) is not None
    assert Counter(name)(5, Counts.of(2)).size == Counter("auto")(5, Counts.of(2)).size
