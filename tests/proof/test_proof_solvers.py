"""Proofs as solvers write them: CaDiCaL, Kissat and the solvers of PySAT."""

from __future__ import annotations

import io
import random
import shutil

import numpy as np
import pytest
from support.proofs import Formula, drat, is_proof, pigeonhole, random_formula, solver_proof

from nlc.cnf import Cnf
from nlc.drivers import available
from nlc.drivers.external import KissatDriver
from nlc.proof.drat import check_drat
from nlc.proof.files import load_proof_file, parse_proof, write_drat
from nlc.proof.lrat import check_lrat
from nlc.proof.steps import Drat

EXECUTABLES = {"cadical": shutil.which("cadical"), "kissat": KissatDriver().executable()}


def accept(formula: Formula, proof: Drat, *, slowly: bool = False) -> int:
    """Check a proof with both checkers and return the number of lemmas by RAT."""
    verdict = check_drat(formula, proof)
    assert verdict.problem is None
    assert verdict.lrat is not None
    assert check_lrat(formula, verdict.lrat).proved
    trimmed = io.BytesIO()
    write_drat(formula, verdict.lrat, trimmed)
    assert check_drat(formula, drat(trimmed.getvalue())).proved
    if slowly:
        assert is_proof(formula, verdict.lrat)
    return verdict.rat


def unsatisfiable_formula(variables: int) -> Formula:
    """Return a random formula with so many clauses that no assignment is left."""
    return random_formula(random.Random(variables), variables, 6 * variables)


@pytest.mark.parametrize("options", [(), ("--no-binary",)], ids=["binary", "text"])
@pytest.mark.parametrize("solver", EXECUTABLES)
def test_proofs_of_executables_are_accepted(solver, options, tmp_path):
    executable = EXECUTABLES[solver]
    assert executable is not None, f"{solver} is needed"
    for formula in (pigeonhole(5), unsatisfiable_formula(60)):
        accept(formula, drat(solver_proof(tmp_path, formula, executable, *options)))


def test_bounded_variable_addition_is_proved_by_rat(tmp_path):
    executable = EXECUTABLES["kissat"]
    assert executable is not None, "kissat is needed"
    found = {
        option: accept(
            pigeonhole(5), drat(solver_proof(tmp_path, pigeonhole(5), executable, option))
        )
        for option in ("--factor=1", "--factor=0")
    }
    assert found["--factor=1"] > 20
    assert found["--factor=0"] == 0


def test_elimination_of_variables_is_accepted_slowly_too(tmp_path):
    executable = EXECUTABLES["cadical"]
    assert executable is not None, "cadical is needed"
    for seed in range(6):
        formula = random_formula(random.Random(seed), 12, 90)
        options = ("--elim=1", "--block=1", "--cover=1", "--inprocessing=1", f"--seed={seed}")
        accept(formula, drat(solver_proof(tmp_path, formula, executable, *options)), slowly=True)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "name", sorted(d.name for d in available() if d.capabilities.proofs and not d.missing())
)
def test_every_driver_that_says_so_writes_proofs(name, tmp_path):
    driver = next(d for d in available() if d.name == name)
    for formula in (pigeonhole(4), unsatisfiable_formula(30)):
        cnf = Cnf(variables=max(abs(lit) for clause in formula for lit in clause))
        for clause in formula:
            cnf.add("clauses", np.array([clause], np.int32))
        path = tmp_path / "proof"
        assert driver.solve(cnf, proof=path).status == "UNSATISFIABLE"
        proof = parse_proof(load_proof_file(str(path)))
        assert isinstance(proof, Drat)
        accept(formula, proof)
