"""Runs one external program under nlc's own limits and returns what it printed."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nlc.drivers.base import Limits, Reason
from nlc.process.limits import POLL_SECONDS, Ended, confinement, end, held_back, reap
from nlc.process.usage import Meter

_CHUNK = 1 << 18


@dataclass(frozen=True)
class Finished:
    """How a run went.

    Attributes:
        ended: how the program ended.
        stop: None when it ended by itself, else why it was killed: the limit that it reached, or
            ``killed`` for too much output.
        output: standard output and standard error, in the order of writing.
        seconds: wall-clock time.
        megabytes: the most resident memory of the session that was seen; 0 where nobody looked.
    """

    ended: Ended
    stop: Reason | None
    output: bytes
    seconds: float
    megabytes: float


def run(
    command: Sequence[str],
    *,
    stdin: Path | None = None,
    environment: Mapping[str, str] | None = None,
    seconds: float | None = None,
    megabytes: int | None = None,
    cpu_seconds: float | None = None,
    output_limit: int = 1 << 26,
    started: Callable[[int], None] = lambda pid: None,
) -> Finished:
    """Run a program to its end, or to the first of its limits, in a session of its own.

    On return, and on any exception such as ``KeyboardInterrupt``, no process of its group is left.
    The wall-clock limit is exact. Memory and processor time are limited exactly for each process,
    by the kernel (`nlc.process.limits.confinement`), and for all processes of the session
    together as far as looks at them tell (`nlc.process.usage`). What ends by itself before
    a look has found it beyond a limit counts as ended.

    Args:
        command: the program and its arguments.
        stdin: a file for its standard input; else that is empty.
        environment: variables added to those of nlc.
        seconds: wall-clock limit.
        megabytes: limit of the address space of each process, and of their resident memory.
        cpu_seconds: limit of the processor time.
        output_limit: bytes of output beyond which it is killed.
        started: is told the process number, which is that of the session, too.

    Raises:
        OSError: the program cannot be started.
    """
    start = time.monotonic()
    deadline = None if seconds is None else start + seconds
    confine = confinement(megabytes, cpu_seconds=cpu_seconds)
    child: subprocess.Popen[bytes] | None = None
    ended: Ended | None = None
    try:
        with (stdin or Path(os.devnull)).open("rb") as source, held_back() as mask:

            def begin() -> None:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                confine()

            try:
                child = subprocess.Popen(
                    command,
                    stdin=source,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, **(environment or {})},
                    start_new_session=True,
                    preexec_fn=begin,
                )
            except subprocess.SubprocessError as error:  # the child could not be confined
                raise OSError(f"it cannot be put under its limits: {error}") from error
        meter = Meter(child.pid, Limits(seconds, megabytes, cpu_seconds))
        started(child.pid)
        assert child.stdout is not None
        with child.stdout as pipe:
            stop, output, ended = _watch(child.pid, pipe.fileno(), deadline, meter, output_limit)
    finally:
        if child is not None:
            if ended is None:
                ended = end(child.pid)
            child.returncode = ended.status  # Popen must not wait for what is reaped
    return Finished(ended, stop, output, time.monotonic() - start, meter.megabytes)


def _watch(
    pid: int, pipe: int, deadline: float | None, meter: Meter, output_limit: int
) -> tuple[Reason | None, bytes, Ended | None]:
    """Read until the child ends or must be stopped; return why, its output, and how it ended."""
    output = bytearray()
    os.set_blocking(pipe, False)
    readable = select.poll()
    readable.register(pipe, select.POLLIN)
    open_ = True
    pause = 0.0005
    while True:
        wait = meter.pause() if open_ else min(pause, meter.pause())
        if deadline is not None:
            wait = min(wait, max(0.0, deadline - time.monotonic()))
        if open_:
            if readable.poll(wait * 1000):
                open_ = _drain(pipe, output, output_limit)
        else:  # the pipe is closed, so there is nothing to wait for but the end
            time.sleep(wait)
            pause = min(2 * pause, POLL_SECONDS)
        if len(output) > output_limit:
            return "killed", bytes(output), None
        if (ended := reap(pid)) is not None:
            if open_:
                _drain(pipe, output, output_limit)
            return None, bytes(output), ended
        if deadline is not None and time.monotonic() >= deadline:
            return "wall-time", bytes(output), None
        if (limit := meter.exceeded()) is not None:
            return limit, bytes(output), None


def _drain(pipe: int, output: bytearray, limit: int) -> bool:
    """Read what is there, up to just beyond `limit`; return whether the pipe is still open."""
    while len(output) <= limit:
        try:
            chunk = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return True
        if not chunk:
            return False
        output += chunk
    return True
