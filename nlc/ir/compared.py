"""Which finite-domain variables the nodes and auxiliaries of a program compare with each other."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.ir.nodes import Domain, Implies, Lits, Program, Relate, RelateDefinition


def comparisons(program: Program) -> Iterator[tuple[Relate, Lits | None]]:
    """Yield all comparisons of variables with the guard of each, None of one that is a literal."""
    for node in program.nodes:
        if isinstance(node, Implies) and isinstance(node.then, Relate):
            yield node.then, node.guard
    for auxiliary in program.auxiliaries:
        if isinstance(auxiliary.definition, RelateDefinition):
            yield auxiliary.definition.relate, None


def compared(program: Program) -> list[list[Domain]]:
    """Return the finite-domain variables, those together that are compared."""
    group = {name: [domain] for name, domain in program.domains.items()}
    for relate, _ in comparisons(program):
        one, other = group[relate.left], group[relate.right]
        if one is not other:
            one += other
            group.update((domain.name, one) for domain in other)
    return list({id(domains): domains for domains in group.values()}.values())
