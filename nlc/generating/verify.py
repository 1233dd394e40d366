"""Checks planted solutions against every rule of the genre."""

from __future__ import annotations

from nlc.ir.nodes import Assignment, Program


def require_solution(program: Program, board: Assignment) -> None:
    """Check a planted solution.

    Raises:
        RuntimeError: it breaks a rule, which is a fault of the generator.
    """
    from nlc.ir.evaluate import violations

    broken = violations(program, board, limit=1)
    if broken:
        raise RuntimeError(f"a planted solution breaks a rule: {broken[0].message}")
