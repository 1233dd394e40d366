"""Several solvers on one puzzle at the same time: the first answer that counts is the answer.

One of them may enter later, when the others have had some time for themselves.

Algorithm portfolios are from B. A. Huberman, R. M. Lukose and T. Hogg (An Economics Approach to
Hard Computational Problems, Science 275, 1997). Each solver has a process of its own, which solves,
decodes and judges by itself; only results come back. A board that breaks a rule does not win.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import FrameType
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.drivers.base import FAILURES, NO_LIMITS, Reason
from nlc.process.limits import POLL_SECONDS
from nlc.process.stream import dismiss
from nlc.process.worker import Worker, WorkerStoppedError, ready
from nlc.solving.answer import Answer, InterruptedSearchError

GRACE_SECONDS = 2.0
"""For how long a solver that has lost may tidy up before its process is killed."""

LOOK_SECONDS = 0.05
"""How often it is looked whether a late one is due."""


class Late(Protocol):
    """A solver that enters a race later, if there is no answer by then."""

    def due(self) -> bool:
        """Return whether it is time."""

    def enter(self) -> tuple[str, Callable[[], Answer]] | None:
        """Return its name and what it does; None if it does not enter after all."""


class RaceResult(Struct, frozen=True, eq=False):
    """How a race went.

    Attributes:
        result: of the winner; without one, the best that there is, or all failures.
        winner: the name of the solver whose result it is, or None where all failed.
        reasons: for each solver that entered why it ended; ``ended`` if it was when another had
            won.
    """

    result: Answer
    winner: str | None
    reasons: dict[str, Reason | str]

    @property
    def told(self) -> dict[str, Reason | str] | None:
        """The reasons; None where one solver ran alone."""
        return self.reasons if len(self.reasons) > 1 else None


class _Runner(Struct, eq=False):
    """A solver on its way; its process gives a sign of its start, and then its result.

    Attributes:
        asked: whether it has been asked to end.
    """

    name: str
    worker: Worker
    begun: bool = False
    running: bool = True
    asked: bool = False
    result: Answer | None = field(default=None)

    def read(self) -> None:
        """Take what its process has to say: that it has begun, its result, or that it died."""
        try:
            # A generator that is interrupted is lost, and what the worker has said is not.
            self.result = next(self.worker.results(None), None)
            if self.result is None and not self.begun:
                self.begun = True
                return
        except WorkerStoppedError as stop:
            if not self.asked:
                self.result = Answer("UNKNOWN", stop.reason, f"its process died ({stop.ended})")
        except RuntimeError as error:
            self.result = Answer("UNKNOWN", "crashed", str(error))
        self.running = False


def race(
    solves: Mapping[str, Callable[[], Answer]],
    answered: Callable[[Answer], bool],
    late: Late | None = None,
) -> RaceResult:
    """Run solvers at the same time until one has answered the question, and end the others.

    A solver that fails does not matter as long as another answers. Where two answer at once and
    contradict each other, that is a failure.

    Args:
        solves: by the name of a solver, at least one, what does all that is asked of the puzzle;
            it is called in another process.
        answered: whether a result answers all that was asked.
        late: enters when it is due, or when all others have given up.

    Raises:
        InterruptedSearchError: it was interrupted; with the most that any solver had found.
        OSError: there is no room for a process.
    """
    runners: list[_Runner] = []
    worker: Worker | None = None
    try:
        entering = list(solves.items())
        while True:
            for name, solve in entering:
                worker = Worker(partial(_run, solve), NO_LIMITS)
                runners.append(_Runner(name, worker))
            entering = []
            while any(runner.running and not runner.begun for runner in runners):
                _read(runners)
            running = any(runner.running for runner in runners)
            if any(_wins(runner, answered) for runner in runners) or not (running or late):
                break
            if late is not None and (not running or late.due()):
                entering, late = _entering(late), None
            else:
                _read(runners, POLL_SECONDS if late is None else LOOK_SECONDS)
        _end(runners)
    except KeyboardInterrupt as stop:
        _end(runners)
        best = max(runners, key=_found, default=None)
        if best is None or best.result is None or not _found(best):
            raise
        result = replace(best.result, reason="interrupted", message=None)
        raise InterruptedSearchError(result, stop) from None
    finally:
        if worker is not None:  # Ctrl-C may have come before it was noted
            worker.end()
        for runner in runners:
            runner.worker.end()
    return _outcome(runners, answered)


def _entering(late: Late) -> list[tuple[str, Callable[[], Answer]]]:
    """Return the late solver, if it enters."""
    entrant = late.enter()
    return [] if entrant is None else [entrant]


def _run(solve: Callable[[], Answer]) -> Iterator[Answer | None]:
    """Solve, in a worker: yield None at the start, and the result, if there is one, at the end."""
    solving = asked = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        signal.signal(number, signal.SIG_IGN)  # once is enough
        asked = True
        if solving:  # elsewhere nobody would take it: the worker itself is at work
            raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    yield None
    result: Answer | None = None
    try:
        try:
            solving = True
            if not asked:
                result = solve()
        except InterruptedSearchError as stop:
            result = stop.answer
        solving = False
    except KeyboardInterrupt:
        pass
    dismiss()
    yield result and replace(result, program=None)  # the other process has it


def _read(runners: Sequence[_Runner], seconds: float = POLL_SECONDS) -> bool:
    """Wait a moment for results and read them; return whether any are still to come."""
    by_worker = {runner.worker: runner for runner in runners if runner.running}
    if by_worker:
        for worker in ready(list(by_worker), seconds):
            by_worker[worker].read()
    return bool(by_worker)


def _end(runners: Sequence[_Runner]) -> None:
    """End all that still run; what they have found is taken."""
    for runner in runners:
        if runner.running:
            runner.asked = True
            runner.worker.ask_to_end()
    deadline = time.monotonic() + GRACE_SECONDS
    while _read(runners) and time.monotonic() < deadline:
        pass


def _wins(runner: _Runner, answered: Callable[[Answer], bool]) -> bool:
    result = runner.result
    return result is not None and result.status != "UNKNOWN" and answered(result)


def _found(runner: _Runner) -> int:
    """Return how much a runner has found: the number of solutions, or of what is open in them."""
    result = runner.result
    if result is None:
        return 0
    open_ = result.backbone.open if result.backbone is not None else 0
    return max(result.count or 0, len(result.solutions)) + open_


def _outcome(runners: Sequence[_Runner], answered: Callable[[Answer], bool]) -> RaceResult:
    """Return the result of a race that is over."""
    results = {runner.name: runner.result for runner in runners if runner.result is not None}
    reasons = {
        runner.name: runner.result.reason if runner.result else "ended" for runner in runners
    }
    if (told := _disagreement(results)) is not None:
        return RaceResult(Answer("UNKNOWN", "contradictory", told), None, reasons)
    for runner in runners:
        if _wins(runner, answered):
            return RaceResult(results[runner.name], runner.name, reasons)
    failures = {name: result for name, result in results.items() if result.reason in FAILURES}
    told = "; ".join(f"{name}: {one.message or one.reason}" for name, one in failures.items())
    undecided = [runner for runner in runners if runner.name in results.keys() - failures.keys()]
    if not undecided:
        reason: Reason = next((one.reason for one in failures.values()), "no-answer")
        return RaceResult(Answer("UNKNOWN", reason, f"every solver failed: {told}"), None, reasons)
    best = max(undecided, key=_found).name
    result = results[best]
    message = f"{result.message or result.reason}; {told}" if told else result.message
    return RaceResult(replace(result, message=message), best, reasons)


def _disagreement(results: Mapping[str, Answer]) -> str | None:
    """Return what two solvers contradict each other in, or None."""
    some = [name for name, result in results.items() if result.status == "SATISFIABLE"]
    none = [name for name, result in results.items() if result.status == "UNSATISFIABLE"]
    if some and none:
        return f"{none[0]} says that there is no solution, and {some[0]} gave one that is right"
    for name, result in results.items():
        for other, more in results.items():
            if result.complete and (result.count or 0) < (more.count or 0):
                counts = f"{result.count} solutions in all, and {other} found {more.count}"
                return f"{name} says that there are {counts}"
    return None
