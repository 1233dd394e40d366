"""Faults of solvers, played by small scripts: none becomes a verdict, none leaves a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from driver_cases import alive, children, dead_soon, hard_cnf, make_cnf, wait_until

from nlc.drivers.base import NO_LIMITS, Limits, Outcome
from nlc.drivers.cadical import CadicalDriver
from nlc.drivers.command import CommandDriver
from nlc.drivers.external import ExternalDriver
from nlc.drivers.kissat import KissatDriver
from nlc.drivers.minisat import MinisatDriver
from nlc.lang.diagnostics import UserError

CNF = make_cnf(3, [[1, 2], [-1, 3]])


def fake(folder: Path, body: str) -> Path:
    """Write a solver as a shell script."""
    script = folder / "fake solver é.sh"
    script.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    script.chmod(0o755)
    return script


def play(folder: Path, body: str, limits: Limits = NO_LIMITS) -> Outcome:
    """Solve `CNF` by a solver written as a shell script."""
    before = children()
    outcome = CommandDriver(f"'{fake(folder, body)}' {{cnf}}").solve(CNF, limits)
    assert children() == before
    return outcome


@pytest.mark.parametrize(
    "model", ["v 1 0\nv", "v 3 0", "v 1 2 3", "v 1 -1 2 3 0", "v 1 2 3 4 0", "v 1 x 0", "v -1 -2 0"]
)
def test_a_wrong_or_malformed_model_is_a_failure(tmp_path: Path, model: str) -> None:
    outcome = play(tmp_path, f"printf 's SATISFIABLE\\n{model}\\n'; exit 10")
    assert (outcome.status, outcome.reason, outcome.model) == ("UNKNOWN", "failed", None)
    assert outcome.message is not None
    assert "fake solver" in outcome.message


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("echo s SATISFIABLE; echo v 1 2 3 0; exit 20", "contradicts itself"),
        ("echo s UNSATISFIABLE; exit 10", "contradicts itself"),
        ("echo s UNSATISFIABLE; exit 0", "contradicts itself"),
        ("echo s SATISFIABLE; echo v 1 2 3 0; exit 30", "contradicts itself"),
        ("echo s UNSATISFIABLE; kill -9 $$", "killed by SIGKILL"),
        ("echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20", "contradictory"),
        ("echo s UNSATISFIABLE; echo s UNSATISFIABLE; exit 20", "2 times"),
        ("echo v 1 2 3 0; echo s SATISFIABLE; exit 10", "before"),
        ("echo s SATISFIABLE; exit 10", "no model"),
        ("echo s UNKNOWN; exit 0", "no answer"),
        ("echo c UNKNOWN; exit 0", "no answer"),
        ("exit 20", "no answer"),
        ("exit 10", "no answer"),
        ("echo c a broken pipe; exit 1", "a broken pipe"),
        ("printf '\\377\\376\\000garbage'; exit 10", "garbage"),
        ("echo s UNSATISFIABLE >/dev/full; exit 20", "no answer"),
        ("kill -SEGV $$", "killed by SIGSEGV"),
    ],
)
def test_a_solver_that_lies_or_breaks_is_a_failure(tmp_path: Path, body: str, cause: str) -> None:
    outcome = play(tmp_path, body)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "failed")
    assert outcome.message is not None
    assert cause in outcome.message


@pytest.mark.parametrize(
    "body",
    [
        "echo s SATISFIABLE; echo v 3 -2 1 0; exit 10",
        "echo s SATISFIABLE; echo v 1; echo v 3 0; exit 10",
        "printf 'c hello\\r\\ns SATISFIABLE\\r\\nv 1 -2 3 0\\r\\n'; exit 10",
        "echo s SATISFIABLE; sleep 0.2; echo v 1 -2 3 0; exit 10",
    ],
)
def test_an_unordered_or_partial_model_is_legal(tmp_path: Path, body: str) -> None:
    outcome = play(tmp_path, body)
    assert outcome.model is not None, outcome.message
    assert outcome.model.tolist() == [False, True, False, True]


def test_megabytes_of_log_before_the_answer_do_not_block(tmp_path: Path) -> None:
    body = "yes c chatter | head -c 5000000; echo; echo s UNSATISFIABLE; exit 20"
    outcome = play(tmp_path, body, Limits(seconds=30))
    assert outcome.status == "UNSATISFIABLE"
    assert len(outcome.log) <= 4000


def test_endless_output_is_stopped(tmp_path: Path) -> None:
    outcome = play(tmp_path, "exec yes c chatter", Limits(seconds=60))
    assert outcome.reason == "failed"
    assert outcome.message is not None
    assert "printed over 64 MB" in outcome.message


def test_a_solver_that_ignores_signals_is_killed(tmp_path: Path) -> None:
    outcome = play(tmp_path, "trap '' TERM INT HUP; while :; do sleep 1; done", Limits(seconds=0.2))
    assert outcome.reason == "timeout"


def test_a_solver_that_closes_its_output_and_hangs_is_killed(tmp_path: Path) -> None:
    outcome = play(tmp_path, "exec >&- 2>&-; sleep 100", Limits(seconds=0.2))
    assert outcome.reason == "timeout"


def test_children_of_a_solver_end_with_it_at_the_time_limit(tmp_path: Path) -> None:
    play(tmp_path, f"sleep 100 & echo $! >'{tmp_path}/pid'; wait", Limits(seconds=0.3))
    assert dead_soon(int((tmp_path / "pid").read_text()))


def test_children_that_hold_the_output_do_not_delay_the_answer(tmp_path: Path) -> None:
    body = f"sleep 100 & echo $! >'{tmp_path}/pid'; echo s UNSATISFIABLE; exit 20"
    assert play(tmp_path, body, Limits(seconds=30)).status == "UNSATISFIABLE"
    assert dead_soon(int((tmp_path / "pid").read_text()))


def test_temporary_files_are_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a place é"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    outcome = play(tmp_path, 'touch "$TMPDIR/left" && echo s UNSATISFIABLE; exit 20')
    assert outcome.status == "UNSATISFIABLE"
    assert list(place.iterdir()) == []


def test_a_temporary_folder_that_is_not_there_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    outcome = play(tmp_path, "exit 20")
    assert outcome.reason == "failed"
    assert outcome.message is not None
    assert "nowhere" in outcome.message


def test_a_file_that_cannot_be_executed_is_a_failure(tmp_path: Path) -> None:
    script = tmp_path / "empty"
    script.write_bytes(b"\x7fELF nonsense")
    script.chmod(0o755)
    outcome = CommandDriver(str(script)).solve(CNF)
    assert outcome.reason == "failed"
    assert outcome.message is not None
    assert "cannot be run" in outcome.message


@pytest.mark.parametrize("text", ["SAT\n1 -2 0\n", "UNSAT\n", "INDET\n", "", "SAT\n", "SAT\n1 3"])
def test_minisat_result_file_that_does_not_fit_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("NLC_MINISAT", str(fake(tmp_path, f"printf '{text}' >\"$2\"; exit 10")))
    assert MinisatDriver().solve(CNF).reason == "failed"


@pytest.mark.parametrize("driver", [MinisatDriver(), CadicalDriver(), KissatDriver()])
def test_memory_limit_is_told_apart_from_other_failures(driver: ExternalDriver) -> None:
    outcome = driver.solve(hard_cnf(), Limits(seconds=20, megabytes=8))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "memory"), outcome.message


@pytest.mark.parametrize(
    ("driver", "hint"),
    [
        (MinisatDriver(), "Debian package minisat"),
        (CadicalDriver(), "Debian package cadical"),
        (KissatDriver(), 'pip install "nlc[solvers]"'),
    ],
)
def test_a_missing_solver_names_the_package(
    monkeypatch: pytest.MonkeyPatch, driver: ExternalDriver, hint: str
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    outcome = driver.solve(CNF)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "missing")
    assert outcome.message is not None
    assert hint in outcome.message
    assert driver.version() is None


def test_the_environment_names_the_executable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NLC_KISSAT", str(tmp_path / "no-such"))
    missing = KissatDriver().missing()
    assert missing is not None
    assert "NLC_KISSAT" in missing
    monkeypatch.setenv("NLC_KISSAT", str(fake(tmp_path, "echo 9.9.9")))
    assert KissatDriver().version() == "9.9.9"


def test_kissat_is_found_in_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    executable = KissatDriver().executable()
    assert executable is not None
    assert executable.endswith("sage_wheels/bin/kissat")


def test_separators_are_refused() -> None:
    with pytest.raises(ValueError, match="separators"):
        CadicalDriver().solve(CNF, separators=[lambda model: []])
    with pytest.raises(ValueError, match="separators"):
        CadicalDriver().enumerate(CNF, separators=[lambda model: []])


@pytest.mark.parametrize("command", ["", "  ", "solver 'open"])
def test_a_command_that_cannot_be_read_is_an_error_of_the_user(command: str) -> None:
    with pytest.raises(UserError):
        CommandDriver(command)


def test_a_command_that_is_not_there_is_missing() -> None:
    outcome = CommandDriver("no-such-solver {cnf}").solve(CNF)
    assert outcome.reason == "missing"
    assert outcome.message is not None
    assert "no-such-solver" in outcome.message


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from driver_cases import make_cnf
from nlc.drivers.command import CommandDriver
try:
    CommandDriver({script!r}).solve(make_cnf(1, []))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_solver_ends_when_nlc_is_interrupted_or_dies(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = fake(
        tmp_path, f"echo $$ >'{tmp_path}/new'; mv '{tmp_path}/new' '{tmp_path}/pid'; exec sleep 100"
    )
    code = PROGRAM.format(path=[str(Path(__file__).parent)], script=f"'{script}'")
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},  # a killed nlc leaves its folder behind
    )
    pid = tmp_path / "pid"
    assert wait_until(pid.exists)
    solver = int(pid.read_text())
    assert alive(solver)
    os.kill(process.pid, number)
    output, _ = process.communicate(timeout=20)
    assert dead_soon(solver)
    assert output == ("interrupted\n" if number == signal.SIGINT else "")
