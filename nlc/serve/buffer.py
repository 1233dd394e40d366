"""Puzzles on demand: made in advance, in a file of SQLite, or while the client waits.

A kind of puzzle is a genre, a size, a tiling and options. Its buffer begins empty; its target grows
by one whenever somebody had to wait for a puzzle, up to a bound. One usual puzzle of each genre is
made before anybody asks, while nothing else runs. The file outlives the server.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from nlc.process.worker import WorkerStoppedError
from nlc.serve.answers import Buffer, Buffers, Done, GeneratedPuzzle, GeneratorDescription
from nlc.serve.jobs import FullError, Jobs
from nlc.serve.making import generate, generators
from nlc.serve.puzzles import picture
from nlc.serve.requests import GenerateRequest, PictureRequest
from nlc.serve.settings import Settings
from nlc.serve.task import Blob, Line

VERSION = 1
"""Of the tables; a file of another version is put aside."""

MAX_SEED = 10**6

QUIET_SECONDS = 5
"""Nothing has run for so long before a puzzle is made that nobody has asked for."""

FAILURES = 2
"""So often a kind fails before it is left alone: other programs may have the machine."""

_PAUSE_SECONDS = 30.0
"""After a failure, nothing is filled for so long."""

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


class Generating:
    """Answers requests for puzzles, and fills the buffers in the background."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        """Open the buffers."""
        self._jobs = jobs
        self._store = Store(settings.folder, settings.buffer, settings.kinds)
        if self._store.problem:
            print(f"nlc: {self._store.problem}", file=sys.stderr)
        self._filling: str | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._failed: Counter[str] = Counter()
        self._problem: str | None = None

    def begin(self) -> None:
        """Have usual puzzles ready as soon as nothing else runs."""
        if self._store.most > 0:
            self._beginning = asyncio.ensure_future(self._begin())

    async def _begin(self) -> None:
        while not await self._is_quiet():
            pass
        with suppress(StoreError, FullError, WorkerStoppedError, RuntimeError, OSError):
            line = await self._jobs.quick(generators, None)
            if isinstance(line, Line):
                found = msgspec.json.decode(line.data, type=list[GeneratorDescription])
                self._store.expect([_usual_key(each) for each in found if each.genre])
                self.fill()

    async def close(self) -> None:
        """Stop filling, and close the file."""
        for task in (self._beginning, self._task):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        self._store.close()

    def buffers(self) -> Buffers:
        """Return what there is, and what there is room for."""
        store = self._store
        found = Buffers(buffers=[], most=store.most, most_kinds=store.kinds)
        try:
            found.buffers = store.listed(self._filling)
            found.problem = self._problem or store.problem
        except StoreError as error:
            found.problem = str(error)
        return found

    async def stream(self, request: GenerateRequest) -> AsyncGenerator[bytes, None]:
        """Yield the lines of an answer."""
        key = key_of(request)
        buffered = request.seed is None and request.text is None and self._store.most > 0
        found = self._taken(key) if buffered else None
        try:
            if found is None:
                async with aclosing(self._jobs.stream(generate, _seeded(request))) as lines:
                    async for line in lines:
                        yield line
                return
            if request.style != "puzzle":
                found.svg = await self._drawn(found.text, request)
            found.buffered = True
            yield msgspec.json.encode(found) + b"\n"
            yield msgspec.json.encode(Done(seconds=0.0)) + b"\n"
        finally:
            if buffered:
                self._failed.pop(key, None)
                self.fill()

    async def _drawn(self, text: str, request: GenerateRequest) -> str:
        asked = PictureRequest(text=text, style=request.style)
        blob = await self._jobs.quick(picture, asked)
        return blob.data.decode() if isinstance(blob, Blob) else ""

    def _taken(self, key: str) -> GeneratedPuzzle | None:
        """Take a puzzle from the buffer; without a file that can be written, there is none."""
        try:
            found = self._store.take(key)
        except StoreError as error:
            self._note(str(error))
            return None
        self._problem = None
        return found

    def _note(self, problem: str) -> None:
        if problem != self._problem:
            print(f"nlc: the buffer cannot be written: {problem}", file=sys.stderr)
        self._problem = problem

    # ---------- filling ----------

    def fill(self) -> None:
        """Fill the buffers in the background, if that is not being done."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._fill())

    async def _fill(self) -> None:
        """Make puzzles one after the other until all buffers are full."""
        while True:
            try:
                needs = [need for need in self._store.needs() if self._failed[need.key] < FAILURES]
                if not needs:
                    return
                need = min(needs, key=lambda need: (not need.asked, self._failed[need.key]))
                if not need.asked and not await self._is_quiet():
                    continue
                self._filling = need.key
                made = await self._fresh(self._filling)
                if made is None:
                    self._failed[self._filling] += 1
                else:
                    self._store.put(self._filling, made)
                    self._problem = None
            except StoreError as error:
                self._note(str(error))
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                self._filling = None

    async def _is_quiet(self) -> bool:
        """Return whether nothing runs or waits for some seconds from now."""
        for _ in range(QUIET_SECONDS):
            await asyncio.sleep(1)
            if self._jobs.running or self._jobs.waiting:
                return False
        return True

    async def _fresh(self, key: str) -> GeneratedPuzzle | None:
        """Return a new puzzle of a kind, or None where none could be made within the limits."""
        request = msgspec.json.decode(key, type=GenerateRequest)
        async with aclosing(self._jobs.background(generate, _seeded(request))) as lines:
            async for line in lines:
                if line.tag == "GeneratedPuzzle":
                    return msgspec.json.decode(line.data, type=GeneratedPuzzle)
        return None


def key_of(request: GenerateRequest) -> str:
    """Return the kind of a puzzle, as JSON."""
    kind = {
        "genre": request.genre,
        "columns": request.columns,
        "rows": request.rows,
        "tiling": request.tiling,
        "options": dict(sorted(request.options.items())),
    }
    return msgspec.json.encode(kind).decode()


def _usual_key(said: GeneratorDescription) -> str:
    usual = said.usual
    request = GenerateRequest(
        genre=said.genre, columns=usual.columns, rows=usual.rows, options=usual.options
    )
    return key_of(request)


def _seeded(request: GenerateRequest) -> GenerateRequest:
    if request.seed is not None:
        return request
    return structs.replace(request, seed=random.SystemRandom().randrange(1, MAX_SEED))
