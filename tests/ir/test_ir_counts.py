"""Counts inside of other conditions, against all lines of a small board."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.loading import parse_puzzles

DEGREE = [(0, 1), (0, 2), (1, 3), (2, 3)]
"""The two cells of each link of four squares."""


def program(rule: str, board: str) -> Program:
    text = f"""genre g {{
  given clue : cell -> 0..9?;
  var line : link -> bool;
  rule r {{ {rule} }}
  show line;
}}
puzzle "p" is g {{
  topology square;
  board
{board}
  end
}}
"""
    (puzzle,), _ = parse_puzzles(Source("t.nl", text))
    return elaborate(puzzle)


def solutions(rule: str, board: str = "1 .\n. 4") -> set[tuple[bool, ...]]:
    """Return the lines, by link, that the evaluator passes."""
    found = program(rule, board)
    lines = product((False, True), repeat=4)
    return {
        line for line in lines if not violations(found, Assignment(np.array([False, *line]), {}), 1)
    }


def drawn(holds: Callable[[list[int]], bool]) -> set[tuple[bool, ...]]:
    """Return the lines whose degrees of the four cells fit."""
    out = set()
    for line in product((False, True), repeat=4):
        degrees = [
            sum(x for x, ends in zip(line, DEGREE, strict=True) if c in ends) for c in range(4)
        ]
        if holds(degrees):
            out.add(line)
    return out


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        ("exactly clue(c) of S or exactly 2 of S", lambda d: d[0] in (1, 2) and d[3] == 2),
        ("not exactly clue(c) of S", lambda d: d[0] != 1),
        ("exactly clue(c) of S implies none of S", lambda d: d[0] != 1),
        ("any of S implies not exactly clue(c) of S", lambda d: d[0] != 1),
        ("exactly clue(c) of S iff all of S", lambda d: d[0] == 0 and d[3] != 2),
        ("at least clue(c) of S or none of S", lambda d: d[3] == 0),
        ("at most (clue(c) - 2) of S or all of S", lambda d: d[0] == 2),
    ],
)
def test_a_count_beyond_the_set_is_false_inside_another_condition(
    rule: str, holds: Callable[[list[int]], bool]
) -> None:
    text = f"for c in cells where has clue(c) {{ {rule.replace('S', 'line[links(c)]')}; }}"
    assert solutions(text) == drawn(holds)


def test_a_rule_that_asks_for_more_than_there_is_names_the_clue() -> None:
    for rule in (
        "exactly clue(c) of line[links(c)]",
        "clue(c) > 0 and exactly clue(c) of line[links(c)]",
    ):
        with pytest.raises(UserError, match="rule 'r' asks for exactly 4 of only 2"):
            program(f"for c in cells where has clue(c) {{ {rule}; }}", "1 .\n. 4")


@pytest.mark.parametrize(
    "rule",
    [
        "exactly clue(c) of line[links(c)]",
        "not exactly clue(c) of line[links(c)]",
        "at most clue(c) of line[links(c)]",
        "at least 1 of line[links(c)] or exactly 0 or clue(c) + 1 of line[links(c)]",
        "count {l for l in links(c) if line[l]} < clue(c)",
        "count {l for l in links(c) if line[l]} = 2 - clue(c)",
    ],
)
def test_a_missing_clue_in_a_count_asks_for_has(rule: str) -> None:
    with pytest.raises(UserError, match="this has no value on some part of the board") as caught:
        program(f"for c in cells {{ {rule}; }}", "1 .\n. 2")
    assert "has" in (caught.value.diagnostics[0].hint or "")
    safe = f"for c in cells {{ not has clue(c) or ({rule}); }}"
    assert program(safe, "1 .\n. 2").nodes
