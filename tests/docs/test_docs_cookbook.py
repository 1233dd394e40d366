"""Each line of the cookbook says something in its genre, and has a solution."""

from __future__ import annotations

import re

import pytest
from support import documents

import nlc
from nlc.ir.printer import rule_statistics

PAGE = "docs/cookbook.md"
(GENRE,) = documents.blocks(PAGE, "nl")
LINES = re.findall(r"^\| (?!task)(.+?) \| `(.*)` \|$", documents.document(PAGE), re.M)
WORDS = re.sub(r"^\|.*\n", "", documents.prose(PAGE), flags=re.M).replace("\n", " ")
LETS = re.findall(r"`(let [^`]*)`", WORDS)
DECLARED = ("let ", "var ", "given ")
PUZZLE = """puzzle "p" is cookbook { topology square;
board
. . 3 .
. 4 . .
. . . 2
. . . .
end
board room
a a b b
a a b b
c c d d
c c d d
end
mark arrow = E at r3c1;
mark seen = 2 at r1c1.side(W);
mark total = 7 at r2c1.line(E);
mark runs_ = "1,2" at r1c2.line(S);
}"""


def puzzle(line: str) -> nlc.Puzzle:
    """Return the puzzle with a line: a rule of its own, or declarations."""
    item = line if line.startswith(DECLARED) else f"rule line_ {{ {line} }}"
    text = GENRE.text.rstrip().removesuffix("}") + f"{' '.join(LETS)} {item}\n}}\n{PUZZLE}"
    return nlc.loads(text)[0]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("task", "line"), LINES, ids=[task for task, _ in LINES])
def test_a_line_says_something_and_has_a_solution(task, line):
    answer = nlc.solve(puzzle(line))
    assert answer.board is not None and answer.program is not None
    rules = rule_statistics(answer.program)
    assert all(rules.values()) and bool(rules) == (not line.startswith(DECLARED) or "rule" in line)


def test_there_are_lines_of_every_kind():
    assert len(LINES) > 40
