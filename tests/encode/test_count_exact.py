"""What count encodings say, against the definition, for every set of counts of few literals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from encode.template_models import numbers_of_models, projection, stamped

from nlc.encode.cardinality import REGISTRY, Counter, choose
from nlc.encode.cardinality.binomial import BINOMIAL
from nlc.encode.cardinality.pysat_card import Cardinality
from nlc.encode.cardinality.trees import UNARY
from nlc.errors import UserError
from nlc.ir.nodes import Counts

PYSAT = [n for n in REGISTRY.names() if isinstance(REGISTRY.get(n), Cardinality)]
OWN = [name for name in REGISTRY.names() if name not in PYSAT]
SMALL = ("pairwise", "ladder", "bitwise")


def sets(n: int) -> Iterator[Counts]:
    for size in range(n + 2):
        for ks in itertools.combinations(range(n + 1), size):
            yield Counts.of(*ks)


def solutions(n: int, counts: Counts) -> set[tuple[bool, ...]]:
    return {a for a in itertools.product((False, True), repeat=n) if sum(a) in counts}


@pytest.mark.slow
@pytest.mark.parametrize("n", range(7))
def test_binomial_clauses_say_every_set_of_counts(n: int) -> None:
    for counts in sets(n):
        clauses = stamped(BINOMIAL.template(n, counts))
        true = {
            a
            for a in itertools.product((False, True), repeat=n)
            if all(any(a[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        }
        assert true == solutions(n, counts)
        assert len(clauses) == BINOMIAL.clauses(n, counts)


@pytest.mark.slow
@pytest.mark.parametrize("n", range(6))
def test_the_unary_encoding_says_every_set_with_one_model_each(n: int) -> None:
    for counts in sets(n):
        template = UNARY.template(n, counts)
        models = numbers_of_models(stamped(template), n)
        assert models == {a: int(a in solutions(n, counts)) for a in models}


@pytest.mark.parametrize("n", [0, 1, 4, 5, 6, 9])
@pytest.mark.parametrize("first", [0, 1])
def test_parity_has_one_model_for_each_solution(n: int, first: int) -> None:
    counts = Counts.of(*range(first, n + 1, 2))
    template = REGISTRY.get("parity").template(n, counts)
    models = numbers_of_models(stamped(template), n)
    assert models == {a: int(sum(a) % 2 == first) for a in models}


def test_parity_refuses_what_is_neither_odd_nor_even() -> None:
    assert REGISTRY.get("parity").refusal(5, Counts.of(1, 3)) is not None
    assert REGISTRY.get("parity").refusal(5, Counts.of(1, 3, 5)) is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OWN)
def test_every_other_encoding_says_every_set_that_it_does_not_refuse(name: str) -> None:
    encoding, taken = REGISTRY.get(name), 0
    for n in range(1, 7):
        for counts in sets(n):
            if encoding.refusal(n, counts) is None:
                taken += 1
                clauses = stamped(encoding.template(n, counts))
                assert projection(clauses, n) == solutions(n, counts), (n, counts)
    assert taken > 0


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", PYSAT)
def test_encodings_of_pysat_say_every_interval_that_they_take(name: str) -> None:
    encoding = REGISTRY.get(name)
    refused = set()
    for n in range(7):
        assert projection(stamped(encoding.template(n, Counts(()))), n) == set()
        for low in range(n + 1):
            for high in range(low, n + 1):
                counts = Counts.between(low, high)
                if encoding.refusal(n, counts) is not None:
                    refused |= {k for k in (low, high) if 1 < k < n - 1}
                    assert name in SMALL
                else:
                    clauses = stamped(encoding.template(n, counts))
                    assert projection(clauses, n) == solutions(n, counts), (n, counts)
    assert refused == ({2, 3, 4} if name in SMALL else set())


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", REGISTRY.names())
def test_a_count_under_a_condition_has_one_model_just_where_that_is_declared(name: str) -> None:
    encoding, n, most = REGISTRY.get(name), 5, 0
    for low in range(n + 1):
        for high in range(low, n + 1):
            counts = Counts.between(low, high)
            if encoding.refusal(n, counts) is None:
                clauses = stamped(encoding.template(n, counts), guards=1)
                most = max(most, *numbers_of_models(clauses, n + 1).values())
    if name == "parity":  # of five it takes no interval
        counts = Counts.of(1, 3, 5)
        clauses = stamped(encoding.template(n, counts), guards=1)
        most = max(numbers_of_models(clauses, n + 1).values())
    assert encoding.declaration.preserves_models == (most == 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY.names())
def test_what_is_declared_to_keep_the_number_of_models_does(name: str) -> None:
    encoding = REGISTRY.get(name)
    several = False
    for n in range(6):
        for counts in sets(n):
            if encoding.refusal(n, counts) is None:
                template = encoding.template(n, counts)
                several |= not template.functional
                if template.functional:
                    models = numbers_of_models(stamped(template), n)
                    assert max(models.values()) <= 1
    assert several != encoding.declaration.preserves_models


@pytest.mark.parametrize("name", ["auto", *REGISTRY.names()])
@pytest.mark.parametrize("counts", [Counts.of(2), Counts.of(0, 2), Counts.of(1, 3, 5), Counts(())])
def test_a_guarded_count_says_nothing_unless_all_guards_hold(name: str, counts: Counts) -> None:
    n = 5
    found = projection(stamped(Counter(name)(n, counts), guards=2), n + 2)
    every = itertools.product((False, True), repeat=n + 2)
    assert found == {a for a in every if not all(a[n:]) or sum(a[:n]) in counts}


@pytest.mark.slow
def test_a_count_that_is_too_large_is_refused_with_the_reason() -> None:
    with pytest.raises(UserError, match="'exactly 50000' of 100000 literals is too large"):
        choose(100_000, Counts.of(50_000))


def test_the_choice_by_size_takes_over_where_the_named_encoding_refuses() -> None:
    template = Counter("bitwise")(5, Counts.of(2))
    assert template.size == BINOMIAL.template(5, Counts.of(2)).size
    assert Counter("pairwise")(100_000, Counts.between(0, 1)).size[1] < 400_000


def test_the_automatic_choice_is_binomial_up_to_its_measured_limits() -> None:
    assert [choose(n, Counts.of(1)) is BINOMIAL for n in (32, 33)] == [True, False]
    assert [choose(n, Counts.of(2)) is BINOMIAL for n in (11, 12)] == [True, False]
    assert [choose(n, Counts.of(*range(1, n + 1, 2))) is BINOMIAL for n in (6, 7)] == [True, False]
