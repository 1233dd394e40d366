"""One process of a run: it takes every n-th batch of cases, and tells what came of each batch."""

from __future__ import annotations

import faulthandler
import gc
import multiprocessing
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from nlc.fuzz.cases import Numbered, Plan, make
from nlc.fuzz.counters import Tally
from nlc.fuzz.fault import Fault, Finding, Subject
from nlc.fuzz.judge import faults_of, judge
from nlc.fuzz.load import read
from nlc.fuzz.shrink import Probe, shrink
from nlc.fuzz.trial import Trial
from nlc.oracle.formulas import Formula

BATCH = 32
"""So many cases are made and read together."""

CASE_SECONDS = 60.0
"""A case that takes longer hangs."""

SHRINK_SECONDS = 45.0

MOST_ALIKE = 2
"""So many findings of one kind are made smaller by each worker."""

PROBE_SECONDS = 10.0
"""What one attempt may take while something that hangs or crashes is made smaller."""


@dataclass
class Share:
    """What a worker does.

    Attributes:
        plan: of the run.
        slot: the number of this worker among `jobs`.
        jobs: the number of workers.
        first: the number of the first case that it may take.
        stop: the number after the last case, or None for no end.
        deadline: `time.monotonic` at which to stop.
    """

    plan: Plan
    slot: int
    jobs: int
    first: int
    stop: int | None
    deadline: float

    def batches(self) -> Iterator[range]:
        """Yield the numbers of the cases of each batch."""
        batch = self.first // BATCH
        batch += (self.slot - batch) % self.jobs
        while self.stop is None or batch * BATCH < self.stop:
            end = (batch + 1) * BATCH if self.stop is None else min(self.stop, (batch + 1) * BATCH)
            yield range(max(self.first, batch * BATCH), end)
            batch += self.jobs


class Watch:
    """Where a worker is, in memory that its parent reads: case, trial, and since when."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self._place: Any = context.Array("d", [-1.0, -1.0, 0.0, 0.0], lock=False)

    def begin(self, number: int, limit: float) -> None:
        """Say that a case begins, or the shrinking of one."""
        self._place[:] = [float(number), -1.0, time.monotonic(), limit]

    def trial(self, number: int) -> None:
        """Say that a trial of the case begins."""
        self._place[1] = float(number)

    @property
    def number(self) -> int:
        """The number of the case, or -1."""
        return int(self._place[0])

    @property
    def running_trial(self) -> int:
        """The number of the trial; -1 before the first."""
        return int(self._place[1])

    @property
    def hangs(self) -> bool:
        """Whether what runs has run for longer than it may."""
        _, _, since, limit = self._place[:]
        return bool(since > 0 and time.monotonic() > since + limit)


def serve(
    share: Share, watch: Watch, sink: Connection, stopped: Callable[[], bool], lost: Finding | None
) -> None:
    """Be the worker: send a `Tally` after each batch, and None or a traceback at the end.

    Args:
        share: what to do.
        watch: is told where the worker is.
        sink: takes what came of it.
        stopped: whether to stop before the next case.
        lost: what made the previous worker of this slot crash or hang, to be made smaller first.
    """
    os.setsid()  # the terminal's Ctrl-C is for the parent, which then asks for an end
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    faulthandler.disable()  # a crash is told by the parent
    gc.disable()  # next to nothing that is made here is a cycle
    try:
        if lost is not None:
            tally = Tally()
            watch.begin(lost.number, 2 * SHRINK_SECONDS)
            probe = partial(probe_apart, faults_of)
            tally.findings.append(shrink(lost, probe, SHRINK_SECONDS))
            sink.send(tally)
        shrunk: Counter[str] = Counter()
        for numbers in share.batches():
            tally = Tally()
            done = _batch(share, numbers, watch, stopped, tally, shrunk)
            sink.send(tally)
            gc.collect(1)
            if not done:
                break
        sink.send(None)
    except Exception:  # a mistake of the fuzzer itself
        sink.send(traceback.format_exc())


def _batch(
    share: Share,
    numbers: range,
    watch: Watch,
    stopped: Callable[[], bool],
    tally: Tally,
    shrunk: Counter[str],
) -> bool:
    """Do a batch of cases; return False if it was left half way."""
    watch.begin(numbers[0], CASE_SECONDS)
    with tally.timing("make"):
        cases = [make(share.plan, number) for number in numbers]
    puzzles = [case.subject for case in cases if not isinstance(case.subject, Formula)]
    with tally.timing("read"):
        read_cases = iter(list(read(puzzles)) if puzzles else [])
    for case in cases:
        if stopped() or time.monotonic() > share.deadline:
            return False
        watch.begin(case.number, CASE_SECONDS)
        puzzle = None if isinstance(case.subject, Formula) else next(read_cases)
        found = list(judge(case, puzzle, tally, watch.trial))
        if found:
            _shrink(share, case, found, watch, tally, shrunk)
    return True


def _shrink(
    share: Share,
    case: Numbered,
    found: list[tuple[Fault, Trial]],
    watch: Watch,
    tally: Tally,
    shrunk: Counter[str],
) -> None:
    """Add the first fault of a case to the tally's findings, made smaller.

    Of each kind, a few are made smaller; the others are only counted.
    """
    fault, trial = found[0]
    shrunk[fault.kind] += 1
    if shrunk[fault.kind] > MOST_ALIKE:
        tally.repeated += 1
        return
    watch.begin(case.number, 2 * SHRINK_SECONDS)
    finding = Finding(share.plan.seed, case.number, fault, case.subject, trial)
    with tally.timing("shrink"):
        probe = partial(faults_of, evaluate=fault.kind == "evaluator")
        tally.findings.append(shrink(finding, probe, SHRINK_SECONDS))


def probe_apart(probe: Probe, subject: Subject, trial: Trial) -> list[Fault]:
    """Return what a probe finds in a process of its own, for its crash or hanging is one."""
    context = multiprocessing.get_context("fork")
    source, sink = context.Pipe(duplex=False)
    child = context.Process(target=_probe, args=(probe, subject, trial, sink))
    child.start()
    sink.close()
    try:
        if not source.poll(PROBE_SECONDS):
            return [Fault("hang", f"takes more than {PROBE_SECONDS:.0f} seconds")]
        found: list[Fault] = source.recv()
        return found
    except EOFError:
        child.join()
        return [Fault("crash", f"the process died (exit status {child.exitcode})")]
    finally:
        child.kill()
        child.join()
        source.close()


def _probe(probe: Probe, subject: Subject, trial: Trial, sink: Connection) -> None:
    faulthandler.disable()  # a crash is told by the parent
    sink.send(probe(subject, trial))
