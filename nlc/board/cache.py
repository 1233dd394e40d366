"""The boards that were drawn last, so that many puzzles of one shape have one board."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class BoardCache(Generic[T]):
    """What was made last of drawings, by key."""

    MAX_TOKENS = 200_000
    """Tokens of all that is kept together."""

    MIN_TOKENS = 1_000
    """Tokens that the smallest board counts for: its memory does not shrink with its cells."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[int, T]] = {}

    def get(self, key: Hashable, tokens: int, make: Callable[[], T]) -> T:
        """Return what was made for this key, or make it.

        Args:
            key: tells apart what differs.
            tokens: of the drawing, about.
            make: is called if nothing is kept; what it raises leaves the cache as it was.
        """
        found = self._kept.pop(key, None) or (max(tokens, self.MIN_TOKENS), make())
        self._kept[key] = found
        while sum(size for size, _ in self._kept.values()) > self.MAX_TOKENS:
            del self._kept[next(iter(self._kept))]
        return found[1]
