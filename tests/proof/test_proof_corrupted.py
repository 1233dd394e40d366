"""Proofs that were damaged: each is refused, or is a proof still, as a slow checker finds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from support.proofs import (
    Formula,
    drat,
    is_proof,
    pigeonhole,
    quick_proof,
    random_formula,
    satisfiable,
    solver_proof,
)

from nlc.drivers.external import KissatDriver
from nlc.errors import UserError
from nlc.proof.drat import check_drat
from nlc.proof.lrat import check_lrat
from nlc.proof.steps import Addition, Deletion, Lrat

Mutation = Callable[[random.Random, list[str]], None]


def flip_a_literal(rng: random.Random, lines: list[str]) -> None:
    """Negate a literal."""
    at = rng.randrange(len(lines) - 1)
    words = lines[at].split()
    chosen = rng.choice([i for i, word in enumerate(words) if word not in "d0"])
    words[chosen] = str(-int(words[chosen]))
    lines[at] = " ".join(words)


def change_a_variable(rng: random.Random, lines: list[str]) -> None:
    """Take another variable for a literal, perhaps a new one."""
    at = rng.randrange(len(lines) - 1)
    words = lines[at].split()
    chosen = rng.choice([i for i, word in enumerate(words) if word not in "d0"])
    words[chosen] = str(rng.choice((1, -1)) * rng.randint(1, 22))
    lines[at] = " ".join(words)


def drop_a_literal(rng: random.Random, lines: list[str]) -> None:
    """Make a clause shorter."""
    at = rng.randrange(len(lines) - 1)
    words = lines[at].split()
    if chosen := [i for i, word in enumerate(words) if word not in "d0"]:
        del words[rng.choice(chosen)]
    lines[at] = " ".join(words)


def drop_a_step(rng: random.Random, lines: list[str]) -> None:
    """Leave a step out."""
    del lines[rng.randrange(len(lines) - 1)]


def delete_a_lemma(rng: random.Random, lines: list[str]) -> None:
    """Delete a lemma after it was added."""
    at = rng.randrange(len(lines) - 1)
    lines.insert(rng.randint(at + 1, len(lines) - 1), "d " + lines[at].removeprefix("d "))


def swap_two_steps(rng: random.Random, lines: list[str]) -> None:
    """Change the order of two steps."""
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]


def cut_off(rng: random.Random, lines: list[str]) -> None:
    """End the proof after a step."""
    del lines[rng.randrange(len(lines)) :]


MUTATIONS: list[Mutation] = [
    flip_a_literal,
    change_a_variable,
    drop_a_literal,
    drop_a_step,
    delete_a_lemma,
    swap_two_steps,
    cut_off,
]


@pytest.fixture(scope="module")
def formulas() -> list[Formula]:
    """Unsatisfiable formulas with proofs of some length, also where a clause is left out."""
    rng = random.Random(11)
    found = [pigeonhole(4)]
    while len(found) < 5:
        formula = random_formula(rng, 13, 65)
        if not satisfiable(formula):
            found.append(formula)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: mutate.__name__)
def test_damaged_drat_is_refused_or_a_proof(mutate, formulas):
    rng = random.Random(12)
    refused = 0
    for formula in formulas:
        lines = quick_proof(formula)
        for _ in range(10):
            damaged = [*lines]
            for _ in range(rng.randint(1, 3)):
                if len(damaged) > 2:
                    mutate(rng, damaged)
            verdict = check_drat(formula, drat("\n".join(damaged)))
            if verdict.lrat is None:
                refused += 1
            else:
                assert check_lrat(formula, verdict.lrat).proved
                assert is_proof(formula, verdict.lrat)
    assert refused > 0


def test_a_binary_proof_that_was_cut_off_is_refused_or_a_proof(tmp_path):
    executable = KissatDriver().executable()
    assert executable is not None, "kissat is needed"
    formula = pigeonhole(3)
    data = solver_proof(tmp_path, formula, executable)
    for end in range(len(data)):
        try:
            verdict = check_drat(formula, drat(data[:end]))
        except UserError:
            continue
        assert verdict.lrat is None or is_proof(formula, verdict.lrat)


def damage_lrat(rng: random.Random, proof: Lrat) -> Lrat:
    """Return a proof with one of its numbers changed, dropped or doubled, or a step dropped."""
    steps = list(proof.steps)
    at = rng.randrange(len(steps))
    step = steps[at]
    if rng.random() < 0.15:
        del steps[at]
    elif isinstance(step, Deletion):
        ids = list(step.ids)
        ids[rng.randrange(len(ids))] = rng.randint(1, proof_length(proof))
        steps[at] = Deletion(tuple(ids), 0)
    elif rng.random() < 0.3 and step.literals:
        literals = list(step.literals)
        literals[rng.randrange(len(literals))] *= -1
        steps[at] = step._replace(literals=tuple(literals))
    elif step.hints:
        hints = list(step.hints)
        chosen = rng.randrange(len(hints))
        kind = rng.randrange(4)
        if kind == 0:
            del hints[chosen]
        elif kind == 1:
            hints[chosen] = rng.randint(1, proof_length(proof))
        elif kind == 2:
            hints[chosen] *= -1
        else:
            rng.shuffle(hints)
        steps[at] = step._replace(hints=tuple(hints))
    return Lrat(steps)


def proof_length(proof: Lrat) -> int:
    """Return the highest id."""
    return max(step.id for step in proof.steps if isinstance(step, Addition))


@pytest.mark.slow
def test_damaged_lrat_is_refused_or_a_proof(formulas, tmp_path):
    executable = KissatDriver().executable()
    assert executable is not None, "kissat is needed"
    rng = random.Random(14)
    proofs = [(f, check_drat(f, drat("\n".join(quick_proof(f)))).lrat) for f in formulas]
    by_rat = drat(solver_proof(tmp_path, formulas[0], executable, "--factor=1"))
    proofs.append((formulas[0], check_drat(formulas[0], by_rat).lrat))
    refused = accepted = 0
    for formula, proof in proofs:
        assert proof is not None
        assert check_lrat(formula, proof).proved
        for _ in range(50):
            damaged = damage_lrat(rng, proof)
            if check_lrat(formula, damaged).proved:
                assert is_proof(formula, damaged)
                accepted += 1
            else:
                refused += 1
    assert min(refused, accepted) > 20
