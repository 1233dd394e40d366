import operator
import os
import threading
import time
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest
from support import tasks as jobs
from support.solvers import alive

from nlc.errors import UserError
from nlc.process import emit
from nlc.process.cluster import make_executor
from nlc.process.limits import Limits
from nlc.process.pool import Pool
from nlc.process.worker import WorkerStoppedError


@pytest.fixture(scope="module")
def executor():
    with Pool(2, tries=2) as opened_:
        yield opened_


def test_each_job_comes_back_once_with_its_result(executor):
    done = {
        each.item: each.future.result() for each in executor.as_completed(jobs.square, range(20))
    }
    assert done == {x: x * x for x in range(20)}


def test_two_slots_work_at_the_same_time(executor, tmp_path):
    pairs = [(str(tmp_path), "a", "b"), (str(tmp_path), "b", "a")]
    assert all(each.future.result() for each in executor.as_completed(jobs.meet, pairs))


def test_jobs_run_in_other_processes_that_do_several_of_them(executor):
    pids = {each.future.result()[1] for each in executor.as_completed(jobs.who, range(12))}
    assert os.getpid() not in pids
    assert len(pids) <= 2


def test_an_exception_of_a_job_is_that_of_its_future_and_tells_where(executor):
    error = executor.submit(jobs.fail_on, 3).exception()
    assert isinstance(error, ValueError)
    assert str(error) == "no 3"
    assert "fail_on" in error.__notes__[0]
    assert executor.submit(jobs.square, 3).result() == 9


def test_a_mistake_of_the_user_comes_back_whole(executor):
    error = executor.submit(jobs.refuse, 7).exception()
    assert isinstance(error, UserError)
    assert [(each.message, each.hint) for each in error.diagnostics] == [("no 7", "take 8")]


def test_a_job_whose_process_dies_is_done_again(executor, tmp_path):
    assert executor.submit(jobs.die_once, str(tmp_path / "mark")).result() == "done"


def test_a_job_that_kills_every_process_is_told_and_the_others_go_on(executor):
    futures = [executor.submit(jobs.die, 0), *(executor.submit(jobs.square, x) for x in range(4))]
    error = futures[0].exception()
    assert isinstance(error, WorkerStoppedError)
    assert "killed by SIGKILL" in str(error)
    assert [each.result() for each in futures[1:]] == [0, 1, 4, 9]


def test_what_a_job_prints_is_no_result_and_it_has_no_input(executor):
    assert executor.submit(jobs.print_and_read, 0).result() == "read"


def test_what_cannot_be_sent_has_a_new_process(executor):
    lock = threading.Lock()
    assert executor.submit(lambda: lock.locked()).result() is False
    assert all(executor.submit(callable, lock.acquire).result() for _ in range(3))


def test_a_result_that_cannot_be_sent_is_told(executor):
    with pytest.raises(TypeError, match="pickle"):
        executor.submit(threading.Lock).result()
    assert executor.submit(jobs.square, 3).result() == 9


def test_a_task_that_dies_does_not_take_the_others_with_it():
    ends = [lambda: 7, lambda: os._exit(3), lambda: os.kill(os.getpid(), 9), lambda: 8]
    with Pool(2) as pool:
        done = {each.number: each.future for each in pool.as_completed(operator.call, ends)}
        assert (done[0].result(), done[3].result()) == (7, 8)
        assert isinstance(done[1].exception(), WorkerStoppedError)
        assert "exit status 3" in str(done[1].exception())
        assert "SIGKILL" in str(done[2].exception())


def test_no_more_tasks_run_at_once_than_there_are_processes(tmp_path):
    running, met = tmp_path / "running", tmp_path / "met"
    running.mkdir()
    met.mkdir()

    def task(number):
        (running / str(number)).touch()
        if number < 2:  # the first two wait for each other
            (met / str(number)).touch()
            while len(list(met.iterdir())) < 2:
                time.sleep(0.01)
        time.sleep(0.02)
        found = len(list(running.iterdir()))
        (running / str(number)).unlink()
        return found

    with Pool(2) as pool:
        assert max(each.future.result() for each in pool.as_completed(task, range(8))) == 2


def test_a_running_task_is_cancelled_at_once_with_its_process(executor, tmp_path):
    mark = tmp_path / "pid"
    running = executor.submit(jobs.wait_long, str(mark))
    while not mark.exists() or not mark.read_text():
        executor.wait([running], 0.01)
    assert running.running()
    assert running.cancel()
    assert running.cancelled()
    assert not Path(f"/proc/{mark.read_text()}").exists()
    assert executor.submit(jobs.square, 3).result() == 9


