"""Frames of bytes through a pipe: each with its length, so that a reader knows where it ends."""

from __future__ import annotations

import os
import struct

_LENGTH = struct.Struct("<Q")

CHUNK = 1 << 18
"""Bytes to read at a time."""


class Inbox:
    """Cuts what comes out of a pipe into frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes of the pipe."""
        self._bytes += chunk

    def holds(self) -> bool:
        """Tell whether a frame is complete."""
        size = _LENGTH.size
        if len(self._bytes) < size:
            return False
        return len(self._bytes) >= size + int(_LENGTH.unpack_from(self._bytes)[0])

    def take(self) -> bytes | None:
        """Remove and return the first frame, or None if it is not complete."""
        if not self.holds():
            return None
        stop = _LENGTH.size + _LENGTH.unpack_from(self._bytes)[0]
        frame = bytes(self._bytes[_LENGTH.size : stop])
        del self._bytes[:stop]
        return frame


def framed(content: bytes) -> bytes:
    """Return the bytes that a reader takes as one frame."""
    return _LENGTH.pack(len(content)) + content


def write_all(pipe: int, content: bytes) -> None:
    """Write bytes, waiting where the pipe is full."""
    data = memoryview(content)
    while data:
        data = data[os.write(pipe, data) :]
