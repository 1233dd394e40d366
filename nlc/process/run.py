"""Runs one external program under nlc's own limits and returns its output."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from subprocess import PIPE

from msgspec import Struct

from nlc.process.limits import (
    NO_LIMITS,
    POLL_SECONDS,
    Child,
    Limits,
    ProcessEnd,
    Reason,
    confinement,
    hold_signals,
)
from nlc.process.platform import PORTABLE
from nlc.process.supervisor import Supervisor
from nlc.process.usage import Meter


class FinishedRun(Struct, frozen=True):
    """The result of a run.

    Attributes:
        ended: how the program ended.
        stop: None when it ended by itself, else why it was killed: the limit that it reached, or
            ``killed`` for too much output.
        output: standard output.
        errors: standard error.
        seconds: wall-clock time.
        megabytes: the largest resident memory that was sampled; 0 without samples.
    """

    ended: ProcessEnd
    stop: Reason | None
    output: bytes
    errors: bytes
    seconds: float
    megabytes: float

    @property
    def printed(self) -> bytes:
        """Standard output, then standard error, on lines of its own."""
        return b"\n".join(filter(None, (self.output, self.errors)))


def run(
    command: Sequence[str],
    *,
    stdin: Path | None = None,
    limits: Limits = NO_LIMITS,
    output_limit: int = 1 << 26,
    folder: Path | None = None,
    on_output: Callable[[bytes], None] | None = None,
) -> FinishedRun:
    """Run a program to its end, or to the first of its limits, in a session of its own.

    On return, and on any exception such as ``KeyboardInterrupt``, all processes that it has started
    have ended; so they have soon after nlc is killed (`nlc.process.supervisor`). The wall-clock
    limit is exact. The kernel limits memory and processor time of each process exactly
    (`nlc.process.limits.confinement`); their sums over all descendants of the program are sampled
    (`nlc.process.usage`). A program that ends before a sample has exceeded a limit counts as ended.

    Args:
        command: the program and its arguments.
        stdin: a file for its standard input; else that is empty.
        limits: of wall-clock and processor time, and of the address space of each process and
            their resident memory.
        output_limit: the most bytes of both outputs together; beyond, it is killed.
        folder: its private folder (`nlc.process.cleanup.run_folder`), also for temporary files; it
            is removed if the program is stopped or nlc is killed.
        on_output: called with each chunk of its standard output.

    Raises:
        OSError: the program cannot be started.
    """
    if PORTABLE:
        return _run_alone(command, stdin, limits)
    start = time.monotonic()
    deadline = None if limits.seconds is None else start + limits.seconds
    confine = confinement(limits)
    variables = dict(os.environ)
    if folder is not None:
        variables["TMPDIR"] = str(folder)
    child: subprocess.Popen[bytes] | None = None
    supervisor = Supervisor(folder)
    try:
        with (stdin or Path(os.devnull)).open("rb") as source, hold_signals() as mask:
            try:
                child = subprocess.Popen(
                    command,
                    stdin=source,
                    stdout=PIPE,
                    stderr=PIPE,
                    env=variables,
                    start_new_session=True,
                    preexec_fn=lambda: supervisor.begin(confine, mask),
                )
            except subprocess.SubprocessError as error:  # the child could not be confined
                raise OSError(f"it cannot be put under its limits: {error}") from error
            supervisor.child = Child(child.pid)
        meter = Meter(child.pid, limits)
        assert child.stdout is not None
        assert child.stderr is not None
        with child.stdout, child.stderr:
            output, errors = bytearray(), bytearray()
            pipes = {child.stdout.fileno(): output, child.stderr.fileno(): errors}
            stop = _watch(pipes, output_limit, supervisor, deadline, meter, on_output)
            ended = supervisor.end()
    finally:
        with hold_signals():
            if child is not None:  # it is reaped: Popen must not wait for it
                child.returncode = supervisor.end().status
            supervisor.close()
    seconds = time.monotonic() - start
    return FinishedRun(ended, stop, bytes(output), bytes(errors), seconds, meter.megabytes)


def _run_alone(command: Sequence[str], stdin: Path | None, limits: Limits) -> FinishedRun:
    """Run a program without a supervisor, whose wall-clock time alone is limited."""
    start, output, errors, stop = time.monotonic(), b"", b"", True
    seconds = inf if limits.seconds is None else limits.seconds
    with (
        (stdin or Path(os.devnull)).open("rb") as source,
        subprocess.Popen(command, stdin=source, stdout=PIPE, stderr=PIPE) as child,
    ):
        try:
            while stop and (left := start + seconds - time.monotonic()) > 0:
                stop = child.poll() is None  # a child of its own may keep the pipes
                try:
                    output, errors = child.communicate(timeout=min(POLL_SECONDS, left))
                    stop = False
                except subprocess.TimeoutExpired as late:
                    output, errors = late.output or b"", late.stderr or b""
        finally:
            child.kill()
    ended = ProcessEnd(child.returncode, 0.0, 0.0)
    took = time.monotonic() - start
    return FinishedRun(ended, "wall-time" if stop else None, output, errors, took, 0.0)


def _watch(
    pipes: Mapping[int, bytearray],
    output_limit: int,
    program: Supervisor,
    deadline: float | None,
    meter: Meter,
    on_output: Callable[[bytes], None] | None,
) -> Reason | None:
    """Read output until the program ends or must be stopped; return why it must be."""
    readable = select.poll()
    for pipe in pipes:
        os.set_blocking(pipe, False)
        readable.register(pipe, select.POLLIN)
    open_ = set(pipes)
    output, *_ = pipes.values()
    pause, passed = 0.0005, 0
    while True:
        wait = meter.pause() if open_ else min(pause, meter.pause())
        if deadline is not None:
            wait = min(wait, max(0.0, deadline - time.monotonic()))
        if open_:
            for pipe, _ in readable.poll(wait * 1000):
                if not _drain(pipe, pipes, output_limit):
                    readable.unregister(pipe)
                    open_.remove(pipe)
        else:  # the pipes are closed: wait for the end
            time.sleep(wait)
            pause = min(2 * pause, POLL_SECONDS)
        if on_output is not None and len(output) > passed:
            on_output(bytes(output[passed:]))
            passed = len(output)
        if sum(map(len, pipes.values())) > output_limit:
            return "killed"
        if program.reap() is not None:
            for pipe in open_:
                _drain(pipe, pipes, output_limit)
            return None
        if deadline is not None and time.monotonic() >= deadline:
            return "wall-time"
        if (limit := meter.exceeded_limit()) is not None:
            return limit


def _drain(pipe: int, pipes: Mapping[int, bytearray], limit: int) -> bool:
    """Read all available output, to just beyond `limit`; return whether the pipe is open."""
    while sum(map(len, pipes.values())) <= limit:
        try:
            chunk = os.read(pipe, 1 << 18)
        except BlockingIOError:
            return True
        if not chunk:
            return False
        pipes[pipe].extend(chunk)
    return True
