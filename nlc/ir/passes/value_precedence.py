"""Breaks the symmetry of interchangeable values, by value precedence.

The colours of a map without clues are interchangeable: a solution with two of them exchanged is a
solution, and a solver refutes a map once for each order of its colours. So variables are ordered,
beginning with a clique, whose values are all different: the first one has the first value, the
second one of the first two values, and so on. Each solution becomes such a solution if its values
are renumbered in the order of their occurrence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.ir.exchange import exchangeable
from nlc.ir.nodes import Assign, Domain, Node, Origin, Program, stated_values, unguarded
from nlc.ir.passes import Pass
from nlc.ir.passes.permutations import bits, differences, most_joined, neighbours

RULE = "value-precedence"
"""The rule name of the nodes."""


@dataclass(frozen=True)
class ValuePrecedence(Pass):
    """Excludes values of the first variables of an order.

    Attributes:
        starts: the number of variables from which cliques are sought, those with the most
            disequalities.
        most: the most disequalities of a variable; those with more are skipped.
    """

    name = "value-precedence"
    source = "value precedence (Law and Lee 2004), of the first variables"
    needs = ("values that can be exchanged", "a question about one solution")
    size = "a clause a value for each of as many variables as there are values, at most"
    loses = True

    starts: int = 16
    most: int = 200_000

    def apply(self, program: Program) -> Program:
        """Return a program with these nodes."""
        found: list[Node] = []
        for names, values in exchangeable(program):
            found += self._nodes(program, program.domains[names[0]], values)
        return replace(program, nodes=[*program.nodes, *found]) if found else program

    def _nodes(self, program: Program, domain: Domain, values: Ints) -> Iterator[Node]:
        """Yield the nodes for interchangeable values of a variable."""
        edges = differences(program, domain)
        free = np.ones(domain.size, np.bool_)  # without a fixed value
        for then in stated_values(program.nodes):
            if then.equal and then.variable == domain.name:
                free[then.elements] = False
        edges = edges[free[edges].all(axis=1)]
        if len(edges) > self.most:
            edges = edges[:0]
        adjacent = neighbours(edges)
        # The total number of disequalities for all starts.
        starts = min(self.starts, max(1, 300_000 // max(1, len(edges))))
        clique = _clique(adjacent, len(values), starts)
        order = _longer(clique, adjacent, np.flatnonzero(free).tolist(), len(values) - 1)
        fixed = len(clique) if len(values) == len(domain.values) and not domain.optional else 0
        if fixed:
            yield _assign(domain, order[:fixed], values[:fixed], equal=True)
        denied = [(order[i], value) for i in range(fixed, len(order)) for value in values[i + 1 :]]
        if denied:
            elements, others = zip(*denied, strict=True)
            yield _assign(domain, elements, others, equal=False)


PASS = ValuePrecedence


def _assign(domain: Domain, elements: Iterable[int], values: Iterable[int], *, equal: bool) -> Node:
    lists = np.array(list(elements), np.int32), np.array(list(values), np.int32)
    return unguarded(Assign(domain.name, *lists, equal), Origin(RULE, None))


def _clique(adjacent: Mapping[int, int], most: int, starts: int) -> list[int]:
    """Return a clique of at most `most` nodes, by greedy search."""
    best: list[int] = []
    for start in sorted(adjacent, key=lambda node: -adjacent[node].bit_count())[:starts]:
        found, common = [start], adjacent[start]
        while common and len(found) < most:
            found.append(most_joined(common, adjacent))
            common &= adjacent[found[-1]]
        best = max(best, found, key=len)
        if len(best) == most:
            break
    return best


def _longer(
    clique: list[int], adjacent: Mapping[int, int], free: list[int], size: int
) -> list[int]:
    """Append nodes to a clique, each with the most neighbours among those before it."""
    order: list[int] = []
    near = dict.fromkeys(free, 0)
    while len(order) < max(len(clique), min(size, len(free))):
        behind = len(order) >= len(clique)
        node = max(near, key=near.__getitem__) if behind else clique[len(order)]
        order.append(node)
        del near[node]
        for other in bits(adjacent.get(node, 0)):
            if other in near:
                near[other] += 1
    return order
