"""How solutions are counted where nobody says how: listed for a moment, then by their states.

A list takes as long as there are solutions; a frontier method (`nlc.engines.frontier`) as long as
the board is wide, whatever their number. So a few are listed first, and where that does not reach
the end, the states of a board that is not too wide are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.telling import tell
from nlc.errors import UserError
from nlc.solving.joined import after, left
from nlc.solving.policy import Policy
from nlc.solving.search import Question, Search, Watch

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.answer import Answer

LISTED_SECONDS = 0.5
"""For so long solutions are listed at first on a frontier of `WIDE` nodes or more; half as long for
each node less, for which the states take so much less time: some 0.04 s on 9 nodes."""

WIDE = 12
"""Nodes of a frontier from which solutions are listed for all of `LISTED_SECONDS`."""

LEAST_SECONDS = 0.1
"""In less a solver may not even begin."""

WIDEST = 14
"""Nodes of a frontier up to which states are counted: in seconds at 10, in minutes at 14."""


def search(
    puzzle: Puzzle,
    program: Program,
    question: Question,
    listing: Search,
    policy: Policy,
    watch: Watch | None,
) -> Search:
    """Return a search that counts in the way that suits the board.

    Args:
        puzzle: as it was read.
        program: the same, elaborated.
        question: how many solutions there are.
        listing: the search that lists them.
        policy: how.
        watch: is told how far the count by states is.
    """
    from nlc.engines.frontier import FrontierEngine
    from nlc.engines.frontier.schedule import edge_order, make_schedule
    from nlc.engines.problem import read_problem
    from nlc.solving.engine import EngineSolver

    try:
        problem = read_problem(puzzle)
        width = make_schedule(problem, edge_order(problem)).width
        if width > WIDEST:
            return listing
        states = EngineSolver(FrontierEngine()).read(puzzle, program, question, policy, watch)
    except UserError:  # it knows the stock genres only, and not too many labels
        return listing
    return replace(listing, run=_Count(listing, states, width).run, begin=None)


class _Count(Struct, frozen=True, eq=False):
    """A count.

    Attributes:
        listing: lists solutions.
        states: counts them by states.
        width: of the frontier.
    """

    listing: Search
    states: Search
    width: int

    def run(self, limits: Limits) -> Answer:
        """Return the number of solutions, and how it was found."""
        seconds = max(LISTED_SECONDS * 2.0 ** min(0, self.width - WIDE), LEAST_SECONDS)
        seconds = seconds if limits.seconds is None else min(seconds, limits.seconds)
        few = self.listing.run(replace(limits, seconds=seconds))
        if few.reason != "wall-time" or seconds == limits.seconds:
            return few
        tell("counting by states")
        answer = self.states.run(left(limits, few))
        answer = replace(after(few, answer), statistics=answer.statistics)
        if answer.reason == "memory" and limits.megabytes is None:
            note = "too many states to count by them: the solutions are listed"
            return _noted(after(answer, self.listing.run(left(limits, answer))), note)
        if answer.reason != "answered" and few.count:
            return replace(few, reason=answer.reason)
        how = f"counted by states, on a frontier of {self.width} nodes"
        return _noted(answer, f"{how}: {few.count} solutions were listed in {seconds:.2g} s")


def _noted(answer: Answer, note: str) -> Answer:
    return replace(answer, notes=(*answer.notes, note))
