"""Lists in explanations: a line or a ring is one clue, and one step."""

from __future__ import annotations

import re

import pytest
from support import documents

import nlc

TEXT = (documents.ROOT / "fixtures" / "lists.nl").read_text(encoding="utf-8")
KETTLE = TEXT.partition('puzzle "runs of squares"')[0]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("    . . 2\n", "    . . 8\n"),
        ("    2 2 1\n", "    1 2 1\n"),
        ("    . 4 1\n", "    . 1 4\n"),
    ],
)
def test_lists_that_contradict_each_other_have_no_board_and_any_less_have_one(
    line: str, changed: str
) -> None:
    text = KETTLE.replace(line, changed)
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle)
    named = [re.fullmatch(r"(\S+) = ([\d,]+)", group.text) for group in why.clues]
    assert len(named) > 1 and all(named)
    head = text.partition("  board clue")[0]
    marks = [f'  mark clue = "{found[2]}" at {found[1]};\n' for found in named if found]
    assert nlc.solve(nlc.loads(head + "".join(marks) + "}\n")[0]).status == "UNSATISFIABLE"
    for i in range(len(marks)):
        less = head + "".join(marks[:i] + marks[i + 1 :]) + "}\n"
        assert nlc.solve(nlc.loads(less)[0]).status == "SATISFIABLE"


def test_all_steps_lead_to_the_solution() -> None:
    for puzzle in nlc.loads(TEXT):
        assert nlc.steps(puzzle).complete
