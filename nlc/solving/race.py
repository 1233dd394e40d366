"""Attempts that run beside each other: the first that answers ends the others.

Algorithm portfolios are from B. A. Huberman, R. M. Lukose and T. Hogg (An Economics Approach to
Hard Computational Problems, Science 275, 1997). Each lane has a process of its own, which searches,
decodes and checks by itself; only its record comes back. A board that breaks a rule does not win.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import FAILURES
from nlc.drivers.telling import tell
from nlc.errors import UserError
from nlc.process.pool import Pool, dismiss
from nlc.process.pool import Task as Call
from nlc.process.worker import WorkerStoppedError
from nlc.solving.means import is_driver
from nlc.solving.plan import CHECK, OTHER, Plan
from nlc.solving.record import Boards, Record, Task

Find = Callable[[Task, Record], Boards]
"""Makes the attempts of a plan (`nlc.solving.run.find`)."""

GRACE_SECONDS = 2.0
"""For how long a solver that has lost may tidy up before its process is killed."""

LOOK_SECONDS = 0.05
"""How often it is looked whether a lane is due."""


class _Lane(Struct, eq=False):
    """Attempts that are made in a process of their own.

    Attributes:
        name: of the solver of the first.
        task: what is done there.
        due: seconds after which it begins.
        call: the process, from then on.
        stopped: whether it was asked to end.
    """

    name: str
    task: Task
    due: float
    call: Call[Record] | None = None
    stopped: bool = False

    @property
    def running(self) -> bool:
        """Whether it may still say something."""
        return self.call is not None and not self.call.done()

    def found(self, record: Record) -> Record | None:
        """Return what came of it, by the record that it began with; None if there is nothing."""
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
    task: Task,
    numbers: Sequence[Sequence[int]],
    record: Record,
    find: Find,
    until_board: bool,
) -> Boards:
    """Make attempts of a plan beside each other, until one lane has answered.

    Args:
        task: has the plan.
        numbers: of the attempts of each lane.
        record: takes what the winner has found; where there is none, the most that one has.
        find: makes the attempts of a lane.
        until_board: whether the race is over with the next board; else with an answer to all that
            is asked.

    Raises:
        UserError: an encoding refuses the puzzle; an engine that does so takes no part.
        KeyboardInterrupt: it was interrupted; the record has the most that a lane had found.
        OSError: there is no room for a process.
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
                            tell(f"{lane.name} beside {lanes[0].name}")
                        lane.call = pool.submit(_searched, find, lane.task, record)
                        idle = False
                running = [lane.call for lane in lanes if lane.running and lane.call is not None]
                if not running:
                    break
                pool.wait(running, LOOK_SECONDS)
            _end(pool, lanes)
        except KeyboardInterrupt:
            _end(pool, lanes)
            found = [each for each in (lane.found(record) for lane in lanes) if each is not None]
            best = max(found, key=_count, default=None)
            if best is not None and _count(best):
                record.absorb(best)
            record.portfolio = {}
            raise
    before = len(record.boards)
    _conclude(lanes, record, known, until_board)
    yield from record.boards[before:]


def _lanes(task: Task, numbers: Sequence[Sequence[int]], until_board: bool) -> list[_Lane]:
    """Return a lane for some attempts each, by names that differ."""
    attempts = task.plan.attempts
    start = attempts[numbers[0][0]].beside or 0.0
    lanes: list[_Lane] = []
    for mine in numbers:
        first = attempts[mine[0]]
        plan = Plan(tuple(replace(attempts[k], beside=None) for k in mine))
        names = {lane.name for lane in lanes}
        # A solver may run twice, by other encodings or by the same one.
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


