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


TWICE = [[2, 1], *SQUARE]
FIXED = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, 4, 5], [-3, 4, -5], [-3, -4]]


@pytest.mark.parametrize(
    ("formula", "proof", "told"),
    [
        (EXAMPLE, "-1 0\nd -1 2 4 0\n2 0\n0\n", {"lemmas": 2, "rat": 1, "clauses": 8}),
        (EXAMPLE, "-5 0\n-1 5 0\n2 0\n0\n", {"rat": 2}),
        ([[5, 6], *SQUARE, [7, 8]], "2 0\n0\n", {"clauses": 4}),  # what is not needed is left out
        (SQUARE, "2 0\n0\n", {}),
        (TWICE, "d 1 2 0\n2 0\n0\n", {}),  # of equal clauses one is deleted at a time
        (SQUARE, "d 1 3 0\nd 1 0\nd 1 2 3 0\n2 0\n0\n", {"unknown": 3}),
        (FIXED, "d 1 0\nd -1 2 0\n3 0\n0\n", {"kept": 2}),  # what makes a literal true stays
    ],
)
def test_what_is_a_proof(formula: Formula, proof: str, told: dict[str, int]):
    verdict = check(formula, proof)
    assert verdict.proved
    assert {name: getattr(verdict, name) for name in told} == told


NEITHER = "is neither RUP nor RAT on its first literal"


@pytest.mark.parametrize(
    ("formula", "proof", "problem"),
    [
        (EXAMPLE, "-5 0\n5 -1 0\n2 0\n0\n", f"step 2 (line 2): the clause 5 -1 0 {NEITHER}"),
        ([[1, 2], [-1, 2]], "c\n2 0\n-2 0\n0\n", f"step 2 (line 3): the clause -2 0 {NEITHER}"),
        ([[1, 2]], "0\n", f"step 1 (line 1): the clause 0 {NEITHER}"),
        (SQUARE, "d 2 1 0\n2 0\n-1 0\n0\n", ""),
        (TWICE, "d 1 2 0\nd 2 1 0\n2 0\n0\n", ""),
        # Were the deletion of 3 obeyed, -3 would be RAT, and the satisfiable formula refuted.
        ([[3], [1, 2]], "d 3 0\n-3 0\n0\n", ""),
    ],
)
def test_what_is_none(formula: Formula, proof: str, problem: str):
    verdict = check(formula, proof)
    assert not verdict.proved
    assert problem in verdict.problem


@pytest.mark.parametrize("proof", ["", "c nothing\n", "d 1 2 0\n", "3 0\n", "-1 2 3 0\n"])
def test_a_proof_without_a_conflict_is_none(proof):
    assert check(SQUARE, proof).problem == (
        "no clause is empty, and unit propagation over all of them finds no conflict"
    )


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
