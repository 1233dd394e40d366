"""Separators of needed nodes that a model leaves apart, made minimal.

Let A be the open nodes that a needed node is joined to in a model, B the closed ones beside A, and
P a connected piece of what is left in which another needed node lies. In each solution, if nodes on
both sides are needed, one of those of B that are beside P is open: these are a *separator* of both
sides, and a minimal one, as each of them is beside A and beside P. Nodes on a side are needed for
sure if a *demand* says so, a set of nodes of which at least so many are needed; nodes of the
separator may be among them. Where no demand tells it, a node that is needed in the model stands
in for it, by the literal "it is not needed".

So no solution is lost, whatever the model was. Clauses of minimal separators are the facets that
cutting planes for connected subgraphs use: Carvajal et al., "Imposing connectivity constraints in
forest planning models", Oper. Res. 61 (2013); Fischetti et al., "Thinning out Steiner trees", Math.
Prog. Comp. 9 (2017).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.encode.loop_cuts import Demands
from nlc.graph import components

MOST_PARTS = 64
"""Parts of a model that are cut off at a time, the smallest first."""


class NodeCut(Struct, frozen=True, eq=False):
    """In every solution that meets `demands` and needs `given`, one of `nodes` is open.

    Attributes:
        nodes: shape (n,), ascending; none: there is no such solution.
        near: nodes that are needed in the model, any one of which is given; none: a demand tells.
        far: the same of the other side.
        demands: the demands that the cut relies on, at most two.
        side: of a cut from the goals, the nodes that are not beyond the separator.
    """

    nodes: Ints
    near: Ints
    far: Ints
    demands: tuple[int, ...]
    side: Bools


class NodeCuts(Struct, frozen=True, eq=False):
    """Finds separators in one graph.

    Attributes:
        nodes: number of nodes.
        ends: shape (edges, 2).
        demands: of nodes; of several that would do, a cut relies on the first.
    """

    nodes: int
    ends: Ints
    demands: Demands

    def __call__(
        self, opened: Bools, needed: Bools, active: Bools, goals: Bools | None
    ) -> Iterator[NodeCut]:
        """Yield cuts that a model breaks; none where all that is needed is joined.

        Args:
            opened: shape (nodes,), which nodes are open.
            needed: likewise, which are needed; all of them are open.
            active: shape (demands,), which demands may be relied on.
            goals: shape (nodes,), the goals, or None where needed nodes are joined to each other.
        """
        inside = opened[self.ends].all(axis=1)
        part = components(self.nodes, self.ends[inside])
        apart = np.zeros(self.nodes, np.bool_)
        apart[part[needed]] = True
        if goals is not None:
            apart[part[goals & opened]] = False
        size = np.bincount(part[opened], minlength=self.nodes)
        roots = np.flatnonzero(apart)
        if goals is None and len(roots) < 2:
            return
        for root in roots[np.argsort(size[roots], kind="stable")][:MOST_PARTS].tolist():
            mine = opened & (part == root)
            if goals is None:
                yield from self._from_others(mine, needed, active)
            else:
                yield self._from_goals(mine, needed, active, goals)

    def _around(self, mine: Bools) -> tuple[Bools, Ints]:
        """Return the nodes beside a part, and of the others the piece that each is in."""
        touched = mine[self.ends]
        beside = np.zeros(self.nodes, np.bool_)
        beside[self.ends[touched.any(axis=1)]] = True
        beside &= ~mine
        rest = ~(mine | beside)
        return beside, components(self.nodes, self.ends[rest[self.ends].all(axis=1)])

    def _bordering(self, beside: Bools, beyond: Bools) -> Bools:
        """Return which of the nodes beside a part are beside what is beyond, too."""
        tails, heads = self.ends.T
        out = np.zeros(self.nodes, np.bool_)
        out[tails[beyond[heads]]] = True
        out[heads[beyond[tails]]] = True
        return out & beside

    def _from_others(self, mine: Bools, needed: Bools, active: Bools) -> Iterator[NodeCut]:
        beside, piece = self._around(mine)
        others = needed & ~mine
        for root in np.unique(piece[others]).tolist():
            beyond = (piece == root) & ~mine & ~beside
            separator = self._bordering(beside, beyond)
            near = self._demand(~beyond, active)
            far = self._demand(beyond | separator, active)
            yield NodeCut(
                _indices(separator),
                _none() if near is not None else _indices(mine & needed),
                _none() if far is not None else _indices(others & beyond),
                tuple(d for d in (near, far) if d is not None),
                ~(beyond | separator),
            )

    def _from_goals(self, mine: Bools, needed: Bools, active: Bools, goals: Bools) -> NodeCut:
        beside, piece = self._around(mine)
        rest = ~(mine | beside)
        with_goal = np.zeros(self.nodes, np.bool_)
        with_goal[piece[rest & goals]] = True
        beyond = rest & with_goal[piece]
        separator = self._bordering(beside, beyond) | (beside & goals)
        side = ~(beyond | separator)
        near = self._demand(side | separator, active)
        return NodeCut(
            _indices(separator),
            _none() if near is not None else _indices(mine & needed),
            _none(),
            () if near is None else (near,),
            side,
        )

    def _demand(self, region: Bools, active: Bools) -> int | None:
        """Return a demand that asks for a node of a region, or None."""
        demands = self.demands
        if not len(demands):
            return None
        outside = np.add.reduceat(~region[demands.edges], demands.starts, dtype=np.int32)
        asks = active & (outside < demands.least)
        return int(asks.argmax()) if asks.any() else None


def _none() -> Ints:
    return np.zeros(0, np.int32)


def _indices(mask: Bools) -> Ints:
    return np.flatnonzero(mask).astype(np.int32)
