"""Limits of time and memory: of one process, of a session, and as the solvers' own options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.solvers import children, dead_soon, hard_cnf, make_cnf, play, random_cnf

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.external import (
    CadicalDriver,
    Call,
    CommandDriver,
    ExternalDriver,
    Interface,
    KissatDriver,
    MinisatDriver,
)
from nlc.drivers.search import models

REAL = [MinisatDriver(), CadicalDriver(), KissatDriver()]
BUSY = "while :; do :; done"
HOARD = """exec python3 -c 'a = bytearray(60 << 20); print("full", flush=True)
import time; time.sleep(100)'"""


@pytest.mark.slow
@pytest.mark.parametrize("driver", REAL, ids=lambda d: d.name)
def test_the_processor_time_of_a_solver_is_limited(driver: ExternalDriver) -> None:
    outcome = driver.solve(hard_cnf(), Limits(seconds=30, cpu_seconds=0.2))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "cpu-time"), outcome.message
    assert outcome.cpu_seconds is not None
    assert outcome.cpu_seconds >= 0.2


@pytest.mark.sample(1)
@pytest.mark.parametrize("driver", REAL, ids=lambda d: d.name)
def test_a_solver_that_aborts_at_its_memory_limit_is_told_so(driver: ExternalDriver) -> None:
    cnf = random_cnf(0, 1000, 2000)
    cnf.blocks *= 200
    outcome = driver.solve(cnf, Limits(seconds=20, megabytes=24))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "memory"), outcome.message


@pytest.mark.slow
def test_processor_time_counts_that_of_all_processes(tmp_path: Path) -> None:
    body = f"({BUSY}) & ({BUSY}) & ({BUSY}) & wait"
    outcome = play(tmp_path, body, Limits(seconds=30, cpu_seconds=0.3))
    assert outcome.reason == "cpu-time"


@pytest.mark.slow
def test_processor_time_counts_that_of_ended_children(tmp_path: Path) -> None:
    short = "i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done"
    body = f"while :; do ({short}); done"
    outcome = play(tmp_path, body, Limits(seconds=30, cpu_seconds=0.3))
    assert outcome.reason == "cpu-time"


@pytest.mark.slow
def test_memory_counts_that_of_all_processes(tmp_path: Path) -> None:
    body = f"(echo $$ >'{tmp_path}/pid'; {HOARD}) & ({HOARD}) & ({HOARD}) & wait"
    outcome = play(tmp_path, body, Limits(seconds=30, megabytes=150))
    assert outcome.reason == "memory", outcome.message
    assert dead_soon(int((tmp_path / "pid").read_text()))


@pytest.mark.slow
def test_a_process_that_sleeps_uses_no_processor_time(tmp_path: Path) -> None:
    outcome = play(tmp_path, "sleep 0.5; exit 20", Limits(cpu_seconds=0.2, megabytes=500))
    assert outcome.reason == "no-answer"


def test_a_crash_far_below_the_memory_limit_is_a_crash(tmp_path: Path) -> None:
    assert play(tmp_path, "kill -SEGV $$", Limits(megabytes=500)).reason == "crashed"
    assert play(tmp_path, "kill -KILL $$", Limits(megabytes=500)).reason == "killed"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minisat", "kissat"])
def test_the_limit_of_processor_time_is_for_all_models_together(name: str) -> None:
    driver = next(d for d in REAL if d.name == name)
    free = make_cnf(40, [[v, v + 1] for v in range(1, 40)])
    before = children()
    *several, last = models(driver, free, Limits(cpu_seconds=0.15))
    assert (last.status, last.reason) == ("UNKNOWN", "cpu-time"), last.message
    assert several
    # The last model may have come just before its run was looked at.
    assert sum(m.cpu_seconds or 0 for m in several[:-1]) < 0.15
    assert children() == before


@pytest.mark.parametrize(
    ("driver", "limits", "words"),
    [
        (MinisatDriver(), NO_LIMITS, []),
        (MinisatDriver(), Limits(0.2, 8, 1.1), ["-cpu-lim=2", "-mem-lim=64"]),
        (MinisatDriver(), Limits(megabytes=900), ["-mem-lim=900"]),
        (CadicalDriver(), Limits(1.5, 8, 3), ["-t", "2"]),
        (KissatDriver(), Limits(3, None, 2), ["--time=3"]),
        (KissatDriver(), Limits(1e10), []),
    ],
)
def test_options_are_rounded_up_so_that_they_never_come_first(
    driver: ExternalDriver, limits: Limits, words: list[str]
) -> None:
    cnf, result = Path("/a/cnf"), Path("/a/result")
    said = driver.command(Call("/solver", cnf, result, None, limits))
    assert said[0] == "/solver"
    assert said[1 : said.index(str(cnf))] == words


