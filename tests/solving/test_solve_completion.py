"""A full drawing is right if what is not drawn can have values that keep the rules."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import nlc
from nlc.cli import main
from nlc.ir.partial import judge
from nlc.serve.puzzles import check
from nlc.serve.requests import Drawn, DrawnRequest
from nlc.solving import completion
from nlc.solving.completion import complete

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
        assert found.status == ("solved" if dark in right else "wrong"), dark
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
    assert status(PAIRS, {}) == "unfinished"


PARITIES = """genre parities {
  var dark : cell -> bool;
  var h : cell -> bool;
  let n(c) = 9 * across(c) + down(c);
  rule two { exactly 2 of dark[cells]; }
  rule odd {
    for c in cells, k in 1..2 {
      odd of {h[d] for d in cells where (n(c) + k) * (n(d) + 7) * (n(d) + k) mod 101 < 17};
    }
  }
  show dark as shaded;
}
puzzle "parities" is parities { topology square; board
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
end
}
"""
"""More equations than unknowns, too dense for a solver: what is not shown is not found."""


@pytest.mark.slow
def test_a_drawing_is_not_called_wrong_where_the_solver_reached_its_limit(
    tmp_path, capsys, monkeypatch
) -> None:
    puzzle, solution = tmp_path / "p.nl", tmp_path / "s.json"
    puzzle.write_text(PARITIES)
    solution.write_text('{"dark": ["r1c1", "r1c2"]}')
    monkeypatch.setattr(completion, "SECONDS", 0.3)
    assert main(["verify", str(puzzle), str(solution)]) == 3
    assert main(["verify", "--timeout", "0.4/puzzle", str(puzzle), str(solution)]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines() == [
        f"nlc: parities: not decided: the limit of {seconds} s was reached"
        for seconds in ("0.3", "0.4")
    ]
    with pytest.raises(nlc.SolverError, match="limit") as caught:
        nlc.check(nlc.load(puzzle)[0], {"dark": ["r1c1", "r1c2"]})
    assert caught.value.answer.reason == "wall-time"
