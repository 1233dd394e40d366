"""A bar of progress on a terminal, and nothing where the output is piped."""

from __future__ import annotations

import time
from types import TracebackType

from nlc.cli.progress import Line

_WIDTH = 24

_PAUSE = 0.1
"""Seconds between two pictures of the bar."""


class Bar:
    """Shows on standard error how many of some jobs are done, and how long the others may take."""

    def __init__(self) -> None:
        self._line = Line(_PAUSE)
        self._started = time.monotonic()
        self._before: int | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def show(self, what: str, done: int, jobs: int) -> None:
        """Show that so many jobs are done, of how many, and what ended last."""
        if self._before is None:
            self._before = done
        if self._line.due:
            seconds = time.monotonic() - self._started
            self._line.show(bar(what, done, jobs, self._before, seconds))

    def clear(self) -> None:
        """Take the bar away before something else is printed."""
        self._line.clear()


def bar(what: str, done: int, jobs: int, before: int, seconds: float) -> str:
    """Return the text of a bar.

    Args:
        what: ended last.
        done: jobs that are done, those of earlier runs included.
        jobs: of how many.
        before: how many were done when this run began.
        seconds: that this run has taken.
    """
    filled = _WIDTH * done // max(1, jobs)
    text = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{jobs} {_clock(seconds)}"
    if done > before:
        text += f", about {_clock(seconds * (jobs - done) / (done - before))} left"
    return f"{text}: {what}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
