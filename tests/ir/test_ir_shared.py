"""What many instances of a rule say alike is stated once, and means the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

import nlc

NEAR = {  # of a board of three rows and columns
    cell: [cell + step for step in (-3, 3)]
    + [cell + 1] * (cell % 3 < 2)
    + [cell - 1] * (cell % 3 > 0)
    for cell in range(9)
}


def genre(rule: str, size: int = 3) -> nlc.Puzzle:
    board = "\n".join([" ".join("." * size)] * size)
    return nlc.loads(
        f"""
        genre shared "Shared" {{
          var dark : cell -> bool;
          var lit  : cell -> bool;
          let near(c) = {{other(l, c) for l in links(c)}};
          let lone(c) = exactly 1 of dark[near(c)];
          rule r "r" {{ {rule} }}
          show dark as shaded;
          show lit as circle;
        }}
        puzzle "p" is shared {{ topology square; board\n{board}\nend }}
        """
    )[0]


def count(rule: str) -> int:
    return nlc.count(genre(rule))


def lone(dark: tuple[bool, ...]) -> Callable[[int], bool]:
    return lambda cell: sum(dark[other] for other in NEAR[cell] if 0 <= other < 9) == 1


def boards() -> Iterator[tuple[tuple[bool, ...], tuple[bool, ...]]]:
    for both in product((False, True), repeat=18):
        yield both[:9], both[9:]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        (
            "exactly 1 of lit[cells]; for c in cells, d in cells { dark[c] implies lone(d); }",
            lambda dark, lit: sum(lit) == 1 and (not any(dark) or sum(map(lone(dark), NEAR)) == 9),
        ),
        (
            "exactly 1 of lit[cells]; for c in cells { lit[c] implies exactly 3 of dark[cells]; }",
            lambda dark, lit: sum(lit) == 1 and sum(dark) == 3,
        ),
        (
            "exactly 1 of lit[cells];"
            "for c in cells { lit[c] implies exactly 2 of {lone(d) for d in cells}; }",
            lambda dark, lit: sum(lit) == 1 and sum(map(lone(dark), NEAR)) == 2,
        ),
        (
            "for c in cells { dark[c] implies at most 3 of dark[cells]; }"
            "for c in cells { lit[c] or at least 8 of dark[cells]; }",
            lambda dark, lit: all(lit) and sum(dark) <= 3,
        ),
    ],
)
def test_what_is_stated_once_has_the_models_of_what_is_stated_of_each(rule, holds):
    assert count(rule) == sum(bool(holds(dark, lit)) for dark, lit in boards())
