"""Worker processes, which run jobs of nlc and can be killed at any moment."""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from math import inf
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.process.limits import (
    POLL_SECONDS,
    Child,
    Limits,
    ProcessEnd,
    Reason,
    confinement,
    hold_signals,
    out_of_memory,
    replace_descriptors_except,
)
from nlc.process.platform import in_forks
from nlc.process.usage import megabytes_of
from nlc.process.worker_loop import CHUNK, Inbox, Job, default_signals, frame_of, serve

_TAIL = 1 << 16
"""Bytes of a worker's output that are kept."""

_forking = threading.Lock()
_pipes: set[int] = set()
"""This process's ends of the pipes of all its workers, guarded by `_forking`."""


class WorkerStoppedError(Exception):
    """A worker was stopped, or died, before the end of its job; the text says how it ended.

    Attributes:
        reason: ``wall-time``, ``cpu-time``, ``memory``, ``killed``, ``crashed`` or ``no-answer``.
        ended: how it ended; the figures are those of the job.
        log: the end of its output in this job.
    """

    def __init__(self, reason: Reason, ended: ProcessEnd, log: bytes) -> None:
        super().__init__(reason, ended, log)
        self.reason = reason
        self.ended = ended
        self.log = log

    def __str__(self) -> str:
        return f"its process died ({self.ended})"


class WorkerGoneError(Exception):
    """A worker died before it had received a whole job."""


class _Descriptors(Struct, frozen=True):
    """The ends of a worker's pipes that one process has, and the worker's log."""

    requests: int
    results: int
    log: IO[bytes]

    def close(self) -> None:
        with _forking:
            for pipe in _pipes & {self.requests, self.results}:
                _pipes.discard(pipe)
                os.close(pipe)
        self.log.close()


