"""Jobs that can be sent to a worker."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from msgspec import Struct


def where() -> Iterator[int]:
    """Yield the number of the process."""
    yield os.getpid()


def count() -> Iterator[int]:
    """Yield 0, 1, 2, … for ever."""
    number = 0
    while True:
        yield number
        number += 1


class Spin(Struct, frozen=True):
    """Yields the process number, then uses processor time, all of it in user mode."""

    seconds: float

    def __call__(self) -> Iterator[int]:
        yield os.getpid()
        start = time.process_time()
        while time.process_time() - start < self.seconds:
            sum(range(10_000))


class Take(Struct, frozen=True):
    """Yields how many megabytes it has taken and used."""

    megabytes: int

    def __call__(self) -> Iterator[int]:
        taken = bytearray(self.megabytes << 20)
        yield len(taken) >> 20


class Signal(Struct, frozen=True):
    """Sends a signal to its own process."""

    number: int

    def __call__(self) -> Iterator[int]:
        yield os.getpid()
        os.write(2, b"going down\n")
        os.kill(os.getpid(), self.number)
        time.sleep(100)


class Leave(Struct, frozen=True):
    """Ends its process with a status."""

    status: int

    def __call__(self) -> Iterator[int]:
        yield os.getpid()
        os._exit(self.status)


def fail() -> Iterator[int]:
    """Raise."""
    yield os.getpid()
    raise LookupError("nothing found")


def sleep() -> Iterator[int]:
    """Yield the process number and sleep."""
    yield os.getpid()
    time.sleep(100)


class Fill(Struct, frozen=True):
    """Takes megabytes in pieces of 2000 bytes, which the C library's allocator gives."""

    megabytes: int

    def __call__(self) -> Iterator[int]:
        yield len([bytes(2000) for _ in range(self.megabytes * 500)])


class Hold(Struct, frozen=True):
    """Takes megabytes in blocks of some kilobytes, uses them, and keeps them for a long time."""

    megabytes: int
    kilobytes: int

    def __call__(self) -> Iterator[int]:
        blocks = [
            bytearray(self.kilobytes << 10) for _ in range(1024 * self.megabytes // self.kilobytes)
        ]
        yield len(blocks)
        time.sleep(60)
