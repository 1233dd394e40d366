"""What tests of proofs share: formulas, proofs of them, and a slow checker without hints."""

from __future__ import annotations

import itertools
import random
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from pysat.solvers import Solver

from nlc.proof.files import ProofFile, parse_proof
from nlc.proof.steps import Addition, Drat, Lrat

Formula = list[list[int]]

EXAMPLE: Formula = [
    [1, 2, -3],
    [-1, -2, 3],
    [2, 3, -4],
    [-2, -3, 4],
    [1, 3, 4],
    [-1, -3, -4],
    [-1, 2, 4],
    [1, -2, -4],
]
"""Eight clauses over four variables, of which no seven are unsatisfiable (Rivest)."""


def pigeonhole(holes: int) -> Formula:
    """Return that one pigeon more than there are holes finds room."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = itertools.combinations(at, 2)
    return at + [[-a, -b] for one, other in pairs for a, b in zip(one, other, strict=True)]


def random_formula(
    rng: random.Random, variables: int, clauses: int, width: int = 3, narrowest: int = 0
) -> Formula:
    """Return random clauses of `width` literals, or of `narrowest` up to `width`."""
    widths = [rng.randint(narrowest or width, width) for _ in range(clauses)]
    return [
        [v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), min(w, variables))]
        for w in widths
    ]


def satisfiable(formula: Formula) -> bool:
    """Decide a small formula by trying all assignments."""
    variables = max((abs(lit) for clause in formula for lit in clause), default=0)
    return any(
        all(any((lit > 0) == values[abs(lit) - 1] for lit in clause) for clause in formula)
        for values in itertools.product((False, True), repeat=variables)
    )


def write_formula(path: Path, formula: Formula) -> Path:
    """Write a DIMACS file."""
    variables = max((abs(lit) for clause in formula for lit in clause), default=0)
    lines = [f"p cnf {variables} {len(formula)}", *(" ".join(map(str, [*c, 0])) for c in formula)]
    path.write_text("\n".join(lines) + "\n")
    return path


def proof_of(data: bytes | str) -> Drat | Lrat:
    """Read a proof from its text or bytes."""
    return parse_proof(ProofFile("proof", data.encode() if isinstance(data, str) else data))


def drat(data: bytes | str) -> Drat:
    """Read a DRAT proof."""
    proof = proof_of(data)
    assert isinstance(proof, Drat)
    return proof


def lrat(data: str) -> Lrat:
    """Read an LRAT proof."""
    proof = proof_of(data)
    assert isinstance(proof, Lrat)
    return proof


def solver_proof(folder: Path, formula: Formula, executable: str, *options: str) -> bytes:
    """Return the proof that a solver's executable writes of an unsatisfiable formula."""
    cnf, proof = write_formula(folder / "f.cnf", formula), folder / "proof"
    proof.unlink(missing_ok=True)
    command = [executable, "-q", "-n", *options, str(cnf), str(proof)]
    ended = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert ended.returncode == 20
    return proof.read_bytes()


def quick_proof(formula: Formula) -> list[str]:
    """Return the lines of a proof, by Glucose in process."""
    with Solver("glucose4", bootstrap_with=formula, with_proof=True) as solver:
        assert solver.solve() is False
        return list(solver.get_proof())


def is_proof(formula: Formula, proof: Lrat) -> bool:
    """Check the clauses of an LRAT proof one after the other, slowly, without a look at its hints.

    A clause must be RUP, or RAT on its first literal, over all clauses that are there.
    """
    clauses = {i: set(clause) for i, clause in enumerate(formula, 1)}
    for step in proof.steps:
        if not isinstance(step, Addition):
            for one in step.ids:
                clauses.pop(one, None)
            continue
        there = list(clauses.values())
        if not rup(there, step.literals):
            if not step.literals:
                return False
            pivot = step.literals[0]
            resolvents = (
                {*step.literals, *(clause - {-pivot})} for clause in there if -pivot in clause
            )
            if not all(rup(there, resolvent) for resolvent in resolvents):
                return False
        if not step.literals:
            return True
        clauses[step.id] = set(step.literals)
    return False


def rup(clauses: Sequence[set[int]], literals: Iterable[int]) -> bool:
    """Tell whether unit propagation refutes clauses and the negations of literals."""
    true = {-literal for literal in literals}
    if any(-literal in true for literal in true):
        return True
    grown = True
    while grown:
        grown = False
        for clause in clauses:
            if clause & true:
                continue
            rest = [literal for literal in clause if -literal not in true]
            if not rest:
                return True
            if len(rest) == 1:
                true.add(rest[0])
                grown = True
    return False
