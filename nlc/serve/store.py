"""The file of SQLite that keeps the buffers of puzzles."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from nlc.serve.answers import Buffer, GeneratedPuzzle

VERSION = 1
"""Of the tables; a file of another version is put aside."""

_TABLES = f"""
CREATE TABLE kinds (
    key TEXT PRIMARY KEY, target INTEGER NOT NULL, taken INTEGER NOT NULL, waits INTEGER NOT NULL,
    used REAL NOT NULL
);
CREATE TABLE puzzles (id INTEGER PRIMARY KEY, key TEXT NOT NULL, made BLOB NOT NULL);
CREATE INDEX by_key ON puzzles (key);
PRAGMA user_version = {VERSION};
"""


class StoreError(Exception):
    """The file cannot be read or written now, as on a full disk; it is whole nonetheless."""


class Need(Struct, frozen=True):
    """A kind whose buffer is not full; `asked` where somebody has asked for it."""

    key: str
    asked: bool


class Store:
    """The buffers of all kinds.

    Attributes:
        problem: why nothing is kept, if so; for people.
    """

    def __init__(self, folder: Path | None, most: int, kinds: int) -> None:
        """Open the file of a folder, which is made; without one, keep puzzles in memory.

        Args:
            folder: where the file lies.
            most: puzzles of one kind at most.
            kinds: how many kinds; the one that was not asked for longest goes.
        """
        self.most, self.kinds = most, kinds
        self.problem: str | None = None
        self._file = None if folder is None else folder / "buffers.sqlite"
        self._tables = self._opened()

    def _opened(self) -> sqlite3.Connection:
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                try:
                    return _connected(str(self._file))
                except sqlite3.DatabaseError as error:
                    if isinstance(error, sqlite3.OperationalError):
                        raise
                    self._file.replace(self._file.with_suffix(".broken"))
                    for rest in ("-wal", "-shm"):
                        Path(f"{self._file}{rest}").unlink(missing_ok=True)
                    return _connected(str(self._file))
            except (sqlite3.Error, OSError) as error:
                self.problem = f"puzzles are kept in memory: {self._file}: {error}"
        return _connected(":memory:")

    def close(self) -> None:
        """Close the file."""
        self._tables.close()

    def take(self, key: str) -> GeneratedPuzzle | None:
        """Take a puzzle of a kind, the oldest; None if there is none, and then the target grows."""
        with self._writing() as tables:
            found = tables.execute(
                "DELETE FROM puzzles WHERE id = (SELECT min(id) FROM puzzles WHERE key = ?) "
                "RETURNING made",
                (key,),
            ).fetchone()
            tables.execute(
                "INSERT OR IGNORE INTO kinds VALUES (?, 0, 0, 0, 0)",
                (key,),
            )
            tables.execute(
                "UPDATE kinds SET used = ?, taken = taken + 1, waits = waits + ?, "
                "target = min(target + ?, ?) WHERE key = ?",
                (time.time(), found is None, found is None, self.most, key),
            )
            self._drop(tables)
        return None if found is None else msgspec.json.decode(found[0], type=GeneratedPuzzle)

    def expect(self, keys: Sequence[str]) -> None:
        """Have one puzzle of each of these kinds ready; no longer of others nobody asked for."""
        with self._writing() as tables:
            tables.execute("UPDATE kinds SET target = 0 WHERE used = 0")
            tables.executemany(
                "INSERT INTO kinds VALUES (?, 1, 0, 0, 0) "
                "ON CONFLICT (key) DO UPDATE SET target = max(target, 1)",
                [(key,) for key in keys],
            )
            tables.execute("DELETE FROM kinds WHERE target = 0 AND used = 0")
            self._drop(tables)

    def _drop(self, tables: sqlite3.Connection) -> None:
        """Drop the kinds that were not asked for longest, as far as there are too many."""
        tables.execute(
            "DELETE FROM kinds WHERE key NOT IN (SELECT key FROM kinds ORDER BY used DESC LIMIT ?)",
            (self.kinds,),
        )
        tables.execute("DELETE FROM puzzles WHERE key NOT IN (SELECT key FROM kinds)")

    def put(self, key: str, made: GeneratedPuzzle) -> None:
        """Keep a puzzle, if its kind is still wanted."""
        with self._writing() as tables:
            tables.execute(
                "INSERT INTO puzzles (key, made) SELECT ?, ? WHERE "
                "(SELECT target FROM kinds WHERE key = ?) > "
                "(SELECT count(*) FROM puzzles WHERE key = ?)",
                (key, msgspec.json.encode(made), key, key),
            )

    def needs(self) -> list[Need]:
        """Return the kinds whose buffers are not full, the last used first."""
        rows = self._read(
            "SELECT key, used > 0 FROM kinds WHERE target > "
            "(SELECT count(*) FROM puzzles WHERE key = kinds.key) ORDER BY used DESC"
        )
        return [Need(key, bool(asked)) for key, asked in rows]

    def listed(self, filling: str | None) -> list[Buffer]:
        """Return all buffers, the last used first; `filling` is the kind that is being filled."""
        rows = self._read(
            "SELECT key, (SELECT count(*) FROM puzzles WHERE key = kinds.key), target, taken, "
            "waits FROM kinds ORDER BY used DESC"
        )
        return [
            Buffer(
                kind=msgspec.json.decode(key),
                ready=ready,
                target=target,
                taken=taken,
                waits=waits,
                filling=key == filling,
            )
            for key, ready, target, taken, waits in rows
        ]

    def _read(self, question: str) -> list[Any]:
        try:
            return self._tables.execute(question).fetchall()
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the tables for one change, which is made as a whole or not at all."""
        try:
            self._tables.execute("BEGIN IMMEDIATE")
            try:
                yield self._tables
                self._tables.execute("COMMIT")
            except BaseException:
                if self._tables.in_transaction:
                    self._tables.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error


def _connected(place: str) -> sqlite3.Connection:
    """Open tables; make them in a new file.

    Raises:
        sqlite3.DatabaseError: it is no file of SQLite, or of another version; or, as an
            `OperationalError`, it cannot be opened or written.
    """
    tables = sqlite3.connect(place, timeout=1.0, isolation_level=None)
    try:
        version = tables.execute("PRAGMA user_version").fetchone()[0]
        known = tables.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not known:
            tables.execute("PRAGMA journal_mode = WAL")
            tables.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
        elif version != VERSION:
            raise sqlite3.DatabaseError(f"the tables are of version {version}")
        tables.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        tables.close()
        raise
    return tables
