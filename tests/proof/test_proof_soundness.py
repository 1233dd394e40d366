"""No proof of a satisfiable formula is ever accepted, whatever it says."""

from __future__ import annotations

import random

import pytest
from support.proofs import (
    Formula,
    drat,
    is_proof,
    random_formula,
    satisfiable,
)

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
