"""Every kind of clue and variable goes through every door, and what is wrong is told.

Each two values of factors stand in a kind that is tried, and each value goes through each door.

A new kind is a value of a factor in `matrix.kinds`, a new door a function in `matrix.doors`; what
may be refused stands in `matrix.refused`. In the folder `tests`, ``python -m matrix`` tries others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from support.documents import ROOT

from matrix.doors import DOORS
from matrix.kinds import FACTORS, every_kind, every_pair
from matrix.refused import REFUSED, wrong

KINDS = {str(kind): kind for kind in every_pair()}


def tried() -> Iterator[tuple[str, str]]:
    """Yield kinds for each door: those that bring a new value or refusal, and begin elsewhere."""
    names = list(KINDS)
    for number, door in enumerate(DOORS):
        seen: set[object] = set()
        start = number * len(names) // len(DOORS)
        for name in (*names[start:], *names[:start]):
            kind = KINDS[name]
            new = {(factor, getattr(kind, factor)) for factor in FACTORS}
            new |= {each.what for each in REFUSED if each.fits(kind, door)}
            if new - seen:
                yield name, door
            seen |= new


TRIED = list(tried())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "door"), TRIED)
def test_kinds_go_through_doors(kind: str, door: str) -> None:
    assert not (found := wrong(KINDS[kind], door)), "\n".join(found)


@pytest.mark.slow
def test_every_two_values_of_factors_that_exist_stand_in_a_kind_that_is_tried() -> None:
    def pairs(kinds):
        return {
            pair
            for kind in kinds
            for pair in combinations([(name, getattr(kind, name)) for name in FACTORS], 2)
        }

    assert pairs(KINDS[name] for name in {name for name, _ in TRIED}) == pairs(every_kind())


def test_each_refusal_is_of_a_kind_that_is_tried() -> None:
    assert all(any(each.fits(KINDS[kind], door) for kind, door in TRIED) for each in REFUSED)


def test_the_manual_shows_what_is_refused() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert "\n".join(map(str, REFUSED)) in text
