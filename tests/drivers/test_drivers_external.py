"""What drivers of executables do, told by small scripts; their faults are in tests/faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.solvers import CNF, fake, play

from nlc.drivers.base import Limits
from nlc.drivers.external import (
    CadicalDriver,
    CommandDriver,
    ExternalDriver,
    KissatDriver,
    MinisatDriver,
)
from nlc.errors import UserError


@pytest.mark.sample(2)
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


def test_standard_error_does_not_disturb_the_answer(tmp_path: Path) -> None:
    wrong = "echo s UNSATISFIABLE >&2; echo conflicts: 9 >&2"
    body = f"{wrong}; printf 's SATISF'; {wrong}; echo IABLE; exec >&-; {wrong}; exit 20"
    assert play(tmp_path, body).reason == "contradictory"
    body = f"{wrong}; printf 's SATISF'; {wrong}; echo IABLE; echo v 1 -2 3 0; {wrong}; exit 10"
    outcome = play(tmp_path, body)
    assert (outcome.status, outcome.statistics) == ("SATISFIABLE", {})


def test_messages_show_the_end_of_both_streams(tmp_path: Path) -> None:
    many = "i=0; while [ $i -lt 2000 ]; do i=$((i+1)); echo c line $i; done"
    outcome = play(tmp_path, f"{many}; echo c out; exec >&2; {many}; echo c err; exit 1")
    assert outcome.message is not None
    assert outcome.message.index("c out") < outcome.message.index("c err")
    assert "c out" in outcome.log
    assert len(outcome.log) <= 4000


@pytest.mark.slow
@pytest.mark.parametrize("body", ["exec yes c >&2", "yes c >&2 & exec yes c"])
def test_endless_standard_error_is_ended(tmp_path: Path, body: str) -> None:
    outcome = play(tmp_path, body, Limits(seconds=60))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "killed")
    assert "printed over 64 MB" in str(outcome.message)


def test_a_solver_without_time_left_is_not_started(tmp_path: Path) -> None:
    outcome = play(tmp_path, f"touch '{tmp_path}/started'; exit 20", Limits(seconds=0))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "wall-time")
    assert not (tmp_path / "started").exists()


def test_a_solver_that_goes_before_it_is_started_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = fake(tmp_path, "exit 20")
    driver = CommandDriver(f"'{script}' {{cnf}}")
    found = driver.executable()
    script.unlink()
    monkeypatch.setattr(driver, "executable", lambda: found)
    outcome = driver.solve(CNF)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "missing")
    assert str(script) in str(outcome.message)


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


def test_separators_are_refused() -> None:
    with pytest.raises(ValueError, match="separators"):
        CadicalDriver().solve(CNF, separators=[lambda model: []])


@pytest.mark.parametrize("command", ["", "  ", "solver 'open"])
def test_a_command_that_cannot_be_read_is_an_error_of_the_user(command: str) -> None:
    with pytest.raises(UserError):
        CommandDriver(command)
