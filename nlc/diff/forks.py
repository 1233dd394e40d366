"""Runs jobs in forked processes, several at once, so that none can take the others with it.

A job's solver may hold the interpreter for hours, or end the process: here it does so in a child,
and this process can always be interrupted.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Generic, TypeVar

from nlc.process.limits import Ended, confinement, held_back

T = TypeVar("T")

_GRACE_SECONDS = 2.0
"""What a child gets to end its solver and to remove its files."""


class JobDiedError(Exception):
    """A child ended without a result; the text says how."""


@dataclass(frozen=True)
class Done(Generic[T]):
    """A job's number, from 0 in the order of the jobs, and what it returned, or how it died."""

    number: int
    result: T | JobDiedError


def run_forked(
    jobs: Iterable[Callable[[], T]],
    at_once: int = 1,
    started: Callable[[int], None] = lambda number: None,
) -> Iterator[Done[T]]:
    """Yield what the jobs return, as they end.

    What a job changes in memory is lost, and what it returns is pickled. Closing the iterator, or
    an exception such as ``KeyboardInterrupt``, ends the children that still run.

    Args:
        jobs: taken only as processes become free.
        at_once: how many run at a time.
        started: is told the number of each job that starts.
    """
    fork = multiprocessing.get_context("fork")
    queue = enumerate(jobs)
    running: dict[Connection, tuple[int, ForkProcess]] = {}
    try:
        while True:
            while len(running) < at_once and (following := next(queue, None)) is not None:
                number, job = following
                source, sink = fork.Pipe(duplex=False)
                with held_back() as mask:
                    child = fork.Process(target=_serve, args=(job, sink, confinement(None), mask))
                    running[source] = number, child
                    child.start()
                sink.close()
                started(number)
            if not running:
                return
            ready = wait(list(running))
            for source in [each for each in running if each in ready]:
                number, child = running[source]
                result: T | JobDiedError = _received(source, child)
                del running[source]
                source.close()
                yield Done(number, result)
    finally:
        _end([child for _, child in running.values()])


def _received(source: Connection, child: ForkProcess) -> T | JobDiedError:
    try:
        result: T = source.recv()
    except EOFError:
        child.join()
        return JobDiedError(f"its process ended early ({Ended(child.exitcode or 0, 0.0, 0.0)})")
    child.join()
    return result


def _serve(
    job: Callable[[], T],
    sink: Connection,
    confine: Callable[[int], None],
    mask: set[signal.Signals | int],
) -> None:
    """Be the child."""
    os.setsid()  # the terminal's Ctrl-C is for the parent, which then ends this process
    signal.signal(signal.SIGINT, signal.default_int_handler)
    confine(os.getppid())
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        sink.send(job())
    except KeyboardInterrupt:
        os._exit(130)


def _end(children: list[ForkProcess]) -> None:
    """Interrupt children, and kill those that do not end by that."""
    for child in children:
        if child.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGINT)
    for child in children:
        if child.pid is not None:
            child.join(_GRACE_SECONDS)
            child.kill()
            child.join()
