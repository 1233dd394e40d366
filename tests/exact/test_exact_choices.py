"""Variables whose values are cells have the boards of brute force, by every encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np
import pytest
from exact.statements import distance
from oracle.case import TILINGS, whole
from oracle.random_boards import blank
from oracle.reference_board import Complex, Drawn
from support.puzzles import SOLVER, driver, program_of

from nlc.board import Sort
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.solving.question import Question
from nlc.solving.run import answer_of

MOST_CELLS = 6

Chosen = tuple[int | None, ...]
"""What each cell has chosen, a cell or nothing."""


@dataclass(frozen=True)
class Rule:
    """A statement about the variable ``to``, and its plain meaning."""

    text: str
    holds: Callable[[Complex, Chosen], bool]


@dataclass(frozen=True)
class ChoiceCase:
    """A puzzle in which cells choose cells.

    Attributes:
        drawn: the board, without clues.
        values: a name of `VALUES`.
        optional: whether a cell may choose nothing.
        rules: names of `RULES`.
    """

    drawn: Drawn
    values: str
    optional: bool
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        text, _ = VALUES[self.values]
        lines = ["genre choice {", f"  var to : cell c -> {text}{'?' * self.optional};"]
        lines += ["  rule any_ { true; }"]
        lines += [f"  rule {name} {{ {RULES[name].text} }}" for name in self.rules]
        lines += ["  show to;", "}", 'puzzle "choice" is choice {']
        return "\n".join([*lines, *whole(self.drawn), "}", ""])

    def solutions(self) -> set[frozenset[tuple[str, str]]]:
        """Return all boards that keep the rules, each as pairs of a cell and what it chose."""
        board = Complex(self.drawn)
        _, allowed = VALUES[self.values]
        cells = range(len(board.names))
        nothing: list[int | None] = [None] if self.optional else []
        choices = [[*nothing, *(d for d in cells if allowed(board, c, d))] for c in cells]
        found = set()
        for chosen in product(*choices):
            if all(RULES[name].holds(board, chosen) for name in self.rules):
                pairs = ((board.names[c], d) for c, d in enumerate(chosen))
                found.add(frozenset((name, board.names[d]) for name, d in pairs if d is not None))
        return found


def choice_cases(tiling: str, values: str, count: int) -> Iterator[ChoiceCase]:
    """Yield the same puzzles at every call."""
    random = Random(f"{tiling} {values}")
    while count:
        drawn = blank(random, tiling, MOST_CELLS)
        if 2 <= len(Complex(drawn).names) <= MOST_CELLS:
            count -= 1
            rules = random.sample(list(RULES), random.choice((1, 2)))
            yield ChoiceCase(drawn, values, random.random() < 0.5, tuple(rules))


VALUES: Mapping[str, tuple[str, Callable[[Complex, int, int], bool]]] = {
    "near": (
        "{d for d in cells where distance(c, d) < 2}",
        lambda board, c, d: (steps := distance(board, c, d)) is not None and steps < 2,
    ),
    "other": (
        "{other(l, c) for l in links(c)}",
        lambda board, c, d: distance(board, c, d) == 1,
    ),
    "later": ("{d for d in cells where c = d or c = first(cells)}", lambda _, c, d: c in (0, d)),
}
"""The values of the variable: a text, and whether cell c may choose cell d."""


def _links(board: Complex) -> list[tuple[int, int]]:
    return list(board.links.values())


RULES: Mapping[str, Rule] = {
    "same": Rule(
        "for l in links where a(l) != first(cells) { to[a(l)] = to[b(l)]; }",
        lambda board, to: all(to[a] == to[b] for a, b in _links(board) if a),
    ),
    "differ": Rule(
        "for l in links { to[a(l)] != to[b(l)]; }",
        lambda board, to: all(to[a] != to[b] for a, b in _links(board)),
    ),
    "mutual": Rule(
        "for c, d in cells { to[c] = d implies to[d] = c; }",
        lambda _, to: all(d is None or to[d] == c for c, d in enumerate(to)),
    ),
    "few": Rule(
        "for c in cells { at most 2 of {to[d] = c for d in cells}; }",
        lambda _, to: all(to.count(c) <= 2 for c in range(len(to))),
    ),
    "moved": Rule(
        "for c in cells { to[c] != c; }",
        lambda _, to: all(d != c for c, d in enumerate(to)),
    ),
    "guarded": Rule(
        "for l in links { to[a(l)] = a(l) implies to[a(l)] != to[b(l)]; }",
        lambda board, to: all(to[a] != a or to[a] != to[b] for a, b in _links(board)),
    ),
    "alike": Rule(
        "exactly 1 or 2 of {to[a(l)] = to[b(l)] for l in links};",
        lambda board, to: sum(to[a] == to[b] for a, b in _links(board)) in (1, 2),
    ),
    "within": Rule(
        "for c in cells where c != first(cells) { to[c] in {c, first(cells)}; }",
        lambda _, to: all(d in (c, 0) for c, d in enumerate(to) if c),
    ),
}
"""By name."""


SPECS = ("default", "domains=log,passes=none", "domains=direct,passes=none,lazy=none", "lazy=rows")


def pairs(program: Program, board: Assignment) -> frozenset[tuple[str, str]]:
    """Return each cell that has a value, with it."""
    names, (domain,) = program.board.names(Sort.CELL), program.domains.values()
    values = board.domains[domain.name].tolist()
    return frozenset((names[i], domain.values[v]) for i, v in enumerate(values) if v != ABSENT)


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("values", VALUES)
def test_cells_that_choose_cells_have_the_boards_of_brute_force(values: str, tiling: str) -> None:
    for number, case in enumerate(choice_cases(tiling, values, 4)):
        program, expected = program_of(case.text), case.solutions()
        lowered = lower(program, Encoding.parse(SPECS[number % len(SPECS)]), IN_PROCESS)
        result = answer_of(program, lowered, driver(SOLVER), Question(None), Limits())
        found = [pairs(program, board) for board in result.solutions]
        assert result.complete and len(set(found)) == len(found)
        assert set(found) == expected, (SPECS[number % len(SPECS)], case.text)


def test_the_evaluator_refuses_a_value_that_cannot_be() -> None:
    text = (
        "genre g { var to : cell c -> {other(l, c) for l in links(c)};\n"
        "rule any_ { true; } show to; }\n"
        'puzzle "p" is g { topology square; board\n. .\n. .\nend\n}'
    )
    program = program_of(text)
    domain = program.domains["to"]
    good, bad = [1, 0, 0, 1], [1, 0, 1, 1]
    assert domain.values == ("r1c1", "r1c2", "r2c1", "r2c2")

    def judged(values: list[int]) -> list[str]:
        board = Assignment(np.zeros(1, np.bool_), {"to": np.array(values, np.int32)})
        return [violation.message for violation in violations(program, board)]

    assert judged(good) == []
    assert judged(bad) == ["to: r2c1 cannot be r1c2"]


RANGED = """genre g {
  given room : cell -> name;
  let mates(c) = {d for d in cells where room(d) = room(c)};
  var num : cell c -> 1..count mates(c);
  rule rooms { for c in cells { all_different(num[mates(c)]); } }
  rule apart { for l in links { num[a(l)] != num[b(l)]; } }
  show num;
}
puzzle "p" is g { topology square; board
a a b
c a b
c c d
end }
"""


def test_the_ends_of_a_range_may_depend_on_the_cell() -> None:
    program = program_of(RANGED)
    result = answer_of(
        program, lower(program, Encoding(), IN_PROCESS), driver(SOLVER), Question(None), Limits()
    )
    rows = {
        "".join(value for _, value in sorted(pairs(program, board))) for board in result.solutions
    }
    expected = set()
    for a in ("123", "132", "213", "231", "312", "321"):
        for b in ("12", "21"):
            for c in ("123", "132", "213", "231", "312", "321"):
                grid = [[a[0], a[1], b[0]], [c[0], a[2], b[1]], [c[1], c[2], "1"]]
                flat = [(r, k, r + 1, k) for r in range(2) for k in range(3)]
                flat += [(r, k, r, k + 1) for r in range(3) for k in range(2)]
                if all(grid[r][k] != grid[y][x] for r, k, y, x in flat):
                    expected.add("".join(map("".join, grid)))
    assert rows == expected
