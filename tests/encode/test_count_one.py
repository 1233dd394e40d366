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


@pytest.mark.parametrize(
    ("name", "of_16", "of_32"),
    [
        ("product", (8, 45), (22, 97)),
        ("commander", (8, 53), (15, 106)),
        ("bimander", (3, 57), (4, 145)),
    ],
)
def test_exactly_one_has_the_published_sizes(
    name: str, of_16: tuple[int, int], of_32: tuple[int, int]
) -> None:
    encoding = REGISTRY.get(name)
    assert encoding.template(16, ONE).size[:2] == of_16
    assert encoding.template(32, ONE).size[:2] == of_32
    assert encoding.template(32, AT_MOST_ONE).size[:2] == (of_32[0], of_32[1] - 1)


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


@pytest.mark.parametrize("counts", [ONE, AT_MOST_ONE])
def test_commanders_keep_the_number_of_models_and_the_others_do_not(counts: Counts) -> None:
    n = 7
    for name in NAMES:
        template = REGISTRY.get(name).template(n, counts)
        most = max(numbers_of_models(stamped(template, guards=1), n + 1).values())
        assert template.functional == REGISTRY.get(name).declaration.preserves_models
        assert template.functional == (most == 1) == (name == "commander")


@pytest.mark.slow
def test_a_hundred_thousand_inputs_take_a_few_clauses_each() -> None:
    n = 100_000
    for name, clauses in [("product", 2.1 * n), ("commander", 3.6 * n), ("bimander", 17 * n)]:
        assert REGISTRY.get(name).template(n, AT_MOST_ONE).size[1] < clauses
