"""Answers that were found, for the next who asks the same: a class has one puzzle, not thirty.

Only what is decided is kept, never what a limit cut short, and no more of it than fits.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Any

import msgspec

from nlc.serve.task import Line

NAMES = frozenset({"solve"})
"""Tasks whose answer depends on the request alone."""

MOST_BYTES, LARGEST = 32_000_000, 1_000_000
"""Of all answers that are kept, and of one of them."""


class Lines:
    """The lines of an answer as they come; of one that is too large to be kept, none."""

    def __init__(self) -> None:
        self.found: list[Line] = []
        self.size = 0

    def add(self, line: Line) -> None:
        """Add a line."""
        self.size += len(line.data)
        if self.size > LARGEST:
            self.found.clear()
        else:
            self.found.append(line)


class Kept:
    """Answers by what was asked; those that were not asked for longest go first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Begin with none, and keep at most `most` bytes."""
        self._most, self._size = most, 0
        self._found: OrderedDict[bytes, tuple[Line, ...]] = OrderedDict()

    @staticmethod
    def key(name: str, request: Any) -> bytes | None:
        """Return what stands for a request, or None: its answer is not kept."""
        if name not in NAMES:
            return None
        return sha256(name.encode() + msgspec.json.encode(request)).digest()

    def get(self, key: bytes | None) -> tuple[Line, ...]:
        """Return the lines of an answer, or nothing."""
        if key is None or key not in self._found:
            return ()
        self._found.move_to_end(key)
        return self._found[key]

    def put(self, key: bytes | None, lines: Lines) -> None:
        """Keep the lines of an answer if it is decided, and not too large."""
        if key is None or key in self._found or lines.size > min(LARGEST, self._most):
            return
        if not lines.found or not _decided(lines.found[-1]):
            return
        self._found[key] = tuple(lines.found)
        self._size += lines.size
        while self._size > self._most:
            _, gone = self._found.popitem(last=False)
            self._size -= sum(len(line.data) for line in gone)


def _decided(last: Line) -> bool:
    """Return whether the last line of an answer says that nothing is open."""
    if last.tag != "Done":
        return False
    done = msgspec.json.decode(last.data)
    return bool(done["reason"] == "answered" and done["status"] != "UNKNOWN")
