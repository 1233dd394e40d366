"""The SQLite database of the buffered puzzles."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from nlc.serve.answers import Buffer, GeneratedPuzzle

VERSION = 1
"""The version of the tables; a file of another version is renamed, and a new one is begun."""

_TABLES = f"""
CREATE TABLE kinds (
    key TEXT PRIMARY KEY, target INTEGER NOT NULL, taken INTEGER NOT NULL, waits INTEGER NOT NULL,
    used REAL NOT NULL
);
CREATE TABLE puzzles (id INTEGER PRIMARY KEY, key TEXT NOT NULL, made BLOB NOT NULL);
CREATE INDEX by_key ON puzzles (key);
PRAGMA user_version = {VERSION};
"""


StoreError = sqlite3.Error
"""The file cannot be read or written now, as on a full disk; it remains consistent."""


class Store:
    """The buffers of all kinds.

    Attributes:
        problem: why puzzles are kept in memory alone, as a message; None if they are not.
    """

    def __init__(self, folder: Path | None, most: int, kinds: int) -> None:
        """Open the database of a folder, or one in memory. The folder is created if need be.

        Args:
            folder: holds the file; None for a database in memory.
            most: the most puzzles of one kind.
            kinds: the most kinds; the least recently requested ones are dropped.
        """
        self.most, self.kinds = most, kinds
        self.problem: str | None = None
        self._file = None if folder is None else folder / "buffers.sqlite"
        self._tables = self._open()

    def _open(self) -> sqlite3.Connection:
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                try:
                    return _connect(str(self._file))
                except sqlite3.DatabaseError as error:
                    if isinstance(error, sqlite3.OperationalError):
                        raise
                    self._file.replace(self._file.with_suffix(".broken"))
                    for rest in ("-wal", "-shm"):
                        Path(f"{self._file}{rest}").unlink(missing_ok=True)
                    return _connect(str(self._file))
            except (sqlite3.Error, OSError) as error:
                self.problem = f"puzzles are kept in memory: {self._file}: {error}"
        return _connect(":memory:")

    def close(self) -> None:
        """Close the file."""
        self._tables.close()

    def take(self, key: str) -> GeneratedPuzzle | None:
        """Remove and return the oldest puzzle of a kind; if there is none, the target grows."""
        with self._tables as tables:
            found = tables.execute(
                "DELETE FROM puzzles WHERE id = (SELECT min(id) FROM puzzles WHERE key = ?) "
                "RETURNING made",
                (key,),
            ).fetchone()
            tables.execute("INSERT OR IGNORE INTO kinds VALUES (?, 0, 0, 0, 0)", (key,))
            tables.execute(
                "UPDATE kinds SET used = ?, taken = taken + 1, waits = waits + ?, "
                "target = min(target + ?, ?) WHERE key = ?",
                (time.time(), found is None, found is None, self.most, key),
            )
            self._drop(tables)
        return None if found is None else msgspec.json.decode(found[0], type=GeneratedPuzzle)

    def expect(self, keys: Sequence[str]) -> None:
        """Buffer one puzzle of each of these kinds, in place of expected ones never requested."""
        with self._tables as tables:
            tables.execute("UPDATE kinds SET target = 0 WHERE used = 0")
            tables.executemany(
                "INSERT INTO kinds VALUES (?, 1, 0, 0, 0) "
                "ON CONFLICT (key) DO UPDATE SET target = max(target, 1)",
                [(key,) for key in keys],
            )
            tables.execute("DELETE FROM kinds WHERE target = 0 AND used = 0")
            self._drop(tables)

    def _drop(self, tables: sqlite3.Connection) -> None:
        """Drop the least recently requested kinds if there are too many."""
        tables.execute(
            "DELETE FROM kinds WHERE key NOT IN (SELECT key FROM kinds ORDER BY used DESC LIMIT ?)",
            (self.kinds,),
        )
        tables.execute("DELETE FROM puzzles WHERE key NOT IN (SELECT key FROM kinds)")

    def put(self, key: str, made: GeneratedPuzzle) -> None:
        """Add a puzzle, unless the buffer of its kind is full or was dropped."""
        with self._tables as tables:
            tables.execute(
                "INSERT INTO puzzles (key, made) SELECT ?, ? WHERE "
                "(SELECT target FROM kinds WHERE key = ?) > "
                "(SELECT count(*) FROM puzzles WHERE key = ?)",
                (key, msgspec.json.encode(made), key, key),
            )

    def shortages(self) -> list[tuple[str, bool]]:
        """Return the kinds whose buffers are not full, the most recently used first.

        With each: whether a client has requested it before.
        """
        rows = self._tables.execute(
            "SELECT key, used > 0 FROM kinds WHERE target > "
            "(SELECT count(*) FROM puzzles WHERE key = kinds.key) ORDER BY used DESC"
        )
        return [(key, bool(requested)) for key, requested in rows]

    def buffers(self, filling: str | None) -> list[Buffer]:
        """Return all buffers, the most recently used first; `filling` is the kind being filled."""
        rows = self._tables.execute(
            "SELECT key, (SELECT count(*) FROM puzzles WHERE key = kinds.key), target, taken, "
            "waits FROM kinds ORDER BY used DESC"
        )
        names = ("ready", "target", "taken", "waits")
        return [
            Buffer(
                kind=msgspec.json.decode(key),
                filling=key == filling,
                **dict(zip(names, counts, strict=True)),
            )
            for key, *counts in rows
        ]


def _connect(path: str) -> sqlite3.Connection:
    """Open a database, and create the tables in a new one.

    Raises:
        sqlite3.DatabaseError: it is not a database of SQLite, or of another version; or, as an
            `OperationalError`, it cannot be opened or written.
    """
    tables = sqlite3.connect(path, timeout=1.0, isolation_level="IMMEDIATE")
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
