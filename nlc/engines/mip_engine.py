"""Integer programs solved in rounds: the engines `mip`, by HiGHS, and `mip-cbc`, by CBC.

The models have no objective and allow rings away from all ends. Where a solution is to be excluded,
or a ring was found, a row is added and the program is solved anew.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.engines.base import Engine, Puzzle, require_pairs
from nlc.engines.mip_model import Program, model_of
from nlc.engines.rings import detached


class Solver(Protocol):
    """A MIP solver with a program.

    Attributes:
        nodes: how many nodes of the search trees it has looked at so far.
    """

    nodes: int

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """

    def add(self, columns: Ints, most: int) -> None:
        """Add that at most so many of these columns are 1."""


class MipEngine(Engine):
    """Solves a model of `nlc.engines.mip_model`; a subclass says by which solver."""

    statistics = ("columns", "rows", "rounds", "cuts", "nodes")

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse what is not Numberlink.

        Raises:
            UserError: it has other rules.
        """
        require_pairs(self, puzzle)

    @abstractmethod
    def start(self, program: Program) -> Solver:
        """Return a solver for a program."""

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions, one or more rounds for each."""
        problem = puzzle.problem
        if not problem.groups:  # nothing may be drawn
            if not (problem.cover and problem.nodes):
                yield np.zeros(len(problem.ends), np.bool_)
            return
        model = model_of(puzzle)
        solver = self.start(model.program)
        statistics |= dict.fromkeys(self.statistics, 0)
        statistics |= {"columns": len(model.program.low), "rows": len(model.program.rows)}
        while True:
            values = solver.solve()
            statistics["rounds"] += 1
            statistics["nodes"] = solver.nodes
            if values is None:
                return
            drawn = model.drawn(values)
            rings = detached(problem, drawn)
            statistics["cuts"] += len(rings)
            if not rings:
                yield drawn
                solver.add(*model.block(values))
            for ring in rings:
                for bound in model.cut(ring):
                    solver.add(*bound)
