"""Engines that do as they are told, and some that do wrong."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.engines.base import Engine, EngineInput
from nlc.errors import Source
from nlc.language import resolve
from nlc.language.resolve import load

TEXT = """
puzzle "p" is numberlink {
  topology square;
  set cover = false;
  board
    A . .
    . . A
  end
}
"""

PATHS = (
    ["r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3"],
    ["r1c1-r1c2", "r1c2-r2c2", "r2c2-r2c3"],
    ["r1c1-r2c1", "r2c1-r2c2", "r2c2-r2c3"],
    ["r1c1-r2c1", "r2c1-r2c2", "r1c2-r2c2", "r1c2-r1c3", "r1c3-r2c3"],
)
"""The solutions."""

BROKEN = ["r1c1-r1c2"]
"""No solution."""


def case() -> resolve.Puzzle:
    """Return the puzzle of `TEXT`."""
    (found,) = load(Source("test.nl", TEXT)).puzzles
    return found


class StandIn(Engine[EngineInput]):
    """Finds what it was given, in its order."""

    name = "stand-in"
    summary = "for tests"
    statistics = ("found",)

    def __init__(
        self,
        found: Sequence[Sequence[str]] = PATHS,
        *,
        exact: bool = True,
        assumes: str | None = None,
        missing: str | None = None,
    ) -> None:
        self.found = found
        self.exact = exact
        self.assumption = assumes
        self.absent = missing

    def version(self) -> str | None:
        """Return a version where it can run."""
        return None if self.absent else "1"

    def missing(self) -> str | None:
        """Return what was given."""
        return self.absent

    def refuse(self, puzzle: EngineInput) -> None:
        """Refuse nothing."""

    def assumes(self, puzzle: EngineInput) -> str | None:
        """Return what was given."""
        return self.assumption

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield what was given."""
        names = puzzle.board.names(Sort.LINK)
        for number, links in enumerate(self.found, 1):
            statistics["found"] = number
            yield np.isin(names, links)


class Busy(StandIn):
    """Finds nothing and never ends."""

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Take time."""
        while True:
            yield from ()


class Greedy(StandIn):
    """Finds nothing and takes more and more memory."""

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Take memory."""
        kept = []
        while True:
            kept.append(np.ones(1 << 20))
            yield from ()


class Failing(StandIn):
    """Raises an exception after the first solution."""

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Fail."""
        yield next(super().search(puzzle, statistics))
        raise ValueError("out of paper")


class Killed(StandIn):
    """Is killed after the first solution."""

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """End."""
        yield next(super().search(puzzle, statistics))
        os.kill(os.getpid(), signal.SIGKILL)
