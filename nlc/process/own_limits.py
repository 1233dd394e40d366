"""Limits of time and memory for work of this process itself, such as compiling; its priority."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from traceback import walk_stack
from types import CodeType, FrameType, TracebackType
from typing import Any

from msgspec.structs import replace

from nlc.process.limits import POLL_SECONDS, Limits, LimitsLeft, Reason, address_space
from nlc.process.platform import PORTABLE, in_forks, resource
from nlc.process.portable import ThreadClock
from nlc.process.usage import descendants, usage_of_family

LEAST_SECONDS = 1e-3
"""The least value of a timer, as 0 would turn it off."""

RING_SECONDS = 3.0
"""Time between two alarms until the block has ended; what was done is written meanwhile."""

MOMENT_SECONDS = 0.01
"""Time until a function that is not interrupted may have ended."""

GRACE_SECONDS = 0.2
"""Time that a block has beyond its limit, for what keeps to it by itself, such as a solver."""


class OwnLimitError(Exception):
    """Work of this process reached a limit; the text names it, and `reason` says which."""

    def __init__(self, reason: Reason, limits: Limits) -> None:
        super().__init__(reason, limits)
        self.reason: Reason = reason
        self.limits = limits

    def __str__(self) -> str:
        return self.limits.words(self.reason)


class Alarm(KeyboardInterrupt):
    """Interrupts a block at its limit, as Ctrl-C does, so that partial results are kept.

    Attributes:
        reason: the limit that was reached.
        block: the context whose limit it is.
    """

    def __init__(self, reason: Reason, block: within) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.block = block

    def __str__(self) -> str:
        return self.block.limits.words(self.reason)


class SignalClock:
    """Calls a function in the main thread from time to time, by SIGALRM."""

    def __init__(self, ring: Callable[[FrameType | None], float], seconds: float) -> None:
        """Call it after some seconds.

        Args:
            ring: called with the frame that it interrupts; returns the seconds until the next call.
        """
        self._ring, self._begun = ring, time.monotonic()
        self._handler = signal.signal(signal.SIGALRM, self._wake)
        self._timer = signal.setitimer(signal.ITIMER_REAL, seconds, RING_SECONDS)

    def _wake(self, _number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, RING_SECONDS, RING_SECONDS)  # if this raises
        signal.setitimer(signal.ITIMER_REAL, self._ring(frame), RING_SECONDS)

    def stop(self) -> None:
        """Call it no more, and restart the timer that was set before."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        left, interval = self._timer
        if left:
            left = max(left - (time.monotonic() - self._begun), LEAST_SECONDS)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


CLOCK = ThreadClock if PORTABLE else SignalClock


class within:  # noqa: N801
    """A context with limits of memory and, in the main thread, of time, for all its processes.

    It ends no later than a context around it would, also in a fork. Python drops exceptions from
    finalizers, so the alarm is repeated until the block has ended. It does not raise in the frames
    of this class, where the exception would be outside of the block.

    Attributes:
        limits: of the block and the contexts around it.

    Raises:
        OwnLimitError: a limit was reached.
    """

    def __init__(
        self,
        limits: Limits,
        grace: float = GRACE_SECONDS,
        *,
        loading: bool = False,
        whole: Iterable[CodeType] = (),
    ) -> None:
        """Create it.

        Args:
            limits: of the block.
            grace: seconds that it has beyond them.
            loading: whether it is the block of a command, for all threads. Libraries are loaded in
                it, which reserve more memory than they use: the kernel does not limit what is
                reserved.
            whole: functions that no alarm interrupts, as they would leave half of something.
        """
        self.limits = limits
        self._grace = grace
        self._loading = loading
        self._whole = {*self._own, *whole}
        self._cost = 0.0

    def __enter__(self) -> within:
        limits = self.limits = narrowed(self.limits)
        self._sampled = limits.cpu_seconds is not None or limits.megabytes is not None
        self._wall = time.monotonic()
        self._processor, self._held = self._usage() if self._sampled else (0.0, 0.0)
        self._memory = resource and resource.getrlimit(resource.RLIMIT_AS)
        if limits.megabytes is not None and not self._loading:
            space = address_space() + limits.megabytes * 2**20
            bounds = [each for each in self._memory if each != resource.RLIM_INFINITY]
            resource.setrlimit(resource.RLIMIT_AS, (min([space, *bounds]), self._memory[1]))
        limited = self._sampled or limits.seconds is not None
        self._thread = threading.get_ident()
        here = PORTABLE or threading.current_thread() is threading.main_thread()
        _blocks.append(self)
        self._clock = CLOCK(self._ring, self._pause()) if limited and here else None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._clock is not None:
            self._clock.stop()
        _blocks.remove(self)
        if self.limits.megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, self._memory)
        if isinstance(error, Alarm) and error.block is self:
            raise OwnLimitError(error.reason, self.limits) from None
        if isinstance(error, MemoryError) and self.limits.megabytes is not None:
            raise OwnLimitError("memory", self.limits) from None

    def left(self) -> Limits:
        """Return the limits that are left."""
        left = remaining_after(self.limits, time.monotonic() - self._wall)
        if self.limits.cpu_seconds is None:
            return left
        used = usage_of_family(memory=False)[0] - self._processor
        return replace(left, cpu_seconds=_subtract(self.limits.cpu_seconds, used))

    def _usage(self) -> tuple[float, float]:
        """Return the processor time in seconds and the megabytes of all processes of the block."""
        start = time.monotonic()
        usage = usage_of_family(memory=self.limits.megabytes is not None)
        self._cost = time.monotonic() - start
        return usage

    def _pause(self) -> float:
        """Return the seconds until the next look at the limits."""
        pauses = [max(POLL_SECONDS, self._cost / 0.05)] if self._sampled else []
        if self.limits.seconds is not None:
            pauses.append(self.limits.seconds + self._grace - (time.monotonic() - self._wall))
        return max(min(pauses), LEAST_SECONDS)

    def _reached(self) -> Reason | None:
        """Return the limit that was reached, or None."""
        limits = self.limits
        if self._sampled:
            processor, held = self._usage()
            cpu = limits.cpu_seconds
            if cpu is not None and processor - self._processor >= cpu + self._grace:
                return "cpu-time"
            if limits.megabytes is not None and held - self._held >= limits.megabytes:
                return "memory"
        used = time.monotonic() - self._wall
        over = limits.seconds is not None and used >= limits.seconds + self._grace
        return "wall-time" if over else None

    def _ring(self, frame: FrameType | None) -> float:
        """End the block if a limit is reached; else return the seconds until the next look."""
        reason = self._reached()
        interruptible = self._whole.isdisjoint(each.f_code for each, _ in walk_stack(frame))
        if reason is not None and interruptible:
            raise Alarm(reason, self)
        return self._pause() if interruptible else MOMENT_SECONDS

    _of_clock = (CLOCK.__init__, CLOCK.stop, CLOCK._wake)
    _own = tuple(each.__code__ for each in (__enter__, __exit__, *_of_clock))


