"""Traps that real solvers set, each tried with the solver itself."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest
from support.solvers import hard_cnf, make_cnf

from nlc.cnf import NameBlock
from nlc.cnf.read import read_cnf
from nlc.cnf.write import write_cnf
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.external import (
    CadicalDriver,
    CommandDriver,
    ExternalDriver,
    KissatDriver,
    MinisatDriver,
)
from nlc.errors import UserError
from nlc.process.run import run

CNF = make_cnf(3, [[1, 2], [-1, 3]])
ALL = pytest.mark.parametrize(
    "driver", [MinisatDriver(), CadicalDriver(), KissatDriver()], ids=lambda d: d.name
)


def wrapped(
    driver: ExternalDriver, folder: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> Path:
    """Put a script before a solver, in which ``$solver`` is its path."""
    script = folder / f"{driver.name} wrapped"
    script.write_text(f"#!/bin/sh\nsolver='{driver.executable()}'\n{body}\n")
    script.chmod(0o755)
    monkeypatch.setenv(driver.variable, str(script))
    return script


def ended_by(driver: ExternalDriver, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """Return the outcome of a solver that is sent SIGTERM while it works."""
    body = f'"$solver" "$@" & sleep 0.3; kill -TERM $!; wait $!; echo $? >\'{folder}/status\''
    wrapped(driver, folder, monkeypatch, f"{body}; kill -TERM $$")
    return driver.solve(hard_cnf())


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("SAT\\n1 -2 3 0\\n", 10, "answered"),
        ("UNSAT\\n", 20, "answered"),
        ("UNSAT\\n", 10, "contradictory"),
        ("INDET\\n", 0, "no-answer"),
        ("INDET\\n", 10, "contradictory"),
        ("", 10, "no-answer"),
        ("", 20, "no-answer"),
        ("SAT\\n", 10, "bad-model"),
        ("SAT\\n1 3", 10, "bad-model"),
        ("SAT\\n1 -2 0\\n", 10, "bad-model"),
        ("SAT\\n-1 -2 0\\n", 10, "bad-model"),
    ],
)
def test_minisat_is_believed_by_its_result_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, status: int, reason: str
) -> None:
    driver = MinisatDriver()
    wrapped(driver, tmp_path, monkeypatch, f"printf '{text}' >\"$2\"; exit {status}")
    assert driver.solve(CNF).reason == reason


@pytest.mark.slow
@ALL
def test_after_sigterm_there_is_no_answer(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = ended_by(driver, tmp_path, monkeypatch)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "killed"), outcome.message
    assert (tmp_path / "status").read_text() == "143\n"


@ALL
def test_an_exit_status_without_a_text_is_no_answer(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three exit with 10 though the device that takes the answer is full."""
    by_file = driver.interface.result_file
    body = '"$solver" "$1" /dev/full' if by_file else '"$solver" "$1" >/dev/full'
    wrapped(driver, tmp_path, monkeypatch, f"{body}; echo c it ended with $? >&2; exit 10")
    outcome = driver.solve(CNF)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert "c it ended with 10" in outcome.log


@pytest.mark.sample(2)
@ALL
@pytest.mark.parametrize("header", ["p cnf 2 2", "p cnf 3 1", "p cnf 3 3"])
def test_a_wrong_header_is_refused_by_all_but_minisat(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    wrapped(
        driver,
        tmp_path,
        monkeypatch,
        f'sed -i "s/p cnf 3 2/{header}/" "$1"; exec "$solver" "$@"',
    )
    outcome = driver.solve(CNF)
    if driver.name == "minisat":
        assert (outcome.status, "header mismatch" in outcome.log) == ("SATISFIABLE", True)
    else:
        assert (outcome.status, outcome.reason) == ("UNKNOWN", "crashed")
        assert "error" in str(outcome.message)
    (tmp_path / "cnf").write_text(f"{header}\n1 2 0\n-1 3 0\n")
    with pytest.raises(UserError):
        read_cnf(str(tmp_path / "cnf"))


@pytest.mark.sample(1)
@ALL
def test_minisat_alone_reads_a_compressed_formula_by_itself(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "cnf.gz"
    packed.write_bytes(gzip.compress(b"p cnf 1 2\n1 0\n-1 0\n"))
    words = [str(driver.executable()), str(packed)]
    assert run(words, limits=Limits(seconds=20)).ended.status == 20 or shutil.which("gzip") is None
    monkeypatch.setenv("PATH", "/nonexistent")
    alone = run(words, limits=Limits(seconds=20)).ended.status
    assert (alone == 20) is (driver.interface.gzip == "itself")


@pytest.mark.parametrize("command", ["cat {cnf}", "cat"])
def test_a_command_is_given_a_plain_file_without_comments(command: str) -> None:
    cnf = make_cnf(2, [[1, -2]])
    cnf.comments = ["--plain", "nlc -- --no-witness"]
    lines = CommandDriver(command).solve(cnf).log.splitlines()
    assert "p cnf 2 1" in lines
    assert not [line for line in lines if "-" in line and not line.startswith("1 -2")]


def silenced(cnf: Path) -> bool:
    """Tell whether a comment has made CaDiCaL quiet before its last words."""
    said = run([str(CadicalDriver().executable()), str(cnf)], limits=Limits(seconds=20)).output
    assert b"s SATISFIABLE" in said
    return b"c exit 10" not in said


@pytest.mark.sample(1)
@pytest.mark.parametrize("comment", ["--quiet=1", "title --quiet=1", "---quiet=1", "x=--quiet=1"])
def test_cadical_finds_no_option_in_what_nlc_writes(tmp_path: Path, comment: str) -> None:
    cnf = make_cnf(2, [[1, -2]])
    cnf.comments = [comment]
    cnf.names = [NameBlock(1, 1, "shown", lambda: [comment.replace(" ", "")])]
    assert "c exit 10" in CadicalDriver().solve(cnf).log
    with (tmp_path / "cnf").open("wb") as stream:
        write_cnf(cnf, stream, names="all", annotate=True)
    assert not silenced(tmp_path / "cnf")


@pytest.mark.processes
@ALL
def test_paths_with_blanks_and_other_letters(
    driver: ExternalDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a b'\"ü\n{}"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    assert driver.solve(CNF, Limits(60, 2000, 60)).status == "SATISFIABLE"
    assert list(place.iterdir()) == []
