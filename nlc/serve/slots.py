"""Who may run now, and who waits: a first come, first served queue that knows its length."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import suppress


class FullError(Exception):
    """The queue is as long as it may be."""


class Slots:
    """Limits how many run at a time, and how many wait.

    Attributes:
        running: how many run.
    """

    def __init__(self, slots: int, queue: int) -> None:
        self._slots = slots
        self._most = queue
        self._waiting: deque[asyncio.Event] = deque()
        self.running = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def require_room(self) -> None:
        """See whether one more may come.

        Raises:
            FullError: the queue is full.
        """
        if len(self._waiting) >= self._most:
            raise FullError

    def take(self) -> bool:
        """Take a slot if one is free and nobody waits; return whether it is so."""
        free = self.running < self._slots and not self._waiting
        self.running += free
        return free

    async def turn(self, seconds: float) -> AsyncGenerator[int, None]:
        """Wait for a slot; yield how many come first, at once and then each `seconds`.

        The iterator ends with the slot taken; closing it before gives up the place.

        Raises:
            FullError: the queue is full.
        """
        if self.take():
            return
        self.require_room()
        mine = asyncio.Event()
        self._waiting.append(mine)
        try:
            while True:
                ahead = self._waiting.index(mine)
                if ahead == 0 and self.running < self._slots:
                    self._waiting.popleft()
                    self.running += 1
                    return
                yield ahead
                mine.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(mine.wait(), seconds)
        finally:
            if mine in self._waiting:
                self._waiting.remove(mine)
            self._wake()

    def leave(self) -> None:
        """Give a slot back."""
        self.running -= 1
        self._wake()

    def _wake(self) -> None:
        if self._waiting:
            self._waiting[0].set()
