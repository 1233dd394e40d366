"""A proof of a solver is checked."""

import pytest
from fuzz.wrong import Inner
from fuzzing.formulas import check_formula
from fuzzing.trial import Trial, driver

from nlc.drivers.base import NO_LIMITS, Capabilities, Outcome
from nlc.oracle.formulas import Formula

CONTRADICTION = Formula(2, ((1, 2), (-1, 2), (1, -2), (-1, -2)))


class Forger(Inner):
    """Writes an empty proof."""

    capabilities = Capabilities(in_process=True, proofs=True)

    def solve(self, cnf, limits=NO_LIMITS, separators=(), proof=None):
        if proof is not None:
            proof.write_text("", "utf-8")
        return Outcome("UNSATISFIABLE")


def test_a_right_proof_is_no_finding():
    trial = Trial("", "pysat:glucose4", frozenset({"proof"}))
    assert driver("pysat:glucose4").capabilities.proofs
    assert list(check_formula(CONTRADICTION, trial)) == []


@pytest.mark.slow
def test_a_proof_that_proves_nothing_is_found(monkeypatch):
    monkeypatch.setattr("fuzzing.formulas.driver_of", lambda trial: Forger())
    (fault,) = check_formula(CONTRADICTION, Trial("", "forger", frozenset({"proof"})))
    assert fault.kind == "proof"
