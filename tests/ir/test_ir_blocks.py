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


@pytest.mark.parametrize("topology", ["square", "hex"])
def test_the_ends_of_a_block_may_be_bound(topology: str):
    rows = "...\n.#.\n..." if topology == "square" else " . . \n. # .\n . . "
    program = program_of(puzzle("for c, d in cells { any of x[c..d]; }", "", topology, rows))
    board = program.board
    places = list(zip(board.row_of.tolist(), board.col_of.tolist(), strict=True))
    wanted = set()
    for i, j in places:
        for k, m in places:
            (top, low), (left, right) = sorted((i, k)), sorted((j, m))
            inside = [
                n for n, (a, b) in enumerate(places) if top <= a <= low and left <= b <= right
            ]
            wanted.add(frozenset(n + 1 for n in inside))
    found = {frozenset(row) for node in program.nodes for row in node.then.lits.tolist()}
    assert found == wanted


def test_a_graph_has_no_block_of_bound_cells():
    text = GENRE.replace("RULE", "for c, d in cells { any of x[c..d]; }")
    with pytest.raises(UserError, match="a graph has no rows"):
        program_of(f'{text} puzzle "p" is g {{ topology graph {{ cells a b; links a-b; }} }}')
