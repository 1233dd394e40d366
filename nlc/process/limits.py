"""Child processes: their limits, the signal of their parent's death, and why and how they end."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from mmap import PAGESIZE
from numbers import Integral, Real
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from nlc.errors import fail, require_type
from nlc.process.platform import ENDING_SIGNALS, PORTABLE, resource, signals

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

_EXTERNAL_SIGNALS = signals("SIGKILL SIGTERM SIGINT SIGHUP SIGQUIT SIGALRM")
"""Signals that come from other processes rather than from a fault of the program."""

_INTERRUPTING = (*ENDING_SIGNALS, *signals("SIGALRM"))
"""Signals whose handlers raise: those, and the alarm of `nlc.process.own_limits`."""

POLL_SECONDS = 0.1
"""Time between two checks of a silent child, as a grandchild can keep its pipe open."""


Reason = Literal[
    "answered",
    "wall-time",
    "cpu-time",
    "memory",
    "killed",
    "crashed",
    "no-answer",
    "contradictory",
    "bad-model",
    "missing",
    "interrupted",
    "budget",
]
"""Why a call ended, besides its verdict; the list is closed.

- ``answered``: the verdict counts; the reason of every decided status, and of no other.
- ``wall-time``, ``cpu-time``, ``memory``: the limit of that name was reached.
- ``killed``: a signal of another process (SIGKILL, SIGTERM, SIGINT, ...) ended it, or nlc did so
  because of endless output.
- ``crashed``: a signal of its own (SIGSEGV, SIGABRT, ...), an exception, an exit status of failure.
- ``no-answer``: it ended regularly (exit status 0, 10 or 20) without a verdict in its text, the
  formula or the proof could not be written, or an engine searched only a part of the boards.
- ``contradictory``: exit status and text disagree, or the text is malformed or has two verdicts.
- ``bad-model``: the model is missing, malformed or cut off, leaves a clause unsatisfied, or its
  board breaks a rule.
- ``missing``: the solver is not installed, is not executable, or disappeared before its start.
- ``interrupted``: Ctrl-C, or another signal that asked nlc to end.
- ``budget``: the conflicts or seconds that a plan allows were spent.
"""

REASONS: tuple[Reason, ...] = get_args(Reason)

LIMITS_REACHED: frozenset[Reason] = frozenset(
    ["wall-time", "cpu-time", "memory", "interrupted", "budget"]
)
"""Limits, interruption and spent budgets: undecided without a failure."""

FAILURES: frozenset[Reason] = frozenset(REASONS) - LIMITS_REACHED - {"answered"}
"""The reasons that are a fault of the solver, of the machine or of nlc."""


_OUT_OF_MEMORY = re.compile(
    rb"bad_alloc|out[- ]?of[- ]?mem|cannot allocate memory|MemoryError", re.IGNORECASE
)


def out_of_memory(log: bytes) -> bool:
    """Return whether the end of a process's output reports that memory ran out."""
    return _OUT_OF_MEMORY.search(log[-4000:]) is not None


class Limits(Struct, frozen=True):
    """The resources that a solver may use for each puzzle, with its child processes.

    The times hold for all calls of the solver for a question together.

    >>> import nlc
    >>> nlc.Limits(seconds=10, megabytes=500)
    Limits(seconds=10, megabytes=500, cpu_seconds=None)

    Attributes:
        seconds: wall-clock time, or None.
        megabytes: memory, or None.
        cpu_seconds: processor time, or None. Each limit above `MAX_LIMIT` becomes None.

    Raises:
        InputError: one is not a number, is negative, or cannot be kept
            (`nlc.process.platform`).
        TypeError: one is of another type.
    """

    seconds: float | None = None
    megabytes: int | None = None
    cpu_seconds: float | None = None

    def __post_init__(self) -> None:
        for name, kind in (("seconds", Real), ("megabytes", Integral), ("cpu_seconds", Real)):
            value = getattr(self, name)
            require_type(name, value, (kind, NoneType), takes="a number, or None")
            if value is None:
                continue
            if math.isnan(value):
                raise fail(f"{name} must be a number, and is {value}")
            if value < 0:
                raise fail(f"{name} must not be negative, and is {value}")
            if value > MAX_LIMIT:
                force_setattr(self, name, None)
            elif PORTABLE and name != "seconds":
                text = "limits of memory and processor time need processes; nlc starts none here"
                raise fail(text, hint="limit the wall-clock time")

    def words(self, reason: Reason) -> str:
        """Return a sentence on the limit that was reached."""
        if reason == "memory":
            return f"the limit of {self.megabytes} MB was reached"
        if reason == "cpu-time":
            return f"the limit of {self.cpu_seconds:g} s of processor time was reached"
        return f"the limit of {self.seconds or 0:g} s was reached"


MAX_LIMIT = 10**9
"""Greater limits, in seconds or megabytes, are as good as none; the kernel accepts this one."""


NO_LIMITS = Limits()


class LimitsLeft(Limits, frozen=True):
    """What is left of other limits, which messages name.

    Attributes:
        named: the other limits.
    """

    named: Limits = NO_LIMITS

    def words(self, reason: Reason) -> str:
        """Return a sentence on the limit that was reached."""
        return self.named.words(reason)


