"""Runs Python code in a forked child that can be killed at any moment, and streams its results."""

from __future__ import annotations

import faulthandler
import gc
import os
import pickle
import select
import struct
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from typing import IO, Any, NoReturn, TypeVar

from nlc.drivers.base import Limits
from nlc.drivers.children import POLL_SECONDS, Ended, address_space, confinement, end, reap
from nlc.drivers.verdict import out_of_memory

T = TypeVar("T")

_LENGTH = struct.Struct("<Q")
_CHUNK = 1 << 18


class WorkerStoppedError(Exception):
    """The child was stopped, or died, before its last result.

    Attributes:
        reason: ``timeout``, ``memory`` or ``failed``.
        ended: how the child ended.
        log: the end of what it printed.
    """

    def __init__(self, reason: str, ended: Ended, log: bytes) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ended = ended
        self.log = log


def stream(job: Callable[[], Iterator[T]], limits: Limits) -> Iterator[T]:
    """Yield what `job` yields in a forked child; closing the iterator kills the child.

    The child runs ahead of the reader until the pipe is full. What `job` changes in memory is lost.
    `limits.megabytes` counts address space beyond what the child inherits.

    Raises:
        WorkerStoppedError: a limit was reached, or the child died.
        RuntimeError: `job` raised; the message holds its traceback.
    """
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    with tempfile.TemporaryFile() as log:
        confine = confinement(limits.megabytes, address_space())
        source, sink = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(source)
            _serve(job, sink, log, confine)
        ended: Ended | None = None
        try:
            os.close(sink)
            reason, ended = yield from _relay(pid, source, deadline)
            if reason is None:
                return
            ended = ended or end(pid)
            text = _tail(log)
            if reason == "failed" and limits.megabytes is not None:
                reason = "memory" if ended.status < 0 or out_of_memory(text) else reason
            raise WorkerStoppedError(reason, ended, text)
        finally:
            os.close(source)
            if ended is None:
                end(pid)


def _relay(
    pid: int, source: int, deadline: float | None
) -> Generator[T, None, tuple[str | None, Ended | None]]:
    """Yield the results of the child; return why there are no more, and its end if it was reaped.

    The reason is None after the last result, else ``timeout``, ``memory`` or ``failed``.
    """
    buffer = bytearray()
    readable = select.poll()
    readable.register(source, select.POLLIN)
    while True:
        wait = POLL_SECONDS
        if deadline is not None:
            wait = min(wait, deadline - time.monotonic())
            if wait <= 0:
                return "timeout", None
        if not readable.poll(wait * 1000):
            if (ended := reap(pid)) is not None:
                return "failed", ended
            continue
        chunk = os.read(source, _CHUNK)
        if not chunk:
            return "failed", None
        buffer += chunk
        while (message := _take(buffer)) is not None:
            kind, value = message
            if kind == "result":
                yield value
            elif kind == "raised":
                raise RuntimeError(f"a job failed in its worker process:\n{value}")
            else:
                return (None if kind == "end" else kind), None


def _take(buffer: bytearray) -> tuple[str, Any] | None:
    """Remove and return the first message of a buffer, or None if it is not complete."""
    if len(buffer) < _LENGTH.size:
        return None
    stop = _LENGTH.size + _LENGTH.unpack_from(buffer)[0]
    if len(buffer) < stop:
        return None
    message: tuple[str, Any] = pickle.loads(buffer[_LENGTH.size : stop])
    del buffer[:stop]
    return message


def _serve(
    job: Callable[[], Iterator[T]], sink: int, log: IO[bytes], confine: Callable[[], None]
) -> NoReturn:
    """Be the child: run the job and leave without any clean-up of the parent's things."""
    try:
        os.setsid()  # the terminal's Ctrl-C is for the parent, which then kills this session
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        confine()
        faulthandler.disable()  # a crash is told by the parent, not by a trace on its terminal
        gc.disable()  # millions of small lists are made and dropped, never cycles
        try:
            for value in job():
                _send(sink, "result", value)
            _send(sink, "end", None)
        except MemoryError:
            _send(sink, "memory", None)
        except Exception:
            _send(sink, "raised", traceback.format_exc())
    finally:
        os._exit(0)


def _send(sink: int, kind: str, value: object) -> None:
    payload = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
    data = memoryview(_LENGTH.pack(len(payload)) + payload)
    while data:
        data = data[os.write(sink, data) :]


def _tail(log: IO[bytes], size: int = 1 << 16) -> bytes:
    log.seek(max(0, log.seek(0, os.SEEK_END) - size))
    return log.read()
