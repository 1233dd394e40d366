"""An interrupt ends every process, and what was done is printed; so does a job that dies."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import forked
import pytest
from diff_kit import EASY, script, written

from nlc.diff.forks import JobDiedError, run_forked


def wait_for(condition) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize("form", ["table", "json"])
def test_an_interrupt_prints_what_was_done_and_ends_the_solver(tmp_path, form) -> None:
    started = tmp_path / "started"
    slow = script(
        tmp_path, "slow", f"echo $$ > {started}.part; mv {started}.part {started}; exec sleep 60"
    )
    words = ["--encodings", "log", "--solvers", f"minisat;{slow}", "--format", form]
    child = forked.start(
        *("diff", written(tmp_path, EASY), *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    wait_for(started.exists)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "minisat" in out
    assert "slow" not in out
    assert ("SAT" in out) if form == "table" else (len(out.splitlines()) == 1)
    assert "1 of 2 were done" in err
    assert "Traceback" not in err
    wait_for(lambda: gone(int(started.read_text())))
    assert not list(tmp_path.glob("nlc-*"))


def test_a_job_that_dies_does_not_take_the_others_with_it() -> None:
    jobs = [lambda: 7, lambda: os._exit(3), lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 8]
    done = {each.number: each.result for each in run_forked(jobs, at_once=2)}
    assert (done[0], done[3]) == (7, 8)
    assert isinstance(done[1], JobDiedError)
    assert "exit status 3" in str(done[1])
    assert "SIGKILL" in str(done[2])


def test_no_more_jobs_run_at_once_than_asked_for() -> None:
    running: list[int] = []
    most = 0

    def job() -> None:
        time.sleep(0.01)

    for each in run_forked([job] * 6, at_once=2, started=running.append):
        most = max(most, len(running))
        running.remove(each.number)
    assert most == 2


def test_closing_the_results_ends_the_jobs_that_run(tmp_path) -> None:
    def job() -> None:
        (tmp_path / str(os.getpid())).touch()
        time.sleep(60)

    results = run_forked([lambda: None, job], at_once=2)
    next(results)
    wait_for(lambda: list(tmp_path.iterdir()))
    results.close()
    (path,) = tmp_path.iterdir()
    assert gone(int(path.name))
