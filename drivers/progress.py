"""Reports the progress of a search: what it is doing, and how many conflicts it has had."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from msgspec import Struct

ConflictCallback = Callable[[int], None]
TextCallback = Callable[[str], None]
T = TypeVar("T")

_ON_TEXT: ContextVar[TextCallback | None] = ContextVar("texts", default=None)
_ON_CONFLICTS: ContextVar[ConflictCallback | None] = ContextVar("conflicts", default=None)


@contextmanager
def _calling(callbacks: ContextVar[T | None], callback: T) -> Iterator[None]:
    token = callbacks.set(callback)
    try:
        yield
    finally:
        callbacks.reset(token)


def reporting_to(callback: TextCallback) -> AbstractContextManager[None]:
    """Inside the block, pass the reports of this process's searches to a callback."""
    return _calling(_ON_TEXT, callback)


def counting_conflicts(callback: ConflictCallback) -> AbstractContextManager[None]:
    """Inside the block, pass the number of conflicts of this process's searches to a callback.

    It is called now and then with the number since the search began; each search begins at 0.
    """
    return _calling(_ON_CONFLICTS, callback)


def report(text: str) -> None:
    """Pass a few words on what is being done to the callback, if there is one."""
    if (callback := _ON_TEXT.get()) is not None:
        callback(text)


class Conflicts(Struct, frozen=True):
    """A message of a worker process during a search: the number of conflicts since it began."""

    number: int


def conflict_callback() -> ConflictCallback | None:
    """Return the callback for numbers of conflicts, or None."""
    return _ON_CONFLICTS.get()


def conflict_parser(column: int | None) -> Callable[[bytes], None] | None:
    """Return a function that finds the conflicts in a solver's output as it is printed.

    Args:
        column: of the conflicts; see `nlc.drivers.external.Interface`.

    Returns:
        It takes chunks of output and passes numbers to the callback; None without a callback.
    """
    callback = conflict_callback()
    if callback is None or column is None:
        return None
    line = re.compile(rb"c \S +(?:[\d.]+ +){%d}(\d+) " % column)
    rest = b""

    def parse(chunk: bytes) -> None:
        nonlocal rest
        *lines, rest = (rest + chunk).split(b"\n")
        found = next(filter(None, map(line.match, reversed(lines))), None)
        if found is not None:
            callback(int(found[1]))

    return parse
