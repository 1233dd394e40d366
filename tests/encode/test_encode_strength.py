"""The measured strength of unit propagation, and the measuring itself."""

from __future__ import annotations

import numpy as np
import pytest

from nlc.encode import cardinality as count
from nlc.encode import domains as labels
from nlc.encode.cardinality import Counter
from nlc.encode.domains import Word
from nlc.encode.tables import (
    Strength,
    count_strength,
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


def formula(*clauses: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    return from_lists(clauses)


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
