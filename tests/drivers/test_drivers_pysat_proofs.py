"""Proofs of PySAT's solvers, checked by reverse unit propagation (Gelder 2008; Goldberg 2003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from support.solvers import children, hard_cnf, make_cnf, random_cnf
from test_drivers_shared import PYSAT

from nlc.cnf import Cnf
from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.drivers.pysat.driver import PysatDriver

PROVERS = [name for name in PYSAT if get(name).capabilities.proofs]


def refuted(clauses: Iterable[Sequence[int]], true: Iterable[int]) -> bool:
    """Tell whether unit propagation finds a conflict after some literals were made true."""
    known = set(true)
    todo = [set(clause) for clause in clauses]
    while True:
        rest = []
        size = len(known)
        for clause in todo:
            open_ = [literal for literal in clause if -literal not in known]
            if not open_:
                return True
            if len(open_) == 1:
                known.add(open_[0])
            elif not clause & known:
                rest.append(clause)
        if any(-literal in known for literal in known):
            return True
        if len(known) == size:
            return False
        todo = rest


def check(cnf: Cnf, proof: str) -> None:
    """Check a DRUP proof; as no step of it is deleted here, it may be easier than it says."""
    clauses = [tuple(clause) for block in cnf.blocks for clause in block.clauses.tolist()]
    for line in proof.splitlines():
        *step, end = line.split()
        assert end == "0"
        if step[:1] == ["d"]:
            assert all(abs(int(word)) <= cnf.variables for word in step[1:])
            continue
        lemma = tuple(map(int, step))
        assert refuted(clauses, [-literal for literal in lemma]), line
        if not lemma:
            return
        clauses.append(lemma)
    pytest.fail("the proof has no empty clause")


def pigeons(holes: int) -> Cnf:
    """Return the formula that one pigeon more than there are holes has a hole to itself."""
    at = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    apart = ([-a[h], -b[h]] for a, b in combinations(at, 2) for h in range(holes))
    return make_cnf(holes * (holes + 1), [*at, *apart])


FORMULAS = {
    "contradiction": make_cnf(2, [list(signs) for signs in product((1, -1), (2, -2))]),
    "units": make_cnf(3, [[3], [-3]]),
    "propagation": make_cnf(3, [[1], [-1, 2], [-2, 3], [-3, -1]]),
    "empty clause": make_cnf(2, [[1, 2], []]),
    "pigeons": pigeons(3),
    "random": random_cnf(3, 30, 180),
}


def test_solvers_that_can_are_known() -> None:
    assert "pysat:cadical195" in PROVERS
    assert "pysat:glucose4" in PROVERS
    assert not {"pysat:kissat404", "pysat:minisat22", "pysat:maplesat"} & set(PROVERS)


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", PROVERS)
def test_a_refutation_comes_with_a_proof(tmp_path: Path, name: str) -> None:
    path = tmp_path / "proof é.drat"
    for title, cnf in FORMULAS.items():
        outcome = get(name).solve(cnf, proof=path)
        assert outcome.status == "UNSATISFIABLE", title
        check(cnf, path.read_text(encoding="ascii"))
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:glucose4", "pysat:lingeling"])
def test_without_a_refutation_no_file_is_left(tmp_path: Path, name: str) -> None:
    path = tmp_path / "proof"
    path.write_text("of something else")
    outcome = get(name).solve(make_cnf(2, [[1, 2]]), proof=path)
    assert outcome.status == "SATISFIABLE"
    assert list(tmp_path.iterdir()) == []
    outcome = get(name).solve(hard_cnf(), Limits(seconds=0.2), proof=path)
    assert outcome.reason == "wall-time"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_killed_solver_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    outcome = PysatDriver("glucose4").solve(
        hard_cnf(), Limits(seconds=60, cpu_seconds=0.3), proof=tmp_path / "proof"
    )
    assert outcome.reason == "cpu-time"
    assert list(tmp_path.iterdir()) == []


def test_a_proof_that_cannot_be_written_is_no_verdict(tmp_path: Path) -> None:
    outcome = PysatDriver("cadical195").solve(FORMULAS["units"], proof=tmp_path / "none" / "proof")
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert "the proof of pysat:cadical195 cannot be written" in str(outcome.message)


def test_the_proof_is_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = PysatDriver("cadical195")
    driver.solve(make_cnf(1, [[1]]))  # the worker stays where nlc is now
    assert len(children()) == 1
    monkeypatch.chdir(tmp_path)
    assert driver.solve(FORMULAS["units"], proof=Path("proof")).status == "UNSATISFIABLE"
    check(FORMULAS["units"], (tmp_path / "proof").read_text())


def test_a_proof_is_refused_where_there_can_be_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="minisat22 writes no proof"):
        PysatDriver("minisat22").solve(FORMULAS["units"], proof=tmp_path / "proof")
    with pytest.raises(ValueError, match="writes no proof of this search"):
        PysatDriver("cadical195").solve(
            FORMULAS["units"], separators=[lambda model: []], proof=tmp_path / "proof"
        )
    assert list(tmp_path.iterdir()) == []
