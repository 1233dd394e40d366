"""Child processes: limits, external programs, workers, and the cleanup after them."""

from __future__ import annotations

from collections.abc import Callable

message_sender: Callable[[object], None] | None = None
"""In a worker, sends a message of the current job (`nlc.process.worker_loop`)."""


def emit(value: object) -> None:
    """Send a message of the current job to the parent process; outside of a job, do nothing."""
    if message_sender is not None:
        message_sender(value)
