"""How far a worker is with the attempt that it is at, as the process that waits for it sees it.

A page of memory is shared with the workers that are forked after `share`; on other machines,
nothing is told.
"""

from __future__ import annotations

import mmap
import struct

_RECORD = struct.Struct("=QII")
_RECORDS = mmap.PAGESIZE // _RECORD.size

_page: mmap.mmap | None = None


def share() -> None:
    """Have workers tell, those that are forked from now on."""
    global _page
    if _page is None:
        _page = mmap.mmap(-1, mmap.PAGESIZE)


def tell(number: int, done: int, work: int) -> None:
    """Say in a worker how much is done of an attempt at a puzzle, and of how much."""
    if _page is not None:
        _RECORD.pack_into(_page, number % _RECORDS * _RECORD.size, number, done, work)


def told(number: int) -> tuple[int, int]:
    """Return how much is done of a puzzle, and of how much, which is 0 where nothing was said."""
    if _page is None:
        return 0, 0
    at, done, work = _RECORD.unpack_from(_page, number % _RECORDS * _RECORD.size)
    return (done, work) if at == number else (0, 0)
