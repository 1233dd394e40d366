"""How hard a Numberlink is: what has to be concluded, and how, until every segment is known.

Each stage concludes segments by more rules than the one before it; see `nlc.generating.propagation`.
"""

from __future__ import annotations

from nlc.generating import propagation
from nlc.generating.grade import Grade
from nlc.ir.nodes import Program

STAGES: propagation.Stages = {
    "counts": frozenset({"terminal", "through", "covered"}),
    "corners": frozenset({"terminal", "through", "covered", "turn", "away"}),
    "colours": None,
}
"""The rules of each stage: what the number of segments at a cell says, most of it at the rim; then
what no path may do round a corner; then all rules, with colours and rings."""

LEVELS = propagation.levels(STAGES)
"""The levels, easy ones first. Where a grader looks further ahead, there are more, which
`nlc.generating.lookahead.deep_levels` tells."""


def grade(program: Program, depth: int = 1) -> Grade:
    """Grade a puzzle with one solution; see `nlc.generating.propagation.grade`."""
    return propagation.grade(program, STAGES, depth, "domains=auto")
