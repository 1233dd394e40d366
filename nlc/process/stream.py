"""Jobs for worker processes; small ones go to a worker that is there already.

A thread keeps at most one idle worker: on Linux a worker dies with the thread that made it. One
that was stopped by a limit, died, raised, was left half way or has kept much memory is not used
again.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
import time
from collections.abc import Iterator
from typing import Any

from nlc.process.limits import Limits
from nlc.process.worker import GoneError, Worker
from nlc.process.worker_loop import Job


class _Place(threading.local):
    idle: Worker | None = None


_place = _Place()


def stream(job: Job, limits: Limits, *, small: bool = False) -> Iterator[Any]:
    """Yield what `job` yields in a worker; closing the iterator half way kills the worker.

    The worker runs ahead of the reader until the pipe is full. What `job` changes in memory is
    lost. `limits.megabytes` counts address space beyond what a new worker starts with.

    Args:
        job: a callable; of two of them that are picklable and small, one worker does both.
        limits: of the job.
        small: whether it takes less time to pickle the job than to fork.

    Raises:
        WorkerStoppedError: a limit was reached, or the worker died.
        RuntimeError: `job` raised; the message holds its traceback.
        OSError: there is no room for a process, a pipe or a log.
    """
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    worker = _given(job, limits, deadline) if small else None
    if worker is None:
        worker = Worker(job, limits)
    more = False
    try:
        more = yield from worker.results(deadline)
    finally:
        if small and more and _place.idle is None and worker.thread is threading.current_thread():
            _place.idle = worker
        else:
            worker.end()


def dismiss() -> None:
    """End the idle worker of this thread."""
    worker, _place.idle = _place.idle, None
    if worker is not None:
        worker.end()


def _given(job: Job, limits: Limits, deadline: float | None) -> Worker | None:
    """Give a job to the idle worker; return None if there is none or the job cannot be sent."""
    worker = _place.idle
    if worker is None:
        return None
    try:
        request = pickle.dumps((job, limits), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):  # it holds a closure, or the like
        return None
    _place.idle = None
    sent = False
    try:
        if worker.owner == os.getpid() and worker.alive():
            with contextlib.suppress(GoneError):
                worker.submit(request, limits, deadline)
                sent = True
    finally:
        if not sent:
            worker.end()
    return worker if sent else None
