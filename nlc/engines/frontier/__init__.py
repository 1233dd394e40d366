"""The frontier method as an engine, which counts without looking at every board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from nlc.arrays import Bools
from nlc.dataclasses import replace
from nlc.engines.base import Engine, Puzzle

if TYPE_CHECKING:
    from nlc.drivers.base import Limits
    from nlc.ir.nodes import Program
    from nlc.language import resolve
    from nlc.solve.answer import Answer
    from nlc.solve.question import Question


class FrontierEngine(Engine):
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
        from nlc.engines.frontier.schedule import edge_order, make_schedule
        from nlc.engines.frontier.state import Shape

        Shape.of(puzzle.problem, make_schedule(puzzle.problem, edge_order(puzzle.problem)))

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions once all of them are known.

        Raises:
            MemoryError: half of the machine's memory would not do.
        """
        from nlc.engines.frontier.build import Stopped, build

        try:
            diagram = build(puzzle.problem)
        except Stopped as stop:
            raise MemoryError(str(stop)) from None
        statistics |= {"states": diagram.states, "widest": diagram.widest}
        yield from diagram.solutions()

    def counter(
        self,
        puzzle: resolve.Puzzle,
        program: Program,
        question: Question,
        watch: Callable[[str, int, int], None] | None,
    ) -> Callable[[Limits], Answer]:
        """Return what counts all solutions, and keeps some; see `Counting`."""
        from nlc.engines.frontier.solve import solve
        from nlc.engines.problem import read_problem

        problem = read_problem(puzzle)

        def tell(done: int, work: int, states: int) -> None:
            if watch is not None:
                watch(f"{program.title}: {states} states", done, work)

        def count(limits: Limits) -> Answer:
            most, keep, backbone = question.most, question.keep, question.backbone
            answer = solve(
                program, problem, limits, most=most, keep=keep, backbone=backbone, watch=tell
            )
            return replace(answer, program=program, solver=self.name)

        return count


ENGINE = FrontierEngine()
