"""Resource limits and parent-death signal for child processes; why a process ended."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import re
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from numbers import Integral, Real
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from nlc.errors import fail, require_type

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

_FROM_ELSEWHERE = frozenset(
    [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM]
)
"""Signals that a program does not send to itself when something goes wrong in it."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that ask nlc to end."""

POLL_SECONDS = 0.1
"""How often a child that says nothing is looked at: a grandchild can hold its pipe open."""


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
"""Why a call ended, apart from what it says; the list is closed.

- ``answered``: the verdict counts; the reason of every decided status, and of no other.
- ``wall-time``, ``cpu-time``, ``memory``: the limit of that name was reached.
- ``killed``: a signal from elsewhere (SIGKILL, SIGTERM, SIGINT, ...) ended it, or nlc did so
  for endless output.
- ``crashed``: a signal of its own (SIGSEGV, SIGABRT, ...), an exception, an exit status of failure.
- ``no-answer``: it ended in order (exit status 0, 10 or 20) without a verdict in its text, could
  not be handed the formula, or its proof could not be kept; or what it searched was not all, as an
  engine says that assumes something.
- ``contradictory``: exit status and text disagree, or the text is malformed or says two things.
- ``bad-model``: the model is missing, malformed or cut off, leaves a clause unsatisfied, or its
  board breaks a rule.
- ``missing``: the solver is not there, is not executable, or had gone when it should start.
- ``interrupted``: Ctrl-C, or another signal that asked nlc to end.
- ``budget``: the conflicts or seconds that a plan allows were spent.
"""

REASONS: tuple[Reason, ...] = get_args(Reason)

LIMITS_REACHED: frozenset[Reason] = frozenset(
    ["wall-time", "cpu-time", "memory", "interrupted", "budget"]
)
"""Limits, interruption and spent budgets: undecided, and nothing has failed."""

FAILURES: frozenset[Reason] = frozenset(REASONS) - LIMITS_REACHED - {"answered"}
"""The reasons that are a fault of the solver, of the machine or of nlc."""


_OUT_OF_MEMORY = re.compile(
    rb"bad_alloc|out[- ]?of[- ]?mem|cannot allocate memory|MemoryError", re.IGNORECASE
)


def out_of_memory(log: bytes) -> bool:
    """Tell whether the end of what a process printed speaks of memory that could not be had."""
    return _OUT_OF_MEMORY.search(log[-4000:]) is not None


class Limits(Struct, frozen=True):
    """What a solver may use for each puzzle, its own children included.

    The times hold for all calls of the solver together that a question takes.

    >>> import nlc
    >>> nlc.Limits(seconds=10, megabytes=500)
    Limits(seconds=10, megabytes=500, cpu_seconds=None)

    Attributes:
        seconds: wall-clock time, or None.
        megabytes: memory, or None.
        cpu_seconds: processor time, or None. Of each, more than `MOST` is None.

    Raises:
        InputError: one is not a number.
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
            if value > MOST:
                force_setattr(self, name, None)

    def words(self, reason: Reason) -> str:
        """Return which of them was reached, with its figure."""
        if reason == "memory":
            return f"the limit of {self.megabytes} MB was reached"
        if reason == "cpu-time":
            return f"the limit of {self.cpu_seconds:g} s of processor time was reached"
        return f"the limit of {self.seconds or 0:g} s was reached"


MOST = 10**9
"""Seconds and megabytes above it are as good as no limit, and fit into what the kernel takes."""


NO_LIMITS = Limits()


class ProcessEnd(Struct, frozen=True):
    """How a child ended.

    Attributes:
        status: exit status, or minus the number of the signal that killed it.
        cpu_seconds: user and system time of the child and of those children that it waited for.
        megabytes: largest resident set; a forked child inherits pages that count here.
    """

    status: int
    cpu_seconds: float
    megabytes: float

    @property
    def reason(self) -> Reason:
        """Why a child that gave no answer ended: by whose signal, or by which exit status."""
        if self.status < 0:
            if -self.status == signal.SIGXCPU:
                return "cpu-time"
            return "killed" if -self.status in _FROM_ELSEWHERE else "crashed"
        return "no-answer" if self.status in (0, 10, 20) else "crashed"

    def __str__(self) -> str:
        if self.status >= 0:
            return f"exit status {self.status}"
        try:
            return f"killed by {signal.Signals(-self.status).name}"
        except ValueError:
            return f"killed by signal {-self.status}"


def confinement(
    megabytes: int | None, inherited: int = 0, cpu_seconds: float | None = None
) -> Callable[[int], None]:
    """Return what a new child calls first, to be bound by limits and by the life of its parent.

    The child gives it the number of its parent. On Linux the kernel kills the child (not its own
    children) when the thread that started it ends. It may write no core file; its address space
    (``RLIMIT_AS``) and its processor time (``RLIMIT_CPU``) are limited, and those of each of its
    own children.

    Args:
        megabytes: address space beyond the inherited one, or None.
        inherited: bytes of address space that the child starts with.
        cpu_seconds: processor time, rounded up to whole seconds, or None. Then comes SIGXCPU, and
            SIGKILL a second later.
    """
    prctl()  # looked up here: a fresh child of a process with threads must not load code
    space = None if megabytes is None else inherited + megabytes * 2**20
    processor = None if cpu_seconds is None else math.ceil(cpu_seconds)

    def confine(parent: int) -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if space is not None:
            _limit(resource.RLIMIT_AS, space, space)
        if processor is not None:
            _limit(resource.RLIMIT_CPU, processor, processor + 1)
        end_with_parent(parent)

    return confine


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process when the thread that forked it ends.

    Args:
        parent: the number of the process that forked it.
    """
    prctl()(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it died before the kernel knew what to do then
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
    """Return Linux's prctl(2), or what does nothing."""
    if not sys.platform.startswith("linux"):
        return lambda *arguments: None
    function: Callable[..., object] = ctypes.CDLL(None).prctl
    return function


@contextlib.contextmanager
def held_back() -> Iterator[set[signal.Signals | int]]:
    """Hold `ENDING` back in this thread until the block is left; yield what was held back before.

    For where an exception would leave a child behind that nobody knows of, or be lost itself:
    Python drops what is raised in the functions that it calls around a fork. A child is born with
    the signals held back.

    Another thread may be given a signal, and Python then calls its handler in the main thread all
    the same; so there the handlers only note what has come.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    noted: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        if threading.current_thread() is threading.main_thread():
            for number in ENDING:
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
    """Return the bytes of address space of this process, or 0 where it cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def let_go_but(stand_in: int, *kept: int) -> None:
    """In a fork: let every file that was inherited be another one, but some and the first three.

    A pipe that another thread of the parent has just made would seem open to its reader for as long
    as the fork lives: `subprocess.Popen` waits for the end of such a one. The descriptors stay
    taken, for there may be objects that close them, and must not close what is opened later.
    """
    with contextlib.suppress(OSError):
        for descriptor in [int(path.name) for path in Path("/dev/fd").iterdir()]:
            if descriptor > 2 and descriptor not in (stand_in, *kept):
                os.dup2(stand_in, descriptor, inheritable=False)
