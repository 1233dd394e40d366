"""Puzzles on demand: from the buffer, or made while the client waits; the buffer is then filled."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec
from msgspec import structs

from nlc.serve.answers import Buffers, Done, GeneratedPuzzle
from nlc.serve.buffer import Store, StoreError
from nlc.serve.jobs import Jobs
from nlc.serve.requests import GenerateRequest, PictureRequest
from nlc.serve.settings import Settings
from nlc.serve.task import Blob

MAX_SEED = 10**6

_PAUSE_SECONDS = 30.0
"""After a failure, nothing is filled for so long."""


class Generating:
    """Answers requests for puzzles, and fills the buffers in the background."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        """Open the buffers; nothing is filled before somebody asks."""
        self._jobs = jobs
        self._store = Store(settings.folder, settings.buffer, settings.kinds)
        if self._store.problem:
            print(f"nlc: {self._store.problem}", file=sys.stderr)
        self._filling: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._failed: set[str] = set()
        self._problem: str | None = None

    async def close(self) -> None:
        """Stop filling, and close the file."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
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
        if request.seed is not None or not self._store.most:
            async with aclosing(self._made(request)) as lines:
                async for line in lines:
                    yield line
            return
        key = key_of(request)
        found = self._taken(key)
        self._failed.discard(key)
        if found is not None:
            if request.style != "puzzle":
                found.svg = await self._drawn(found.text, request)
            found.buffered = True
            yield msgspec.json.encode(found) + b"\n"
            yield msgspec.json.encode(Done(seconds=0.0)) + b"\n"
            self.fill()
            return
        try:
            async with aclosing(self._made(request)) as lines:
                async for line in lines:
                    yield line
        finally:
            self.fill()

    async def _made(self, request: GenerateRequest) -> AsyncGenerator[bytes, None]:
        """Yield the lines of a job that makes a puzzle."""
        async with aclosing(self._jobs.stream("generate", _seeded(request))) as lines:
            async for line in lines:
                yield line

    async def _drawn(self, text: str, request: GenerateRequest) -> str:
        asked = PictureRequest(text=text, style=request.style)
        blob = await self._jobs.quick("picture", asked)
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
                needs = [need for need in self._store.needs() if need.key not in self._failed]
                if not needs:
                    return
                self._filling = needs[0].key
                made = await self._fresh(self._filling)
                if made is None:
                    self._failed.add(self._filling)
                else:
                    self._store.put(self._filling, made)
                    self._problem = None
            except StoreError as error:
                self._note(str(error))
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                self._filling = None

    async def _fresh(self, key: str) -> GeneratedPuzzle | None:
        """Return a new puzzle of a kind, or None where none could be made within the limits."""
        request = msgspec.json.decode(key, type=GenerateRequest)
        async with aclosing(self._jobs.background("generate", _seeded(request))) as lines:
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


def _seeded(request: GenerateRequest) -> GenerateRequest:
    if request.seed is not None:
        return request
    return structs.replace(request, seed=random.SystemRandom().randrange(1, MAX_SEED))
