"""Taking "no value" from variables that must have one."""

from __future__ import annotations

import pytest
from puzzles import boards, program_of

from nlc.ir.nodes import Program
from nlc.ir.presence import require

ROWS = "board\nA . B\n. . .\nA . B\nend"


def puzzle(items: str) -> Program:
    return program_of(f'puzzle "p" is numberlink {{ topology square; {ROWS}\n{items} }}')


def test_a_label_that_every_cell_must_have_is_no_longer_optional() -> None:
    program = puzzle("")
    required = require(program)
    assert program.domains["color"].optional
    assert not required.domains["color"].optional
    rules = [node.origin.rule for node in program.nodes]
    assert [node.origin.rule for node in required.nodes] == [r for r in rules if r != "covered"]


@pytest.mark.parametrize(
    "items",
    ["set cover = false;", "drop covered;", "set touch = false;"],
    ids=["cells may be left over", "nothing says so", "a condition asks for the value"],
)
def test_nothing_changes_elsewhere(items: str) -> None:
    program = puzzle(items)
    required = require(program)
    assert required.domains == program.domains
    assert required.nodes == program.nodes


def test_presence_alone_keeps_the_solutions() -> None:
    rows = "board\nA . B\n. . .\nA B .\nend"
    program = program_of(f'puzzle "p" is numberlink {{ topology square; {rows}\n}}')
    expected = boards(program, "labels=direct,fold=no")
    assert expected
    assert boards(program, "labels=direct,fold=presence") == expected