@pytest.mark.parametrize("driver", REAL, ids=lambda d: d.name)
def test_solvers_take_the_options_of_limits(driver: ExternalDriver) -> None:
    outcome = driver.solve(make_cnf(2, [[1], [2]]), Limits(1000, 1000, 1000))
    assert outcome.status == "SATISFIABLE", outcome.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("driver", "interface", "sign"),
    [
        (MinisatDriver, Interface(result_file=True, cpu="-cpu-lim=1"), b"INDETERMINATE"),
        (CadicalDriver, Interface(wall="-q -t 1"), b"c UNKNOWN"),
        (KissatDriver, Interface(wall="-q --time=1"), b""),
    ],
)
def test_a_solver_that_stops_before_its_limit_gives_no_answer(
    monkeypatch: pytest.MonkeyPatch, driver: type[ExternalDriver], interface: Interface, sign: bytes
) -> None:
    monkeypatch.setattr(driver, "interface", interface)
    outcome = driver().solve(hard_cnf(), Limits(seconds=30, cpu_seconds=30))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert sign.decode() in outcome.log


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("body", "limits", "reason"),
    [
        ("sleep 0.3; exit 0", Limits(seconds=0.2), "wall-time"),
        ("echo INDETERMINATE; exit 0", Limits(megabytes=2000), "no-answer"),
        ("echo c std::bad_alloc; kill -ABRT $$", Limits(megabytes=2000), "memory"),
        ("echo c std::bad_alloc; kill -ABRT $$", NO_LIMITS, "crashed"),
    ],
)
def test_what_stops_at_a_limit_has_the_name_of_the_limit(
    tmp_path: Path, body: str, limits: Limits, reason: str
) -> None:
    assert play(tmp_path, body, limits).reason == reason


@pytest.mark.sample(4)
@pytest.mark.parametrize("driver", REAL, ids=lambda d: d.name)
@pytest.mark.parametrize("megabytes", [1, 2, 3, 4])
def test_a_limit_that_a_solver_cannot_be_loaded_under_is_told(
    driver: ExternalDriver, megabytes: int
) -> None:
    outcome = driver.solve(hard_cnf(), Limits(seconds=60, megabytes=megabytes))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "memory"), outcome.message


@pytest.mark.slow
@pytest.mark.parametrize("driver", [MinisatDriver(), CadicalDriver()], ids=lambda d: d.name)
def test_the_kernel_limits_processor_time_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, driver: ExternalDriver
) -> None:
    """MiniSat then says INDETERMINATE and exits with 0; CaDiCaL is ended by the signal."""
    monkeypatch.setattr("nlc.process.usage.Meter.exceeded_limit", lambda self: None)
    outcome = driver.solve(hard_cnf(), Limits(seconds=30, cpu_seconds=0.5))
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "cpu-time"), outcome.message


def test_minisat_at_its_own_memory_limit_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "minisat"
    script.write_text('#!/bin/sh\necho INDETERMINATE; echo INDET >"$4"; exit 0\n')
    script.chmod(0o755)
    monkeypatch.setenv("NLC_MINISAT", str(script))
    limited = Limits(megabytes=2000, cpu_seconds=50)
    assert MinisatDriver().solve(make_cnf(1, []), limited).reason == "memory"
    monkeypatch.setenv("NLC_MINISAT", "minisat")
    assert CommandDriver("minisat {cnf}").solve(make_cnf(1, [])).reason == "no-answer"


def test_a_solver_that_cannot_be_confined_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def confinement(*given: object, **more: object) -> Callable[[], None]:
        def confine() -> None:
            raise OverflowError

        return confine

    monkeypatch.setattr("nlc.process.run.confinement", confinement)
    outcome = MinisatDriver().solve(make_cnf(1, []), Limits(megabytes=500))
    assert outcome.reason == "no-answer"
    assert "limits" in str(outcome.message)
