"""Facts of a board by their literals, and those that hold in all solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlc.ir.nodes import ABSENT, BoolVar, Domain, Program
from nlc.reasons.facts import Fact, facts_of
from nlc.reasons.groups import GroupSolver

Place = tuple[str, int]
"""A variable and an element."""


def variables(program: Program) -> list[BoolVar | Domain]:
    """Return the declared variables, those that are shown first."""
    every: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    return sorted(every, key=lambda variable: not variable.shown)


def place_of(fact: Fact) -> Place:
    """Return the variable and the element of a fact."""
    return fact.variable, fact.element


def literals(solver: GroupSolver) -> dict[int, Fact]:
    """Return the fact of each literal of a declared variable; see `GroupSolver.literal`."""
    out: dict[int, Fact] = {}
    for variable in variables(solver.program):
        values = (ABSENT, *range(len(variable.values))) if isinstance(variable, Domain) else (1,)
        for element in range(variable.size):
            for value in values:
                fact = Fact(variable.name, element, value)
                literal = solver.literal(fact)
                if not literal:
                    continue
                out[literal] = fact
                if isinstance(variable, Domain):
                    out[-literal] = fact._replace(holds=False)
                else:
                    out[-literal] = fact._replace(value=0)
    return out


def backbone(solver: GroupSolver, drawn: Sequence[int]) -> list[Fact]:
    """Return the facts that hold in all solutions with the given literals.

    Args:
        solver: one without groups; its last call found a solution.
        drawn: literals.
    """
    meaning = literals(solver)
    left = {x: meaning[x] for x in _held(solver)}
    for x in list(left):
        if x in left and solver.solve([*drawn, -x]):
            held = set(_held(solver))
            left = {y: fact for y, fact in left.items() if y in held}
    return list(left.values())


def _held(solver: GroupSolver) -> Iterator[int]:
    """Yield the literals that are true in the last solution, in the order of variables."""
    values = {
        (f.variable, f.element): f.value for f in facts_of(solver.program, solver.assignment, False)
    }
    for literal, fact in literals(solver).items():
        if (values[fact.variable, fact.element] == fact.value) == fact.holds:
            yield literal