def _searched(find: Find, task: Task, record: Record) -> Record:
    """Search, in a worker, and return the record, also of a search that is interrupted."""
    try:
        for _ in find(task, record):
            pass
    except KeyboardInterrupt:
        record.reason, record.message = "interrupted", None
    except UserError as error:
        solvers = [each.solver for each in task.plan.attempts if each.solver not in (CHECK, OTHER)]
        if any(is_driver(task.by.solver(name)) for name in solvers):
            raise
        why = "; ".join(item.message for item in error.diagnostics)
        record.solver = task.plan.attempts[0].solver
        told = f"{record.solver} does not take part: {why}"
        record.reason, record.message = "no-answer", told
    dismiss()
    return record.sent()


def _end(pool: Pool, lanes: Sequence[_Lane]) -> None:
    """End all that still run; what they have found within `GRACE_SECONDS` is taken."""
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
    found = lane.found(record)
    if lane.stopped or found is None or found.reason in FAILURES:
        return False
    return found.answered or (until_board and found.count > known)


def _count(found: Record) -> int:
    """Return how much has been found: the number of solutions, or of what is open in them."""
    if found.cost is not None:
        return sys.maxsize - found.cost
    return found.count + (found.backbone.open if found.backbone is not None else 0)


def _conclude(lanes: Sequence[_Lane], record: Record, known: int, until_board: bool) -> None:
    """Write what came of a race that is over."""
    begun = [lane for lane in lanes if lane.call is not None]
    records = {lane.name: found for lane in begun if (found := lane.found(record)) is not None}
    if len(begun) > 1:
        for lane in begun:
            found = records.get(lane.name)
            name = lane.name if found is None or lane is not lanes[0] else found.solver
            ended = lane.stopped or found is None
            record.portfolio[name or lane.name] = "ended" if ended or not found else found.reason
    steps = {key: step for one in records.values() for key, step in one.steps.items()}
    portfolio, everyone = record.portfolio, ",".join(lane.name for lane in lanes)
    if (told := _disagreement(records)) is not None:
        record.reason, record.message, record.solver = "contradictory", told, everyone
        return
    for lane in begun:
        if _wins(lane, record, known, until_board):
            record.absorb(records[lane.name])
            record.portfolio = portfolio
            record.steps = {**steps, **record.steps}
            return
    failures = {name: one for name, one in records.items() if one.reason in FAILURES}
    told = "; ".join(f"{name}: {one.message or one.reason}" for name, one in failures.items())
    undecided = [one for name, one in records.items() if name not in failures]
    if undecided:
        record.absorb(max(undecided, key=lambda one: (_count(one), one.reason != "budget")))
        record.least = max(one.least for one in undecided)
        if told:
            record.message = f"{record.message or record.reason}; {told}"
    else:
        record.reason = next((one.reason for one in failures.values()), "no-answer")
        record.message = f"every solver failed: {told}"
    record.solver, record.portfolio = everyone, portfolio


def _disagreement(records: dict[str, Record]) -> str | None:
    """Return what two solvers contradict each other in, or None."""
    if any(one.aims for one in records.values()):
        return _better(records)
    some = [name for name, one in records.items() if one.count and one.wrong is None]
    none = [name for name, one in records.items() if one.refuted and not one.count]
    if some and none:
        return f"{none[0]} says that there is no solution, and {some[0]} gave one that is right"
    for name, one in records.items():
        for other, more in records.items():
            if one.refuted and not one.question.backbone and one.count < more.count:
                counts = f"{one.count} solutions in all, and {other} found {more.count}"
                return f"{name} says that there are {counts}"
    return None


def _better(records: dict[str, Record]) -> str | None:
    """Return what contradicts the bound of another solver, or None."""
    for name, one in records.items():
        for other, more in records.items():
            bound = one.cost if one.refuted and one.cost is not None else one.least
            none = one.refuted and one.cost is None
            if more.cost is not None and more.wrong is None and (none or more.cost < bound):
                told = "there is no board" if none else f"no board costs less than {bound}"
                return f"{name} says that {told}, and {other} found one that costs {more.cost}"
    return None
