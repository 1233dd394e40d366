import os
import time
from concurrent.futures import CancelledError
from pathlib import Path

import bench_jobs as jobs
import pytest

from nlc.errors import UserError
from nlc.execute import if_wanted, opened
from nlc.execute.base import WorkerDiedError, finished
from nlc.execute.local import LocalExecutor


@pytest.fixture(scope="module")
def executor():
    with LocalExecutor(2) as opened_:
        yield opened_


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_each_job_comes_back_once_with_its_result(executor):
    done = {each.job: each.future.result() for each in finished(executor, jobs.square, range(20))}
    assert done == {x: x * x for x in range(20)}


def test_two_slots_work_at_the_same_time(executor, tmp_path):
    pairs = [(str(tmp_path), "a", "b"), (str(tmp_path), "b", "a")]
    assert all(each.future.result() for each in finished(executor, jobs.meet, pairs))


def test_jobs_run_in_other_processes_that_do_several_of_them(executor):
    pids = {each.future.result()[1] for each in finished(executor, jobs.who, range(12))}
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
    assert isinstance(error, WorkerDiedError)
    assert "killed by SIGKILL" in str(error)
    assert [each.result() for each in futures[1:]] == [0, 1, 4, 9]


def test_what_a_job_prints_is_no_result_and_it_has_no_input(executor):
    assert executor.submit(jobs.print_and_read, 0).result() == "read"


def test_what_cannot_be_sent_is_refused_at_once(executor):
    with pytest.raises((AttributeError, TypeError)):
        executor.submit(lambda: 0)


def test_one_slot_takes_a_job_only_when_the_one_before_has_ended():
    taken = []

    def queue():
        for x in range(5):
            taken.append(x)
            yield x

    with LocalExecutor(1) as one:
        order = [(each.job, list(taken)) for each in finished(one, jobs.square, queue())]
    assert order == [(x, list(range(x + 1))) for x in range(5)]


def test_closing_ends_the_processes_and_cancels_their_jobs(tmp_path):
    mark = tmp_path / "pid"
    with LocalExecutor(1) as one:
        running, waiting = one.submit(jobs.wait_long, str(mark)), one.submit(jobs.square, 1)
        while not mark.exists() or not mark.read_text():
            time.sleep(0.01)
        pid = int(mark.read_text())
        assert alive(pid)
    assert waiting.cancelled()
    with pytest.raises(CancelledError):
        running.result()
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(RuntimeError, match="closed"):
        one.submit(jobs.square, 1)


def test_dask_needs_the_address_of_a_scheduler():
    with pytest.raises(UserError, match="scheduler"):
        opened("dask")


@pytest.mark.parametrize("name", [None, "local"])
def test_the_address_of_a_scheduler_is_for_dask_alone(name):
    with pytest.raises(UserError, match="--scheduler is for"):
        if_wanted(name, 1, "tcp://127.0.0.1:8786")


def test_a_scheduler_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("nlc.execute.dask._CONNECT_SECONDS", 0.2)
    with pytest.raises(UserError, match="cannot be reached"):
        opened("dask", scheduler="127.0.0.1:1")