_blocks: list[within] = []
"""The contexts that have begun, the outermost first; a fork inherits them."""


def _begin_fork() -> None:
    for block in _blocks:
        block._processor = block._held = 0.0  # it has used nothing yet


in_forks(_begin_fork)


def narrowed(limits: Limits) -> Limits:
    """Return limits that are not beyond what the contexts of `within` leave."""
    here = threading.get_ident()
    around_caller = (each for each in reversed(_blocks) if each._loading or each._thread == here)
    block = next(around_caller, None)
    if block is None:
        return limits
    around = block.left()
    least: dict[str, Any] = {}
    named: dict[str, Any] = {}
    for name in ("seconds", "megabytes", "cpu_seconds"):
        both = [each for each in (limits, around) if getattr(each, name) is not None]
        for each in sorted(both, key=attrgetter(name))[:1]:
            least[name] = getattr(each, name)
            named[name] = getattr(_named(each), name)
    return LimitsLeft(**least, named=Limits(**named))


def _named(limits: Limits) -> Limits:
    return limits.named if isinstance(limits, LimitsLeft) else limits


def remaining_since(limits: Limits, started: float) -> Limits:
    """Return the limits that remain after work since a time of `time.perf_counter`."""
    return remaining_after(limits, time.perf_counter() - started)


def remaining_after(limits: Limits, used: float) -> Limits:
    """Return the limits that remain after so many seconds."""
    return LimitsLeft(
        _subtract(limits.seconds, used),
        limits.megabytes,
        _subtract(limits.cpu_seconds, used),
        named=_named(limits),
    )


def _subtract(seconds: float | None, used: float) -> float | None:
    return None if seconds is None else max(seconds - used, LEAST_SECONDS)


LEAST = 19


def give_way(root: int) -> None:
    """Give a process and its descendants the lowest priority, for good.

    With ``autogroup`` (see sched(7)) Linux divides processors among sessions first, and priorities
    count within a session only; so the session gets the lowest priority, too. The kernel accepts
    only a few such changes at a time, so call this again, also for later descendants.
    """
    # The caller's own session keeps its priority, unless the call is for the caller itself.
    ours = None if os.getsid(0) == os.getpid() == root else os.getsid(0)
    family = [root]
    with suppress(OSError):  # there is no /proc
        family += descendants(root)
    for pid in family:
        with suppress(OSError):  # it has ended
            os.setpriority(os.PRIO_PROCESS, pid, LEAST)
        with suppress(OSError):
            if os.getsid(pid) == ours:
                continue
            session = Path(f"/proc/{pid}/autogroup")
            if not session.read_text(encoding="ascii").endswith(f" {LEAST}\n"):
                session.write_text(str(LEAST), encoding="ascii")
