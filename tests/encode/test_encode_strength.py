"""The measured strength of unit propagation, and the measuring itself."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from encode.template_models import projection, stamped, weak_spots

from nlc.encode import cardinality as count
from nlc.encode import domains as labels
from nlc.encode.cardinality import Counter
from nlc.encode.domains.base import Word
from nlc.encode.tables import (
    Strength,
    count_strength,
    equality,
    equality_strength,
    models,
    strength,
)
from nlc.encode.template import Template, from_lists
from nlc.ir.nodes import Counts

COMPLETE, WEAK, NOTHING = Strength(True, True), Strength(True, False), Strength(False, False)


def shapes(kind: str) -> list[tuple[int, Counts]]:
    every = [(n, k) for n in range(1, 7) for k in range(n + 1)]
    if kind == "exactly":
        return [(n, Counts.of(k)) for n, k in every]
    if kind == "at most":
        return [(n, Counts.between(0, k)) for n, k in every]
    return [(n, Counts.between(k, n)) for n, k in every]


GOLDEN = {
    "binomial": (27, COMPLETE),
    "unary": (27, COMPLETE),
    "parity": (3, COMPLETE),
    "pairwise": (21, COMPLETE),
    "seqcounter": (27, COMPLETE),
    "sortnetwrk": (27, COMPLETE),
    "cardnetwrk": (27, COMPLETE),
    "bitwise": (21, COMPLETE),
    "product": (6, COMPLETE),
    "commander": (6, COMPLETE),
    "bimander": (6, COMPLETE),
    "ladder": (21, COMPLETE),
    "totalizer": (27, COMPLETE),
    "mtotalizer": (27, NOTHING),
    "kmtotalizer": (27, NOTHING),
}
"""Shapes "exactly k of n", n <= 6, that an encoding states, and its strength in all of them."""


@pytest.mark.slow
def test_every_encoding_of_counts_has_its_measured_strength() -> None:
    found = {}
    for name in GOLDEN:
        encoding = count.REGISTRY.get(name)
        measured = [
            count_strength(encoding.template(n, counts), counts)
            for n, counts in shapes("exactly")
            if encoding.refusal(n, counts) is None
        ]
        found[name] = (len(measured), worst(measured))
    assert found == GOLDEN


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["at most", "at least"])
def test_only_modulo_totalizers_miss_something_of_one_sided_bounds(kind: str) -> None:
    weak = {
        name
        for name in GOLDEN
        for n, counts in shapes(kind)
        if count.REGISTRY.get(name).refusal(n, counts) is None
        and count_strength(count.REGISTRY.get(name).template(n, counts), counts) != COMPLETE
    }
    assert weak == {"mtotalizer", "kmtotalizer"}


def test_modulo_totalizers_are_complete_for_bounds_of_one() -> None:
    for name, n in itertools.product(("mtotalizer", "kmtotalizer"), range(1, 7)):
        template = count.REGISTRY.get(name).template(n, Counts.of(1))
        assert count_strength(template, Counts.of(1)) == COMPLETE


EQUALITY = {
    "direct": [COMPLETE, COMPLETE, COMPLETE, WEAK, WEAK],
    "direct-free": [COMPLETE, COMPLETE, COMPLETE, WEAK, WEAK],
    "direct-support": [COMPLETE] * 5,
    "log": [COMPLETE] * 5,
    "order": [COMPLETE] * 5,
    "thesis": [COMPLETE, COMPLETE, WEAK, WEAK, WEAK],
}
"""For 1, 2, 3, 4 and 5 choices, of which "no value" is one in optional words."""


@pytest.mark.slow
@pytest.mark.parametrize("name", labels.REGISTRY.names())
def test_equality_under_a_guard_has_its_measured_strength(name: str) -> None:
    assert [equality_strength(word_of(name, p, False)) for p in range(1, 6)] == EQUALITY[name]
    assert [equality_strength(word_of(name, p, True)) for p in range(5)] == EQUALITY[name]


@pytest.mark.parametrize("values", [7, 8])
def test_log_equality_is_complete_for_more_values(values: int) -> None:
    assert equality_strength(word_of("log", values, False)) == COMPLETE


@pytest.mark.slow
def test_direct_words_that_share_no_value_do_not_make_the_guard_false() -> None:
    clauses, guard, auxiliaries = equality(word_of("direct", 4, False))
    lists = [clause for block in clauses for clause in block.tolist()]
    assert auxiliaries == 0
    assert (-1, -2, -7, -8) in set(weak_spots(lists, guard, projection(lists, guard)))


@pytest.mark.parametrize("name", ["seqcounter", "mtotalizer", "kmtotalizer", "bimander", "unary"])
def test_the_measure_agrees_with_plain_unit_propagation(name: str) -> None:
    for n, k in [(4, 1), (4, 2), (5, 1), (5, 2)]:
        counts = Counts.of(k)
        encoding = count.REGISTRY.get(name)
        if encoding.refusal(n, counts) is None:
            template = encoding.template(n, counts)
            clauses = stamped(template)
            allowed = {a for a in itertools.product((False, True), repeat=n) if sum(a) == k}
            complete = not list(weak_spots(clauses, n, allowed))
            assert count_strength(template, counts).forced == complete


def formula(*clauses: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    return from_lists(clauses)


def test_conflicts_may_all_be_found_where_forced_literals_are_not() -> None:
    # 1 follows from the two clauses, but unit propagation does not see it.
    clauses = formula((1, 2), (1, -2))
    assert strength(clauses, models(clauses, 2, 0)) == WEAK


def test_a_contradiction_that_needs_a_case_split_is_not_found() -> None:
    clauses = formula((1, 2), (1, -2), (-1, 2), (-1, -2))
    # Nothing is forced, because no solution is left.
    assert strength(clauses, models(clauses, 2, 0)) == Strength(conflicts=False, forced=True)
    hidden = formula((2, 3, -1), (2, -3, -1), (-2, 3, -1), (-2, -3, -1))
    assert strength(hidden, models(hidden, 1, 2)) == NOTHING


def test_the_empty_clause_is_a_conflict_everywhere() -> None:
    clauses = formula(())
    assert strength(clauses, np.zeros((2, 2), np.bool_)) == COMPLETE


def test_models_are_projected_on_what_is_seen() -> None:
    clauses = formula((-1, 2, 3), (-3, -1))
    assert models(clauses, 2, 1).tolist() == [[True, True], [False, True]]


def test_what_cannot_be_measured_is_an_error() -> None:
    with pytest.raises(ValueError, match="too many partial assignments"):
        strength((), np.ones((2,) * 13, np.bool_))
    with pytest.raises(ValueError, match="too many assignments"):
        models((), 12, 5)
    with pytest.raises(ValueError, match="exclude a solution"):
        count_strength(Template(2, 0, formula((-1,))), Counts.of(1))
    counted = labels.REGISTRY.get("direct").word("ABCDEF", False, Counter("unary"))
    with pytest.raises(ValueError, match="auxiliaries"):
        equality_strength(counted)


def worst(found: list[Strength]) -> Strength:
    return Strength(all(s.conflicts for s in found), all(s.forced for s in found))


def word_of(name: str, values: int, optional: bool) -> Word:
    return labels.REGISTRY.get(name).word("ABCDEFGH"[:values], optional, Counter("binomial"))
