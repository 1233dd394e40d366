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

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = -1
        self._live = total > 1 and sys.stderr.isatty()
        self._quiet_until = time.monotonic() + 0.5
        self._shown = False

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
            say(f"nlc: {max(0, self._done)} of {self._total} puzzles were done")

    def step(self, title: str) -> None:
        """Say that the next task begins."""
        self._done += 1
        if self._live and time.monotonic() > self._quiet_until:
            width = shutil.get_terminal_size().columns - 1
            text = f"{self._done + 1}/{self._total} {title}"[:width]
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        """Take the line away before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False
