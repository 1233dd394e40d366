"""The DRAT checker: right proofs, what is trimmed from them, and what deletions mean."""

from __future__ import annotations

import random

import pytest
from support.proofs import (
    EXAMPLE,
    Formula,
    drat,
    is_proof,
    pigeonhole,
    quick_proof,
    random_formula,
    satisfiable,
)

from nlc.proof.drat import DratVerdict, check_drat
from nlc.proof.lrat import check_lrat

SQUARE: Formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def check(formula: Formula, proof: str) -> DratVerdict:
    """Check a proof; what is accepted must be a proof for the other checkers too."""
    verdict = check_drat(formula, drat(proof))
    if verdict.proved:
        assert verdict.lrat is not None
        assert check_lrat(formula, verdict.lrat).proved
        assert is_proof(formula, verdict.lrat)
    return verdict


def test_a_lemma_may_be_rat_on_its_first_literal():
    verdict = check(EXAMPLE, "-1 0\nd -1 2 4 0\n2 0\n0\n")
    assert (verdict.proved, verdict.lemmas, verdict.rat, verdict.clauses) == (True, 2, 1, 8)


def test_the_first_literal_is_the_pivot_and_no_other():
    assert check(EXAMPLE, "-5 0\n-1 5 0\n2 0\n0\n").rat == 2
    assert check(EXAMPLE, "-5 0\n5 -1 0\n2 0\n0\n").problem == (
        "step 2 (line 2): the clause 5 -1 0 is neither RUP nor RAT on its first literal"
    )


def test_clauses_that_are_not_needed_are_left_out():
    verdict = check([[5, 6], *SQUARE, [7, 8]], "2 0\n0\n")
    assert (verdict.clauses, verdict.proved) == (4, True)


@pytest.mark.parametrize("proof", ["", "c nothing\n", "d 1 2 0\n", "3 0\n", "-1 2 3 0\n"])
def test_a_proof_without_a_conflict_is_none(proof):
    assert check(SQUARE, proof).problem == (
        "no clause is empty, and unit propagation over all of them finds no conflict"
    )


def test_the_lemma_that_fails_is_named_with_its_line():
    verdict = check([[1, 2], [-1, 2]], "c\n2 0\n-2 0\n0\n")
    assert verdict.problem == (
        "step 2 (line 3): the clause -2 0 is neither RUP nor RAT on its first literal"
    )
    assert check([[1, 2]], "0\n").problem == (
        "step 1 (line 1): the clause 0 is neither RUP nor RAT on its first literal"
    )


def test_a_deleted_clause_supports_nothing():
    assert check(SQUARE, "2 0\n0\n").proved
    assert not check(SQUARE, "d 2 1 0\n2 0\n-1 0\n0\n").proved


def test_of_equal_clauses_one_is_deleted_at_a_time():
    twice = [[2, 1], *SQUARE]
    assert check(twice, "d 1 2 0\n2 0\n0\n").proved
    assert not check(twice, "d 1 2 0\nd 2 1 0\n2 0\n0\n").proved


def test_deletions_of_clauses_that_are_not_there_are_passed_over_and_counted():
    verdict = check(SQUARE, "d 1 3 0\nd 1 0\nd 1 2 3 0\n2 0\n0\n")
    assert (verdict.proved, verdict.unknown) == (True, 3)


def test_clauses_that_make_a_literal_true_for_good_stay():
    formula = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, 4, 5], [-3, 4, -5], [-3, -4]]
    verdict = check(formula, "d 1 0\nd -1 2 0\n3 0\n0\n")
    assert (verdict.proved, verdict.kept) == (True, 2)


def test_rat_is_checked_against_clauses_that_stay_too():
    # Were the deletion of 3 obeyed, -3 would be RAT, and the satisfiable formula refuted.
    verdict = check([[3], [1, 2]], "d 3 0\n-3 0\n0\n")
    assert not verdict.proved


@pytest.mark.parametrize("holes", [2, 3, 4, 5])
def test_pigeons_need_a_hole_each(holes):
    formula = pigeonhole(holes)
    verdict = check(formula, "\n".join(quick_proof(formula)))
    assert verdict.proved
    assert verdict.clauses == len(formula)


def test_each_unsatisfiable_formula_has_a_proof_that_is_accepted():
    rng = random.Random(5)
    proofs = 0
    for _ in range(60):
        formula = random_formula(rng, 7, 34, 3, narrowest=2)
        if not satisfiable(formula):
            assert check(formula, "\n".join(quick_proof(formula))).proved
            proofs += 1
    assert proofs > 25


def test_progress_is_told_and_may_stop_the_check():
    proof = drat("\n".join(quick_proof(pigeonhole(4))))
    told: list[tuple[int, int]] = []
    check_drat(pigeonhole(4), proof, lambda *work: told.append(work))
    assert told == sorted(told)
    assert {work for _, work in told} == {2 * len(proof)}

    def stop(done: int, work: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_drat(pigeonhole(4), proof, stop)
