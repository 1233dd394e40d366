"""The standard streams, the exit statuses, and the signals that end nlc."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from nlc.printable import printable
from nlc.process.platform import ENDING_SIGNALS

if TYPE_CHECKING:
    from nlc.errors import Diagnostic

EXIT_DECIDED, EXIT_FAILED, EXIT_USER, EXIT_UNDECIDED, EXIT_INTERRUPTED = 0, 1, 2, 3, 130

BY_SEVERITY = (EXIT_DECIDED, EXIT_UNDECIDED, EXIT_FAILED, EXIT_USER)
"""The exit statuses of puzzles; that of many is the most serious."""


def worst(*statuses: int) -> int:
    """Return the most serious exit status."""
    return max(statuses, key=BY_SEVERITY.index)


class Termination(KeyboardInterrupt):
    """A signal ends nlc; as after Ctrl-C, no child and no temporary file is left.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def terminable(last: bool) -> Iterator[None]:
    """Raise `Termination` for SIGTERM and SIGHUP inside the block, where they are not ignored.

    SIGINT raises ``KeyboardInterrupt``. After the first of these signals each has its default
    action: nlc is clearing up, and who sends another cannot wait. The supervisors of programs do
    the rest.

    Args:
        last: the process ends after the block, so that the default action stays.
    """
    before: dict[signal.Signals, Any] = {}

    def end(number: int, frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_DFL)
        if last:
            before.clear()
        raise KeyboardInterrupt if number == signal.SIGINT else Termination(number)

    try:
        for number in ENDING_SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                with contextlib.suppress(ValueError):  # only the main thread takes signals
                    before[number] = signal.signal(number, end)
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


_PAINT = re.compile(r"(\x1b\[(?:0|(?:[12]|38;5;\d{1,3})(?:;(?:[12]|38;5;\d{1,3}))*)m)")
"""The colours of `nlc.render.canvas.paint`."""


class Printable:
    """A stream that prints nothing which a terminal would obey, but for the colours of pictures.

    Attributes:
        raw: the stream itself.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)

    def write(self, text: str) -> int:
        """Write a text."""
        parts = _PAINT.split(text)
        parts[::2] = map(printable, parts[::2])
        return self.raw.write("".join(parts))


def raw(stream: TextIO) -> TextIO:
    """Return a standard stream that takes any text: for what nlc itself moves the cursor by."""
    return stream.raw if isinstance(stream, Printable) else stream


def open_streams() -> None:
    """Make the standard streams usable: a closed one is empty, and no text is too strange to print.

    A file's name may hold bytes that are no text, and the terminal may know ASCII only.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    for name in ("stdout", "stderr"):
        if not isinstance(getattr(sys, name), Printable):
            setattr(sys, name, Printable(getattr(sys, name)))


def give_up(stream: TextIO) -> None:
    """Drop what could not be written, so that Python does not try again at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def flush(stream: TextIO) -> None:
    """Write what is left to be written, or drop it."""
    try:
        stream.flush()
    except OSError:
        give_up(stream)


def print_message(text: str) -> None:
    """Print a line on standard error; a failure is ignored."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        give_up(sys.stderr)


def print_json(*items: object) -> None:
    """Print objects of JSON, one a line."""
    for item in items:
        print(json.dumps(item), flush=True)


def print_table(rows: Iterable[Iterable[object]], headers: Sequence[str], **options: Any) -> None:
    """Print a table whose texts are not changed; options are those of `tabulate`."""
    from tabulate import tabulate

    print(tabulate(rows, headers, disable_numparse=True, **options))


def print_diagnostics(items: Iterable[Diagnostic], form: str) -> None:
    """Print diagnostics on standard error, as ``text`` or as ``json``, one object a line.

    Of one file not more than `MAX_SHOWN` are printed, and then how many more there are.
    """
    from nlc.errors import first_of_each_file

    for item in first_of_each_file(items):
        print_message(json.dumps(item.to_json()) if form == "json" else item.render())


def use_color(stream: TextIO) -> bool | str:
    """Return whether to colour what is written to a stream, as `nlc.render.text.render` takes it.

    Only terminals get colour, and none where ``TERM`` is ``dumb``; where ``NO_COLOR`` is set and
    not empty (no-color.org), clues are bold.
    """
    able = stream.isatty() and os.environ.get("TERM") != "dumb"
    return able and ("bold" if os.environ.get("NO_COLOR") else True)


def use_unicode(stream: TextIO) -> bool:
    """Return whether a stream takes box-drawing characters: by its encoding; no dumb terminal."""
    if stream.isatty() and os.environ.get("TERM") == "dumb":
        return False
    try:
        "─│╭╱╲·▒".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
