"""Engines by name: `ENGINES`, with placeholders for those that cannot be loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nlc.arrays import Bools
from nlc.engines import ENGINES
from nlc.engines.base import Engine, EngineInput
from nlc.errors import fail

find = ENGINES.find
get = ENGINES.get
names = ENGINES.names


class UnusableEngine(Engine[EngineInput]):
    """A placeholder of an engine that cannot be loaded; `missing` says why."""

    summary = ""
    statistics: tuple[str, ...] = ()

    def __init__(self, name: str, cause: str) -> None:
        self.name = name
        self._cause = cause

    def version(self) -> str | None:
        """Return None."""
        return None

    def missing(self) -> str | None:
        """Return why the engine cannot be loaded."""
        return self._cause

    def refuse(self, puzzle: EngineInput) -> None:
        """Refuse all puzzles."""
        raise fail(self._cause)

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield nothing: every puzzle was refused."""
        yield from ()


def available() -> list[Engine[Any]]:
    """Return every engine, including those that miss a library or cannot be loaded."""
    return ENGINES.available(UnusableEngine)