class ProcessEnd(Struct, frozen=True):
    """How a child ended.

    Attributes:
        status: exit status, or minus the number of the signal that killed it.
        cpu_seconds: user and system time of the child and of the children that it waited for.
        megabytes: largest resident set; inherited pages of a forked child count.
    """

    status: int
    cpu_seconds: float
    megabytes: float

    @property
    def reason(self) -> Reason:
        """Why a child without an answer ended, by its signal or exit status."""
        if self.status < 0:
            if -self.status in signals("SIGXCPU"):
                return "cpu-time"
            return "killed" if -self.status in _EXTERNAL_SIGNALS else "crashed"
        return "no-answer" if self.status in (0, 10, 20) else "crashed"

    def __str__(self) -> str:
        if self.status >= 0:
            return f"exit status {self.status}"
        try:
            return f"killed by {signal.Signals(-self.status).name}"
        except ValueError:
            return f"killed by signal {-self.status}"


def confinement(limits: Limits = NO_LIMITS) -> Callable[[int], None]:
    """Return a function for a new child that sets its limits and ties it to its parent's life.

    The child calls it first, with its parent's number. The kernel then kills the child
    (not its own children) when the thread that started it ends. It writes no core file; its address
    space (``RLIMIT_AS``) and its processor time (``RLIMIT_CPU``) are limited, as are those of each
    of its own children. The processor time is rounded up to whole seconds; it ends by SIGXCPU, and
    SIGKILL a second later.
    """
    prctl()  # load it here: a new child of a process with threads must not load libraries

    def confine(parent: int) -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.megabytes is not None:
            _limit(resource.RLIMIT_AS, limits.megabytes * 2**20, limits.megabytes * 2**20)
        if limits.cpu_seconds is not None:
            processor = math.ceil(limits.cpu_seconds)
            _limit(resource.RLIMIT_CPU, processor, processor + 1)
        end_with_parent(parent)

    return confine


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process when the thread that forked it ends.

    Args:
        parent: the number of the process that forked it.
    """
    prctl()(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it died before the call
        os.kill(os.getpid(), signal.SIGKILL)


def _limit(kind: int, soft: int, hard: int) -> None:
    """Set a limit of this process, unless it has a lower one already."""
    unlimited = resource.RLIM_INFINITY
    old_soft, old_hard = resource.getrlimit(kind)
    hard = hard if old_hard == unlimited else min(hard, old_hard)
    soft = min(soft, hard) if old_soft == unlimited else min(soft, hard, old_soft)
    resource.setrlimit(kind, (soft, hard))


@functools.cache
def prctl() -> Callable[..., object]:
    """Return Linux's prctl(2)."""
    function: Callable[..., object] = ctypes.CDLL(None).prctl
    return function


@contextlib.contextmanager
def hold_signals() -> Iterator[set[signal.Signals | int]]:
    """Block signals whose handlers raise, in this thread and block; yield the mask before it.

    It protects code in which an exception would leave an unknown child behind, or be lost, as
    Python drops exceptions from its callbacks around a fork. A child starts with the signals
    blocked.

    The kernel may deliver a signal to another thread, for which Python calls the handler in the
    main thread all the same; so the handlers there just note the signal.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    noted: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTING)
        if threading.current_thread() is threading.main_thread():
            for number in _INTERRUPTING:
                handler = signal.getsignal(number)
                if callable(handler):
                    handlers[number] = handler
                    signal.signal(number, lambda number, _: noted.append(number))
        yield before
    finally:
        try:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            for caught in noted:
                signal.raise_signal(caught)  # which waits until the mask is lifted
        except BaseException:  # a handler that was put back was called
            for number, handler in handlers.items():
                signal.signal(number, handler)
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def address_space() -> int:
    """Return the bytes of address space of this process, or 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    except OSError:
        return 0
    return pages * PAGESIZE


def replace_descriptors_except(stand_in: int, *kept: int) -> None:
    """In a fork: replace all inherited file descriptors, but some and the first three.

    A pipe of another thread of the parent would else stay open as long as the fork lives, and its
    reader, such as `subprocess.Popen`, would wait for its end. The descriptors are replaced rather
    than closed, since objects of the parent may close them when their numbers are used again.
    """
    with contextlib.suppress(OSError):
        for descriptor in [int(path.name) for path in Path("/dev/fd").iterdir()]:
            if descriptor > 2 and descriptor not in (stand_in, *kept):
                os.dup2(stand_in, descriptor, inheritable=False)


class Child:
    """A child of this process that nothing else waits for.

    The kernel may give the number of a reaped child to another process or group. So the result of
    reaping is stored before a handler of SIGINT, SIGTERM or SIGHUP can raise, and no signal is sent
    after that.

    Attributes:
        pid: its process number.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._ended: ProcessEnd | None = None

    def reap(self) -> ProcessEnd | None:
        """Return how it ended, or None while it runs; call it until the child has ended.

        Before reaping, it kills the rest of the child's process group, whose number is still valid.
        """
        with hold_signals():
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            if self._ended is None and os.waitid(os.P_PID, self.pid, options) is not None:
                self._kill()
            return self._ended

    def end(self) -> ProcessEnd:
        """Kill it with its process group, unless it was reaped; return how it ended."""
        with hold_signals():
            return self._kill() if self._ended is None else self._ended

    def _kill(self) -> ProcessEnd:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(PermissionError):  # it may not have made its group yet
            os.kill(self.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self.pid, 0)
        seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        self._ended = ProcessEnd(os.waitstatus_to_exitcode(status), seconds, megabytes)
        return self._ended
