"""All processes of a run: started, watched, replaced when one dies, and ended."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

from nlc.fuzz.cases import Plan, make
from nlc.fuzz.counters import Tally
from nlc.fuzz.fault import Fault, Finding
from nlc.fuzz.trial import Trial
from nlc.fuzz.worker import CASE_SECONDS, MOST_ALIKE, Share, Watch, serve
from nlc.process.limits import confinement

LOOK_SECONDS = 0.2
"""How often workers are looked at that say nothing."""

GRACE_SECONDS = 5.0
"""What workers get to finish their case after they were asked to stop."""

WITHOUT_END = 10.0**9

_FORK = multiprocessing.get_context("fork")


@dataclass
class _Running:
    share: Share
    watch: Watch
    process: ForkProcess
    source: Connection


class Pool:
    """The workers of a run; a context manager, which leaves none behind."""

    def __init__(
        self, plan: Plan, jobs: int, cases: int | None, seconds: float | None, first: int = 0
    ) -> None:
        """Start the workers.

        Args:
            plan: what cases are made from.
            jobs: the number of processes.
            cases: how many, or None for no end.
            seconds: how long, or None for no end.
            first: the number of the first case.
        """
        self._stop = _FORK.Event()
        self._lost: Counter[str] = Counter()
        deadline = time.monotonic() + (WITHOUT_END if seconds is None else seconds)
        stop = None if cases is None else first + cases
        self._running = [
            self._start(Share(plan, slot, jobs, first, stop, deadline), None)
            for slot in range(jobs)
        ]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._running:
            self._end(each)

    def stop(self) -> None:
        """Ask the workers to end after the case that each is at."""
        self._stop.set()

    def tallies(self) -> Iterator[Tally | None]:
        """Yield what is done, as it is done, until all workers have ended; None now and then.

        Raises:
            RuntimeError: the fuzzer itself failed.
        """
        give_up: float | None = None
        while self._running:
            ready = wait([each.source for each in self._running], LOOK_SECONDS)
            yield None
            for each in list(self._running):
                if each.source in ready:
                    yield from self._received(each)
                elif each.watch.hangs:
                    yield from self._replaced(each, "hang")
            if self._stop.is_set():
                give_up = give_up or time.monotonic() + GRACE_SECONDS
                if time.monotonic() > give_up:
                    return

    def _received(self, each: _Running) -> Iterator[Tally]:
        try:
            message = each.source.recv()
        except EOFError:
            yield from self._replaced(each, "crash")
            return
        if isinstance(message, Tally):
            yield message
            return
        self._running.remove(each)
        self._end(each, done=True)
        if message is not None:
            raise RuntimeError(f"the fuzzer failed:\n{message}")

    def _replaced(self, each: _Running, kind: str) -> Iterator[Tally]:
        """Start another worker behind the case at which one crashed or hangs."""
        self._running.remove(each)
        self._end(each)
        number = each.watch.number
        if number < 0:
            raise RuntimeError("a process of the fuzzer died before its first case")
        case = make(each.share.plan, number)
        trial = case.trials[max(0, min(each.watch.running_trial, len(case.trials) - 1))]
        message = (
            f"takes more than {CASE_SECONDS:.0f} seconds"
            if kind == "hang"
            else f"the process died (exit status {each.process.exitcode})"
        )
        plain = Trial(trial.encoding, trial.solver)
        lost = Finding(each.share.plan.seed, number, Fault(kind, message), case.subject, plain)
        self._lost[kind] += 1
        share = replace(each.share, first=number + 1)
        if self._stop.is_set():
            yield Tally(findings=[lost])
        elif self._lost[kind] > MOST_ALIKE:
            yield Tally(repeated=1)
            self._running.append(self._start(share, None))
        else:
            self._running.append(self._start(share, lost))

    def _start(self, share: Share, lost: Finding | None) -> _Running:
        watch = Watch()
        source, sink = _FORK.Pipe(duplex=False)
        confine = confinement(None)
        process = _FORK.Process(
            target=_work, args=(share, watch, sink, self._stop.is_set, lost, confine)
        )
        process.start()
        sink.close()
        return _Running(share, watch, process, source)

    def _end(self, each: _Running, done: bool = False) -> None:
        each.process.join(0.5 if done else 0.0)
        if each.process.is_alive() and each.process.pid is not None:
            with contextlib.suppress(ProcessLookupError):  # it has not made its group yet
                os.killpg(each.process.pid, signal.SIGKILL)
            each.process.kill()
        each.process.join()
        each.source.close()


def _work(
    share: Share,
    watch: Watch,
    sink: Connection,
    stopped: Callable[[], bool],
    lost: Finding | None,
    confine: Callable[[int], None],
) -> None:
    confine(os.getppid())
    serve(share, watch, sink, stopped, lost)
