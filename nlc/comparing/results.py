"""A file of results: JSON, one record a line (`nlc.comparing.row`), appended as jobs end.

A record with a `key` stands once in a file. A line that was cut off, because nlc or the machine was
killed while it was written, is taken away.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from typing import TypeVar

import msgspec

from nlc.comparing.row import Record, key_of
from nlc.errors import Source, Span, fail

R = TypeVar("R", bound=Record)

_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class Memory:
    """Takes records, and keeps them in memory only; see `Results`."""

    def __init__(self) -> None:
        """Begin without any."""
        self.records: list[Record] = []
        self._keys: set[str | None] = {None}

    def __contains__(self, key: str) -> bool:
        """Tell whether there is a record under a key."""
        return key in self._keys

    def add(self, record: Record) -> bool:
        """Append a record, unless there is one under its key; return whether it was appended."""
        key = key_of(record)
        if key is not None and key in self._keys:
            return False
        self._keys.add(key)
        self.records.append(record)
        return True


class Results(Memory):
    """A file that takes records; another process that wants the same file is refused.

    A file that is made here and stays empty is removed when the ``with`` block is left.

    Attributes:
        records: those that were in the file when it was opened, and those added since.
        repaired: the number of bytes of a cut-off line that were taken away.
    """

    def __init__(self, path: str) -> None:
        """Open a file, or make it.

        Raises:
            UserError: it cannot be opened, is in use, or holds something else.
        """
        super().__init__()
        self._path = path
        self._made = not os.path.lexists(path)
        try:
            self._file = FileIO(path, "a+")
        except OSError as error:
            raise fail(f"cannot write {path}: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):  # /dev/full has no end to read
            self._file.close()
            raise fail(f"cannot write {path}: results go to a file that can be read again")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise fail(f"{path} is in use by another 'nlc bench'") from None
        try:
            self._file.seek(0)
            content = self._file.readall()
            whole = content[: content.rfind(b"\n") + 1]
            self.records = parse(path, whole)
            self.repaired = len(content) - len(whole)
            if self.repaired:
                self._file.truncate(len(whole))
        except BaseException:
            self._file.close()
            raise
        self._keys.update(map(key_of, self.records))

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        if self._made and not self.records:
            Path(self._path).unlink(missing_ok=True)
        self._file.close()

    def add(self, record: Record) -> bool:
        """Append a record, unless there is one under its key; return whether it was appended.

        It is with the operating system when this returns, and survives the end of this process.

        Raises:
            UserError: there is no room for it; the file is left without it.
        """
        if (key := key_of(record)) is not None and key in self:
            return False
        line = memoryview(msgspec.json.encode(record) + b"\n")
        size = os.fstat(self._file.fileno()).st_size
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
        except BaseException as error:
            self._file.truncate(size)
            if isinstance(error, OSError):
                raise fail(f"cannot write {self._path}: {error.strerror}") from error
            raise
        return super().add(record)


def load(path: str) -> list[Record]:
    """Return the records of a file; a last line that was cut off is left out.

    Raises:
        UserError: it cannot be read, or holds something else.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise fail(f"cannot read {path}: {error.strerror}") from error
    return parse(path, content[: content.rfind(b"\n") + 1])


def parse(path: str, content: bytes) -> list[Record]:
    """Return the records of some lines; of two under one key, the first."""
    found = Memory()
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            found.add(_DECODER.decode(line))
        except (ValueError, RecursionError) as error:
            text = line.decode("utf-8", "backslashreplace")
            span = Span(Source(path, "\n" * (number - 1) + text), number, 1, number, len(text) + 1)
            told = f"this is not a record of a result: {error}"
            raise fail(told, span, "'nlc bench SUITE' writes them") from None
    return found.records


def of(records: Iterable[Record], kind: type[R]) -> list[R]:
    """Return the records of one kind."""
    return [each for each in records if isinstance(each, kind)]