class Worker:
    """A process that runs one job after another.

    It is in a session of its own, so that Ctrl-C at the terminal reaches the parent alone. It has
    no open file of the parent, and on Linux the kernel kills it when the thread that made it ends.
    It also ends when this object is dropped. No process but the one that made it may use it.
    """

    def __init__(self, job: Job | None, limits: Limits) -> None:
        """Fork, and start a job, which may be any callable.

        Without a job, start a new Python instead of forking: for processes with threads that hold
        locks.

        Raises:
            OSError: there is no room for a process, a pipe or a log.
        """
        log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the pipes
        confine, parent = confinement(), os.getpid()
        self._finalizer: weakref.finalize[Any, Any] | None = None
        try:
            with hold_signals() as mask, _forking:
                with _pipe() as (requests, to_worker), _pipe() as (from_worker, results):
                    pid = _fork() if job is not None else _start_python(requests, results, log)
                    if pid == 0:
                        status = 1
                        try:
                            default_signals()  # no handler of the parent is called here
                            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                            os.setsid()
                            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                            os.dup2(log.fileno(), 1)
                            os.dup2(log.fileno(), 2)
                            replace_descriptors_except(1, requests, results)
                            confine(parent)
                            serve(requests, results, job, limits)
                            status = 0
                        finally:
                            os._exit(status)  # without the clean-up of the parent
                _pipes.update((to_worker, from_worker))
                os.close(requests)
                os.close(results)
                self._child = Child(pid)
                self._ends = _Descriptors(to_worker, from_worker, log)
                self._finalizer = weakref.finalize(self, _dispose, self._child, parent, self._ends)
            os.set_blocking(to_worker, False)
            self._inbox = Inbox()
            self._before: tuple[float, float | None, float | None] = (0.0, None, None)
            self._begin(limits)
            if job is None:
                self.submit(pickle.dumps(sys.path), limits)
        except BaseException:  # such as Ctrl-C, whose traceback would keep this object
            self.end()
            raise

    def alive(self) -> bool:
        """Return whether it can take a job."""
        return self._child.reap() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    @staticmethod
    def wait(workers: Collection[Worker], seconds: float) -> bool:
        """Wait at most some seconds until a worker has messages, or has ended; return if so."""
        pipes = select.poll()
        for worker in workers:
            pipes.register(worker._ends.results, select.POLLIN)
        return bool(pipes.poll(1000 * seconds))

    def submit(self, job: bytes, limits: Limits) -> None:
        """Send it a job, pickled with its limits.

        Raises:
            WorkerGoneError: it died.
            WorkerStoppedError: it did not receive the job within the limits.
        """
        self._begin(limits)
        data = memoryview(frame_of(job))
        writable = select.poll()
        writable.register(self._ends.requests, select.POLLOUT)
        while data:
            if not writable.poll(1000 * min(POLL_SECONDS, self.seconds)):
                self.require_limits()
                continue
            try:
                data = data[os.write(self._ends.requests, data) :]
            except BrokenPipeError:
                raise WorkerGoneError from None

    def messages(self) -> Iterator[tuple[str, Any]]:
        """Yield its messages since the last call; see `nlc.process.worker_loop.serve`.

        Raises:
            WorkerStoppedError: it died, or its job ran out of memory or has reached a limit.
        """
        self.require_limits()
        # Children of a dead worker may keep its pipe open.
        if self.has_output() or not self.alive():
            chunk = os.read(self._ends.results, CHUNK) if self.has_output() else b""
            if not chunk:
                raise self._stop()
            self._inbox.feed(chunk)
        while (frame := self._inbox.take()) is not None:
            kind, value = pickle.loads(frame)
            if kind == "began":
                self._before = value
            elif kind == "memory":
                raise self._stop("memory")
            else:
                yield kind, value

    def has_output(self) -> bool:
        """Return whether there are messages, or it has ended."""
        return self.wait([self], 0.0)

    def _begin(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = inf if limits.seconds is None else time.monotonic() + limits.seconds
        self._before = (0.0, None, None)

    @property
    def seconds(self) -> float:
        """The wall-clock seconds that are left for its job."""
        return max(0.0, self._deadline - time.monotonic())

    def require_limits(self) -> None:
        """Require that its job is within its limits.

        Raises:
            WorkerStoppedError: it is not; the worker has been ended.
        """
        start = self._before[2]  # of its private pages, when its first job began
        if self._limits.megabytes is not None and start is not None:
            now = megabytes_of(b"RssAnon", self.pid)
            if now is not None and now - start > self._limits.megabytes:
                raise self._stop("memory")
        if not self.seconds:
            raise self._stop("wall-time")

    def terminate(self) -> None:
        """Send it SIGTERM, which kills it unless its job has a handler."""
        if self.alive():
            os.kill(self.pid, signal.SIGTERM)

    def end(self) -> None:
        """Kill it, if it runs, and close its pipes."""
        if self._finalizer is not None:
            with hold_signals():
                self._finalizer()  # the second call does nothing

    def _stop(self, reason: Reason | None = None) -> WorkerStoppedError:
        """End it; return the error with a reason, or with that of its end."""
        # A worker that has closed its pipe ends by itself: wait for its exit status.
        ended = self._child.end() if reason is not None else _wait_for_end(self._child)
        size = self._ends.log.seek(0, os.SEEK_END)
        self._ends.log.seek(max(0, size - _TAIL))
        log = self._ends.log.read()
        cpu, resident, _ = self._before
        ended = replace(
            ended,
            cpu_seconds=ended.cpu_seconds - cpu,
            megabytes=max(0.0, ended.megabytes - (resident or 0.0)),
        )
        return WorkerStoppedError(reason or self._cause(ended, log), ended, log)

    def _cause(self, ended: ProcessEnd, log: bytes) -> Reason:
        """Return why a worker died that this process has not stopped.

        Under a memory limit, a crash is most likely due to the limit: solvers in C++ abort with an
        uncaught exception, those in C use the pointer that they did not get. Lingeling reports that
        it is out of memory and exits with 0.
        """
        if self._limits.cpu_seconds is not None and ended.status == -signal.SIGPROF:
            return "cpu-time"
        if self._limits.megabytes is not None:
            crashed = ended.status < 0 and ended.reason == "crashed"
            if crashed or out_of_memory(log):
                return "memory"
        return ended.reason


def _fork() -> int:
    """Fork, and repeat it if another thread was importing: the child would wait for its lock."""
    if threading.active_count() == 1:
        return os.fork()
    own: set[str] = set()
    while True:
        with _pipe() as (reader, writer):
            pid = os.fork()
            if pid == 0:
                lost = bool(_importing_modules() - own)
                os.write(writer, bytes([lost]))
                if lost:
                    os._exit(0)
            else:
                lost = os.read(reader, 1) == b"\1"
            os.close(reader)
            os.close(writer)
        if not lost:
            return pid
        with suppress(ChildProcessError):  # other code waits for all children of this process
            os.waitpid(pid, 0)
        begun = _importing_modules()
        for name in begun:
            with suppress(Exception):  # the other thread gets it
                import_module(name)  # waits until it is imported
        own = begun & _importing_modules()


def _importing_modules() -> set[str]:
    """Return the names of the modules that are being imported."""
    loaded = list(sys.modules.items())
    specs = ((name, getattr(module, "__spec__", None)) for name, module in loaded)
    return {name for name, spec in specs if getattr(spec, "_initializing", False)}


def _start_python(requests: int, results: int, log: IO[bytes]) -> int:
    """Start a new Python as a worker; return its process number."""
    import subprocess

    process = subprocess.Popen(
        [sys.executable, "-m", "nlc.process.worker_loop", *map(str, (requests, results))],
        pass_fds=(requests, results),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    process.returncode = 0  # the worker is reaped by its own class
    return process.pid


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    """Yield the ends of a pipe, for reading and for writing; if the block raises, close them."""
    ends = os.pipe()
    try:
        yield ends
    except BaseException:
        for end_ in ends:
            os.close(end_)
        raise


def _wait_for_end(child: Child) -> ProcessEnd:
    """Wait for a process that has closed its pipe, or kill it; return how it ended."""
    for _ in range(100):
        if (ended := child.reap()) is not None:
            return ended
        time.sleep(POLL_SECONDS / 100)
    return child.end()


def _dispose(child: Child, owner: int, ends: _Descriptors) -> None:
    """End a worker that was dropped, or at the exit of the interpreter."""
    if os.getpid() == owner:
        with suppress(ChildProcessError):  # other code waits for all children of this process
            child.end()
        ends.close()


def _forget_pipes() -> None:
    """In a forked child: close the pipes of the parent's workers."""
    global _forking
    _forking = threading.Lock()
    for pipe in _pipes:
        os.close(pipe)
    _pipes.clear()


in_forks(_forget_pipes)
