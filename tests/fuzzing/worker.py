"""The tasks of the processes of a run: a batch of cases, or shrinking a fatal case.

A finding is shrunk as far as possible, while the kind of fault stays the same. This is greedy: each
smaller candidate that still fails is taken, until none does. For the clauses of a formula, halves
are tried before single ones (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input,
IEEE TSE 2002).
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from msgspec.structs import replace
from oracle.case import Case

from fuzzing.cases import FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Finding, Subject, Tally
from fuzzing.kinds import KINDS, faults_of, make
from fuzzing.puzzles import parse_cases
from fuzzing.trial import Trial
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

_PLACE = re.compile(rb"^fuzzing: case (\d+), trial (-?\d+)$", re.MULTILINE)

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
            cases = [make(plan, number) for number in numbers]
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
    os.write(1, b"\nfuzzing: case %d, trial %d\n" % (number, trial))


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


Probe = Callable[[Subject, Trial], list[Fault]]
"""Returns the faults of a trial of a subject."""


def shrink(found: Finding, probe: Probe, seconds: float = 60.0) -> Finding:
    """Return the smallest finding of the same kind that is reached within a time.

    Args:
        found: the finding; returned unchanged if the probe cannot repeat it.
        probe: checks candidates.
        seconds: the time after which the smallest one so far is returned.
    """
    shrinker = _Shrinker(found, probe, time.monotonic() + seconds)
    if shrinker.takes(found.subject, found.trial):
        while shrinker.simplify() | shrinker.reduce():
            pass
    return shrinker.smallest


class _Shrinker:
    def __init__(self, found: Finding, probe: Probe, deadline: float) -> None:
        self.smallest = found
        self._kind, self._probe, self._deadline = KINDS[found.kind], probe, deadline

    def takes(self, subject: Subject, trial: Trial) -> bool:
        """Check a candidate, and make it the smallest if it still fails."""
        if time.monotonic() > self._deadline:
            return False
        kind = self.smallest.fault.kind
        fault = next((each for each in self._probe(subject, trial) if each.kind == kind), None)
        if fault is not None:
            self.smallest = replace(self.smallest, fault=fault, subject=subject, trial=trial)
        return fault is not None

    def reduce(self) -> bool:
        """Try all smaller subjects once; return whether one of them was taken.

        After one is taken, the search goes on with its own candidates from the same position.
        """
        taken, place = False, 0
        while True:
            candidate = next(islice(self._kind.smaller(self.smallest.subject), place, None), None)
            if candidate is None:
                return taken
            if self.takes(candidate, self.smallest.trial):
                taken = True
            else:
                place += 1

    def simplify(self) -> bool:
        """Take simpler trials as long as they fail; return whether there was one."""
        for trial in self._kind.simpler(self.smallest.trial):
            if self.takes(self.smallest.subject, trial):
                return self.simplify() or True
        return False
