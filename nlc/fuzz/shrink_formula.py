"""Formulas that are a little smaller than a given one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from nlc.oracle.formulas import Formula


def smaller_formulas(formula: Formula) -> Iterator[Formula]:
    """Yield formulas with fewer clauses, literals, variables or shown variables."""
    clauses = formula.clauses
    size = len(clauses)
    step = size
    while step:
        for start in range(0, size, step):
            yield replace(formula, clauses=clauses[:start] + clauses[start + step :])
        step //= 2
    for variable in range(formula.variables, 0, -1):
        if all(variable != abs(lit) for clause in clauses for lit in clause):
            yield _without(formula, variable)
    for i, clause in enumerate(clauses):
        for j in range(len(clause)):
            shorter = clause[:j] + clause[j + 1 :]
            yield replace(formula, clauses=(*clauses[:i], shorter, *clauses[i + 1 :]))
    for i in range(len(formula.projection)):
        shown = formula.projection[:i] + formula.projection[i + 1 :]
        yield replace(formula, projection=shown)
    for i, clause in enumerate(clauses):
        for j, lit in enumerate(clause):
            if lit < 0:
                positive = (*clause[:j], -lit, *clause[j + 1 :])
                yield replace(formula, clauses=(*clauses[:i], positive, *clauses[i + 1 :]))


def _without(formula: Formula, variable: int) -> Formula:
    """Return a formula without a variable that no clause has; higher ones move down."""

    def moved(lit: int) -> int:
        return lit - (lit > variable) + (lit < -variable)

    return Formula(
        formula.variables - 1,
        tuple(tuple(map(moved, clause)) for clause in formula.clauses),
        tuple(moved(v) for v in formula.projection if v != variable),
    )
