"""Sizes of groups by clauses that are added only when a model breaks one.

The members are the pairs of a node and a number that it may have. A group that is too large has a
connected set of one node more than its number: not all of them have it. Of a group that is too
small, a node does not have the number, or one of the nodes round the group has it.

So no solution is lost, whatever the model was. The clauses are on the numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Model
from nlc.encode.connected import beside, holds, signs
from nlc.graph import components
from nlc.ir.nodes import TRUE, Connection


class SizeSeparator:
    """Finds the groups of a model that have a wrong size.

    Attributes:
        members: shape (nodes,), CNF literals, constants among them.
        sizes: shape (nodes,), how many nodes the part of each member has.
    """

    def __init__(self, item: Connection, members: Clauses) -> None:
        """Take a connection with sizes, and its members as CNF literals."""
        assert item.sizes is not None
        self.members, self.sizes = members, item.sizes
        self._graph, self._near = item.graph, beside(item.graph)

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model breaks; none if all sizes are right."""
        inside = holds(model, self.members)
        return list(map(list, dict.fromkeys(map(tuple, self._clauses(inside, inside)))))

    def contradicted(self, known: Ints) -> Iterator[list[int]]:
        """Yield clauses none of whose literals can hold any more.

        Args:
            known: by variable: 1 if it is known to hold, -1 if not to hold, else 0.
        """
        told = signs(known, self.members)
        return self._clauses(told > 0, told >= 0)

    def _clauses(self, surely: Bools, perhaps: Bools) -> Iterator[list[int]]:
        """Yield a clause for each node in a group that is too large, or has no room."""
        for inside, wrong in ((surely, np.greater), (perhaps, np.less)):
            ends = self._graph.ends[inside[self._graph.ends].all(axis=1)]
            part = components(self._graph.nodes, ends)
            size = np.bincount(part[inside], minlength=self._graph.nodes)
            for node in np.flatnonzero(surely & wrong(size[part], self.sizes)).tolist():
                if wrong is np.greater:
                    yield self._clause(self._first(node, inside), ())
                else:
                    group = np.flatnonzero(part == part[node])
                    round_it = np.setdiff1d(self._near[group], [-1, *group])
                    yield self._clause([node], round_it.tolist())

    def _first(self, node: int, inside: Bools) -> list[int]:
        """Return a connected set of a node and others, one more than its number, at least one."""
        found = {node: None}
        for at in (order := [node]):
            for other in self._near[at].tolist():
                if other >= 0 and inside[other] and other not in found:
                    found[other] = None
                    order.append(other)
            if len(found) > self.sizes[node]:
                break
        return list(found)[: max(self.sizes[node], 0) + 1]

    def _clause(self, have: Sequence[int], get: Sequence[int]) -> list[int]:
        """Return that not all of some nodes are members, or one of the others is."""
        literals = [*(-self.members[list(have)]).tolist(), *self.members[list(get)].tolist()]
        return sorted(x for x in literals if x != -TRUE)
