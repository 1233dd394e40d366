"""Makes many puzzles of one generator, in processes that can be stopped at any moment.

An attempt is bounded by counts, never by time, and all its choices follow from its number. Where
attempts at a puzzle take long and may still fail, several run at a time, and the successful one
with the least number counts. So the puzzles depend neither on the machine nor on the number of
processes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any

from msgspec import Struct, field

from nlc.errors import UserError
from nlc.generating.genre import Generator
from nlc.generating.made import Made
from nlc.process.pool import Executor
from nlc.process.worker import WorkerStoppedError

ATTEMPTS = 200
"""Attempts at one puzzle before it is given up."""

_ALONE = 1.0
"""Seconds before more than one attempt at a puzzle runs at a time."""


class Item(Struct, frozen=True, eq=False):
    """A puzzle of a batch.

    Attributes:
        number: from 1.
        puzzle: None where it was given up.
        counts: ``tries``, and the counts of the generator.
        seconds: wall-clock time.
        timeout: whether it was given up for lack of time.
    """

    number: int
    puzzle: Made | None
    counts: Mapping[str, int]
    seconds: float
    timeout: bool = False


class Batch(Struct, frozen=True):
    """A number of puzzles to make.

    Attributes:
        seed: puzzle k of a seed is the same for every `count`.
        timeout: seconds of wall-clock time after which a puzzle is given up; None: never.
    """

    generator: Generator
    seed: int = 1
    count: int = 1
    timeout: float | None = None

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        return f"{self.generator.subject}, seed {self.seed} #{number}"

    def items(
        self, executor: Executor, watch: Callable[[int, Mapping[str, int]], None] | None = None
    ) -> Iterator[Item]:
        """Yield the puzzles by number; they do not depend on the executor.

        Args:
            watch: called about twice a second with the number of the next puzzle and its counts
                so far.

        Raises:
            RuntimeError: a method is at fault; the message holds its traceback.
            WorkerStoppedError: a process died.
            UserError: a cluster has no workers.
        """
        try:
            yield from _Races(self, executor).items(watch)
        except (UserError, WorkerStoppedError, OSError):
            raise
        except Exception as error:
            notes = getattr(error, "__notes__", None)
            if not notes:
                raise
            raise RuntimeError("\n".join(notes)) from error

    def attempt(self, number: int, attempt: int) -> tuple[Made | None, Counter[str]]:
        """Attempt one puzzle once; to be called in a process that may end at any moment.

        Args:
            number: of the puzzle, from 1.
            attempt: its number, from 0.

        Returns:
            The puzzle, or None, and the counts.
        """
        counts: Counter[str] = Counter(tries=1)
        return self.generator.attempt(self.seed, number, attempt, counts), counts

    def make(self, number: int) -> Item:
        """Make one puzzle in this process, which may end at any moment."""
        race = _Race(number, time.monotonic())
        while (item := race.item(None)) is None:
            race.results[race.ended] = self.attempt(number, race.ended)
        return item


class _Race(Struct, eq=False):
    """The attempts at one puzzle.

    Attributes:
        started: when it began, by `time.monotonic`.
        begun: how many attempts have begun.
        ended: how many have ended in vain, one after the other.
        results: of attempts that have ended, by number.
    """

    number: int
    started: float
    begun: int = 0
    ended: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    results: dict[int, tuple[Made | None, Counter[str]]] = field(default_factory=dict)

    def item(self, timeout: float | None) -> Item | None:
        """Return the item if an attempt succeeded or the puzzle is given up, else None."""
        while self.ended in self.results:
            puzzle, counts = self.results.pop(self.ended)
            self.ended += 1
            self.counts.update(counts)
            if puzzle is not None or self.ended == ATTEMPTS:
                return Item(self.number, puzzle, dict(self.counts), self.seconds)
        if timeout is not None and self.seconds >= timeout:
            return Item(self.number, None, dict(self.counts), self.seconds, timeout=True)
        return None

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return time.monotonic() - self.started


class _Races:
    """Distributes the attempts at all puzzles over the processes."""

    def __init__(self, batch: Batch, executor: Executor) -> None:
        self._batch, self._executor = batch, executor
        self._attempt = batch.attempt  # always the same object, which the processes know
        self._races: dict[int, _Race] = {}
        self._running: dict[Future[Any], tuple[_Race, int]] = {}
        self._begun = 0

    def items(self, watch: Callable[[int, Mapping[str, int]], None] | None) -> Iterator[Item]:
        """Yield the puzzles by number."""
        items: dict[int, Item] = {}
        following = 1
        try:
            while following <= self._batch.count:
                while len(self._running) < self._executor.slots and (race := self._next()):
                    future = self._executor.submit(self._attempt, race.number, race.begun)
                    self._running[future] = race, race.begun
                    race.begun += 1
                for future in self._executor.wait(self._running.keys(), 0.5):
                    race, attempt = self._running.pop(future)
                    race.results[attempt] = future.result()
                for race in list(self._races.values()):
                    if (item := race.item(self._batch.timeout)) is not None:
                        items[race.number] = item
                        self._end(race)
                while following in items:
                    yield items.pop(following)
                    following += 1
                if watch is not None and following in self._races:
                    watch(following, self._races[following].counts)
        finally:
            for race in list(self._races.values()):
                self._end(race)

    def _next(self) -> _Race | None:
        """Return the puzzle to attempt next, first one without a running attempt, or None."""
        active = Counter(race.number for race, _ in self._running.values())
        idle = [race for race in self._races.values() if not active[race.number]]
        if idle:
            return idle[0]
        if self._begun < self._batch.count:
            self._begun += 1
            race = self._races[self._begun] = _Race(self._begun, time.monotonic())
            return race
        late = self._races.values() if self._batch.generator.fails_late else []
        slow = [race for race in late if race.seconds > _ALONE and race.begun < ATTEMPTS]
        return min(slow, key=lambda race: active[race.number], default=None)

    def _end(self, race: _Race) -> None:
        """Remove a puzzle and cancel its running attempts."""
        del self._races[race.number]
        for future in [each for each, (of, _) in self._running.items() if of is race]:
            future.cancel()
            del self._running[future]
