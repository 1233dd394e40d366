"""Taking "no value" from variables that must have one."""

from __future__ import annotations

import pytest
from support.puzzles import boards, program_of

ROWS = "board\nA . B\n. . .\nA . B\nend"


def test_presence_alone_keeps_the_solutions() -> None:
    rows = "board\nA . B\n. . .\nA B .\nend"
    program = program_of(f'puzzle "p" is numberlink {{ topology square; {rows}\n}}')
    expected = boards(program, "domains=direct,passes=none")
    assert expected
    assert boards(program, "domains=direct,passes=drop-optional") == expected


@pytest.mark.parametrize(
    ("rule", "solutions"),
    [
        ("for c in cells where c != r1c1 and c != r2c1 { color[r1c1] != label(c); }", 2),
        ("for c in cells { line[link(r1c1, r1c2)] implies color[c] != label(c); }", 1),
        ("for c in cells { line[link(r1c1, r1c2)] implies color[r2c2] = label(c); }", 1),
    ],
    ids=["values and none in one statement", "under a guard", "no value asserted under a guard"],
)
def test_a_rule_may_speak_of_no_value_where_every_cell_has_one(rule: str, solutions: int) -> None:
    rows = "board\nA . B\nA . B\nend"
    program = program_of(
        f'puzzle "p" is numberlink {{ topology square; {rows}\nrule house {{ {rule} }} }}'
    )
    for passes in ("none", "drop-optional", "auto"):
        assert len(boards(program, f"domains=direct,passes={passes}")) == solutions
