"""A progress line on a terminal, and nothing where the output is piped."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from nlc.cli.console import give_up, print_message, raw
from nlc.printable import printable


class Line:
    """A line on standard error that is written over, when that is a terminal.

    It first appears half a second into the work, so that quick work stays silent.
    """

    def __init__(self, pause: float = 0.0, live: bool = True, delay: float = 0.5) -> None:
        """Begin.

        Args:
            pause: seconds between two texts, so that showing them takes no time.
            live: whether there is anything to show at all.
            delay: seconds until the first text.
        """
        self.live = live and sys.stderr.isatty()
        self._pause = pause
        self._next = time.monotonic() + delay
        self._shown = False

    @property
    def due(self) -> bool:
        """Whether a text would be shown now."""
        return self.live and time.monotonic() >= self._next

    def show(self, text: str) -> None:
        """Show a text in place of the one before, if it is due; cut to the terminal's width."""
        if self.due:
            width = shutil.get_terminal_size().columns - 1
            _write(printable(text)[:width])
            self._next = max(self._next, time.monotonic() + self._pause)
            self._shown = True

    def clear(self) -> None:
        """Take the line away before something else is printed."""
        if self._shown:
            self._shown = False
            _write("")


def _write(text: str) -> None:
    """Write over the line; a closed terminal is ignored."""
    try:
        print(f"\r\x1b[K{text}", end="", file=raw(sys.stderr), flush=True)
    except OSError:
        give_up(sys.stderr)


class Progress:
    """Shows which task runs, and for how long, on standard error, when that is a terminal.

    Work on one task may take long without a call of `step`: a thread renews the line.

    Attributes:
        done: how many tasks have ended.
        reported: how many were, or will be, reported.
        failed: how many of those that ended were given up.
    """

    def __init__(self, total: int, noun: str = "puzzles", delay: float = 0.5) -> None:
        self._total = total
        self._noun = noun
        self._begun = self.done = self.reported = self.failed = 0
        self._line = Line(live=total > 0, delay=delay)
        self._text, self._note, self._since = "", "", 0.0
        self._hidden = ""
        self._lock = threading.Lock()
        self._over = threading.Event()

    def __enter__(self) -> Progress:
        if self._line.live:
            threading.Thread(target=self._renew, daemon=True).start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._over.set()
        self.clear()
        if isinstance(error, KeyboardInterrupt) and self._total > 1:
            done = f"{self.done - self.failed} of {self._total} {self._noun} were done"
            lost = f", {self.failed} given up" if self.failed else ""
            print_message(f"nlc: {done}{lost}")

    def step(self, title: str) -> None:
        """Begin the next task; so the one before has ended."""
        self.done = self.reported = self._begun
        self._begun += 1
        place = f"{self._begun}/{self._total} " if self._total > 1 else ""
        self._text, self._note, self._since = f"{place}{title}", "", time.monotonic()
        self._show()

    def detail(self, what: str, done: int, work: int) -> None:
        """Show how far a long part of the task is."""
        if work and self._line.due:
            self._show(f", {what}: {100 * done // work} %")

    def note(self, text: str) -> None:
        """Show how far the task is, after the time, from now on."""
        self._note = text

    def end(self, *, done: bool = True) -> None:
        """End the task, or leave it half done; its result can be printed."""
        self.clear()
        self.reported = self._begun
        if done:
            self.done = self._begun

    def clear(self) -> None:
        """Take the line away before something else is printed, until the next task begins."""
        with self._lock:
            self._hidden, self._text = self._text, ""
            self._line.clear()

    def resume(self) -> None:
        """Go on with the task that was running when the line was taken away."""
        with self._lock:
            self._text = self._hidden

    def _show(self, more: str = "") -> None:
        with self._lock:
            if self._text:
                self._line.show(
                    f"{self._text}, {clock(time.monotonic() - self._since)}{self._note}{more}"
                )

    def _renew(self) -> None:
        while not self._over.wait(0.5):
            self._show()


@contextmanager
def task(title: str, *, quiet: bool = False, delay: float = 0.5) -> Iterator[None]:
    """Show that one task of unknown length runs, and for how long.

    Where a library keeps other threads from running, a delay of 0 shows it all the same.
    """
    with Progress(0 if quiet else 1, delay=delay) as progress:
        progress.step(title)
        yield


_WIDTH = 24


class Bar(Line):
    """Shows on standard error how many of some jobs are done, and how long the others may take."""

    def __init__(self) -> None:
        super().__init__(pause=0.1)
        self._started = time.monotonic()
        self._before: int | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def count(self, what: str, done: int, jobs: int) -> None:
        """Show how many jobs are done, of how many, and what ended last."""
        if self._before is None:
            self._before = done
        if self.due:
            self.show(bar(what, done, jobs, self._before, time.monotonic() - self._started))


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
    text = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{jobs} {clock(seconds)}"
    if done > before:
        text += f", about {clock(seconds * (jobs - done) / (done - before))} left"
    return f"{text}: {what}"


def clock(seconds: float) -> str:
    """Return a duration as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
