"""Why a worker stopped, told by real signals, limits and exceptions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.commands import GROWING
from support.solvers import children, dead_soon
from support.worker_jobs import Fill, Hold, Leave, Signal, Spin, Take, count, fail, sleep, where

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

Job = Callable[[], Iterator[Any]]


def stopped(job: Job, limits: Limits = NO_LIMITS) -> WorkerStoppedError:
    """Run a job to its bad end and see that no process is left."""
    before = children()
    with pytest.raises(WorkerStoppedError) as caught:
        list(stream(job, limits, small=True))
    assert children() <= before
    return caught.value


@pytest.fixture(params=["new", "used"])
def worker(request: pytest.FixtureRequest) -> str:
    """Let a test run in a new worker, and in one that has done jobs before."""
    if request.param == "used":
        for job in (where, Spin(0.1), Take(30)):
            list(stream(job, NO_LIMITS, small=True))
    return str(request.param)


@pytest.mark.sample(1)
@pytest.mark.parametrize("job", [sleep, count, Spin(100)])
def test_the_wall_clock_limit_is_told(worker: str, job: Job) -> None:
    assert stopped(job, Limits(seconds=0.1)).reason == "wall-time"


@pytest.mark.slow
def test_the_limit_of_processor_time_is_told_and_counts_one_job(worker: str) -> None:
    stop = stopped(Spin(100), Limits(seconds=30, cpu_seconds=0.2))
    assert stop.reason == "cpu-time"
    assert 0.1 < stop.ended.cpu_seconds < 1


@pytest.mark.slow
def test_sleeping_uses_no_processor_time(worker: str) -> None:
    assert stopped(sleep, Limits(seconds=0.4, cpu_seconds=0.2)).reason == "wall-time"


@pytest.mark.slow
def test_the_memory_limit_is_told_and_counts_one_job(worker: str) -> None:
    limits = Limits(seconds=30, megabytes=200)
    assert list(stream(Take(150), limits, small=True)) == [150]
    assert stopped(Take(250), limits).reason == "memory"


@pytest.mark.slow
def test_memory_that_is_reserved_for_threads_is_no_gift() -> None:
    gate = threading.Barrier(4)

    def reserve() -> None:
        list(Fill(2)())
        gate.wait()

    threads = [threading.Thread(target=reserve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # More than what earlier tests may have left free in this process.
    assert stopped(Fill(1000), Limits(megabytes=20)).reason == "memory"


@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", [4, 32, 500])
def test_holes_in_the_heap_are_no_gift(kilobytes: int) -> None:
    def reasons() -> Iterator[str]:
        bytearray(20_000_000)  # once that is freed, glibc takes large blocks from the heap, too
        blocks = [bytearray(kilobytes << 10) for _ in range(160_000 // kilobytes)]
        blocks = blocks[::20]
        yield stopped(Hold(100, kilobytes), Limits(seconds=60, megabytes=30)).reason

    assert list(stream(reasons, NO_LIMITS)) == ["memory"]


@pytest.mark.slow
def test_a_crash_under_a_memory_limit_is_laid_to_the_limit() -> None:
    limits = Limits(megabytes=500)
    assert stopped(Signal(signal.SIGABRT), limits).reason == "memory"
    assert stopped(Signal(signal.SIGKILL), limits).reason == "killed"
    assert stopped(Leave(1), limits).reason == "crashed"


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_from_elsewhere_is_told_as_killed(number: signal.Signals) -> None:
    results = stream(sleep, Limits(seconds=60, cpu_seconds=60), small=True)
    os.kill(next(results), number)
    with pytest.raises(WorkerStoppedError) as caught:
        next(results)
    assert caught.value.reason == "killed"
    assert caught.value.ended.status == -number


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGBUS]
)
def test_a_signal_of_its_own_is_told_as_a_crash(number: signal.Signals) -> None:
    stop = stopped(Signal(number))
    assert (stop.reason, stop.ended.status) == ("crashed", -number)
    assert stop.log == b"going down\n"


@pytest.mark.parametrize(("status", "reason"), [(0, "no-answer"), (1, "crashed"), (77, "crashed")])
def test_an_exit_in_the_middle_is_told_by_its_status(status: int, reason: str) -> None:
    stop = stopped(Leave(status))
    assert (stop.reason, stop.ended.status) == (reason, status)
    assert stop.ended.megabytes < 100  # what the worker had before the job is not the job's


def test_an_exception_comes_with_its_traceback() -> None:
    before = children()
    with pytest.raises(RuntimeError, match=r"in fail\n(.*\n)*LookupError: nothing found"):
        list(stream(fail, NO_LIMITS, small=True))
    assert children() <= before


def test_results_before_the_stop_are_not_lost() -> None:
    for seconds in GROWING:
        results = stream(sleep, Limits(seconds=seconds), small=True)
        found = []
        with pytest.raises(WorkerStoppedError):
            found.append((next(results), children()))
            next(results)
        if found:
            break
    ((pid, others),) = found
    assert pid in others


def test_a_closed_iterator_kills_the_worker() -> None:
    results = stream(count, NO_LIMITS, small=True)
    next(results)
    (pid,) = children()
    del results
    assert not children()
    assert dead_soon(pid)


def test_a_worker_that_stands_still_cannot_hold_up_the_next_job() -> None:
    (pid,) = stream(where, NO_LIMITS, small=True)
    os.kill(pid, signal.SIGSTOP)
    assert stopped(where, Limits(seconds=0.1)).reason == "wall-time"
    assert dead_soon(pid)


def test_limits_hold_in_a_thread() -> None:
    told: list[str] = []
    thread = threading.Thread(
        target=lambda: told.append(stopped(Spin(100), Limits(cpu_seconds=0.1)).reason)
    )
    thread.start()
    thread.join()
    assert told == ["cpu-time"]


AT_THE_FORK = """
import os, signal, sys
from functools import partial
from nlc.drivers.base import NO_LIMITS
from nlc.process.pool import Pool
from nlc.process.run import run
from nlc.process.worker import Worker

signal.signal(signal.SIGINT, signal.default_int_handler)
starts = {
    "worker": lambda: Worker(partial(iter, ()), NO_LIMITS),
    "pool": lambda: Pool().submit(int).result(),
    "solver": lambda: run(["sleep", "100"]),
}
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    starts[sys.argv[1]]()
    sys.exit("lost")
except KeyboardInterrupt:
    try:
        os.waitpid(-1, os.WNOHANG)
        print("a child is left")
    except ChildProcessError:
        print("taken")
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", ["worker", "pool", "solver"])
def test_an_interruption_in_the_middle_of_a_fork_is_not_lost(start: str) -> None:
    program = [sys.executable, "-c", AT_THE_FORK, start]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("taken\n", "")


def test_the_handlers_of_the_parent_are_not_called_in_a_worker_that_is_ended_at_its_birth() -> None:
    program = [sys.executable, "-c", IN_THE_CHILD]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == (f"killed {-signal.SIGTERM}\n", "")


IN_THE_CHILD = """
import os
import signal
import sys
from functools import partial

from nlc.drivers.base import NO_LIMITS
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

signal.signal(signal.SIGTERM, lambda number, frame: sys.exit("the parent's handler"))
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGTERM))
try:
    list(stream(partial(iter, ()), NO_LIMITS))
except WorkerStoppedError as stop:
    print(stop.reason, stop.ended.status)
"""
