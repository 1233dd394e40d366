"""What an engine, or a solver, answers to a question about a puzzle, without anything else."""

from __future__ import annotations

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.ir.elaborate.program import elaborate
from nlc.solving.answer import Answer
from nlc.solving.choice import choose_solvers
from nlc.solving.question import ONE, PLAIN, Question
from nlc.solving.solve import Search


def asked(puzzle, solver, question: Question = ONE, limits: Limits = NO_LIMITS) -> Answer:
    """Return the answer of one attempt by a solver."""
    by = choose_solvers(solver, plan="plain")
    return Search(puzzle, elaborate(puzzle), question, by, PLAIN, limits).answer()
