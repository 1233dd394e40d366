"""Puzzles on demand: made in advance (`nlc.serve.store`), or while the client waits.

A kind of puzzle is a genre, a size, a tiling and options. Its buffer begins empty; its target grows
by one whenever a client had to wait for a puzzle, up to a bound. One usual puzzle of each genre is
made in advance, while nothing else runs. The database persists between runs of the server.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec
from msgspec import structs

from nlc.process.worker import WorkerStoppedError
from nlc.serve.answers import Buffers, Done, GeneratedPuzzle, GeneratorDescription
from nlc.serve.jobs import FullError, Jobs
from nlc.serve.making import generate, generators
from nlc.serve.puzzles import picture
from nlc.serve.requests import GenerateRequest, PictureRequest
from nlc.serve.settings import Settings
from nlc.serve.store import Store, StoreError
from nlc.serve.task import Blob, EncodedLine

QUIET_SECONDS = 5
"""No job has run for so long before a puzzle is made that no client has requested."""

FAILURES = 2
"""A kind is given up after so many failures, which may be due to a busy machine."""


class Generating:
    """Answers requests for puzzles, and fills the buffers in the background."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        """Open the buffers."""
        self._jobs = jobs
        self._store = Store(settings.folder, settings.buffer, settings.kinds)
        if self._store.problem:
            print(f"nlc: {self._store.problem}", file=sys.stderr)
        self._filling: str | None = None
        self._start_task: asyncio.Task[None] | None = None
        self._fill_task: asyncio.Task[None] | None = None
        self._failed: Counter[str] = Counter()
        self._problem: str | None = None

    def begin(self) -> None:
        """Begin to buffer a usual puzzle of each genre as soon as nothing else runs."""
        if self._store.most > 0:
            self._start_task = asyncio.ensure_future(self._start())

    async def _start(self) -> None:
        while not await self._is_quiet():
            pass
        with suppress(StoreError, FullError, WorkerStoppedError, RuntimeError, OSError):
            line = await self._jobs.quick(generators, None)
            if isinstance(line, EncodedLine):
                found = msgspec.json.decode(line.data, type=list[GeneratorDescription])
                self._store.expect([_usual_key(each) for each in found if each.genre])
                self.fill()

    async def close(self) -> None:
        """Stop filling, and close the file."""
        for task in (self._start_task, self._fill_task):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        self._store.close()

    def buffers(self) -> Buffers:
        """Return the buffers and their limits."""
        store = self._store
        found = Buffers(buffers=[], most=store.most, most_kinds=store.kinds)
        try:
            found.buffers = store.buffers(self._filling)
            found.problem = self._problem or store.problem
        except StoreError as error:
            found.problem = str(error)
        return found

    async def stream(self, request: GenerateRequest) -> AsyncGenerator[bytes, None]:
        """Yield the lines of an answer."""
        key = key_of(request)
        buffered = request.seed is None and request.text is None and self._store.most > 0
        found = self._take(key) if buffered else None
        try:
            if found is None:
                async with aclosing(self._jobs.stream(generate, _with_seed(request))) as lines:
                    async for line in lines:
                        yield line
                return
            if request.style != "puzzle":
                wanted = PictureRequest(text=found.text, style=request.style)
                blob = await self._jobs.quick(picture, wanted)
                found.svg = blob.data.decode() if isinstance(blob, Blob) else ""
            found.buffered = True
            yield msgspec.json.encode(found) + b"\n"
            yield msgspec.json.encode(Done(seconds=0.0)) + b"\n"
        finally:
            if buffered:
                self._failed.pop(key, None)
                self.fill()

    def _take(self, key: str) -> GeneratedPuzzle | None:
        """Take a puzzle from the buffer; None if it is empty, or the database cannot be written."""
        try:
            found = self._store.take(key)
        except StoreError as error:
            self._warn(str(error))
            return None
        self._problem = None
        return found

    def _warn(self, problem: str) -> None:
        if problem != self._problem:
            print(f"nlc: the buffer cannot be written: {problem}", file=sys.stderr)
        self._problem = problem

    # ---------- filling ----------

    def fill(self) -> None:
        """Fill the buffers in the background, unless that is being done already."""
        if self._fill_task is None or self._fill_task.done():
            self._fill_task = asyncio.ensure_future(self._fill())

    async def _fill(self) -> None:
        """Make puzzles one after the other until all buffers are full."""
        while True:
            try:
                needs = [
                    (not requested, self._failed[key], key)
                    for key, requested in self._store.shortages()
                    if self._failed[key] < FAILURES
                ]
                if not needs:
                    return
                unrequested, _, key = min(needs, key=lambda need: need[:2])
                if unrequested and not await self._is_quiet():
                    continue
                self._filling = key
                made = await self._generate(key)
                if made is None:
                    self._failed[key] += 1
                else:
                    self._store.put(key, made)
                    self._problem = None
            except StoreError as error:
                self._warn(str(error))
                await asyncio.sleep(30.0)
            finally:
                self._filling = None

    async def _is_quiet(self) -> bool:
        """Return whether no job runs or waits during the next seconds."""
        for _ in range(QUIET_SECONDS):
            await asyncio.sleep(1)
            if self._jobs.running or self._jobs.waiting:
                return False
        return True

    async def _generate(self, key: str) -> GeneratedPuzzle | None:
        """Return a new puzzle of a kind, or None if none was found within the limits."""
        request = msgspec.json.decode(key, type=GenerateRequest)
        async with aclosing(self._jobs.background(generate, _with_seed(request))) as lines:
            async for line in lines:
                if line.tag == "GeneratedPuzzle":
                    return msgspec.json.decode(line.data, type=GeneratedPuzzle)
        return None


def key_of(request: GenerateRequest) -> str:
    """Return the kind of a puzzle that is requested, as JSON."""
    names = ("genre", "columns", "rows", "tiling", "options")
    kind = {name: getattr(request, name) for name in names}
    kind["options"] = dict(sorted(request.options.items()))
    return msgspec.json.encode(kind).decode()


def _usual_key(description: GeneratorDescription) -> str:
    return key_of(GenerateRequest(genre=description.genre, **structs.asdict(description.usual)))


def _with_seed(request: GenerateRequest) -> GenerateRequest:
    if request.seed is not None:
        return request
    return structs.replace(request, seed=random.SystemRandom().randrange(1, 10**6))
