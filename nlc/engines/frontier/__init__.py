"""The frontier method as an engine, which counts without looking at every board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from nlc.engines.base import Engine, EngineInput
from nlc.engines.frontier.build import build
from nlc.engines.frontier.diagram import Diagram, LimitReached, Watch
from nlc.engines.frontier.rules import Rules, read_rules
from nlc.engines.frontier.schedule import edge_order, make_schedule
from nlc.engines.frontier.state import Shape
from nlc.engines.frontier.sweep import count_rules
from nlc.engines.problem import is_known
from nlc.ir.backbone import Backbone
from nlc.ir.complete import board_of
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve
from nlc.process.limits import NO_LIMITS, Limits


class Counted(Protocol):
    """All solutions of a puzzle."""

    @property
    def diagram(self) -> Diagram:
        """Where they were found."""

    def count(self) -> int:
        """Return how many there are."""

    def solutions(self) -> Iterator[Assignment]:
        """Yield each of them."""

    def backbone(self, board: Assignment) -> Backbone:
        """Return what all of them share; `board` is one of them."""


class _Drawings(Struct, frozen=True, eq=False):
    """All solutions of a puzzle whose edges are drawn; see `Counted`."""

    program: Program
    diagram: Diagram

    def count(self) -> int:
        return self.diagram.count()

    def solutions(self) -> Iterator[Assignment]:
        for drawn in self.diagram.solutions():
            yield board_of(self.program, drawn > 0)

    def backbone(self, board: Assignment) -> Backbone:
        (line,) = [var for var in self.program.bools if var.shown]
        is_open = np.zeros(len(board.bools), np.bool_)
        for edge, possible in self.diagram.facts():
            is_open[line.base + edge] = possible.all()
        return Backbone(self.program, board, is_open, {}, complete=True)


class FrontierEngine(Engine[Any]):
    """Builds the decision diagram of all solutions, and reads them off.

    Numberlink and Multilink have states of their own: see `nlc.engines.problem`.
    """

    name = "frontier"
    summary = "all solutions at once, as a decision diagram"
    statistics = ("states", "widest")

    def version(self) -> str | None:
        """Return the version of NumPy."""
        return f"NumPy {np.__version__}"

    def read(self, puzzle: resolve.Puzzle, program: Program) -> EngineInput | Rules:
        """Return the drawn board of a puzzle of a genre that is known, else its rules."""
        found: EngineInput | Rules = (
            super().read(puzzle, program) if is_known(puzzle) else read_rules(program)
        )
        return found

    def refuse(self, puzzle: EngineInput) -> None:
        """Refuse a board that is too wide, or has too many labels.

        Raises:
            UserError: with the width, or the number of labels.
        """
        Shape.of(puzzle.problem, make_schedule(puzzle.problem, edge_order(puzzle.problem)))

    def count(
        self,
        puzzle: EngineInput | Rules,
        program: Program,
        limits: Limits = NO_LIMITS,
        watch: Watch | None = None,
    ) -> Counted:
        """Return all solutions of what was read.

        Args:
            limits: of the count; of memory, an estimate, or half of the machine's where none is
                given.
            watch: is told how far it is.

        Raises:
            UserError: the frontier is too wide.
            LimitReached: a limit was reached.
        """
        if isinstance(puzzle, Rules):
            return count_rules(puzzle, limits, watch)
        return _Drawings(program, build(puzzle.problem, limits, watch))

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of what `search` has yielded."""
        return found if isinstance(found, Assignment) else super().board(program, found)

    def search(self, puzzle: EngineInput | Rules, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield the solutions once all of them are known: drawn edges, or boards.

        Raises:
            MemoryError: half of the machine's memory would not do.
        """
        try:
            found: Iterator[Any]
            if isinstance(puzzle, Rules):
                counted = count_rules(puzzle)
                diagram, found = counted.diagram, counted.solutions()
            else:
                diagram = build(puzzle.problem)
                found = (drawn > 0 for drawn in diagram.solutions())
        except LimitReached as stop:
            raise MemoryError(str(stop)) from None
        statistics |= {"states": diagram.states, "widest": diagram.widest}
        yield from found


ENGINE = FrontierEngine()
