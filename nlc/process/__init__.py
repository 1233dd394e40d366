"""Child processes: limits, external programs, workers, and the cleanup after them."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

sender: ContextVar[Callable[[object], None] | None] = ContextVar("sender", default=None)
"""In a worker, sends a message of the current job (`nlc.process.worker_loop`)."""


def emit(value: object) -> None:
    """Send a message of the current job to the parent process; outside of a job, do nothing."""
    if (send := sender.get()) is not None:
        send(value)
