"""Tasks shared out to processes: order, processes that die, work that fails."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing

import pytest

from nlc.process.pool import cores
from nlc.process.shares import in_shares, usual
from nlc.process.worker import WorkerStoppedError

TASKS = 11


def squares(first, step):
    for task in range(first, TASKS, step):
        time.sleep(0.02 if task % 3 == 0 else 0)
        yield task, task**2, os.getpid()


@pytest.mark.sample(1)
@pytest.mark.parametrize("processes", [1, 2, 3, TASKS, 20])
def test_results_come_in_the_order_of_the_tasks(processes):
    results = list(in_shares(squares, TASKS, processes))
    assert [(task, square) for task, square, _ in results] == [(i, i * i) for i in range(TASKS)]
    pids = [pid for _, _, pid in results]
    assert os.getpid() not in pids
    assert len(set(pids)) == min(processes, TASKS)
    assert all(pids[i] == pids[i % processes] for i in range(TASKS))


@pytest.mark.sample(1)
@pytest.mark.parametrize("processes", [1, 2, 4])
def test_a_process_that_dies_loses_one_task_only(processes):
    def work(first, step):
        for task, square, _ in squares(first, step):
            if task in (0, 5, 6, TASKS - 1):
                os.kill(os.getpid(), signal.SIGKILL)
            yield square

    results = list(in_shares(work, TASKS, processes))
    lost = [i for i, result in enumerate(results) if isinstance(result, WorkerStoppedError)]
    assert lost == [0, 5, 6, TASKS - 1]
    assert {results[i].reason for i in lost} == {"killed"}
    assert all(results[i] == i * i for i in range(TASKS) if i not in lost)


def test_work_that_raises_is_a_mistake_of_the_caller():
    def work(first, step):
        yield from range(first, 3, step)
        raise ValueError("what was wrong")

    with pytest.raises(RuntimeError, match="what was wrong"):
        list(in_shares(work, TASKS, 2))


def test_closing_ends_the_processes():
    def endless(first, step):
        for task in range(first, TASKS, step):
            yield os.getpid()
            time.sleep(60 * (task >= 2))

    with closing(in_shares(endless, TASKS, 2)) as results:
        pids = {next(results), next(results)}
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_few_tasks_get_one_process_and_many_at_most_one_for_each_core():
    assert usual(2) == usual(7) == 1
    assert usual(10**6) == cores()
