"""A progress line on a terminal, and nothing where the output is piped."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType

from nlc.cli.console import say


class Progress:
    """Shows which of several tasks runs, on standard error, when that is a terminal.

    It first appears half a second into the work, so that quick work stays silent.
    """

    def __init__(self, total: int, noun: str = "puzzles") -> None:
        self._total = total
        self._noun = noun
        self._begun = 0
        self._ended = 0
        self._live = total > 1 and sys.stderr.isatty()
        self._quiet_until = time.monotonic() + 0.5
        self._shown = False

    @property
    def done(self) -> int:
        """How many tasks have ended."""
        return self._ended

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
        if isinstance(error, KeyboardInterrupt) and self._total > 1:
            say(f"nlc: {self.done} of {self._total} {self._noun} were done")

    def step(self, title: str) -> None:
        """Say that the next task begins; so the one before has ended."""
        self._ended = self._begun
        self._begun += 1
        if self._live and time.monotonic() > self._quiet_until:
            width = shutil.get_terminal_size().columns - 1
            text = f"{self._begun}/{self._total} {title}"[:width]
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def end(self) -> None:
        """Say that the task has ended; what came of it can be printed."""
        self.clear()
        self._ended = self._begun

    def clear(self) -> None:
        """Take the line away before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False


class Percentage:
    """Shows how far one long piece of work is, on standard error, when that is a terminal."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._next = time.monotonic() + 0.5
        self._shown = False

    def show(self, what: str, done: int, work: int) -> None:
        """Say what is done, of how much, at most ten times a second."""
        now = time.monotonic()
        if self._live and now > self._next and work:
            self._next = now + 0.1
            print(f"\r\x1b[K{what}: {100 * done // work} %", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False
