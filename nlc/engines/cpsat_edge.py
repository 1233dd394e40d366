"""Edges and degrees in CP-SAT: a boolean variable a link and a colour a cell.

The authors of a course project on Numberlink compared three programs, and supposed that this one,
which they did not write, would be the fastest. Rings away from all ends satisfy degrees and
colours; they are cut as they are met.
"""

from __future__ import annotations

from nlc.engines.base import Puzzle
from nlc.engines.cpsat import (
    CpSatEngine,
    Formulation,
    add_colours,
    add_degrees,
    add_links,
    add_sums,
)


class CpSatEdgeEngine(CpSatEngine):
    """States degrees of cells, and colours that drawn links carry on.

    Args:
        turns: where no path may touch itself, state also what follows for a corner.
    """

    name = "cpsat-edge"
    summary = "CP-SAT: a variable a link, a colour a cell; rings are cut as they are met"

    def __init__(self, turns: bool = True) -> None:
        self.turns = turns

    def formulate(self, puzzle: Puzzle) -> Formulation:
        """Return the model, which allows rings."""
        from ortools.sat.python import cp_model

        model, problem = cp_model.CpModel(), puzzle.problem
        links = add_links(model, problem)
        add_degrees(model, problem, links)
        add_colours(model, problem, links)
        add_sums(model, puzzle, links.lines, self.turns)
        return Formulation(problem, model, links.lines, used=links.used)


ENGINE = CpSatEdgeEngine()
