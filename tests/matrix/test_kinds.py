"""Every kind of clue and variable goes through every door, every pair of kinds through one.

A new kind is a value of a factor in `matrix.kinds`, a new door a function in `matrix.doors`; what
may be refused stands in `matrix.refused`. In the folder `tests`, ``python -m matrix --pairs`` takes
every pair through every door, and without an option all that there is.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from support.documents import ROOT

from matrix.doors import DOORS
from matrix.kinds import FACTORS, Kind, every_kind, every_pair, spread
from matrix.refused import REFUSED, wrong

KINDS = every_pair()
SPREAD = list(spread(KINDS, DOORS))
REFUSED_KINDS = [(r.door, next(k for k in KINDS if r.fits(k, r.door))) for r in REFUSED]


@pytest.mark.slow
@pytest.mark.parametrize(("door", "kind"), dict.fromkeys([*SPREAD, *REFUSED_KINDS]), ids=str)
def test_kinds_go_through_doors(door: str, kind: Kind) -> None:
    assert not (found := wrong(kind, door)), "\n".join(found)


@pytest.mark.slow
def test_every_two_values_stand_in_a_kind_and_every_value_at_every_door() -> None:
    def pairs(kinds):
        return {
            pair
            for kind in kinds
            for pair in combinations([(name, getattr(kind, name)) for name in FACTORS], 2)
        }

    assert pairs(kind for _, kind in SPREAD) == pairs(every_kind())
    values = {(name, value) for name, values in FACTORS.items() for value in values}
    for door in DOORS:
        taken = [kind for at, kind in SPREAD if at == door]
        assert {(name, getattr(kind, name)) for kind in taken for name in FACTORS} == values


def test_the_manual_shows_what_is_refused() -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert "\n".join(map(str, REFUSED)) in text
