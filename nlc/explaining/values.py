"""Values of several boards, numbered alike: each board has those that some clues bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.ir.nodes import Assign, Domain, Implies, Node, Program
from nlc.ir.passes.merge import Kind


def together(programs: Sequence[Program]) -> dict[str, Domain]:
    """Return the domains of programs, with all values that any of them has."""
    out = {}
    for name, first in programs[0].domains.items():
        each = [program.domains[name] for program in programs]
        values = tuple(dict.fromkeys(v for domain in each for v in domain.values))
        allowed = None
        if any(domain.allowed is not None for domain in each):
            allowed = np.zeros((first.size, len(values)), np.bool_)
            for domain in each:
                allowed[:, _columns(domain, values)] |= domain.table()
        out[name] = replace(first, values=values, allowed=allowed)
    return out


def lacking(program: Program, domains: Mapping[str, Domain]) -> list[tuple[Kind, Ints]]:
    """Return rows that deny a program the values that only others have."""
    out = []
    for name, whole in domains.items():
        domain = program.domains[name]
        there = np.zeros((whole.size, len(whole.values)), np.bool_)
        there[:, _columns(domain, whole.values)] = domain.table()
        elements, values = np.nonzero(whole.table() & ~there)
        if len(elements):
            kind = Kind("values", Assign, 0, 2, variables=(name,), equal=False)
            out.append((kind, np.column_stack([elements, values]).astype(np.int32)))
    return out


def aligned(program: Program, domains: Mapping[str, Domain]) -> Program:
    """Return a program whose values are numbered as in other domains."""
    maps = {
        name: np.array([*_columns(domain, domains[name].values), -1], np.int32)
        for name, domain in program.domains.items()
    }
    if all((table[:-1] == np.arange(len(table) - 1)).all() for table in maps.values()):
        return program

    def moved(node: Node) -> Node:
        if isinstance(node, Implies) and isinstance(node.then, Assign):
            then = node.then
            return replace(node, then=replace(then, values=maps[then.variable][then.values]))
        return node

    atoms = [replace(block, values=maps[block.variable][block.values]) for block in program.atoms]
    return replace(program, atoms=atoms, nodes=[moved(node) for node in program.nodes])


def _columns(domain: Domain, values: tuple[str, ...]) -> list[int]:
    """Return where the values of a domain stand among more values."""
    at = {text: i for i, text in enumerate(values)}
    return [at[text] for text in domain.values]
