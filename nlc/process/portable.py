"""Threads and the clock where jobs have no processes of their own (`nlc.process.platform`).

An exception is raised in another thread when that runs Python again. So solvers are called for a
number of conflicts at a time there (`nlc.drivers.pysat.incremental`), and a library that does not
return cannot be stopped: its thread is left to itself, and ends with nlc.
"""

from __future__ import annotations

import ctypes
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from queue import SimpleQueue
from types import FrameType
from typing import Any

from nlc.process import sender
from nlc.process.limits import Limits, ProcessEnd, Reason
from nlc.process.worker import Worker, WorkerStoppedError
from nlc.process.worker_loop import Job, outcome_of

_STACK_BYTES = 1 << 26
"""Of a thread; macOS gives them half a megabyte."""

_AHEAD = 256
"""The messages by which a job may run ahead of its reader."""

_PATIENCE_SECONDS = 1.0
"""Time for a thread to end."""


_starting = threading.Lock()
"""Held while a thread starts: Python 3.11 takes it for the one that starts it until then."""


def raise_in(thread: int, kind: type[BaseException]) -> None:
    """Raise an exception without arguments in a thread, when it next runs Python."""
    with _starting:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))


def _start(function: Callable[..., None], argument: object) -> threading.Thread:
    thread = threading.Thread(target=function, args=(argument,), daemon=True)
    with _starting:
        thread.start()
    return thread


class ThreadClock:
    """Calls a function from time to time, and raises its exception in the thread that made this."""

    def __init__(self, ring: Callable[[FrameType | None], float], seconds: float) -> None:
        """Call it after some seconds; see `nlc.process.own_limits.SignalClock`."""
        self._ring, self._thread = ring, threading.current_thread()
        self._stopped, self._lock = threading.Event(), threading.Lock()
        self._own: type[BaseException] = type("Own", (KeyboardInterrupt,), {})
        _start(self._wake, seconds)

    def _wake(self, seconds: float) -> None:
        while not self._stopped.wait(seconds) and self._thread.is_alive():
            with self._lock:
                if self._stopped.is_set():
                    return
                try:
                    seconds = self._ring(sys._current_frames().get(self._thread.ident or 0))
                except KeyboardInterrupt as error:
                    state, kind = vars(error), type(error)
                    members = {"__init__": lambda self, state=state: self.__dict__.update(state)}
                    kind = type(kind.__name__, (kind, self._own), members)
                    raise_in(self._thread.ident or 0, kind)
                    seconds = _PATIENCE_SECONDS

    def stop(self) -> None:
        """Call it no more, and drop its exception, if that comes only now."""
        try:
            with suppress(self._own), self._lock:
                self._stopped.set()
        finally:
            self._stopped.set()


class _Ended(KeyboardInterrupt):
    """Ends the job of a thread."""


class ThreadWorker(Worker):
    """A thread with a job; its messages and its result are copies, as those of a process are."""

    def __init__(self, job: Job | None, limits: Limits) -> None:
        """Start the job."""
        assert job is not None
        self._begin(limits)
        self._over = False
        self._sent: SimpleQueue[bytes] = SimpleQueue()
        before = threading.stack_size(_STACK_BYTES)
        self._thread = _start(self._run, job)
        threading.stack_size(before)

    def _run(self, job: Job) -> None:
        with suppress(_Ended):
            sender.set(lambda value: self._send("message", value))
            try:
                kind, value = outcome_of(job)
                self._send(kind, (value, False))
            except (MemoryError, KeyboardInterrupt) as error:
                self._send("memory" if isinstance(error, MemoryError) else "killed", None)

    def _send(self, kind: str, value: object) -> None:
        while self._sent.qsize() >= _AHEAD and not self._over:
            time.sleep(0.002)
        if self._over:
            raise _Ended
        self._sent.put(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL))

    def alive(self) -> bool:
        """Return whether its job runs."""
        return self._thread.is_alive()

    @staticmethod
    def wait(workers: Collection[Worker], seconds: float) -> bool:
        """Wait for a message of a worker; see `Worker.wait`."""
        ends, pause = time.monotonic() + seconds, 0.0005
        while not (ready := any(each.has_output() for each in workers)) and time.monotonic() < ends:
            time.sleep(pause)
            pause = min(2 * pause, 0.01)
        return ready

    def has_output(self) -> bool:
        """Return whether there are messages, or it has ended."""
        return not self._sent.empty() or not self.alive()

    def messages(self) -> Iterator[tuple[str, Any]]:
        """Yield its messages; see `Worker.messages`."""
        self.require_limits()
        alive = self.alive()
        for _ in range(self._sent.qsize()):  # a job may send them as fast
            kind, value = pickle.loads(self._sent.get())
            if kind in ("memory", "killed"):
                raise self._stop(kind)
            yield kind, value
        if not alive:
            raise self._stop()

    def terminate(self) -> None:
        """Raise ``KeyboardInterrupt`` in its job."""
        if self.alive():
            raise_in(self._thread.ident or 0, KeyboardInterrupt)

    def end(self) -> None:
        """End its job, or leave it to itself if it does not end."""
        if not self._over and self.alive():
            self._over = True
            raise_in(self._thread.ident or 0, _Ended)
            self._thread.join(_PATIENCE_SECONDS)

    def _stop(self, reason: Reason | None = None) -> WorkerStoppedError:
        self.end()
        return WorkerStoppedError(reason or "killed", ProcessEnd(-signal.SIGTERM, 0.0, 0.0), b"")
