"""The LRAT checker: what hints must do, one rule at a time."""

from __future__ import annotations

import pytest
from support.proofs import EXAMPLE, lrat

from nlc.proof.lrat import check_lrat


def test_a_clause_follows_from_units_in_the_order_of_the_hints():
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    proof = lrat("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n")
    verdict = check_lrat(formula, proof)
    assert (verdict.proved, verdict.steps) == (True, 3)


@pytest.mark.parametrize(
    ("proof", "problem"),
    [
        ("5 2 0 1 0\n", "step 1 (line 1): the clause 2 0 (id 5): the hints lead to no conflict"),
        ("5 0 1 2 0\n", "step 1 (line 1): the clause 0 (id 5): clause 1, 1 2 0, is not unit"),
        ("5 2 0 1 9 0\n", "step 1 (line 1): the clause 2 0 (id 5): there is no clause 9"),
        ("5 2 0 0\n", "step 1 (line 1): the clause 2 0 (id 5): the hints lead to no conflict"),
        ("4 2 0 1 2 0\n", "the clause 2 0 (id 4): ids ascend, and the one before is 4"),
        ("5 d 2 0\n5 2 0 1 2 0\n", "step 2 (line 2): the clause 2 0 (id 5): there is no clause 2"),
        ("5 2 0 1 2 0\n", "the proof has no empty clause"),
        ("c\n5 2 0 1 2 0\n6 0 5 3 0\n", "step 2 (line 3): the clause 0 (id 6): the hints lead to"),
    ],
)
def test_a_wrong_step_is_named(proof, problem):
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    verdict = check_lrat(formula, lrat(proof))
    assert not verdict.proved
    assert verdict.problem is not None
    assert problem in verdict.problem


RAT = "9 -1 0 -1 7 6 -5 2 7 -8 2 6 0\n"
"""Not RUP: the clauses 1, 5 and 8 hold the first literal with the other sign."""

REST = "10 2 0 9 1 5 3 0\n11 -4 0 9 10 8 0\n12 3 0 9 11 5 0\n13 0 10 12 11 4 0\n"


def test_a_clause_may_be_rat_on_its_first_literal():
    assert check_lrat(EXAMPLE, lrat(RAT + REST)).proved


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("9 -1 0 0\n", "the resolvent on -1 with clause 1"),
        ("9 -1 0 -1 7 6 -8 2 6 0\n", "the resolvent on -1 with clause 5"),
        ("9 -1 0 -1 7 6 -5 2 7 -8 2 0\n", "the resolvent on -1 with clause 8"),
        ("9 -1 0 -1 4 6 -5 2 7 -8 2 6 0\n", "clause 4, -2 -3 4 0, is not unit"),
        ("9 2 -1 0 -1 7 6 -5 2 7 -8 2 6 0\n", "the resolvent on 2 with clause 2"),
    ],
)
def test_each_resolvent_needs_its_hints(step, problem):
    verdict = check_lrat(EXAMPLE, lrat(step + REST))
    assert not verdict.proved
    assert verdict.problem is not None
    assert problem in verdict.problem


def test_clauses_that_are_deleted_need_no_hints_for_rat():
    step = "9 -1 0 -5 2 7 -8 2 6 0\n"
    assert not check_lrat(EXAMPLE, lrat(step + REST)).proved
    found = check_lrat(EXAMPLE, lrat("8 d 1 0\n" + step + REST))
    assert found.problem == "step 3 (line 3): the clause 2 0 (id 10): there is no clause 1"


def test_clauses_added_since_count_as_candidates():
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    defined = "5 3 1 0 0\n6 3 2 0 0\n"
    found = check_lrat(formula, lrat(f"{defined}7 -3 -1 0 0\n"))
    assert found.problem is not None
    assert "the resolvent on -3 with clause 6" in found.problem
