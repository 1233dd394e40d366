"""The tasks of the processes of a run: a batch of cases, or shrinking a fatal case."""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from nlc.fuzz.cases import FuzzPlan, NumberedCase
from nlc.fuzz.findings import Fault, Finding, Subject, Tally
from nlc.fuzz.kinds import KINDS, faults_of, make
from nlc.fuzz.puzzles import parse_cases
from nlc.fuzz.shrink import shrink
from nlc.fuzz.trial import Trial
from nlc.oracle.case import Case
from nlc.process.limits import Limits
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

BATCH = 32
"""The number of cases that are made and parsed together."""

CASE_SECONDS = 60.0
"""A case that takes longer hangs."""

SHRINK_SECONDS = 45.0

MOST_ALIKE = 2
"""The most findings of one kind that each process shrinks."""

PROBE_SECONDS = 10.0
"""The limit for one attempt while a case that hangs or crashes is shrunk."""

_PLACE = re.compile(rb"^nlc fuzz: case (\d+), trial (-?\d+)$", re.MULTILINE)

_shrunk: Counter[str] = Counter()
"""How many findings of each kind this process has made smaller."""


def run_batch(plan: FuzzPlan, numbers: range, deadline: float) -> Tally:
    """Run cases and return the results, also of a part of them after an interruption.

    The numbers of starting cases and trials are written to the log of the process. A case that
    hangs ends the process by SIGALRM.

    Args:
        plan: of the run.
        numbers: of the cases.
        deadline: of `time.monotonic`, after which no case starts.
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
            read_cases = iter(list(parse_cases(puzzles)) if puzzles else [])
        for case in cases:
            if time.monotonic() > deadline:
                break
            _begin(case.number)
            puzzle = next(read_cases) if isinstance(case.subject, Case) else None
            note = partial(_note, case.number)
            found = list(KINDS[case.kind].check(case, puzzle, tally, note))
            if found:
                _shrink(plan, case, found, tally)
    except KeyboardInterrupt:
        pass
    signal.setitimer(signal.ITIMER_REAL, 0)
    return tally


def shrink_finding(finding: Finding) -> Tally:
    """Shrink a finding that has ended a process; each attempt has a process of its own."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 2 * SHRINK_SECONDS)
    try:
        found = shrink(finding, partial(probe_apart, faults_of, finding.kind), SHRINK_SECONDS)
    except KeyboardInterrupt:
        found = finding
    signal.setitimer(signal.ITIMER_REAL, 0)
    return Tally(findings=[found])


def last_place(log: bytes) -> tuple[int, int] | None:
    """Return the numbers of the last case and trial in the log of a process."""
    noted = _PLACE.findall(log)
    return (int(noted[-1][0]), int(noted[-1][1])) if noted else None


def death_fault(stop: WorkerStoppedError, seconds: float) -> Fault:
    """Return the fault of a process that died, with its limit in seconds."""
    if stop.reason == "wall-time" or stop.ended.status == -signal.SIGALRM:
        return Fault("hang", f"takes more than {seconds:.0f} seconds")
    return Fault("crash", f"the process died (exit status {stop.ended.status})")


def _begin(number: int, seconds: float | None = None) -> None:
    _note(number, -1)
    signal.setitimer(signal.ITIMER_REAL, CASE_SECONDS if seconds is None else seconds)


def _note(number: int, trial: int) -> None:
    os.write(1, b"\nnlc fuzz: case %d, trial %d\n" % (number, trial))


def _shrink(
    plan: FuzzPlan, case: NumberedCase, found: list[tuple[Fault, Trial]], tally: Tally
) -> None:
    """Shrink the first fault of a case, and add it to the findings.

    A few of each kind are shrunk; the others are only counted.
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
    """Run a probe in a process of its own, whose crash or hanging is a fault."""

    def job() -> Iterator[list[Fault]]:
        yield probe(kind, subject, trial)

    try:
        (found,) = stream(job, Limits(seconds=PROBE_SECONDS))
    except WorkerStoppedError as stop:
        return [death_fault(stop, PROBE_SECONDS)]
    faults: list[Fault] = found
    return faults
