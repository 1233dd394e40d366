"""Edges and degrees in CP-SAT: a boolean variable a link and a colour a cell.

The authors of a course project on Numberlink compared three programs, and supposed that this model,
which they did not implement, would be the fastest. Detached rings satisfy degrees and colours; a
cut excludes each ring that is found.
"""

from __future__ import annotations

from nlc.engines.base import EngineInput
from nlc.engines.cpsat import (
    CpSatEngine,
    Formulation,
    add_colours,
    add_degrees,
    add_links,
    add_sums,
)


class CpSatEdgeEngine(CpSatEngine):
    """A model with the degrees of cells, and colours that are equal along drawn links.

    Args:
        turns: whether to add redundant constraints for corners if no path may touch itself.
    """

    name = "cpsat-edge"
    summary = "CP-SAT: a variable a link, a colour a cell; rings are cut as they are met"

    def __init__(self, turns: bool = True) -> None:
        self.turns = turns

    def formulate(self, puzzle: EngineInput) -> Formulation:
        """Return the model, which allows rings."""
        from ortools.sat.python import cp_model

        model, problem = cp_model.CpModel(), puzzle.problem
        links = add_links(model, problem)
        add_degrees(model, problem, links)
        add_colours(model, problem, links)
        add_sums(model, puzzle, links.lines, self.turns)
        return Formulation(problem, model, links.lines, used=links.used)


ENGINE = CpSatEdgeEngine()
