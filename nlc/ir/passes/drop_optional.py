"""Makes optional variables mandatory where the rules give every element a value.

Where every cell of a Numberlink board has to be covered, a rule says of each cell that it has a
label. "No label" is then no value, and all that says otherwise is dropped. Nothing else is changed;
`nlc.ir.passes.fold` does this too, and much more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.ir.nodes import ABSENT, Assign, Implies, Node, Program
from nlc.ir.passes import Pass


@dataclass(frozen=True)
class DropOptional(Pass):
    """Makes variables required where a rule says that they have a value."""

    name = "drop-optional"
    source = "nlc"
    needs = ("a value at every element",)
    size = "one value fewer, and the nodes that ask for one"

    def apply(self, program: Program) -> Program:
        """Return a program fewer of whose variables are optional.

        A variable stays optional where some other node, or some condition, speaks of its absence.
        """
        asked = _asked(program)
        present = {
            name: np.zeros(domain.size, np.bool_)
            for name, domain in program.domains.items()
            if domain.optional and name not in asked
        }
        for node in program.nodes:
            assign = _says_present(node)
            if assign is not None and assign.variable in present:
                present[assign.variable][assign.elements] = True
        settled = {name for name, elements in present.items() if elements.all()}
        domains = {
            name: replace(domain, optional=False) if name in settled else domain
            for name, domain in program.domains.items()
        }
        nodes = [
            node
            for node in program.nodes
            if (assign := _says_present(node)) is None or assign.variable not in settled
        ]
        return replace(program, domains=domains, nodes=nodes)


PASS = DropOptional


def _asked(program: Program) -> set[str]:
    """Return the variables that an atom, or a node that does not just say that they have a value,
    compares with "no value".
    """
    asked = {block.variable for block in program.atoms if (block.values == ABSENT).any()}
    for node in program.nodes:
        match node:
            case Implies(then=Assign(variable=name, values=values)) if (values == ABSENT).any():
                if _says_present(node) is None:
                    asked.add(name)
    return asked


def _says_present(node: Node) -> Assign | None:
    """Return the assignment of a node that says outright that elements have some value."""
    match node:
        case Implies(guard, Assign(values=values, equal=False) as then):
            return then if not guard.shape[1] and (values == ABSENT).all() else None
        case _:
            return None
