"""What is worked out once for a board, and kept as long as the board is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
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
