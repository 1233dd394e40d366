"""Blocks of cells between two."""

from __future__ import annotations

import pytest
from support.puzzles import program_of

from nlc.errors import UserError

GENRE = "genre g { given dark : cell -> bool; var x : cell -> bool; rule r { RULE } show x; }"


def puzzle(rule: str, items: str, topology: str = "square", rows: str = "...\n.#.\n...") -> str:
    return (
        f'{GENRE.replace("RULE", rule)} puzzle "p" is g {{ topology {topology};\n'
        f"board\n{rows}\nend\n{items} }}"
    )


@pytest.mark.parametrize("block", ["r1c2..r3c2", "r3c2..r1c2"])
def test_a_mark_covers_the_cells_of_a_block_but_no_hole(block: str):
    program = program_of(puzzle("true;", f"mark dark at {block}, r3c3;"))
    assert [i for i, text in program.givens["dark"].items() if text == "true"] == [1, 6, 7]


def test_a_rule_may_run_over_a_block():
    program = program_of(puzzle("for c in r1c1..r2c3 { not x[c]; }", ""))
    (node,) = program.nodes
    assert node.then.lits.ravel().tolist() == [-1, -2, -3, -4, -5]


def test_on_hexagons_a_block_is_of_rows_and_ordinals():
    program = program_of(puzzle("true;", "mark dark at r1c2..r2c3;", "hex", " . .\n. . ."))
    assert [i for i, text in program.givens["dark"].items() if text == "true"] == [1, 3, 4]


def test_the_ends_of_a_block_must_exist():
    with pytest.raises(UserError, match="there is no 'r9c9' on this board"):
        program_of(puzzle("true;", "mark dark at r1c1..r9c9;"))
