"""What a worker process does: one job after another, each under limits of its own."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import os
import pickle
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from types import FrameType

from nlc import process
from nlc.process.limits import NO_LIMITS, Limits, address_space, end_with_parent
from nlc.process.usage import private, resident, writable

Job = Callable[[], object]
"""What a worker does: its result is sent, and before that what it emits (`nlc.process.emit`)."""

CHUNK = 1 << 18
"""Bytes to read from a pipe at a time."""

_LENGTH = struct.Struct("<Q")
"""Comes before each frame of bytes in a pipe, so that a reader knows where it ends."""

_KEPT_BYTES = 64 << 20
"""Address space that a worker may have kept of its jobs and still take another."""


_LIBC = ctypes.CDLL(None)
_malloc_trim = getattr(_LIBC, "malloc_trim", None)
_mallopt = getattr(_LIBC, "mallopt", None)
"""Of glibc; see malloc_trim(3) and mallopt(3)."""

_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1 << 16


class Inbox:
    """Cuts what comes out of a pipe into frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes of the pipe."""
        self._bytes += chunk

    def take(self) -> bytes | None:
        """Remove and return the first frame, or None if it is not complete."""
        if len(self._bytes) < _LENGTH.size:
            return None
        stop = _LENGTH.size + _LENGTH.unpack_from(self._bytes)[0]
        if len(self._bytes) < stop:
            return None
        frame = bytes(self._bytes[_LENGTH.size : stop])
        del self._bytes[:stop]
        return frame


def framed(content: bytes) -> bytes:
    """Return the bytes that a reader takes as one frame."""
    return _LENGTH.pack(len(content)) + content


def serve(requests: int, results: int, job: Job | None = None, limits: Limits = NO_LIMITS) -> None:
    """Be a worker: do a job, if there is one, then those that come by a pipe until it is closed.

    Args:
        requests: a pipe of frames: pickled pairs of a job and its limits; where there is no first
            job, before them ``sys.path``.
        results: a pipe of frames: pickled pairs of a kind and a value, in each job ``began`` with
            the processor time and the resident set so far, and the private pages at the start of
            the first one, ``message`` with each value that it emits, and last ``memory``, or one of
            ``result`` and ``raised`` with the pickled value and whether another job may come.
        job: the first job; it was not sent, so that it need not be picklable.
        limits: of the first job; the wall-clock time is kept by the parent.
    """
    _prepare()
    inbox = _received(requests)
    if job is None:
        sys.path[:] = pickle.loads(next(inbox))
        job, limits = pickle.loads(next(inbox))
    bounds = _Bounds()
    while job is not None and _work(job, limits, results, bounds):
        job, limits = next(map(pickle.loads, inbox), (None, NO_LIMITS))


def _received(requests: int) -> Iterator[bytes]:
    """Yield the frames that come by a pipe."""
    inbox = Inbox()
    while chunk := os.read(requests, CHUNK):
        inbox.feed(chunk)
        while (request := inbox.take()) is not None:
            yield request


def _prepare() -> None:
    faulthandler.disable()  # the parent reports a crash; no trace on its terminal
    gc.disable()  # millions of small lists are made and dropped, never cycles
    gc.freeze()
    default_signals()


def default_signals() -> None:
    """Let the signals that end a worker do so at once, whatever its parent does at them."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPROF):
        signal.signal(number, signal.SIG_DFL)


class _Bounds:
    """The limits of this process, which are those of its job.

    Memory counts from the start of a job, so that what a job has left behind does not count for the
    next. What nlc itself had freed is given back first, as far as the allocator can. On Linux
    private memory is limited as well: a job could otherwise take what glibc has reserved for
    threads, 64 MB each, without growing the address space. Holes in the heap that a job fills do
    not count here: the parent looks at the pages in use.

    Attributes:
        private: megabytes of private pages at the start, or None where it cannot be told.
    """

    def __init__(self) -> None:
        if _malloc_trim is not None:
            _malloc_trim(0)
        self._start = {resource.RLIMIT_AS: address_space()}
        data = writable()
        if data is not None:
            self._start[resource.RLIMIT_DATA] = int(data * 2**20)
        self.private = private(os.getpid())
        self._before = {kind: resource.getrlimit(kind) for kind in self._start}

    def set(self, limits: Limits) -> None:
        """Limit processor time and memory from now on.

        ``RLIMIT_CPU`` knows whole seconds only and counts the jobs before; the timer of SIGPROF,
        whose default is to kill, counts the processor time from now.
        """
        if limits.cpu_seconds is not None:
            signal.setitimer(signal.ITIMER_PROF, max(limits.cpu_seconds, 1e-6))
        if limits.megabytes is not None:
            if _mallopt is not None:  # what is large has pages of its own, not those of old jobs
                _mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
            for kind, (soft, hard) in self._before.items():
                most = self._start[kind] + limits.megabytes * 2**20
                most = most if soft == resource.RLIM_INFINITY else min(most, soft)
                resource.setrlimit(kind, (most, hard))

    def lift(self) -> None:
        """Take the limits away."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        for kind, both in self._before.items():
            resource.setrlimit(kind, both)

    def kept(self) -> int:
        """Return by how many bytes the address space, or what is in use of it, has grown."""
        used = private(os.getpid())
        grown = 0 if used is None or self.private is None else int((used - self.private) * 2**20)
        return max(grown, address_space() - self._start[resource.RLIMIT_AS])


def _work(job: Job, limits: Limits, results: int, bounds: _Bounds) -> bool:
    """Do a job; return whether there may be another."""
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    _send(results, "began", (time.process_time(), resident(), bounds.private))
    process.outlet = lambda value: _send(results, "message", value)
    try:
        bounds.set(limits)
        kind, value = _done(job)
        bounds.lift()
    except MemoryError:
        bounds.lift()
        _send(results, "memory", None)
        return False
    except KeyboardInterrupt:  # the parent has asked for the end
        default_signals()
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        process.outlet = None
    gc.collect()
    more = bounds.kept() <= _KEPT_BYTES
    # Whoever has the result may end this process: a SIGTERM that follows it is not to be lost.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _send(results, kind, (value, more))
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return more


def _done(job: Job) -> tuple[str, bytes]:
    """Do a job, and let SIGTERM interrupt it; return its result or its exception, pickled."""
    try:
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            value = job()
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        return "result", pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc().rstrip()}")
        return "raised", _sendable(error)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _sendable(error: BaseException) -> bytes:
    """Pickle an exception, or one with its traceback where it cannot be made again."""
    with contextlib.suppress(Exception):
        if isinstance(error, Exception) and pickle.loads(data := pickle.dumps(error)):
            return data
    return pickle.dumps(RuntimeError("".join(traceback.format_exception(error))))


def _send(results: int, kind: str, value: object) -> None:
    """Send a frame, waiting where the pipe is full; SIGTERM does not cut it off."""
    data = memoryview(framed(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    while data:
        data = data[os.write(results, data) :]
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


if __name__ == "__main__":
    end_with_parent(os.getppid())
    serve(int(sys.argv[1]), int(sys.argv[2]))
