"""The tasks of a process of a run: a batch of cases, or making one smaller that was fatal."""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from nlc.fuzz.cases import NumberedCase, Plan
from nlc.fuzz.counters import Tally
from nlc.fuzz.fault import Fault, Finding, Subject
from nlc.fuzz.kinds import KINDS, faults_of, make
from nlc.fuzz.load import read
from nlc.fuzz.shrink import shrink
from nlc.fuzz.trial import Trial
from nlc.oracle.case import Case
from nlc.process.limits import Limits
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

BATCH = 32
"""So many cases are made and read together."""

CASE_SECONDS = 60.0
"""A case that takes longer hangs."""

SHRINK_SECONDS = 45.0

MOST_ALIKE = 2
"""So many findings of one kind are made smaller by each process."""

PROBE_SECONDS = 10.0
"""What one attempt may take while something that hangs or crashes is made smaller."""

_PLACE = re.compile(rb"^nlc fuzz: case (\d+), trial (-?\d+)$", re.MULTILINE)

_shrunk: Counter[str] = Counter()
"""How many findings of each kind this process has made smaller."""


def batch(plan: Plan, numbers: range, deadline: float) -> Tally:
    """Do cases and return what came of them; those that are done, where it is interrupted.

    Each case that begins, and each of its trials, is noted in the log of the process. A case that
    hangs ends the process by SIGALRM.

    Args:
        plan: of the run.
        numbers: of the cases.
        deadline: `time.monotonic` after which none begins.
    """
    tally = Tally()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    try:
        _begin(numbers[0])
        with tally.timing("make"):
            made = (make(plan, number) for number in numbers)
            cases = [case for case in made if case is not None]
        tally.exhausted += not cases
        puzzles = [case.subject for case in cases if isinstance(case.subject, Case)]
        with tally.timing("read"):
            read_cases = iter(list(read(puzzles)) if puzzles else [])
        for case in cases:
            if time.monotonic() > deadline:
                break
            _begin(case.number)
            puzzle = next(read_cases) if isinstance(case.subject, Case) else None
            note = partial(_note, case.number)
            found = list(KINDS[case.kind].judge(case, puzzle, tally, note))
            if found:
                _shrink(plan, case, found, tally)
    except KeyboardInterrupt:
        pass
    signal.setitimer(signal.ITIMER_REAL, 0)
    return tally


def shrunk(finding: Finding) -> Tally:
    """Make smaller what has ended a process; each attempt has a process of its own."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 2 * SHRINK_SECONDS)
    try:
        found = shrink(finding, partial(probe_apart, faults_of, finding.kind), SHRINK_SECONDS)
    except KeyboardInterrupt:
        found = finding
    signal.setitimer(signal.ITIMER_REAL, 0)
    return Tally(findings=[found])


def place(log: bytes) -> tuple[int, int] | None:
    """Return the numbers of the case and the trial that a process was at, by its log."""
    noted = _PLACE.findall(log)
    return (int(noted[-1][0]), int(noted[-1][1])) if noted else None


def death(stop: WorkerStoppedError, seconds: float) -> Fault:
    """Return the fault of which a process died that may take so many seconds."""
    if stop.reason == "wall-time" or stop.ended.status == -signal.SIGALRM:
        return Fault("hang", f"takes more than {seconds:.0f} seconds")
    return Fault("crash", f"the process died (exit status {stop.ended.status})")


def _begin(number: int, seconds: float | None = None) -> None:
    _note(number, -1)
    signal.setitimer(signal.ITIMER_REAL, CASE_SECONDS if seconds is None else seconds)


def _note(number: int, trial: int) -> None:
    os.write(1, b"\nnlc fuzz: case %d, trial %d\n" % (number, trial))


def _shrink(plan: Plan, case: NumberedCase, found: list[tuple[Fault, Trial]], tally: Tally) -> None:
    """Add the first fault of a case to the tally's findings, made smaller.

    Of each kind, a few are made smaller; the others are only counted.
    """
    fault, trial = found[0]
    _shrunk[fault.kind] += 1
    if _shrunk[fault.kind] > MOST_ALIKE:
        tally.repeated += 1
        return
    _begin(case.number, 2 * SHRINK_SECONDS)
    finding = Finding(plan.seed, case.number, case.kind, fault, case.subject, trial)
    with tally.timing("shrink"):
        probe = partial(faults_of, case.kind, evaluate=fault.kind == "evaluator")
        tally.findings.append(shrink(finding, probe, SHRINK_SECONDS))


def probe_apart(
    probe: Callable[[str, Subject, Trial], list[Fault]], kind: str, subject: Subject, trial: Trial
) -> list[Fault]:
    """Return what a probe finds in a process of its own, for its crash or hanging is one."""

    def job() -> Iterator[list[Fault]]:
        yield probe(kind, subject, trial)

    try:
        (found,) = stream(job, Limits(seconds=PROBE_SECONDS))
    except WorkerStoppedError as stop:
        return [death(stop, PROBE_SECONDS)]
    faults: list[Fault] = found
    return faults
