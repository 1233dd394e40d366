"""Every pair of kinds of clues and variables goes through every door, and what is wrong is told.

A new kind is a value of a factor in `matrix.kinds`, a new door a function in `matrix.doors`; what
may be refused stands in `matrix.refused`. In the folder `tests`, ``python -m matrix`` tries others.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from support.documents import ROOT

from matrix.doors import DOORS
from matrix.kinds import FACTORS, every_kind, every_pair
from matrix.refused import REFUSED, wrong

KINDS = {str(kind): kind for kind in every_pair()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("door", DOORS)
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

    assert pairs(KINDS.values()) == pairs(every_kind())


def test_each_refusal_is_of_a_kind_that_is_tried() -> None:
    idle = [each for each in REFUSED if not any(each.fits(k, each.door) for k in KINDS.values())]
    assert not idle


def test_the_manual_shows_what_is_refused() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert "\n".join(map(str, REFUSED)) in text
