"""What can be asked of a puzzle, and the way to the answer by one solver."""

from __future__ import annotations

from dataclasses import dataclass

from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import Lowered
from nlc.ir.nodes import Program
from nlc.solve.result import Result


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        most: how many solutions to look for, or None for all; more than one also asks whether there
            are others.
        keep: how many boards to return, or None for all that are found.
        facts: ask what all solutions share, in the place of solutions.
    """

    most: int | None = 1
    keep: int | None = None
    facts: bool = False

    def settled(self, result: Result) -> bool:
        """Return whether a result, which is no failure, answers the question."""
        if result.status != "SATISFIABLE":
            return result.status == "UNSATISFIABLE"
        if self.facts:
            return result.facts is not None and result.facts.complete
        return self.most == 1 or bool(result.complete) or result.count == self.most

    def ask(self, program: Program, lowered: Lowered, driver: Driver, limits: Limits) -> Result:
        """Answer the question by a solver, under limits for all of it together.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        if self.facts:
            from nlc.solve.backbone import find

            return find(program, lowered, driver, limits)
        from nlc.solve.strategy import solve

        return solve(program, lowered, driver, limits, most=self.most, keep=self.keep)
