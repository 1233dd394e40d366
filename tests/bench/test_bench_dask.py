"""A cluster on this machine: a scheduler and two workers, each a process of its own."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support import tasks as jobs
from support.solvers import alive

from nlc.cli import main
from nlc.errors import UserError
from nlc.process import cluster
from nlc.process.cluster import make_executor
from nlc.process.worker import WorkerStoppedError

pytestmark = pytest.mark.slow

SECONDS = 120
"""What a test may take; it takes a few, and some more on a busy machine."""


@contextlib.contextmanager
def started(workers: int):
    """Start a cluster, and yield the address of its scheduler."""
    command = [sys.executable, "-m", "bench.dask_cluster", str(workers)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment,
    ) as process:
        try:
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            told = process.stdout.readline().strip() if ready else ""
            if not told:
                pytest.fail(f"no cluster has started within {SECONDS} s")
            yield told
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def address():
    with started(2) as found:
        yield found


@pytest.fixture(autouse=True)
def _in_time(address):
    """Break off what a test waits for when it takes too long, and again what it waits for then."""

    def late(number, frame):
        pytest.fail(f"not done within {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def a_worker(executor) -> int:
    """Return the process of a worker of the cluster."""
    workers: dict[str, int] = executor._client.run(os.getpid)
    return min(workers.values())


def test_a_worker_that_is_ended_loses_no_job_and_none_comes_twice(address):
    with make_executor("dask", scheduler=address) as executor:
        executor._client.wait_for_workers(2)
        assert executor.slots == 2
        found = []
        for done in executor.as_completed(jobs.slowly, range(10)):
            found.append((done.item, *done.future.result()))
            if len(found) == 2:
                os.kill(a_worker(executor), signal.SIGKILL)
    assert sorted((job, result) for job, result, _ in found) == [(x, x * x) for x in range(10)]
    assert os.getpid() not in {pid for *_, pid in found}


@pytest.mark.parametrize("how", ["interrupted", "disconnected"])
def test_a_job_that_has_begun_is_ended_when_nobody_waits_for_it_and_another_can_follow(
    how, address, tmp_path
):
    marks = [tmp_path / name for name in "ab"]

    def interrupt() -> None:
        while not all(mark.exists() and mark.read_text() for mark in marks):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    interrupting = threading.Thread(target=interrupt)
    executor = make_executor("dask", scheduler=address)
    executor._client.wait_for_workers(2)
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in executor.as_completed(jobs.wait_long, map(str, marks)):
            pytest.fail("a job has ended by itself")
    if how == "interrupted":
        executor.shutdown()
    else:  # as when the process of the client is killed
        executor._client.close()
    for pid in {int(mark.read_text()) for mark in marks}:
        while alive(pid):
            time.sleep(0.01)
    with make_executor("dask", scheduler=address) as executor:
        assert {done.future.result() for done in executor.as_completed(jobs.square, range(4))} == {
            *(0, 1, 4, 9)
        }


def test_exceptions_come_back_and_a_job_that_kills_every_worker_is_told(address):
    with make_executor("dask", scheduler=address) as executor:
        assert isinstance(executor.submit(jobs.fail_on, 3).exception(), ValueError)
        assert isinstance(executor.submit(jobs.die, 0).exception(), WorkerStoppedError)
        assert executor.submit(jobs.square, 3).result() == 9


def printed(capsys, *words: str) -> str:
    """Run a command and return what it prints, without times."""
    assert main(list(words)) == 0
    return re.sub(r"\d+\.\d+(e-\d+)?", "T", capsys.readouterr().out)


PUZZLES = """\
puzzle "one" is numberlink { topology square; board
A B
. .
A B
end }
puzzle "two" is numberlink { topology square; board
A . B
A . B
end }
"""


@pytest.mark.parametrize("executor", ["local", "dask"])
def test_run_generate_and_diff_print_the_same_by_every_executor(
    executor, address, tmp_path, capsys
):
    (tmp_path / "p.nl").write_text(PUZZLES)
    puzzles = str(tmp_path / "p.nl")
    where = ["--executor", executor]
    where += ["--scheduler", address] if executor == "dask" else []
    for command in (
        ["run", "--unique", puzzles],
        ["generate", "numberlink", "4x4", "--pairs", "2", "-n", "3", "--seed", "1"],
        ["diff", "--format", "csv", "--encodings", "default;direct", puzzles],
    ):
        here = printed(capsys, *command)
        there = printed(capsys, *command, *where)
        if command[0] == "diff":  # rows come as they end, and megabytes differ
            here, there = ("\n".join(sorted(_columns(each))) for each in (here, there))
        assert here == there


def _columns(text: str) -> list[str]:
    return [",".join(line.split(",")[:14]) for line in text.splitlines()]


def test_a_puzzle_that_is_wrong_is_told_by_an_executor_too(tmp_path, capsys):
    bad = PUZZLES.replace("A . B\nA . B", "A . .\nA . B")
    (tmp_path / "p.nl").write_text(bad)
    assert main(["run", str(tmp_path / "p.nl"), "--executor", "local"]) == 2
    told = capsys.readouterr()
    assert "must occur exactly twice" in told.err
    assert "solved" in told.out


def test_a_proof_is_not_written_elsewhere(tmp_path, capsys):
    (tmp_path / "p.nl").write_text(PUZZLES)
    words = ["run", str(tmp_path / "p.nl"), "--puzzle", "one", "--executor", "local"]
    assert main([*words, "--proof", str(tmp_path / "x.drat")]) == 2
    assert "no --executor" in capsys.readouterr().err


def test_a_cluster_whose_workers_have_gone_is_told(monkeypatch):
    with started(1) as one, make_executor("dask", scheduler=one) as executor:
        assert executor.submit(jobs.square, 3).result() == 9
        while any(executor._client.has_what().values()):  # a worker with results does not retire
            time.sleep(0.01)
        executor._client.retire_workers(list(executor._client.nthreads()))
        monkeypatch.setattr(cluster, "_WORKERLESS_SECONDS", 0.5)
        with pytest.raises(UserError, match="has no workers"):
            list(executor.as_completed(jobs.square, range(3)))
        with pytest.raises(UserError, match=f"the scheduler {one} has no workers"):
            make_executor("dask", scheduler=one)
