"""What a search is doing, and how many conflicts it has had, for whoever watches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

Counter = Callable[[int], None]

_TEXTS: ContextVar[Callable[[str], None] | None] = ContextVar("texts", default=None)

_COUNTS: ContextVar[Counter | None] = ContextVar("conflicts", default=None)


@contextmanager
def heard_by(listener: Callable[[str], None]) -> Iterator[None]:
    """Have what searches of this process tell given to a function, inside the block."""
    token = _TEXTS.set(listener)
    try:
        yield
    finally:
        _TEXTS.reset(token)


def tell(text: str) -> None:
    """Tell what is being done, in a few words, if anybody listens."""
    listener = _TEXTS.get()
    if listener is not None:
        listener(text)


class Conflicts(Struct, frozen=True):
    """What a worker process sends from within a search.

    Attributes:
        number: of conflicts since the search began.
    """

    number: int


@contextmanager
def counted_by(counter: Counter) -> Iterator[None]:
    """Have the conflicts of searches of this process told to a function, inside the block.

    It gets the number since the search began, now and then; each search begins at 0.
    """
    token = _COUNTS.set(counter)
    try:
        yield
    finally:
        _COUNTS.reset(token)


def counter() -> Counter | None:
    """Return the function that wants to be told, if there is one."""
    return _COUNTS.get()


def reader(column: int | None) -> Callable[[bytes], None] | None:
    """Return what reads the report of a solver as it is printed, if anybody listens.

    Args:
        column: of the conflicts; see `nlc.drivers.options.Interface`.
    """
    told = _COUNTS.get()
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
