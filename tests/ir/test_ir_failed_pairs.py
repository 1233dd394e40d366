"""What is denied of pairs of literals follows from the counts, and is what pairs deny."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from ir.drawn_rows import leads_to_a_label, rows_of
from support.alike import alike
from support.puzzles import boards, program_of

from nlc.ir.nodes import Implies
from nlc.ir.passes import PAIRS
from nlc.ir.passes.failed_pairs import FailedPairs
from nlc.ir.passes.merge import merge
from nlc.oracle.case import GENRES, TILINGS

# Turns may open to the label in the middle along four diagonals, and to the corner's along one.
LABELLED = """
puzzle "middle" is numberlink {
  topology square;
  set touch = false;
  board
    . . . . .
    . . . . .
    . . A . .
    . . . . .
    A . . . .
  end
}
"""
ROWS = rows_of(LABELLED)
SIZE = len(ROWS)


@pytest.mark.sample(7)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_program_without_dead_pairs_has_just_the_boards_of_the_puzzle(genre, tiling):
    random = Random(f"{genre} {tiling} dead pairs")
    for case in alike(random, genre, tiling, 3):
        assert boards(FailedPairs().apply(program_of(case.text)), "default") == case.solutions()


def denied(program):
    """Return the guards and the pairs of literals that a program was made to deny."""
    nodes = [n for n in FailedPairs().apply(program).nodes if n.origin.rule == PAIRS]
    assert all(isinstance(node, Implies) for node in nodes)
    rows = np.concatenate([node.guard for node in nodes if not node.then.lits.shape[1]])
    return rows[:, :-2], {frozenset(pair) for pair in rows[:, -2:].tolist()}


def test_just_the_turns_whose_diagonal_leads_to_no_label_are_denied():
    program = program_of(LABELLED)
    link = {frozenset(ends): i + 1 for i, ends in enumerate(program.board.link_cells.tolist())}
    guards, found = denied(program)
    assert guards.shape[1] == 0
    wanted = set()
    for row, col, down, right in product(range(SIZE), range(SIZE), (-1, 1), (-1, 1)):
        cell = row * SIZE + col
        inside = 0 <= row + down < SIZE and 0 <= col + right < SIZE
        if inside and not leads_to_a_label(ROWS, row, col, down, right):
            ends = ([cell, cell + down * SIZE], [cell, cell + right])
            wanted.add(frozenset(link[frozenset(each)] for each in ends))
    assert found == wanted


def test_what_only_the_stricter_reading_denies_is_denied_where_it_is_chosen():
    strict, loose = program_of(LABELLED), program_of(LABELLED.replace("set touch = false;", ""))
    merged = merge([strict, loose])
    guards, pairs = denied(merged)
    assert pairs == denied(strict)[1]
    assert set(np.unique(guards).tolist()) <= set(merged.choosing(0).tolist())
    assert guards.shape[1]


def test_counts_of_more_selectors_than_a_few_are_left_alone():
    texts = [LABELLED.replace(". . A . .", row) for row in (". A . . .", ". . . A .", "A . . . .")]
    strict = [program_of(text) for text in (LABELLED, *texts)]
    loose = [program_of(text.replace("set touch = false;", "")) for text in texts]
    program = merge([*strict, *loose])
    assert FailedPairs().apply(program) is program


def test_a_program_without_such_counts_stays_as_it_is():
    program = program_of(LABELLED.replace("set touch = false;", ""))
    assert FailedPairs().apply(program) is program
