"""Child processes: limits, running a program, workers, and clearing away what they leave."""

from __future__ import annotations

from collections.abc import Callable

outlet: Callable[[object], None] | None = None
"""Sends a message of the job that runs in this process, if one does (`nlc.process.worker_loop`)."""


def emit(value: object) -> None:
    """Send a message from within a job to who waits for it; outside of a job, do nothing."""
    if outlet is not None:
        outlet(value)
