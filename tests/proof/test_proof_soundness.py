"""No proof of a satisfiable formula is ever accepted, whatever it says."""

from __future__ import annotations

import random

import pytest
from support.proofs import (
    Formula,
    drat,
    is_proof,
    pigeonhole,
    proof_of,
    quick_proof,
    random_formula,
    satisfiable,
)

from nlc.errors import UserError
from nlc.proof.drat import check_drat
from nlc.proof.lrat import check_lrat
from nlc.proof.steps import Addition, Deletion, Lrat


def random_drat(rng: random.Random, formula: Formula, variables: int, steps: int) -> str:
    """Return steps of all kinds, RAT on new variables and deletions among them."""
    present = [list(clause) for clause in formula]
    lines = []
    for _ in range(steps):
        if present and rng.random() < 0.35:
            clause = present.pop(rng.randrange(len(present)))
            lines.append(f"d {' '.join(map(str, rng.sample(clause, len(clause))))} 0")
            continue
        width = rng.choice((1, 1, 2, 2, 3))
        clause = [v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 3), width)]
        present.append(clause)
        lines.append(f"{' '.join(map(str, clause))} 0")
    return "\n".join([*lines, "0"])


@pytest.mark.slow
def test_random_drat_never_refutes_a_satisfiable_formula():
    rng = random.Random(1)
    refused = accepted = 0
    for _ in range(500):
        variables = rng.randint(1, 5)
        formula = random_formula(rng, variables, rng.randint(1, 4 * variables), 3, narrowest=1)
        proof = drat(random_drat(rng, formula, variables, rng.randint(0, 8)))
        verdict = check_drat(formula, proof)
        if verdict.proved:
            assert not satisfiable(formula)
            assert verdict.lrat is not None
            assert check_lrat(formula, verdict.lrat).proved
            assert is_proof(formula, verdict.lrat)
            accepted += 1
        else:
            refused += 1
    assert min(accepted, refused) > 50


@pytest.mark.slow
def test_a_proof_refutes_no_formula_that_lost_a_clause_it_needs():
    rng = random.Random(2)
    for formula in [pigeonhole(3), *(random_formula(rng, 9, 55) for _ in range(2))]:
        if satisfiable(formula):
            continue
        proof = drat("\n".join(quick_proof(formula)))
        for left_out in range(len(formula)):
            rest = formula[:left_out] + formula[left_out + 1 :]
            if check_drat(rest, proof).proved:
                assert not satisfiable(rest)


def test_random_lrat_never_refutes_a_satisfiable_formula():
    rng = random.Random(3)
    accepted = 0
    for _ in range(1500):
        variables = rng.randint(1, 3)
        formula = random_formula(rng, variables, rng.randint(1, 6), 2, narrowest=1)
        steps: list[Addition | Deletion] = []
        last = len(formula)
        for _ in range(rng.randint(0, 5)):
            ids = range(1, last + 1)
            if rng.random() < 0.2:
                steps.append(Deletion(tuple(rng.sample(ids, 1)), 0))
                continue
            last += 1
            width = rng.choice((0, 1, 1, 2))
            clause = [v * rng.choice((1, -1)) for v in rng.sample(range(1, 6), width)]
            hints = [rng.choice((1, 1, 1, -1)) * rng.choice(ids) for _ in range(rng.randint(0, 4))]
            steps.append(Addition(last, tuple(clause), tuple(hints), 0))
        hints = [rng.choice(range(1, last + 1)) for _ in range(rng.randint(1, 4))]
        steps.append(Addition(last + 1, (), tuple(hints), 0))
        if check_lrat(formula, Lrat(steps)).proved:
            assert not satisfiable(formula)
            assert is_proof(formula, Lrat(steps))
            accepted += 1
    assert accepted > 12


@pytest.mark.slow
def test_random_bytes_prove_nothing():
    rng = random.Random(0)
    satisfied = [[1, 2, 3], [-1, 2], [-2, 3]]
    read = 0
    for _ in range(2000):
        alphabet = rng.choice((b"ad\0\x02\x03\x04\x05\x06", b"0123-d \n", bytes(range(256))))
        data = bytes(rng.choice(alphabet) for _ in range(rng.randint(0, 24)))
        try:
            proof = proof_of(data)
        except UserError:
            continue
        read += 1
        check = check_lrat if isinstance(proof, Lrat) else check_drat
        assert not check(satisfied, proof).proved
    assert read > 100
