"""One worker after another job: when it is used again, when not, and that none is left."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.solvers import alive, children, dead_soon, wait_until
from support.worker_jobs import Leave, Spin, Take, count, fail, sleep, where

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.process.pool import Job, end_idle_worker, stream
from nlc.process.worker import WorkerStoppedError


def place() -> int:
    """Return the process that does a small job."""
    (pid,) = stream(where, NO_LIMITS, small=True)
    return int(pid)


def test_small_jobs_share_a_worker() -> None:
    assert len({place() for _ in range(5)}) == 1
    assert len(children()) == 1
    end_idle_worker()
    assert not children()


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("job", "limits"),
    [
        (sleep, Limits(seconds=0.05)),
        (Spin(100), Limits(cpu_seconds=0.05)),
        (Take(2000), Limits(megabytes=100)),
        (Leave(1), NO_LIMITS),
        (fail, NO_LIMITS),
    ],
)
def test_a_worker_that_came_to_a_bad_end_is_replaced(job: Job, limits: Limits) -> None:
    before = place()
    with pytest.raises((WorkerStoppedError, RuntimeError)):
        list(stream(job, limits, small=True))
    assert place() != before
    assert len(children()) == 1


def test_a_worker_left_half_way_is_replaced() -> None:
    before = place()
    next(stream(count, NO_LIMITS, small=True))
    assert place() != before
    assert len(children()) == 1


def test_a_worker_that_has_kept_much_memory_is_replaced() -> None:
    kept: list[bytearray] = []

    def keep() -> list[int]:
        kept.append(bytearray(100 << 20))
        return [os.getpid()]

    (before,) = stream(keep, NO_LIMITS, small=True)
    assert place() != before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_killed_while_idle_is_replaced(number: signal.Signals) -> None:
    before = place()
    os.kill(before, number)
    assert dead_soon(before)
    assert place() != before
    assert len(children()) == 1


def test_a_job_that_cannot_be_pickled_has_a_new_worker() -> None:
    before = place()
    (other,) = stream(lambda: [os.getpid()], NO_LIMITS, small=True)
    assert other not in (before, os.getpid())
    assert children() == {other}


def test_a_big_job_has_a_worker_of_its_own() -> None:
    before = place()
    (other,) = stream(where, NO_LIMITS)
    assert other != before
    assert children() == {before}


def test_jobs_at_once_have_workers_each() -> None:
    first, second = (stream(count, NO_LIMITS, small=True) for _ in range(2))
    assert [next(first), next(second), next(first), next(second)] == [0, 0, 1, 1]
    assert len(children()) == 2


@pytest.mark.slow
def test_each_thread_has_its_own_worker_which_ends_with_it() -> None:
    found: list[set[int]] = []

    def work() -> None:
        found.append({place() for _ in range(20)})

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(pids) for pids in found] == [1, 1, 1, 1]
    assert len(set.union(*found)) == 4
    assert wait_until(lambda: not children())


def pipes(pid: int | str = "self") -> set[str]:
    """Return the pipes that a process holds."""
    found = set()
    for path in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the folder itself, while it was read
            found.add(str(path.readlink()))
    return {name for name in found if name.startswith("pipe:")}


def test_a_worker_holds_no_pipe_of_another() -> None:
    before = pipes()
    busy = [stream(count, NO_LIMITS, small=True) for _ in range(3)]
    for results in busy:
        next(results)
    held = [pipes(pid) - before for pid in children()]
    assert [len(mine) for mine in held] == [2, 2, 2]
    assert set.union(*held) == pipes() - before
    assert len(pipes() - before) == 6


def test_a_worker_does_not_keep_a_pipe_of_its_parent_open() -> None:
    source, sink = os.pipe()
    results = stream(sleep, NO_LIMITS, small=True)
    assert next(results) in children()
    os.close(sink)
    os.set_blocking(source, False)
    assert os.read(source, 1) == b""
    os.close(source)


def test_a_job_may_close_what_it_has_from_its_parent(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert list(stream(lambda: [file.close()], NO_LIMITS)) == [None]


def test_a_fork_of_nlc_does_not_use_its_worker() -> None:
    before = place()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            status = 0 if place() != before else 2
        finally:
            end_idle_worker()
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert place() == before


PROGRAM = """
import sys, time
sys.path[:0] = {path!r}
from support.worker_jobs import where
from nlc.drivers.base import NO_LIMITS
from nlc.process.pool import stream
print(*stream(where, NO_LIMITS, small=True), flush=True)
{rest}
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("rest", ["", "raise SystemExit(1)", "import os; os.kill(os.getpid(), 9)"])
def test_an_idle_worker_ends_with_nlc(rest: str) -> None:
    code = PROGRAM.format(path=[str(Path(__file__).parents[1])], rest=rest)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    worker = int(done.stdout)
    assert dead_soon(worker)


def test_ctrl_c_of_the_terminal_leaves_an_idle_worker_alone() -> None:
    before = place()
    assert os.getsid(before) == before != os.getsid(0)
    assert alive(before)
