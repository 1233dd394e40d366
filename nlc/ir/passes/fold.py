"""Folds facts into the other nodes of a program: constant propagation.

A corner cell of a Numberlink board draws both of its links; a clue fixes the colour of its cell.
Unit propagation finds the same in the CNF, but only after all its clauses were written and loaded.
Folding adds each fact once, and simplifies the nodes that mention it. It changes neither the
solutions nor the variables. The evaluator does not use folded programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.graph import spanning_forest
from nlc.ir import nodes as ir
from nlc.ir.passes import Pass
from nlc.ir.passes.folding import UNKNOWN, Facts, Round, rows_of


@dataclass(frozen=True)
class Fold(Pass):
    """Adds each fact once, and drops the nodes that facts make redundant.

    Attributes:
        rounds: the number of rounds over all nodes; a fact reaches one more node in each.
    """

    name = "fold"
    source = "constant propagation"
    size = "about half of the clauses go"

    rounds: int = 4

    def apply(self, program: ir.Program) -> ir.Program:
        """Return a program with the same variables, and simplified nodes."""
        facts = Facts(program)
        nodes = [(node, False) for node in program.nodes]
        always: set[str] = set()
        for number in range(self.rounds):
            before = facts.size
            # Facts of the last round are not in the nodes that it had already simplified.
            always = {name for name, present in facts.present.items() if present.all()}
            nodes = Round(program, facts).run(nodes, first=number == 0)
            if facts.size == before:
                break
        domains = dict(program.domains)
        atoms = program.atoms
        for name, domain in domains.items():
            if (
                domain.optional
                and program.objective is None
                and name in always
                and not _defines_by_absence(program, name)
                and not any(_requires_absence(node, name) for node, _ in nodes)
            ):
                domains[name] = replace(domain, optional=False)
                atoms = [part for block in atoms for part in _without_absence(block, name)]
        kept = [node for node, _ in nodes if not _requires_value(node, domains)]
        for name, domain in domains.items():
            if domain.allowed is not None:
                continue  # equal elements may have different sets of values
            kept, twins = _merge(kept, name, facts.values[name], domain.twins)
            fixed = np.zeros(domain.size, np.bool_)
            fixed[twins[facts.values[name] != UNKNOWN]] = True
            domains[name] = replace(domain, twins=twins, fixed=fixed)
        connections = [item.mapped(facts.substitute) for item in program.connections]
        return replace(program, nodes=kept, domains=domains, atoms=atoms, connections=connections)


PASS = Fold


def _requires_absence(node: ir.Node, variable: str) -> bool:
    """Return whether a node requires that an element of a variable has no value."""
    match node:
        case ir.Implies(_, ir.Assign(name, _, values, True)):
            return name == variable and bool((values == ir.ABSENT).any())
        case _:
            return False


def _merge(
    nodes: list[ir.Node], variable: str, values: Ints, twins: Ints | None
) -> tuple[list[ir.Node], Ints]:
    """Find the elements of a variable that always have the same value.

    Args:
        nodes: the nodes of the program.
        variable: the name of the variable.
        values: shape (elements,), the known values, or `UNKNOWN`.
        twins: shape (elements,), equal elements in a program that was folded before.

    Returns:
        The nodes that are not redundant if such elements are identified, and the first equal
        element of each element.
    """
    elements = np.arange(len(values), dtype=np.int32)
    known = np.flatnonzero(values != UNKNOWN).astype(np.int32)
    _, first, which = np.unique(values[known], return_index=True, return_inverse=True)
    edges = [np.stack([known, known[first[which]]], axis=1)]
    if twins is not None:
        edges.append(np.stack([elements, twins], axis=1))
    kept: list[ir.Node] = []
    for node in nodes:
        match node:
            case ir.Implies(guard, ir.Relate(left, ends, right, others, True)) if (
                left == right == variable and not guard.shape[1]
            ):
                edges.append(np.stack([ends, others], axis=1))
            case _:
                kept.append(node)
    root = spanning_forest(len(values), np.concatenate(edges).astype(np.int32)).root
    least = elements.copy()
    np.minimum.at(least, root, elements)
    twins = least[root]
    seen: set[tuple[int, int]] = set()
    return [part for node in kept for part in _without_repeats(node, variable, twins, seen)], twins


def _without_repeats(
    node: ir.Node, variable: str, twins: Ints, seen: set[tuple[int, int]]
) -> Iterator[ir.Node]:
    """Yield a node without values that an equal element has already."""
    match node:
        case ir.Implies(guard, ir.Assign(name, elements, values, True) as then, origin) if (
            name == variable and not guard.shape[1]
        ):
            keys = list(zip(twins[elements].tolist(), values.tolist(), strict=True))
            first = {key: i for i, key in reversed(list(enumerate(keys))) if key not in seen}
            seen.update(first)
            for rows in rows_of(np.isin(np.arange(len(keys)), list(first.values()))):
                yield ir.Implies(guard[rows], ir.some_rows(then, rows), origin.at(rows))
        case _:
            yield node


def _defines_by_absence(program: ir.Program, variable: str) -> bool:
    """Return whether an atom "no value" occurs in the definition of an auxiliary."""
    absent = [
        np.arange(block.base, block.base + len(block.values))[block.values == ir.ABSENT]
        for block in program.atoms
        if block.variable == variable
    ]
    defined = [
        np.abs(auxiliary.definition.lits).ravel()
        for auxiliary in program.auxiliaries
        if isinstance(
            auxiliary.definition, (ir.CountDefinition, ir.TotalDefinition, ir.FirstTrueDefinition)
        )
    ]
    if not absent or not defined:
        return False
    return bool(np.isin(np.concatenate(defined), np.concatenate(absent)).any())


def _without_absence(block: ir.Atoms, variable: str) -> list[ir.Atoms]:
    """Return the blocks that remain of a block of atoms without atoms "no value"."""
    if block.variable != variable:
        return [block]
    keep = np.flatnonzero(block.values != ir.ABSENT)
    runs = np.split(keep, np.flatnonzero(np.diff(keep) > 1) + 1) if len(keep) else []
    return [
        ir.Atoms(block.base + int(run[0]), variable, block.elements[run], block.values[run])
        for run in runs
    ]


def _requires_value(node: ir.Node, domains: dict[str, ir.Domain]) -> bool:
    """Return whether a node says no more than that values of a non-optional variable are there."""
    return (
        isinstance(node, ir.Implies)
        and isinstance(node.then, ir.Assign)
        and not domains[node.then.variable].optional
        and bool((node.then.values == ir.ABSENT).all())
    )
