"""The loop of a worker process: one job after another, each under its own limits."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import os
import pickle
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from types import FrameType

from nlc.process import sender
from nlc.process.limits import NO_LIMITS, Limits, address_space, end_with_parent
from nlc.process.platform import resource
from nlc.process.usage import megabytes_of

Job = Callable[[], object]
"""The work of a worker: its messages are sent (`nlc.process.emit`), and last its result."""

CHUNK = 1 << 18
"""Bytes to read from a pipe at a time."""

_LENGTH = struct.Struct("<Q")
"""The length before each frame of bytes in a pipe."""


_LIBC = ctypes.CDLL(None) if os.name == "posix" else None
_malloc_trim = getattr(_LIBC, "malloc_trim", None)
_mallopt = getattr(_LIBC, "mallopt", None)
"""Functions of glibc; see malloc_trim(3) and mallopt(3)."""

_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1 << 16


class Inbox:
    """Splits the bytes of a pipe into frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Add the next bytes of the pipe."""
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


def frame_of(content: bytes) -> bytes:
    """Return the bytes of a frame with some content."""
    return _LENGTH.pack(len(content)) + content


def serve(requests: int, results: int, job: Job | None = None, limits: Limits = NO_LIMITS) -> None:
    """Run a job, if there is one, then those from a pipe until it is closed.

    Args:
        requests: a pipe of frames: pickled pairs of a job and its limits; without a first job, the
            first frame is ``sys.path``.
        results: a pipe of frames: pickled pairs of a kind and a value. Each job sends ``began``
            with processor time and resident set so far, and the private pages at the start of the
            first job; ``message`` with each emitted value; and last ``memory``, or ``result`` or
            ``raised`` with the pickled value and whether another job may come.
        job: the first job; it is inherited, so it need not be picklable.
        limits: of the first job; the parent enforces the wall-clock time.
    """
    faulthandler.disable()  # the parent reports a crash
    gc.disable()  # jobs make millions of small lists, but no cycles
    gc.freeze()
    default_signals()
    inbox = _frames(requests)
    if job is None:
        sys.path[:] = pickle.loads(next(inbox))
        job, limits = pickle.loads(next(inbox))
    bounds = _Bounds()
    while job is not None and _work(job, limits, results, bounds):
        job, limits = next(map(pickle.loads, inbox), (None, NO_LIMITS))


def _frames(requests: int) -> Iterator[bytes]:
    """Yield the frames of a pipe."""
    inbox = Inbox()
    while chunk := os.read(requests, CHUNK):
        inbox.feed(chunk)
        while (request := inbox.take()) is not None:
            yield request


def default_signals() -> None:
    """Reset the handlers of signals that end a worker, whatever the parent's are."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPROF):
        signal.signal(number, signal.SIG_DFL)


class _Bounds:
    """The limits of this process, set for each job.

    Memory counts from the start of the worker, after the allocator has returned free memory as far
    as it can. On Linux private memory is limited as well: a job could else use the 64 MB that glibc
    reserves for each thread, without growing the address space. Holes in the heap that a job fills
    do not count here; for them the parent checks the pages in use.
    """

    def __init__(self) -> None:
        if _malloc_trim is not None:
            _malloc_trim(0)
        self._start = {resource.RLIMIT_AS: address_space()}
        data = megabytes_of(b"VmData")
        if data is not None:
            self._start[resource.RLIMIT_DATA] = int(data * 2**20)
        self.private_megabytes = megabytes_of(b"RssAnon")
        self._before = {kind: resource.getrlimit(kind) for kind in self._start}

    def set(self, limits: Limits) -> None:
        """Limit processor time and memory from now on.

        ``RLIMIT_CPU`` has whole seconds only and counts earlier jobs; so the timer of SIGPROF,
        which kills by default, limits the processor time from now.
        """
        if limits.cpu_seconds is not None:
            signal.setitimer(signal.ITIMER_PROF, max(limits.cpu_seconds, 1e-6))
        if limits.megabytes is not None:
            if _mallopt is not None:  # large blocks get new pages, not those of old jobs
                _mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
            for kind, (soft, hard) in self._before.items():
                most = self._start[kind] + limits.megabytes * 2**20
                most = most if soft == resource.RLIM_INFINITY else min(most, soft)
                resource.setrlimit(kind, (most, hard))

    def lift(self) -> None:
        """Remove the limits."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        for kind, both in self._before.items():
            resource.setrlimit(kind, both)

    def kept_bytes(self) -> int:
        """Return the growth of the address space, or of its used part, in bytes."""
        used, start = megabytes_of(b"RssAnon"), self.private_megabytes
        grown = 0.0 if used is None or start is None else used - start
        return max(int(grown * 2**20), address_space() - self._start[resource.RLIMIT_AS])


def _work(job: Job, limits: Limits, results: int, bounds: _Bounds) -> bool:
    """Run a job and send its result; return whether there may be another job."""
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    _send(results, "began", (time.process_time(), megabytes_of(b"VmRSS"), bounds.private_megabytes))
    sender.set(lambda value: _send(results, "message", value))
    try:
        bounds.set(limits)
        kind, value = outcome_of(lambda: _interruptible(job))
        bounds.lift()
    except MemoryError:
        bounds.lift()
        _send(results, "memory", None)
        return False
    except KeyboardInterrupt:  # the parent ends this worker
        default_signals()
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        sender.set(None)
    gc.collect()
    # A worker that keeps more address space gets no other job.
    more = bounds.kept_bytes() <= (64 << 20)
    # The parent may end this process as soon as it has the result: do not lose that SIGTERM.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _send(results, kind, (value, more))
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return more


def _interruptible(job: Job) -> object:
    """Run a job, which SIGTERM interrupts; return its result."""
    try:
        signal.signal(signal.SIGTERM, _interrupt)
        return job()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def outcome_of(job: Job) -> tuple[str, bytes]:
    """Run a job; return its result or its exception, pickled."""
    try:
        return "result", pickle.dumps(job(), pickle.HIGHEST_PROTOCOL)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc().rstrip()}")
        return "raised", _pickle_error(error)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _pickle_error(error: BaseException) -> bytes:
    """Pickle an exception; if that is impossible, one with its traceback as text."""
    with contextlib.suppress(Exception):
        if isinstance(error, Exception) and pickle.loads(data := pickle.dumps(error)):
            return data
    return pickle.dumps(RuntimeError("".join(traceback.format_exception(error))))


def _send(results: int, kind: str, value: object) -> None:
    """Send a frame, and wait while the pipe is full; SIGTERM does not cut it off."""
    data = memoryview(frame_of(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    while data:
        data = data[os.write(results, data) :]
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


if __name__ == "__main__":
    end_with_parent(os.getppid())
    serve(int(sys.argv[1]), int(sys.argv[2]))
