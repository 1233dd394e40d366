"""The progress of workers at their puzzles.

It is in two pages of memory, which a process shares with the workers forked after
`share_progress`: how much is done, and a remark.
"""

from __future__ import annotations

import mmap
import struct

_RECORD = struct.Struct("=QII")
_LENGTH = struct.Struct("=I")
_RECORDS = mmap.PAGESIZE // _RECORD.size

_page: mmap.mmap | None = None


def share_progress() -> None:
    """Have the workers that are forked from now on report their progress."""
    global _page
    if _page is None:
        _page = mmap.mmap(-1, 2 * mmap.PAGESIZE)


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


def report_remark(text: str) -> None:
    """Report what the user should know before the puzzle is made, in a worker."""
    if _page is not None:
        data = text.encode()[: mmap.PAGESIZE - _LENGTH.size]
        _page.seek(mmap.PAGESIZE)
        _page.write(_LENGTH.pack(len(data)) + data)


def remark() -> str:
    """Return the last remark, or an empty text; it is taken away."""
    if _page is None:
        return ""
    (length,) = _LENGTH.unpack_from(_page, mmap.PAGESIZE)
    start = mmap.PAGESIZE + _LENGTH.size
    _LENGTH.pack_into(_page, mmap.PAGESIZE, 0)
    return _page[start : start + length].decode(errors="ignore")
