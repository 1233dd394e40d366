"""Adds "each value occurs" for cliques of as many different variables as there are values.

The cells of a row of a Sudoku or of a Latin square are such a clique: the row is a permutation of
the values. That each value occurs follows from the disequalities, but unit propagation does not
find it: a "hidden single", the only cell of a row for a value, needs this clause. The cliques are
those of the graph of disequalities without guards. Edges of cliques that were found before are
skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints, distinct
from nlc.ir.nodes import Atoms, Clause, Domain, Implies, Lits, Origin, Program, Relate, unguarded
from nlc.ir.passes import Pass

RULE = "permutations"
"""The rule name of the clauses."""


@dataclass(frozen=True)
class Permutations(Pass):
    """Adds that each value occurs in each clique of as many variables as there are values.

    Attributes:
        most: the most disequalities of a variable; those with more are skipped.
    """

    name = "permutations"
    source = "all-different as a permutation (Kautz et al. 2001, the 3-dimensional encoding)"
    needs = ("as many variables that differ pairwise as there are values",)
    size = "a clause a value and clique"

    most: int = 200_000

    def apply(self, program: Program) -> Program:
        """Return a program with these clauses, and the atoms that it lacked."""
        for domain in program.domains.values():
            edges = differences(program, domain)
            if len(domain.values) > 2 and 0 < len(edges) <= self.most:
                found = list(cliques(edges, len(domain.values)))
                if found:
                    program = _add_occurrences(program, domain, np.array(found, np.int32))
        return program


PASS = Permutations


def differences(program: Program, domain: Domain) -> Ints:
    """Return the pairs of elements of a variable that always differ, each once, the lower first.

    Returns:
        Shape (m, 2); none for an optional variable.
    """
    pairs = [np.zeros((0, 2), np.int32)]
    for node in program.nodes:
        match node:
            case Implies(guard, Relate(left, ends, right, others, False)) if (
                left == right == domain.name and not guard.shape[1]
            ):
                pairs.append(np.sort(np.stack([ends, others], axis=1), axis=1))
    if domain.optional:
        return pairs[0]
    every = np.concatenate(pairs)
    key = distinct(every[:, 0].astype(np.int64) * domain.size + every[:, 1])
    return np.stack([key // domain.size, key % domain.size], axis=1).astype(np.int32)


def has_permutation(program: Program, domain: Domain) -> bool:
    """Return whether a sample of the disequalities of a variable contains such a clique."""
    values = len(domain.values)
    if not 2 < values <= domain.size or domain.optional:
        return False
    edges = differences(program, domain)
    if 2 * len(edges) < values * (values - 1):
        return False
    return next(cliques(edges, values, 64), None) is not None


def cliques(edges: Ints, size: int, most: int | None = None) -> Iterator[list[int]]:
    """Yield cliques of one size that cover many of the edges.

    Greedy: from an edge that no clique has yet, the node with the most common neighbours is added.
    So some cliques may be missed if many overlap.

    Args:
        edges: shape (m, 2), each once.
        size: the number of nodes of a clique.
        most: the most edges to start from, about, from all parts of the list; None for all.
    """
    edges = _core(edges, size - 1)
    beside = neighbours(edges)
    open_ = dict(beside)
    step = 1 if most is None else max(1, len(edges) // most)
    for a, b in edges[::step].tolist():
        if not open_[a] >> b & 1:
            continue
        chosen, common = [a, b], beside[a] & beside[b]
        while len(chosen) < size and len(chosen) + common.bit_count() >= size:
            chosen.append(most_joined(common, beside))
            common &= beside[chosen[-1]]
        if len(chosen) == size:
            every = sum(1 << node for node in chosen)
            for node in chosen:
                open_[node] &= ~every
            yield sorted(chosen)


def _core(edges: Ints, degree: int) -> Ints:
    """Return the edges of the core of nodes of at least a degree."""
    while len(edges):
        keep = (np.bincount(edges.ravel())[edges] >= degree).all(axis=1)
        if keep.all():
            break
        edges = edges[keep]
    return edges


def neighbours(edges: Ints) -> dict[int, int]:
    """Return the neighbours of each node of a graph as a bit set."""
    beside: dict[int, int] = {}
    for a, b in edges.tolist():
        beside[a] = beside.get(a, 0) | 1 << b
        beside[b] = beside.get(b, 0) | 1 << a
    return beside


def most_joined(nodes: int, beside: Mapping[int, int]) -> int:
    """Return the node of a bit set with the most neighbours in it."""
    return max(bits(nodes), key=lambda each: (nodes & beside[each]).bit_count())


def bits(numbers: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, ascending."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


def _add_occurrences(program: Program, domain: Domain, found: Ints) -> Program:
    """Return a program with "each value occurs" for each row of elements."""
    values = np.arange(len(domain.values), dtype=np.int32)
    elements = np.repeat(found, len(values), axis=0)
    asked = np.tile(values, len(found))
    program, lits = _atoms(program, domain, elements, asked)
    node = unguarded(Clause(lits), Origin(RULE, None))
    return replace(program, nodes=[*program.nodes, node])


def _atoms(program: Program, domain: Domain, elements: Ints, values: Ints) -> tuple[Program, Lits]:
    """Return the literals of ``variable[elements[i, j]] = values[i]``, and a program with them."""
    width = len(domain.values)
    table = program.atom_table(domain.name)[:, 1:].ravel()
    keys = elements * width + values[:, None]
    new = distinct(keys[table[keys] == 0]).astype(np.int32)
    if len(new):
        base = program.variables + 1
        table[new] = np.arange(base, base + len(new), dtype=np.int32)
        block = Atoms(base, domain.name, new // width, new % width)
        atoms = [*program.atoms, block]
        program = replace(program, atoms=atoms, variables=program.variables + len(new))
    return program, table[keys]
