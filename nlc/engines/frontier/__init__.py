"""The frontier method as an engine, which counts without looking at every board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Bools
from nlc.engines.base import Engine, Puzzle
from nlc.engines.frontier.build import LimitReached, build
from nlc.engines.frontier.schedule import edge_order, make_schedule
from nlc.engines.frontier.state import Shape


class FrontierEngine(Engine[Puzzle]):
    """Builds the decision diagram of all solutions, and reads them off."""

    name = "frontier"
    summary = "all solutions at once, as a decision diagram"
    statistics = ("states", "widest")

    def version(self) -> str | None:
        """Return the version of NumPy."""
        return f"NumPy {np.__version__}"

    def prepare(self) -> None:
        """Import the method."""
        import nlc.engines.frontier.build  # noqa: F401

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse a board that is too wide, or has too many labels.

        Raises:
            UserError: with the width, or the number of labels.
        """
        Shape.of(puzzle.problem, make_schedule(puzzle.problem, edge_order(puzzle.problem)))

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions once all of them are known.

        Raises:
            MemoryError: half of the machine's memory would not do.
        """
        try:
            diagram = build(puzzle.problem)
        except LimitReached as stop:
            raise MemoryError(str(stop)) from None
        statistics |= {"states": diagram.states, "widest": diagram.widest}
        yield from diagram.solutions()


ENGINE = FrontierEngine()
