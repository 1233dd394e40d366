"""How many conflicts a search has had so far, for whoever watches: most solvers tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nlc.dataclasses import dataclass

Listener = Callable[[int], None]

_LISTENER: ContextVar[Listener | None] = ContextVar("conflicts", default=None)


@dataclass(frozen=True)
class Conflicts:
    """What a worker process sends from within a search.

    Attributes:
        number: of conflicts since the search began.
    """

    number: int


@contextmanager
def counted_by(listener: Listener) -> Iterator[None]:
    """Have the conflicts of searches of this process told to a function, inside the block.

    It gets the number since the search began, now and then; each search begins at 0.
    """
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def listener() -> Listener | None:
    """Return the function that wants to be told, if there is one."""
    return _LISTENER.get()


def reader(column: int | None) -> Callable[[bytes], None] | None:
    """Return what reads the report of a solver as it is printed, if anybody listens.

    Args:
        column: of the conflicts; see `nlc.drivers.options.Interface`.
    """
    told = _LISTENER.get()
    if told is None or column is None:
        return None
    line = re.compile(rb"c \S +(?:[\d.]+ +){%d}(\d+) " % column)
    rest = b""

    def read(chunk: bytes) -> None:
        nonlocal rest
        *lines, rest = (rest + chunk).split(b"\n")
        found = next(filter(None, map(line.match, reversed(lines))), None)
        if found is not None:
            told(int(found[1]))

    return read