def test_a_waiting_task_is_cancelled_and_called_back(executor):
    called = []
    tasks = [executor.submit(time.sleep, 600) for _ in range(3)]
    tasks[2].add_done_callback(called.append)
    assert not tasks[2].running()
    assert all(task.cancel() for task in reversed(tasks))
    assert called == [tasks[2]]
    assert executor.submit(jobs.square, 3).result() == 9


def test_the_first_that_is_done_is_waited_for_as_long_as_one_likes(executor):
    slow, quick = executor.submit(time.sleep, 600), executor.submit(jobs.square, 3)
    assert executor.wait([slow, quick]) == {quick}
    assert executor.wait([slow], 0.01) == set()
    slow.cancel()


def test_a_task_tells_of_its_progress_while_it_runs(executor):
    def task():
        for step in range(3):
            emit(step)
        time.sleep(600)

    running = executor.submit(task)
    assert [next(iter(running)) for _ in range(3)] == [0, 1, 2]
    assert running.running()
    running.cancel()
    done = executor.submit(emit, "nearly")
    assert list(done) == ["nearly"]
    assert done.result() is None


@pytest.mark.sample(1)
def test_limits_of_a_task_end_it_alone(executor):
    tasks = [
        executor.submit(time.sleep, 600, limits=Limits(seconds=0.05)),
        executor.submit(bytearray, 10**9, limits=Limits(megabytes=100)),
        executor.submit(jobs.square, 3, limits=Limits(seconds=60, megabytes=100)),
    ]
    errors = [task.exception() for task in tasks]
    assert [error and error.reason for error in errors] == ["wall-time", "memory", None]
    assert tasks[2].result() == 9


def test_an_interrupted_task_returns_what_it_has_or_is_cancelled(tmp_path):
    def interrupted(mark, caught):
        try:
            mark.touch()
            time.sleep(600)
        except caught:
            return "so far"

    with Pool(2) as pool:
        marks = tmp_path / "a", tmp_path / "b"
        tasks = [
            pool.submit(interrupted, marks[0], KeyboardInterrupt),
            pool.submit(interrupted, marks[1], ValueError),
        ]
        while not all(mark.exists() for mark in marks):
            pool.poll()
        pool.interrupt()
        assert tasks[0].result() == "so far"
        with pytest.raises(CancelledError):
            tasks[1].result()


def test_a_shutdown_lets_a_task_tidy_up(tmp_path, monkeypatch):
    monkeypatch.setattr("nlc.process.pool._GRACE_SECONDS", 60)
    mark = tmp_path / "mark"

    def untidy():
        try:
            mark.touch()
            time.sleep(600)
        finally:
            mark.unlink()

    with Pool() as one:
        one.submit(untidy)
        while not mark.exists():
            time.sleep(0.01)
    assert not mark.exists()


def test_a_shutdown_right_after_a_result_was_taken_is_in_order(monkeypatch):
    """As when Ctrl-C comes between the two."""

    def interrupted(future, result):
        Future.set_result(future, result)
        raise KeyboardInterrupt

    monkeypatch.setattr("nlc.process.pool.PoolTask.set_result", interrupted)
    with pytest.raises(KeyboardInterrupt), Pool() as one:
        future = one.submit(jobs.square, 3)
        future.result()
    assert future.result() == 9


def test_closing_ends_the_processes_and_cancels_their_jobs(tmp_path):
    mark = tmp_path / "pid"
    with Pool() as one:
        running, waiting = one.submit(jobs.wait_long, str(mark)), one.submit(jobs.square, 1)
        while not mark.exists() or not mark.read_text():
            time.sleep(0.01)
        pid = int(mark.read_text())
        assert alive(pid)
    assert waiting.cancelled()
    with pytest.raises(CancelledError):
        running.result()
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(RuntimeError, match="shut down"):
        one.submit(jobs.square, 1)


@pytest.mark.slow
def test_dask_needs_the_address_of_a_scheduler():
    with pytest.raises(UserError, match="scheduler"):
        make_executor("dask")


@pytest.mark.parametrize("name", [None, "local"])
def test_the_address_of_a_scheduler_is_for_dask_alone(name):
    with pytest.raises(UserError, match="--scheduler is for"):
        make_executor(name, 1, "tcp://127.0.0.1:8786")


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("nlc.process.cluster._CONNECT_SECONDS", 0.2)
    with pytest.raises(UserError, match="cannot be reached"):
        make_executor("dask", scheduler="127.0.0.1:1")
