"""Asks a driver a question about a formula: for solutions, for the backbone, or with a proof."""

from __future__ import annotations

from nlc.drivers.base import Driver, Limits
from nlc.drivers.telling import tell
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Program
from nlc.solve.answer import Answer
from nlc.solve.search import Question, Watch
from nlc.solve.strategy import find_backbone, solve


def ask(
    program: Program,
    lowered: LoweredProgram,
    driver: Driver,
    question: Question,
    proof: str | None,
    watch: Watch | None,
    limits: Limits,
) -> Answer:
    """Return a driver's answer to a question about a formula."""
    tell(f"{driver.name}: {lowered.cnf.variables} variables, {lowered.cnf.clauses} clauses")
    if proof is not None:
        from nlc.solve.proof import solve_with_proof

        most = question.most or 1
        return solve_with_proof(program, lowered, driver, limits, most, proof, watch)
    if question.backbone:
        return find_backbone(program, lowered, driver, limits)
    return solve(program, lowered, driver, limits, most=question.most, keep=question.keep)
