"""Makes optional variables mandatory where the rules give every element a value.

If every cell of a Numberlink board must be covered, a rule requires a label of each cell. "No
label" is then not a value, and nodes that exclude it are dropped. Nothing else is changed;
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
    """Makes variables mandatory if a rule requires all of their values."""

    name = "drop-optional"
    source = "nlc"
    needs = ("a value at every element",)
    size = "one value fewer, and the nodes that ask for one"

    def apply(self, program: Program) -> Program:
        """Return a program fewer of whose variables are optional.

        A variable stays optional if another node, or an atom, mentions its absence.
        """
        compared = _compared_with_absence(program)
        present = {
            name: np.zeros(domain.size, np.bool_)
            for name, domain in program.domains.items()
            if domain.optional and name not in compared
        }
        for node in program.nodes:
            assign = _required_values(node)
            if assign is not None and assign.variable in present:
                present[assign.variable][assign.elements] = True
        mandatory = {name for name, elements in present.items() if elements.all()}
        changed = {name: replace(program.domains[name], optional=False) for name in mandatory}
        asked = ((node, _required_values(node)) for node in program.nodes)
        nodes = [node for node, then in asked if then is None or then.variable not in mandatory]
        return replace(program, domains=program.domains | changed, nodes=nodes)


PASS = DropOptional


def _compared_with_absence(program: Program) -> set[str]:
    """Return the variables that an atom or a node compares with "no value".

    Nodes that only require a value do not count.
    """
    compared = {block.variable for block in program.atoms if (block.values == ABSENT).any()}
    for node in program.nodes:
        match node:
            case Implies(then=Assign(variable=name, values=values)) if (values == ABSENT).any():
                if _required_values(node) is None:
                    compared.add(name)
    return compared


def _required_values(node: Node) -> Assign | None:
    """Return the assignment of a node that requires values without a guard, else None."""
    match node:
        case Implies(guard, Assign(values=values, equal=False) as then):
            return then if not guard.shape[1] and (values == ABSENT).all() else None
        case _:
            return None
