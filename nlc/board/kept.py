"""What is kept of boards: the last ones that were drawn, and what is worked out of one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from nlc.board import Board

P = ParamSpec("P")
T = TypeVar("T")


def kept_by_board(
    function: Callable[Concatenate[Board, P], T],
) -> Callable[Concatenate[Board, P], T]:
    """Call a function once for each board and each set of further arguments, which are hashable.

    Its results are shared, so nobody may change them, and they must not hold the board.
    """
    known: WeakKeyDictionary[Board, dict[object, T]] = WeakKeyDictionary()

    @wraps(function)
    def kept(board: Board, /, *args: P.args, **options: P.kwargs) -> T:
        results = known.setdefault(board, {})
        key = args, *options.items()
        if key not in results:
            results[key] = function(board, *args, **options)
        return results[key]

    return kept


class BoardCache(Generic[T]):
    """What was made last of drawings, by key, so that many puzzles of one shape have one board."""

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
        kept = list(self._kept.items())  # at once: other threads may draw, too
        surplus = sum(size for _, (size, _) in kept) - self.MAX_TOKENS
        for oldest, (size, _) in kept:
            if surplus <= 0:
                break
            self._kept.pop(oldest, None)
            surplus -= size
        return found[1]
