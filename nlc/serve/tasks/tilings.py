"""The tilings."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.board.tilings import TILINGS


def tilings(request: object) -> Iterator[list[str]]:
    """Yield the names of the tilings."""
    yield TILINGS.names()


TASK = tilings
