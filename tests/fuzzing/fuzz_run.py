"""A run of the fuzzer: batches of cases in a pool; crashing and hanging processes are findings."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from itertools import count

from msgspec.structs import replace

from fuzzing import worker
from fuzzing.cases import FuzzPlan
from fuzzing.findings import Finding, Tally
from fuzzing.kinds import make
from nlc.process.pool import Pool
from nlc.process.worker import WorkerStoppedError

GRACE_SECONDS = 5.0
"""Time for processes to return their results after the run was stopped."""


class FuzzRun:
    """A run; a context manager that ends all processes.

    Attributes:
        done: the number of finished cases.
    """

    def __init__(
        self, plan: FuzzPlan, jobs: int, cases: int | None, seconds: float | None, first: int = 0
    ) -> None:
        """Create a run.

        Args:
            plan: of the cases.
            jobs: the number of processes.
            cases: the number of cases, or None for no end.
            seconds: the duration, or None for no end.
            first: the number of the first case.
        """
        self.done = 0
        self._plan = plan
        self._pool = Pool(jobs)
        self._ends = time.monotonic() + (1e9 if seconds is None else seconds)
        self._given_up = float("inf")
        self._batches = _batches(first, None if cases is None else first + cases)
        self._left: deque[range] = deque()
        self._crashed: deque[Finding] = deque()
        self._running: dict[Future[Tally], range | Finding] = {}
        self._lost: Counter[str] = Counter()

    def __enter__(self) -> FuzzRun:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def stop(self) -> None:
        """Start no more cases, and interrupt processes so that they return their results."""
        now = time.monotonic()
        self._ends, self._given_up = now, now + GRACE_SECONDS
        self._pool.interrupt()

    def tallies(self) -> Iterator[Tally | None]:
        """Yield the results as tasks end, until all have ended; also None now and then.

        Raises:
            Exception: the fuzzer itself failed.
        """
        while time.monotonic() < self._given_up:
            self._begin()
            if not self._running:
                return
            self._pool.poll()
            yield None
            for future in [each for each in self._running if each.done()]:
                task = self._running.pop(future)
                try:
                    tally = future.result()
                    self.done += len(task) if isinstance(task, range) else 0
                    yield tally
                except CancelledError:  # it was interrupted before its task had begun
                    yield Tally()
                except WorkerStoppedError as stop:
                    if isinstance(task, range):
                        yield self._handle_death(task, stop)

    def _begin(self) -> None:
        """Give every process a task, while there is time."""
        while len(self._running) < self._pool.slots and time.monotonic() < self._ends:
            if self._crashed:
                finding = self._crashed.popleft()
                self._running[self._pool.submit(worker.shrink_finding, finding)] = finding
                continue
            numbers = self._left.popleft() if self._left else next(self._batches, None)
            if numbers is None:
                return
            future = self._pool.submit(worker.run_batch, self._plan, numbers, self._ends)
            self._running[future] = numbers

    def _handle_death(self, numbers: range, stop: WorkerStoppedError) -> Tally:
        """Return the finding where a process died, and queue the cases after it."""
        number, running = worker.last_place(stop.log) or (numbers[0], 0)
        if number + 1 < numbers.stop:
            self._left.append(range(number + 1, numbers.stop))
        case = make(self._plan, number)
        trial = case.trials[max(0, min(running, len(case.trials) - 1))]
        fault = worker.death_fault(stop, worker.CASE_SECONDS)
        plain = replace(trial, extras=frozenset())
        self._lost[fault.kind] += 1
        if self._lost[fault.kind] > worker.MOST_ALIKE:
            return Tally(repeated=1)
        finding = Finding(self._plan.seed, number, case.kind, fault, case.subject, plain)
        if time.monotonic() >= self._ends:
            return Tally(findings=[finding])
        self._crashed.append(finding)
        return Tally()


def _batches(first: int, stop: int | None) -> Iterator[range]:
    """Yield the numbers of the cases of each batch."""
    for end in count(first - first % worker.BATCH + worker.BATCH, worker.BATCH):
        if stop is not None and first >= stop:
            return
        yield range(first, end if stop is None else min(end, stop))
        first = end
