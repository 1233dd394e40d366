"""Proofs of drivers: whole and where they are wanted, or not there."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from support.proofs import pigeonhole
from support.solvers import children, hard_cnf, make_cnf, random_cnf
from test_drivers_shared import PYSAT

from nlc.cnf import Cnf
from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.drivers.external import CadicalDriver, CommandDriver, ExternalDriver, KissatDriver
from nlc.drivers.pysat.driver import PysatDriver
from nlc.proof.certify import certify
from nlc.proof.files import load_proof_file

COMMAND = "cmd:cadical -q --no-binary {cnf} {proof}"
PROVERS = ["cadical", "kissat", COMMAND]
PROVERS += [name for name in PYSAT if get(name).capabilities.proofs]
PIGEONS = make_cnf(12, pigeonhole(3))
FORMULAS = {
    "contradiction": make_cnf(2, [list(signs) for signs in product((1, -1), (2, -2))]),
    "units": make_cnf(3, [[3], [-3]]),
    "propagation": make_cnf(3, [[1], [-1, 2], [-2, 3], [-3, -1]]),
    "empty clause": make_cnf(2, [[1, 2], []]),
    "nothing else": make_cnf(0, [[]]),
    "pigeons": PIGEONS,
    "random": random_cnf(3, 30, 180),
}


def proves(cnf: Cnf, proof: Path) -> bool:
    return certify(cnf, load_proof_file(str(proof))).proved


def test_solvers_that_can_are_known(tmp_path: Path) -> None:
    assert {"pysat:cadical195", "pysat:glucose4"} < set(PROVERS)
    for name in ("pysat:kissat404", "pysat:minisat22", "pysat:maplesat", "minisat", "cmd:a {cnf}"):
        assert not get(name).capabilities.proofs
        with pytest.raises(ValueError, match=r"writes no proof|cannot write a proof"):
            get(name).solve(PIGEONS, proof=tmp_path / "proof")
    with pytest.raises(ValueError, match="writes no proof of this search"):
        get("pysat:cadical195").solve(PIGEONS, separators=[lambda m: []], proof=tmp_path / "proof")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", PROVERS)
def test_a_refutation_comes_with_a_proof_that_is_never_empty(tmp_path: Path, name: str) -> None:
    proof = tmp_path / "a proof é.drat"
    for title, cnf in FORMULAS.items():
        assert get(name).solve(cnf, proof=proof).status == "UNSATISFIABLE", title
        assert proof.read_bytes() and proves(cnf, proof), title
        assert list(tmp_path.iterdir()) == [proof]


def test_a_proof_in_text_that_is_cut_off_is_not_delivered(tmp_path: Path) -> None:
    words = 'sh -c \'printf "s UNSATISFIABLE\\n"; printf "1 0\\n-1 10" >{proof}; exit 20\''
    outcome = CommandDriver(words).solve(PIGEONS, proof=tmp_path / "proof")
    assert outcome.reason == "no-answer"
    assert "cut off" in str(outcome.message)
    assert not list(tmp_path.iterdir())


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", ["cadical", "pysat:cadical195", "kissat", "pysat:glucose4", "pysat:lingeling"]
)
def test_without_a_refutation_there_is_no_proof_and_an_old_one_goes(
    tmp_path: Path, name: str
) -> None:
    proof = tmp_path / "proof"
    for cnf, limits, status in (
        (make_cnf(2, [[1, 2]]), Limits(), "SATISFIABLE"),
        (hard_cnf(), Limits(seconds=0.1), "UNKNOWN"),
    ):
        proof.write_bytes(b"old")
        assert get(name).solve(cnf, limits, proof=proof).status == status
        assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("driver", [CadicalDriver(), KissatDriver()], ids=lambda d: d.name)
def test_a_proof_that_does_not_fit_on_the_disk_is_told(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CaDiCaL says UNSATISFIABLE nonetheless; a limit on the size of files is like a full disk."""
    script = tmp_path / "solver"
    script.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 8\nexec {driver.executable()} \"$@\"\n")
    script.chmod(0o755)
    monkeypatch.setenv(driver.variable, str(script))
    proof, cnf = tmp_path / "proof", make_cnf(56, pigeonhole(7))
    assert driver.solve(cnf).status == "UNSATISFIABLE"
    outcome = driver.solve(cnf, proof=proof)
    assert (outcome.status, proof.exists()) == ("UNKNOWN", False)
    cut_off = driver.name == "cadical"
    assert outcome.reason == ("no-answer" if cut_off else "crashed")
    assert ("is cut off" if cut_off else "proof write-buffer failed") in str(outcome.message)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        *product(["cadical", "kissat", "pysat:cadical195"], ["no such folder/proof", "folder"]),
    ],
)
def test_a_place_where_no_file_can_be_is_told(tmp_path: Path, name: str, place: str) -> None:
    (tmp_path / "folder").mkdir()
    outcome = get(name).solve(PIGEONS, proof=tmp_path / place)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert place.partition("/")[0] in str(outcome.message)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_device_is_written_to_and_stays_one() -> None:
    outcome = CadicalDriver().solve(PIGEONS, proof=Path("/dev/full"))
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
    assert CadicalDriver().solve(PIGEONS, proof=proof).status == "UNSATISFIABLE"
    assert proof.is_symlink()
    assert proof.read_bytes().endswith(b"a\0")
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


@pytest.mark.slow
def test_a_killed_solver_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    limits = Limits(seconds=60, cpu_seconds=0.3)
    outcome = PysatDriver("glucose4").solve(hard_cnf(), limits, proof=tmp_path / "proof")
    assert outcome.reason == "cpu-time"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.processes
def test_the_proof_is_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = PysatDriver("cadical195")
    driver.solve(make_cnf(1, [[1]]))  # the worker stays where nlc is now
    assert len(children()) == 1
    monkeypatch.chdir(tmp_path)
    assert driver.solve(PIGEONS, proof=Path("proof")).status == "UNSATISFIABLE"
    assert proves(PIGEONS, tmp_path / "proof")
