"""Encodings of one's own: a wrong one is refused with the smallest counterexample."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import nlc
from nlc.comparing.check import CASES, check
from nlc.encode.base import Declaration
from nlc.encode.cardinality import REGISTRY
from nlc.encode.cardinality.one import AtMostOne, One
from nlc.encode.references import cited, entries
from nlc.encode.spec import declarations, registry
from nlc.encode.template import pairwise
from nlc.errors import UserError


def pairs(n: int) -> AtMostOne:
    inputs = np.arange(1, n + 1)
    return AtMostOne(n, [pairwise(inputs[None])], [], inputs)


def without_the_last(n: int) -> AtMostOne:
    right = pairs(n)
    return right._replace(clauses=[clauses[:-1] for clauses in right.clauses])


def too_strong(n: int) -> AtMostOne:
    return pairs(n)._replace(clauses=[-np.arange(1, n + 1)[:, None]])


@pytest.fixture
def register() -> Iterator[Callable[..., None]]:
    def registered(make: Callable[[int], AtMostOne], **facts: bool) -> None:
        nlc.register("cardinality", "mine", One(Declaration(source="", size="", **facts), make))

    yield registered
    REGISTRY.own.pop("mine", None)  # type: ignore[attr-defined]


def test_a_right_encoding_is_used_and_its_name_is_taken(register: Callable[..., None]) -> None:
    register(pairs)
    (puzzle,) = nlc.load("fixtures/first.nl")[:1]
    assert nlc.unique(puzzle, encoding="domains=direct,cardinality=mine") is not None
    with pytest.raises(UserError, match="there is a cardinality encoding 'mine' already"):
        register(pairs)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (without_the_last, "0 or 1 of {x[i] for i in 1..2}' it accepts x[0]=1 x[1]=1 x[2]=1"),
        (too_strong, "0 or 1 of {x[i] for i in 1..2}' it rejects x[0]=1 x[1]=0 x[2]=1"),
    ],
)
def test_a_wrong_encoding_is_refused_with_the_smallest_counterexample(
    register: Callable[..., None], make: Callable[[int], AtMostOne], what: str
) -> None:
    with pytest.raises(UserError) as caught:
        register(make)
    assert what in caught.value.diagnostics[0].message
    assert "mine" not in REGISTRY


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", ["acyclic", *(part for part in CASES if part != "acyclic")])
def test_the_statements_fit_the_encodings_of_nlc(part: str) -> None:
    name = registry(part).names()[0]
    assert check(part, name) > 2


def test_every_paper_that_an_encoding_names_is_in_the_references() -> None:
    named = {key for declaration in declarations() for key in cited(declaration.source)}
    assert named - {"waart2025"} == set(entries())  # a student's thesis
    for paper in entries().values():
        assert paper.keys() >= {"author", "title", "year"} and paper.keys() & {
            "journal",
            "booktitle",
        }
