"""A full drawing is right if what is not drawn can have values that keep the rules."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import nlc
from nlc.ir.partial import judge
from nlc.serve.puzzles import check
from nlc.serve.requests import Drawn, DrawnRequest
from nlc.solving.judging import complete

HIDDEN = """genre hidden {
  var dark : cell -> bool;
  var h : cell -> bool;
  rule two { exactly 2 of dark[cells]; }
  rule w { for c in cells { dark[c] iff exactly 1 of h[neighbours(c)]; } }
  show dark as shaded;
}
puzzle "hidden" is hidden { topology square; board
...
...
end
}
"""


PAIRS = """genre pairs {
  var digit : c in cells, d in 1..2 -> bool;
  rule one { for c in cells { exactly 1 of digit[c, 1..2]; } }
  show digit;
}
puzzle "pairs" is pairs { topology square; board
..
end
}
"""


def beside(cell: int) -> list[int]:
    """Return the cells beside one, of two rows of three."""
    row, column = divmod(cell, 3)
    return [c for c in range(6) if abs(c // 3 - row) + abs(c % 3 - column) == 1]


def right_drawings() -> set[frozenset[int]]:
    """Return the dark cells of each solution, by brute force."""
    found = set()
    for h in product((0, 1), repeat=6):
        dark = frozenset(c for c in range(6) if sum(h[d] for d in beside(c)) == 1)
        found |= {dark} if len(dark) == 2 else set()
    return found


@pytest.mark.slow
def test_a_full_drawing_is_judged_as_brute_force_does() -> None:
    program = nlc.elaborate(nlc.loads(HIDDEN)[0])
    right = right_drawings()
    for dark in map(frozenset, combinations(range(6), 2)):
        rest = {"dark": set(range(6)) - dark}
        found = judge(program, {"dark": dark}, rest, {}, extend=complete)
        assert found.status == ("complete" if dark in right else "broken"), dark
    assert 0 < len(right) < 15


def test_a_solution_need_not_say_what_is_not_shown() -> None:
    (puzzle,) = nlc.loads(HIDDEN)
    dark = [f"r{c // 3 + 1}c{c % 3 + 1}" for c in min(map(sorted, right_drawings()))]
    assert nlc.check(puzzle, {"dark": dark}) == []
    assert nlc.check(puzzle, {"dark": [*dark, "r1c2", "r2c2"]})


def status(text: str, values: dict[str, str]) -> str:
    """Return the verdict of the page on written values."""
    drawn = Drawn(values={"v": values} if values else {})
    return next(iter(check(DrawnRequest(text=text, format="nl", drawn=drawn)))).status


def test_a_puzzle_of_which_nothing_can_be_drawn_is_not_called_solved() -> None:
    assert status(PAIRS, {}) == "possible"
