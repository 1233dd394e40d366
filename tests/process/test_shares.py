"""Tasks shared out to processes: order, processes that die, work that fails."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing

import pytest

from nlc.process.cores import cores
from nlc.process.shares import AHEAD, in_shares, usual
from nlc.process.worker import WorkerStoppedError

TASKS = 11


def shares(processes):
    """Return the tasks of each process, dealt out one by one."""
    return [range(k, TASKS, processes) for k in range(min(processes, TASKS))]


def squares(tasks):
    for task in tasks:
        time.sleep(0.02 if task % 3 == 0 else 0)
        yield task, task**2, os.getpid()


@pytest.mark.sample(1)
@pytest.mark.parametrize("processes", [1, 2, 3, TASKS, 20])
def test_results_come_in_the_order_of_the_tasks(processes):
    results = list(in_shares(squares, shares(processes)))
    assert [(task, square) for task, square, _ in results] == [(i, i * i) for i in range(TASKS)]
    pids = [pid for _, _, pid in results]
    assert os.getpid() not in pids
    assert len(set(pids)) == min(processes, TASKS)
    assert all(pids[i] == pids[i % processes] for i in range(TASKS))


def test_a_share_may_be_any_tasks_and_wait_for_those_of_another():
    blocks = [[3, 4, 5, 6, 7, 8, 9, 10], [0, 1, 2]]
    results = list(in_shares(squares, blocks))
    assert [task for task, _, _ in results] == list(range(TASKS))
    assert len({pid for _, _, pid in results[:3]}) == len({pid for _, _, pid in results[3:]}) == 1


def test_more_results_than_are_kept_come_in_order():
    tasks = 3 * AHEAD
    blocks = [range(1, tasks), [0]]
    assert list(in_shares(lambda share: iter(share), blocks)) == list(range(tasks))


@pytest.mark.sample(1)
@pytest.mark.parametrize("processes", [1, 2, 4])
def test_a_process_that_dies_loses_one_task_only(processes):
    def work(tasks):
        for task, square, _ in squares(tasks):
            if task in (0, 5, 6, TASKS - 1):
                os.kill(os.getpid(), signal.SIGKILL)
            yield square

    results = list(in_shares(work, shares(processes)))
    lost = [i for i, result in enumerate(results) if isinstance(result, WorkerStoppedError)]
    assert lost == [0, 5, 6, TASKS - 1]
    assert {results[i].reason for i in lost} == {"killed"}
    assert all(results[i] == i * i for i in range(TASKS) if i not in lost)


def test_work_that_raises_is_a_mistake_of_the_caller():
    def work(tasks):
        yield from (task for task in tasks if task < 3)
        raise ValueError("what was wrong")

    for tasks in shares(2), [range(5, TASKS), range(5)]:
        results = in_shares(work, tasks)
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(RuntimeError, match="what was wrong"):
            next(results)


def test_closing_ends_the_processes():
    def endless(tasks):
        for task in tasks:
            yield os.getpid()
            time.sleep(60 * (task >= 2))

    with closing(in_shares(endless, shares(2))) as results:
        pids = {next(results), next(results)}
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_few_tasks_get_one_process_and_many_at_most_one_for_each_core():
    assert usual(2) == usual(7) == 1
    assert usual(10**6) == cores()
