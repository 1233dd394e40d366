"""Runs attempts concurrently: the first lane with an answer ends the others.

Algorithm portfolios are from B. A. Huberman, R. M. Lukose and T. Hogg (An Economics Approach to
Hard Computational Problems, Science 275, 1997). Each lane has its own process, which searches,
decodes and checks, and returns its record. A board that breaks a rule does not win.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from copy import copy

from msgspec import Struct
from msgspec.structs import asdict, replace

from nlc.drivers.base import FAILURES
from nlc.drivers.progress import report
from nlc.errors import UserError
from nlc.process.pool import Pool, PoolTask, end_idle_worker
from nlc.process.worker import WorkerStoppedError
from nlc.solving.choice import is_driver
from nlc.solving.plan import CHECK, OTHER, Plan
from nlc.solving.record import Boards, Record, SearchTask

Find = Callable[[SearchTask, Record], Boards]
"""Makes the attempts of a plan (`nlc.solving.run.find`)."""

GRACE_SECONDS = 2.0
"""Time for a solver that has lost to clean up before its process is killed."""


class _Lane(Struct, eq=False):
    """Attempts in a process of their own.

    Attributes:
        name: that of the first attempt's solver.
        task: the search there.
        due: seconds after which it starts.
        call: the task of the pool, from then on.
        stopped: whether it was interrupted.
    """

    name: str
    task: SearchTask
    due: float
    call: PoolTask[Record] | None = None
    stopped: bool = False

    @property
    def running(self) -> bool:
        """Whether its process runs."""
        return self.call is not None and not self.call.done()

    def result(self, record: Record) -> Record | None:
        """Return its record, or a failed copy of the one it began with; None without a result."""
        if self.call is None or self.running or self.call.cancelled():
            return None
        error = self.call.exception()
        if error is None:
            return self.call.result()
        if isinstance(error, UserError):
            raise error
        if isinstance(error, WorkerStoppedError):
            return replace(record, solver=self.name, reason=error.reason, message=str(error))
        message = "\n".join([str(error), *getattr(error, "__notes__", ())])
        return replace(record, solver=self.name, reason="crashed", message=message)


def race(
    task: SearchTask,
    numbers: Sequence[Sequence[int]],
    record: Record,
    find: Find,
    until_board: bool,
) -> Boards:
    """Make attempts of a plan concurrently, until one lane has the answer.

    Args:
        task: the search with the whole plan.
        numbers: of the attempts of each lane.
        record: for the results of the winner, or without a winner of the lane that found most.
        find: makes the attempts of a lane.
        until_board: whether the next board ends the race; else only a complete answer does.

    Raises:
        UserError: an encoding refuses the puzzle; an engine that refuses it just does not run.
        KeyboardInterrupt: it was interrupted; the record has the results of the best lane.
        OSError: no process can be started.
    """
    known, started = record.count, time.monotonic()
    lanes = _lanes(task, numbers, until_board)
    with Pool(len(lanes)) as pool:
        try:
            while True:
                if any(_wins(lane, record, known, until_board) for lane in lanes):
                    break
                waited, idle = time.monotonic() - started, not any(lane.running for lane in lanes)
                for lane in lanes:
                    if lane.call is None and (idle or waited >= lane.due):
                        if lane is not lanes[0]:
                            report(f"{lane.name} beside {lanes[0].name}")
                        lane.call = pool.submit(_run_lane, find, lane.task, record)
                        idle = False
                running = [lane.call for lane in lanes if lane.running and lane.call is not None]
                if not running:
                    break
                pool.wait(running, 0.05)
            _end(pool, lanes)
        except KeyboardInterrupt:
            _end(pool, lanes)
            found = [each for each in (lane.result(record) for lane in lanes) if each is not None]
            best = max(found, key=_count, default=None)
            if best is not None and _count(best):
                record.absorb(best)
            record.portfolio = {}
            raise
    before = len(record.boards)
    _conclude(lanes, record, known, until_board)
    yield from record.boards[before:]


def _lanes(task: SearchTask, numbers: Sequence[Sequence[int]], until_board: bool) -> list[_Lane]:
    """Return a lane for each list of attempts, with distinct names."""
    attempts = task.plan.attempts
    start = attempts[numbers[0][0]].beside or 0.0
    lanes: list[_Lane] = []
    for mine in numbers:
        first = attempts[mine[0]]
        plan = Plan(tuple(replace(attempts[k], beside=None) for k in mine))
        names = {lane.name for lane in lanes}
        # A solver may run twice, with two encodings or with one.
        text = str(plan.attempts[0])
        name = next(
            each
            for each in (first.solver, text, *(f"{text} {k}" for k in range(2, len(numbers) + 2)))
            if each not in names
        )
        origin = [task.numbers[k] if task.numbers else k for k in mine]
        within = replace(task, plan=plan, until_board=until_board, numbers=origin)
        lanes.append(_Lane(name, within, max(0.0, (first.beside or 0.0) - start)))
    return lanes


def _run_lane(find: Find, task: SearchTask, record: Record) -> Record:
    """In a worker: search, and return a record, also if the search is interrupted."""
    own = {name: copy(each) for name, each in asdict(record).items() if hasattr(each, "clear")}
    record = replace(record, **own)  # where workers are threads, they share this one
    try:
        for _ in find(task, record):
            pass
    except KeyboardInterrupt:
        record.reason, record.message = "interrupted", None
    except UserError as error:
        solvers = [each.solver for each in task.plan.attempts if each.solver not in (CHECK, OTHER)]
        if any(is_driver(task.choice.solver(name)) for name in solvers):
            raise
        why = "; ".join(item.message for item in error.diagnostics)
        record.solver = task.plan.attempts[0].solver
        message = f"{record.solver} does not take part: {why}"
        record.left_out[task.numbers[0]] = why
        record.reason, record.message = "no-answer", message
    end_idle_worker()
    return record.for_transfer()


def _end(pool: Pool, lanes: Sequence[_Lane]) -> None:
    """Interrupt all running lanes, and take their records if they come in `GRACE_SECONDS`."""
    deadline = time.monotonic() + GRACE_SECONDS
    for lane in lanes:
        lane.stopped = lane.stopped or lane.running
    pool.interrupt()
    while running := [lane.call for lane in lanes if lane.running and lane.call is not None]:
        if not pool.wait(running, deadline - time.monotonic()):
            break
    for call in running:
        call.cancel()


def _wins(lane: _Lane, record: Record, known: int, until_board: bool) -> bool:
    found = lane.result(record)
    if lane.stopped or found is None or found.reason in FAILURES:
        return False
    return found.answered or (until_board and found.count > known)


def _count(found: Record) -> int:
    """Return the progress of a record: its cost, or its solutions and open values."""
    if found.cost is not None:
        return sys.maxsize - found.cost
    return found.count + (found.backbone.open if found.backbone is not None else 0)


def _conclude(lanes: Sequence[_Lane], record: Record, known: int, until_board: bool) -> None:
    """Add the results of a race that is over to the record."""
    begun = [lane for lane in lanes if lane.call is not None]
    records = {lane.name: found for lane in begun if (found := lane.result(record)) is not None}
    if len(begun) > 1:
        for lane in begun:
            found = records.get(lane.name)
            name = lane.name if found is None or lane is not lanes[0] else found.solver
            ended = lane.stopped or found is None
            record.portfolio[name or lane.name] = "ended" if ended or not found else found.reason
    steps = {key: step for one in records.values() for key, step in one.steps.items()}
    left_out = {key: why for one in records.values() for key, why in one.left_out.items()}
    portfolio, everyone = record.portfolio, ",".join(lane.name for lane in lanes)
    if (message := _disagreement(records)) is not None:
        record.reason, record.message, record.solver = "contradictory", message, everyone
        return
    for lane in begun:
        if _wins(lane, record, known, until_board):
            record.absorb(records[lane.name])
            record.portfolio = portfolio
            record.steps = {**steps, **record.steps}
            record.left_out = left_out
            return
    failures = {name: one for name, one in records.items() if one.reason in FAILURES}
    message = "; ".join(f"{name}: {one.message or one.reason}" for name, one in failures.items())
    undecided = [one for name, one in records.items() if name not in failures]
    if undecided:
        record.absorb(max(undecided, key=lambda one: (_count(one), one.reason != "budget")))
        record.lower_bound = max(one.lower_bound for one in undecided)
        if message:
            record.message = f"{record.message or record.reason}; {message}"
    else:
        record.reason = next((one.reason for one in failures.values()), "no-answer")
        record.message = f"every solver failed: {message}"
    record.solver, record.portfolio = everyone, portfolio


def _disagreement(records: dict[str, Record]) -> str | None:
    """Return a sentence on a contradiction between two solvers, or None."""
    if any(one.optimizes for one in records.values()):
        return _contradicted_bound(records)
    some = [name for name, one in records.items() if one.count and one.wrong_board is None]
    none = [name for name, one in records.items() if one.refuted and not one.count]
    if some and none:
        return f"{none[0]} says that there is no solution, and {some[0]} gave one that is right"
    for name, one in records.items():
        for other, more in records.items():
            if one.refuted and not one.question.backbone and one.count < more.count:
                counts = f"{one.count} solutions in all, and {other} found {more.count}"
                return f"{name} says that there are {counts}"
    return None


def _contradicted_bound(records: dict[str, Record]) -> str | None:
    """Return a sentence on a board that contradicts another solver's bound, or None."""
    for name, one in records.items():
        for other, more in records.items():
            bound = one.cost if one.refuted and one.cost is not None else one.lower_bound
            none = one.refuted and one.cost is None
            if more.cost is not None and more.wrong_board is None and (none or more.cost < bound):
                claim = "there is no board" if none else f"no board costs less than {bound}"
                return f"{name} says that {claim}, and {other} found one that costs {more.cost}"
    return None
