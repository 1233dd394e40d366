"""What the clues of a puzzle say of the variables that a person draws."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from nlc.ir.nodes import Assign, Clause, Implies, Program

PRINTED = ("digit", "stone")
"""How a boolean is drawn where its clues look the same, so that nobody draws them again."""

Sets = dict[str, set[int]]
Values = dict[str, dict[int, int]]


def with_given(
    program: Program,
    yes: Mapping[str, AbstractSet[int]],
    no: Mapping[str, AbstractSet[int]],
    values: Mapping[str, Mapping[int, int]],
) -> tuple[Sets, Sets, Values]:
    """Return a drawing with what clues state outright, but where it says something else."""
    drawn: Sets = {name: set(elements) for name, elements in yes.items()}
    crossed: Sets = {name: set(elements) for name, elements in no.items()}
    written: Values = {name: dict(found) for name, found in values.items()}
    printed = [var for var in program.bools if program.marks.get(var.name) in PRINTED]
    for node in program.nodes:
        if not isinstance(node, Implies):
            continue
        then, guards = node.then, node.guard.shape[1]
        if isinstance(then, Assign):
            if not guards and then.equal and program.domains[then.variable].shown:
                given = dict(zip(then.elements.tolist(), then.values.tolist(), strict=True))
                written[then.variable] = given | written.get(then.variable, {})
        elif isinstance(then, Clause) and guards + then.lits.shape[1] == 1:
            # What is not to hold is a guard of nothing.
            for lit in (-node.guard if guards else then.lits)[:, 0].tolist():
                for var in printed:
                    if var.base <= abs(lit) < var.base + var.size:
                        one, other = (drawn, crossed) if lit > 0 else (crossed, drawn)
                        if abs(lit) - var.base not in other.get(var.name, ()):
                            one.setdefault(var.name, set()).add(abs(lit) - var.base)
    return drawn, crossed, written
