"""What is stated for pairs of literals follows from the counts, and says more than they do."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from ir.drawn_rows import leads_to_a_label, rows_of
from pysat.solvers import Solver
from support.alike import alike
from support.puzzles import boards, program_of

from nlc.board import Sort
from nlc.encode.lower import lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.ir.passes import PAIRS
from nlc.ir.passes.failed_pairs import FailedPairs
from nlc.ir.passes.merge import merge
from nlc.ir.passes.pair_variables import PairVariables
from nlc.oracle.case import GENRES, TILINGS

WOVEN = """
puzzle "woven" is numberlink {
  topology square;
  set touch = false;
  board
    . . . . . . . . . .
    . . . . . . . . . .
    . . 0 . 1 . . . 2 .
    . . . . . . . . . .
    1 3 . 2 . 4 . . 5 .
    . . 4 . . 6 . 0 7 .
    . 8 . . . 5 6 . . .
    . . . 7 . . . . . .
    . . . . . . . . . 9
    3 8 9 . . . . . . .
  end
}
"""
ROWS = rows_of(WOVEN)
SIZE = len(ROWS)


@pytest.mark.sample(4)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_a_program_with_pairs_has_just_the_boards_of_the_puzzle(genre, tiling):
    random = Random(f"{genre} {tiling} pairs")
    for case in alike(random, genre, tiling, 4):
        assert boards(PairVariables().apply(program_of(case.text)), "default") == case.solutions()


def test_a_turn_whose_diagonal_leads_to_no_label_is_denied_before_any_decision():
    program = PairVariables().apply(program_of(WOVEN))
    link = {name: i + 1 for i, name in enumerate(program.board.names(Sort.LINK))}
    (block,) = [block for block in program.auxiliaries if block.origin.rule == PAIRS]
    pair = {frozenset(lits): i for i, lits in enumerate(block.definition.lits.tolist())}
    lowered = lower(program, Encoding.parse("acyclic=lazy,passes=none"), WATCHED)
    made = lowered.literals(np.arange(block.size, dtype=np.int32) + block.base).tolist()
    loaded = lowered.cnf.variables + 1  # the solver tells only what follows from an assumption
    with Solver("minisat22") as solver:
        for part in lowered.cnf.blocks:
            solver.append_formula([[*clause, -loaded] for clause in part.clauses.tolist()])
        held, implied = solver.propagate([loaded])
    assert held
    vain, useful = set(), set()
    for row, col, down, right in product(range(SIZE), range(SIZE), (-1, 1), (-1, 1)):
        ends = sorted([row, row + down]), sorted([col, col + right])
        upright = "-".join(f"r{r + 1}c{col + 1}" for r in ends[0])
        level = "-".join(f"r{row + 1}c{c + 1}" for c in ends[1])
        if upright in link and level in link and ROWS[row][col] == ".":
            leads = leads_to_a_label(ROWS, row, col, down, right)
            at = pair.get(frozenset([link[upright], link[level]]))
            (useful if leads else vain).add(at is not None and -made[at] in implied)
    assert vain == {True}
    assert False in useful


@pytest.mark.parametrize("stronger", [PairVariables(), FailedPairs()])
def test_a_path_that_cannot_turn_in_a_cell_goes_straight_on_from_either_side(stronger):
    program = stronger.apply(program_of(WOVEN))
    lowered = lower(program, Encoding.parse("acyclic=lazy,passes=none"), WATCHED)
    link = {frozenset(ends): i + 1 for i, ends in enumerate(program.board.link_cells.tolist())}
    loaded, seen = lowered.cnf.variables + 1, 0
    with Solver("minisat22") as solver:
        for part in lowered.cnf.blocks:
            solver.append_formula([[*clause, -loaded] for clause in part.clauses.tolist()])
        for row, col in product(range(1, SIZE - 1), repeat=2):
            cell = row * SIZE + col
            turns = product((-1, 1), repeat=2)
            if ROWS[row][col] != "." or any(
                leads_to_a_label(ROWS, row, col, *turn) for turn in turns
            ):
                continue
            level, upright = (
                [link[frozenset([cell, cell + way * step])] for way in (-1, 1)]
                for step in (1, SIZE)
            )
            for wanted in ([*level, *(-x for x in upright)], [*upright, *(-x for x in level)]):
                for known in wanted:
                    held, implied = solver.propagate([loaded, known])
                    assert not held or set(wanted) <= {known, *implied}
                    seen += held
    assert seen


def test_each_of_some_puzzles_has_what_follows_from_its_own_counts():
    programs = [program_of(text) for text in (WOVEN, WOVEN.replace("1 3 . 2", "3 1 . 2"))]
    merged = merge([*programs, program_of(WOVEN.replace("1 3 . 2", ". 1 3 2"))])
    nodes = [node for node in PairVariables().apply(merged).nodes if node.origin.rule == PAIRS]
    guards = {abs(lit) for node in nodes for lit in node.guard.ravel().tolist()}
    assert guards & set(merged.choices.tolist())


def test_a_program_without_such_counts_stays_as_it_is():
    program = program_of(WOVEN.replace("set touch = false;", ""))
    assert PairVariables().apply(program) is program
