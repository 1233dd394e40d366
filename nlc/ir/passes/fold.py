"""Folds what the rules fix outright into the rest of a program: constant propagation.

A corner cell of a Numberlink board draws both of its links; a clue fixes the colour of its cell.
Unit propagation would find as much in the CNF, but only after every clause about it has been
written and read. Folding states the facts once and simplifies the nodes that mention them. It
changes neither the solutions nor the variables, and the evaluator never sees a folded program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.graph import spanning_forest
from nlc.ir.nodes import (
    ABSENT,
    Assign,
    Atoms,
    CountDefinition,
    Domain,
    FirstTrueDefinition,
    Implies,
    Node,
    Program,
    Relate,
    TotalDefinition,
)
from nlc.ir.passes import Pass
from nlc.ir.passes.folding import UNKNOWN, Facts, Round, pick, rows_of


@dataclass(frozen=True)
class Fold(Pass):
    """States each fact once, and no more nodes than are needed beside the facts.

    Attributes:
        rounds: the most nodes that a fact travels; every round looks at all nodes once.
    """

    name = "fold"
    source = "constant propagation"
    size = "about half of the clauses go"

    rounds: int = 4

    def apply(self, program: Program) -> Program:
        """Return a program with the same variables, and no more nodes than needed."""
        facts = Facts(program)
        nodes = [(node, False) for node in program.nodes]
        always: set[str] = set()
        for number in range(self.rounds):
            before = facts.size
            # What the last round learns is not in the nodes that it had seen by then.
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
                and not any(_says_absent(node, name) for node, _ in nodes)
            ):
                domains[name] = replace(domain, optional=False)
                atoms = [part for block in atoms for part in _without_absence(block, name)]
        kept = [node for node, _ in nodes if not _says_present(node, domains)]
        for name, domain in domains.items():
            if domain.allowed is not None:
                continue  # Elements with one value need not have the same choice of values.
            kept, twins = _merge(kept, name, facts.values[name], domain.twins)
            fixed = np.zeros(domain.size, np.bool_)
            fixed[twins[facts.values[name] != UNKNOWN]] = True
            domains[name] = replace(domain, twins=twins, fixed=fixed)
        connections = [item.mapped(facts.substitute) for item in program.connections]
        return replace(program, nodes=kept, domains=domains, atoms=atoms, connections=connections)


PASS = Fold


def _says_absent(node: Node, variable: str) -> bool:
    """Return whether a node gives a variable no value; with a rule that it has one, in vain."""
    match node:
        case Implies(_, Assign(name, _, values, True)):
            return name == variable and bool((values == ABSENT).any())
        case _:
            return False


def _merge(
    nodes: list[Node], variable: str, values: Ints, twins: Ints | None
) -> tuple[list[Node], Ints]:
    """Find the elements of a variable that surely have the same value, and say so only once.

    Args:
        nodes: of the program.
        values: shape (elements,), the known ones, or `UNKNOWN`.
        twins: shape (elements,), one that has the same value, of a program that is folded already.

    Returns:
        The nodes that are still needed when such elements are one, and for each element the first
        one that has its value.
    """
    elements = np.arange(len(values), dtype=np.int32)
    known = np.flatnonzero(values != UNKNOWN).astype(np.int32)
    _, first, which = np.unique(values[known], return_index=True, return_inverse=True)
    edges = [np.stack([known, known[first[which]]], axis=1)]
    if twins is not None:
        edges.append(np.stack([elements, twins], axis=1))
    kept: list[Node] = []
    for node in nodes:
        match node:
            case Implies(guard, Relate(left, ends, right, others, True)) if (
                left == right == variable and not guard.shape[1]
            ):
                edges.append(np.stack([ends, others], axis=1))
            case _:
                kept.append(node)
    root = spanning_forest(len(values), np.concatenate(edges).astype(np.int32)).root
    least = elements.copy()
    np.minimum.at(least, root, elements)
    twins = least[root]
    said: set[tuple[int, int]] = set()
    return [part for node in kept for part in _unsaid(node, variable, twins, said)], twins


def _unsaid(node: Node, variable: str, twins: Ints, said: set[tuple[int, int]]) -> Iterator[Node]:
    """Yield a node without the values that were stated for a twin before."""
    match node:
        case Implies(guard, Assign(name, elements, values, True) as then, origin) if (
            name == variable and not guard.shape[1]
        ):
            keys = list(zip(twins[elements].tolist(), values.tolist(), strict=True))
            first = {key: i for i, key in reversed(list(enumerate(keys))) if key not in said}
            said.update(first)
            for rows in rows_of(np.isin(np.arange(len(keys)), list(first.values()))):
                part = pick(then, rows)
                yield Implies(guard[rows], part, origin.at(rows))
        case _:
            yield node


def _defines_by_absence(program: Program, variable: str) -> bool:
    """Return whether an auxiliary is defined by an atom that says a value is absent."""
    absent = [
        np.arange(block.base, block.base + len(block.values))[block.values == ABSENT]
        for block in program.atoms
        if block.variable == variable
    ]
    defined = [
        np.abs(auxiliary.definition.lits).ravel()
        for auxiliary in program.auxiliaries
        if isinstance(auxiliary.definition, (CountDefinition, TotalDefinition, FirstTrueDefinition))
    ]
    if not absent or not defined:
        return False
    return bool(np.isin(np.concatenate(defined), np.concatenate(absent)).any())


def _without_absence(block: Atoms, variable: str) -> list[Atoms]:
    """Return a block of atoms as runs without those that say that a value is absent."""
    if block.variable != variable:
        return [block]
    keep = np.flatnonzero(block.values != ABSENT)
    runs = np.split(keep, np.flatnonzero(np.diff(keep) > 1) + 1) if len(keep) else []
    return [
        Atoms(block.base + int(run[0]), variable, block.elements[run], block.values[run])
        for run in runs
    ]


def _says_present(node: Node, domains: dict[str, Domain]) -> bool:
    """Return whether a node says no more than that values of a non-optional variable are there."""
    return (
        isinstance(node, Implies)
        and isinstance(node.then, Assign)
        and not domains[node.then.variable].optional
        and bool((node.then.values == ABSENT).all())
    )
