"""The progress of workers at their puzzles.

It is in a page of memory, which a process shares with the workers forked after `share_progress`.
"""

from __future__ import annotations

import mmap
import struct

_RECORD = struct.Struct("=QII")
_RECORDS = mmap.PAGESIZE // _RECORD.size

_page: mmap.mmap | None = None


def share_progress() -> None:
    """Have the workers that are forked from now on report their progress."""
    global _page
    if _page is None:
        _page = mmap.mmap(-1, mmap.PAGESIZE)


def report_progress(number: int, done: int, work: int) -> None:
    """Report how much of an attempt at a puzzle is done, in a worker."""
    if _page is not None:
        _RECORD.pack_into(_page, number % _RECORDS * _RECORD.size, number, done, work)


def progress_of(number: int) -> tuple[int, int]:
    """Return how much of a puzzle is done, and the whole; 0 if nothing was reported."""
    if _page is None:
        return 0, 0
    at, done, work = _RECORD.unpack_from(_page, number % _RECORDS * _RECORD.size)
    return (done, work) if at == number else (0, 0)
