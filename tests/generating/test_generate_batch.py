"""Puzzles of a batch: attempts that race, and time that runs out."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import Future

import pytest
from support.commands import GROWING

from nlc.generating import batch as module
from nlc.generating.batch import ATTEMPTS, Batch
from nlc.generating.progress import progress_of, report_progress, share_progress
from nlc.process.pool import Executor, Pool


class Late(Executor):
    """Ends the tasks that began last first, but for every third time."""

    slots = 3

    def __init__(self) -> None:
        self.cancelled = self.waits = 0

    def submit(self, function, /, *arguments, **limits):
        future = Future()
        future.cancel = self.note_cancelled
        future.wanted = lambda: future.set_result(function(*arguments))
        return future

    def wait(self, futures, timeout=None):
        self.waits += 1
        future = list(futures)[0 if self.waits % 3 == 0 else -1]
        future.wanted()
        return {future}

    def note_cancelled(self):
        self.cancelled += 1

    def shutdown(self):
        pass


class Numbers:
    """Makes numbers: puzzle n is made by the attempts n, n + 1, and so on."""

    subject = "numbers"
    fails_late = True

    def attempt(self, seed, number, attempt, counts: Counter[str]):
        counts["failed"] += attempt < number
        return (number, attempt) if attempt >= number else None


class Slow(Numbers):
    """Makes nothing, slowly."""

    def attempt(self, seed, number, attempt, counts):
        report_progress(number, 1, 4)
        time.sleep(0.2)


@pytest.mark.parametrize("alone", [0.0, 1000.0])
def test_of_attempts_that_race_the_first_one_that_succeeds_counts(monkeypatch, alone):
    monkeypatch.setattr(module, "_ALONE", alone)
    executor = Late()
    items = list(Batch(Numbers(), count=3).items(executor))
    assert [item.puzzle for item in items] == [(1, 1), (2, 2), (3, 3)]
    assert [item.counts for item in items] == [{"tries": n + 1, "failed": n} for n in (1, 2, 3)]
    assert (executor.cancelled > 0) == (alone == 0)
    assert [Batch(Numbers()).make(n).counts["tries"] for n in (1, 2, 3)] == [2, 3, 4]


def test_a_puzzle_is_given_up_after_so_many_attempts():
    item = Batch(Numbers()).make(ATTEMPTS)
    assert (item.puzzle, item.counts["tries"], item.timeout) == (None, ATTEMPTS, False)


@pytest.mark.slow
def test_a_puzzle_is_given_up_when_its_time_is_over_and_the_watcher_is_told():
    share_progress()
    told = []
    for seconds in GROWING:
        batch = Batch(Slow(), count=2, timeout=seconds)
        with Pool(2) as pool:
            items = list(
                batch.items(pool, lambda number, _: told.append((number, progress_of(number))))
            )
        assert [(item.puzzle, item.timeout) for item in items] == [(None, True)] * 2
        if (1, (1, 4)) in told:
            break
    assert (1, (1, 4)) in told
