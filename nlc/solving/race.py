"""Several solvers on one puzzle at the same time: the first answer that counts is the answer.

One of them may enter later, when the others have had some time for themselves.

Algorithm portfolios are from B. A. Huberman, R. M. Lukose and T. Hogg (An Economics Approach to
Hard Computational Problems, Science 275, 1997). Each solver has a process of its own, which solves,
decodes and judges by itself; only results come back. A board that breaks a rule does not win.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import FAILURES, Reason
from nlc.process.pool import Pool, Task, dismiss
from nlc.process.worker import WorkerStoppedError
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
    """
    tasks: dict[str, Task[Answer]] = {}
    entering = list(solves.items())
    with Pool(len(solves) + 1) as pool:
        try:
            while True:
                tasks.update({name: pool.submit(_solved, solve) for name, solve in entering})
                entering = []
                running = [task for task in tasks.values() if not task.done()]
                won = any(map(answered, filter(_decided, _results(tasks).values())))
                if won or not (running or late):
                    break
                if late is not None and (not running or late.due()):
                    entering, late = _entering(late), None
                else:
                    pool.wait(running, LOOK_SECONDS)
            _end(pool, tasks.values())
        except KeyboardInterrupt as stop:
            _end(pool, tasks.values())
            best = max(_results(tasks).values(), key=_found, default=None)
            if best is None or not _found(best):
                raise
            result = replace(best, reason="interrupted", message=None)
            raise InterruptedSearchError(result, stop) from None
    return _outcome(_results(tasks), list(tasks), answered)


def _entering(late: Late) -> list[tuple[str, Callable[[], Answer]]]:
    """Return the late solver, if it enters."""
    entrant = late.enter()
    return [] if entrant is None else [entrant]


def _solved(solve: Callable[[], Answer]) -> Answer:
    """Solve, in a worker; the program stays there, for the other process has it."""
    try:
        answer = solve()
    except InterruptedSearchError as stop:
        answer = stop.answer
    dismiss()
    return replace(answer, program=None)


def _end(pool: Pool, tasks: Iterable[Task[Answer]]) -> None:
    """End all that still run; what they have found within `GRACE_SECONDS` is taken."""
    deadline = time.monotonic() + GRACE_SECONDS
    pool.interrupt()
    while running := [task for task in tasks if not task.done()]:
        if not pool.wait(running, deadline - time.monotonic()):
            break
    for task in running:
        task.cancel()


def _results(tasks: Mapping[str, Task[Answer]]) -> dict[str, Answer]:
    """Return the results so far, by the names of the solvers; also those of failures."""
    results: dict[str, Answer] = {}
    for name, task in tasks.items():
        if not task.done() or task.cancelled():
            continue
        error = task.exception()
        if error is None:
            results[name] = task.result()
        elif not isinstance(error, WorkerStoppedError):
            results[name] = Answer("UNKNOWN", "crashed", _traced(error))
        else:
            results[name] = Answer("UNKNOWN", error.reason, str(error))
    return results


def _traced(error: BaseException) -> str:
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


def _decided(result: Answer) -> bool:
    return result.status != "UNKNOWN"


def _found(result: Answer) -> int:
    """Return how much has been found: the number of solutions, or of what is open in them."""
    open_ = result.backbone.open if result.backbone is not None else 0
    return max(result.count or 0, len(result.solutions)) + open_


def _outcome(
    results: Mapping[str, Answer], names: Sequence[str], answered: Callable[[Answer], bool]
) -> RaceResult:
    """Return the result of a race that is over."""
    reasons = {name: results[name].reason if name in results else "ended" for name in names}
    if (told := _disagreement(results)) is not None:
        return RaceResult(Answer("UNKNOWN", "contradictory", told), None, reasons)
    for name, result in results.items():
        if _decided(result) and answered(result):
            return RaceResult(result, name, reasons)
    failures = {name: result for name, result in results.items() if result.reason in FAILURES}
    told = "; ".join(f"{name}: {one.message or one.reason}" for name, one in failures.items())
    undecided = {name: result for name, result in results.items() if name not in failures}
    if not undecided:
        reason: Reason = next((one.reason for one in failures.values()), "no-answer")
        return RaceResult(Answer("UNKNOWN", reason, f"every solver failed: {told}"), None, reasons)
    best = max(undecided, key=lambda name: _found(undecided[name]))
    result = undecided[best]
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
