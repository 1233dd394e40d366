"""A file of results: JSON, one record a line, appended as jobs end.

There are four kinds of records, told apart by ``record``:

- ``run``: the machine, the versions, the text of the suite; one for each time that nlc was started.
- ``puzzle``: the text of a puzzle and the facts about it, under its `id`.
- ``member``: that a puzzle belongs to a group of a suite.
- ``result``: one job on one puzzle, under a `key` that stands once in a file.

A line that was cut off, because nlc or the machine was killed while it was written, is taken away.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, TypeGuard

from nlc.errors import Source, Span, fail

Record = dict[str, Any]

MEMBERS = {
    "run": {"suite", "text", "full", "repetitions", "limits", "slots"}
    | {"machine", "versions", "left_out"},
    "puzzle": {"key", "text"},
    "member": {"key", "suite", "puzzle", "group"},
    "result": {"key", "suite", "puzzle", "who", "limits", "version", "outcome"},
}
"""What a record of each kind has at least."""


def digest(data: object) -> str:
    """Return a name for data that JSON can say: the same for the same data."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


class Results:
    """A file that takes records; another process that wants the same file is refused.

    A file that is made here, and takes none, is taken away when the ``with`` block is left.

    Attributes:
        records: those that were in the file when it was opened, and those added since.
        repaired: the number of bytes of a cut-off line that were taken away.
    """

    def __init__(self, path: str) -> None:
        """Open a file, or make it.

        Raises:
            UserError: it cannot be opened, is in use, or holds something else.
        """
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
        self._keys = {each["key"] for each in self.records if "key" in each}

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._made and not self.records:
            Path(self._path).unlink(missing_ok=True)
        self._file.close()

    def __contains__(self, key: str) -> bool:
        """Tell whether there is a record under a key."""
        return key in self._keys

    def add(self, record: Mapping[str, Any]) -> bool:
        """Append a record, unless there is one under its key; return whether it was appended.

        It is with the operating system when this returns, and survives the end of this process.

        Raises:
            UserError: there is no room for it; the file is left without it.
        """
        key = record.get("key")
        if key in self._keys:
            return False
        line = memoryview((json.dumps(record, ensure_ascii=False) + "\n").encode())
        size = os.fstat(self._file.fileno()).st_size
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
        except BaseException as error:
            self._file.truncate(size)
            if isinstance(error, OSError):
                raise fail(f"cannot write {self._path}: {error.strerror}") from error
            raise
        if key is not None:
            self._keys.add(key)
        self.records.append(dict(record))
        return True


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
    records = []
    keys = set()
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not _is_record(record):
            text = line.decode("utf-8", "backslashreplace")
            span = Span(Source(path, "\n" * (number - 1) + text), number, 1, number, len(text) + 1)
            raise fail("this is no record of a result", span, "'nlc bench SUITE' writes them")
        if (key := record.get("key")) is None or key not in keys:
            records.append(record)
            keys.add(key)
    return records


def _is_record(data: object) -> TypeGuard[Record]:
    """Tell whether what a line says is a record with all that is needed of it."""
    if not isinstance(data, dict) or not isinstance(data.get("record"), str):
        return False
    members = MEMBERS.get(data["record"])
    return members is not None and members <= data.keys()


def of(records: Iterable[Record], record: str) -> list[Record]:
    """Return the records of one kind."""
    return [each for each in records if each["record"] == record]
