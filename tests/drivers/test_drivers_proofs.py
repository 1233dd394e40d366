"""Proofs of process drivers: whole and where they are wanted, or not there."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from support.solvers import hard_cnf, make_cnf

from nlc.cnf import Cnf
from nlc.drivers.base import Limits
from nlc.drivers.cadical import CadicalDriver
from nlc.drivers.external import CommandDriver, ExternalDriver
from nlc.drivers.kissat import KissatDriver
from nlc.drivers.minisat import MinisatDriver
from nlc.proof.certify import certify
from nlc.proof.files import load_proof_file

COMMAND = CommandDriver("cadical -q --no-binary {cnf} {proof}")
ABLE = pytest.mark.parametrize("driver", [CadicalDriver(), KissatDriver()], ids=lambda d: d.name)
EMPTY_CLAUSE = b"a\0"


def pigeons(holes: int) -> Cnf:
    """Return that one pigeon more than there are holes finds a hole of its own."""
    place = np.arange(1, (holes + 1) * holes + 1).reshape(holes + 1, holes).tolist()
    clauses = [list(row) for row in place]
    for hole in zip(*place, strict=True):
        clauses += [[-a, -b] for i, a in enumerate(hole) for b in hole[:i]]
    return make_cnf((holes + 1) * holes, clauses)


@ABLE
def test_a_refutation_comes_with_its_proof(driver: ExternalDriver, tmp_path: Path) -> None:
    proof = tmp_path / "a proof é.drat"
    assert driver.solve(pigeons(6), proof=proof).status == "UNSATISFIABLE"
    assert certify(pigeons(6), load_proof_file(str(proof))).proved
    assert list(tmp_path.iterdir()) == [proof]


@pytest.mark.sample(2)
@pytest.mark.parametrize("clauses", [[[]], [[1], [-1]], [[1, 2], [1, -2], [-1, 2], [-1, -2]]])
def test_a_command_writes_a_proof_where_its_place_says(
    tmp_path: Path, clauses: list[list[int]]
) -> None:
    proof = tmp_path / "proof"
    assert COMMAND.solve(make_cnf(2, clauses), proof=proof).status == "UNSATISFIABLE"
    assert certify(make_cnf(2, clauses), load_proof_file(str(proof))).proved
    assert COMMAND.solve(make_cnf(2, clauses)).status == "UNSATISFIABLE"
    assert list(tmp_path.iterdir()) == [proof]


def test_a_proof_in_text_that_is_cut_off_is_not_delivered(tmp_path: Path) -> None:
    words = 'sh -c \'printf "s UNSATISFIABLE\\n"; printf "1 0\\n-1 10" >{proof}; exit 20\''
    outcome = CommandDriver(words).solve(pigeons(2), proof=tmp_path / "proof")
    assert outcome.reason == "no-answer"
    assert "cut off" in str(outcome.message)
    assert not list(tmp_path.iterdir())


@ABLE
@pytest.mark.parametrize(
    ("variables", "clauses"), [(0, [[]]), (2, [[1, 2], []]), (1, [[1], [-1]])], ids=str
)
def test_a_proof_is_never_empty(
    driver: ExternalDriver, tmp_path: Path, variables: int, clauses: list[list[int]]
) -> None:
    proof = tmp_path / "proof"
    outcome = driver.solve(make_cnf(variables, clauses), proof=proof)
    assert outcome.status == "UNSATISFIABLE", outcome.message
    assert proof.read_bytes().startswith(EMPTY_CLAUSE)
    assert certify(make_cnf(variables, clauses), load_proof_file(str(proof))).proved


@pytest.mark.sample(2)
@ABLE
@pytest.mark.parametrize(
    ("cnf", "limits", "status"),
    [
        (make_cnf(0, []), Limits(), "SATISFIABLE"),
        (make_cnf(2, [[1, 2]]), Limits(), "SATISFIABLE"),
        (hard_cnf(), Limits(seconds=0.2), "UNKNOWN"),
    ],
    ids=["nothing", "satisfiable", "undecided"],
)
def test_without_a_refutation_there_is_no_proof_and_an_old_one_goes(
    driver: ExternalDriver, tmp_path: Path, cnf: Cnf, limits: Limits, status: str
) -> None:
    proof = tmp_path / "proof"
    proof.write_bytes(b"old")
    assert driver.solve(cnf, limits, proof=proof).status == status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@ABLE
def test_a_proof_that_does_not_fit_on_the_disk_is_told(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CaDiCaL says UNSATISFIABLE nonetheless; a limit on the size of files is like a full disk."""
    script = tmp_path / "solver"
    script.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 8\nexec {driver.executable()} \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv(driver.variable, str(script))
    proof = tmp_path / "proof"
    assert driver.solve(pigeons(7)).status == "UNSATISFIABLE"
    outcome = driver.solve(pigeons(7), proof=proof)
    assert (outcome.status, proof.exists()) == ("UNKNOWN", False)
    cut_off = driver.name == "cadical"
    assert outcome.reason == ("no-answer" if cut_off else "crashed")
    assert ("is cut off" if cut_off else "proof write-buffer failed") in str(outcome.message)


@ABLE
@pytest.mark.parametrize("place", ["no such folder/proof", "folder"])
def test_a_place_where_no_file_can_be_is_told(
    driver: ExternalDriver, tmp_path: Path, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    outcome = driver.solve(pigeons(3), proof=tmp_path / place)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert place in str(outcome.message)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_device_is_written_to_and_stays_one() -> None:
    outcome = CadicalDriver().solve(pigeons(3), proof=Path("/dev/full"))
    assert outcome.reason == "no-answer"
    assert "No space left on device" in str(outcome.message)
    assert Path("/dev/full").is_char_device()


def test_a_proof_goes_to_another_file_system_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Path("/dev/shm")
    if not os.access(other, os.W_OK) or other.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no other file system")
    monkeypatch.setattr("tempfile.tempdir", str(other))
    proof = tmp_path / "proof"
    proof.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(b"old")
    assert CadicalDriver().solve(pigeons(4), proof=proof).status == "UNSATISFIABLE"
    assert proof.is_symlink()
    assert proof.read_bytes().endswith(EMPTY_CLAUSE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "proof"]


def test_a_literal_that_looks_like_an_addition_is_no_empty_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes ``a a 0`` add the clause of the literal -48."""
    script = tmp_path / "cadical"
    script.write_text("#!/bin/sh\nprintf 'aa\\0' >\"$2\"; echo s UNSATISFIABLE; exit 20\n")
    script.chmod(0o755)
    monkeypatch.setenv("NLC_CADICAL", str(script))
    outcome = CadicalDriver().solve(make_cnf(48, []), proof=tmp_path / "proof")
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")


def test_who_cannot_write_a_proof_is_not_asked(tmp_path: Path) -> None:
    for driver in (MinisatDriver(), CommandDriver("cadical {cnf}")):
        assert not driver.capabilities.proofs
        with pytest.raises(ValueError, match="cannot write a proof"):
            driver.solve(pigeons(2), proof=tmp_path / "proof")
