"""The frontier method as an engine, which counts without looking at every board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.engines.base import Engine
from nlc.engines.frontier.diagram import LimitReached
from nlc.engines.frontier.rules import Rules, read_rules
from nlc.engines.frontier.sweep import count_rules
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve


class FrontierEngine(Engine[Rules]):
    """Builds the decision diagram of all solutions, and reads them off."""

    name = "frontier"
    summary = "all solutions at once, as a decision diagram"
    statistics = ("states", "widest")

    def version(self) -> str | None:
        """Return the version of NumPy."""
        return f"NumPy {np.__version__}"

    def read(self, puzzle: resolve.Puzzle, program: Program) -> Rules:
        """Return the rules of a puzzle."""
        return read_rules(program)

    def board(self, program: Program, found: Assignment) -> Assignment:
        """Return the board of what `search` has yielded: itself."""
        return found

    def search(self, puzzle: Rules, statistics: dict[str, int]) -> Iterator[Assignment]:
        """Yield the boards once all of them are known.

        Raises:
            MemoryError: half of the machine's memory would not do.
        """
        try:
            counted = count_rules(puzzle)
        except LimitReached as stop:
            raise MemoryError(str(stop)) from None
        statistics |= counted.diagram.figures
        yield from counted.solutions()


ENGINE = FrontierEngine()
