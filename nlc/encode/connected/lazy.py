"""Connectedness by clauses that are added only when a model breaks it.

The clauses are separators of needed nodes that a model leaves apart, made minimal.

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

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Cnf, Model, Separator
from nlc.encode.base import Declaration
from nlc.encode.connected.base import (
    AcyclicChoice,
    ConnectedEncoding,
    Joined,
    beside,
    holds,
    stated,
)
from nlc.encode.loop_cuts import Demands
from nlc.graph import components
from nlc.ir.nodes import TRUE


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
        smallest = roots[np.argsort(size[roots], kind="stable")][:64]
        for root in smallest.tolist():
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


class Lazy(ConnectedEncoding):
    """Separators join the parts of each model that has several; no clause but for goals."""

    declaration = Declaration(
        name="lazy",
        node="connected",
        source="minimal node separators: Carvajal et al. 2013 (Oper. Res.), by SAT calls",
        exact=True,
        preserves_models=True,
        needs=("in-process",),
        size="no variables; a few clauses for each part of a model that is not joined to the rest; "
        "with goals also one for each node and edge",
    )

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Return the separator; with goals, state that no one or two nodes are cut off."""
        if joined.goals is not None:
            for clauses in small_cuts(joined, joined.goals):
                stated(cnf, rule, clauses)
        return (PartSeparator(joined),)


def small_cuts(joined: Joined, goals: Clauses) -> Iterator[Clauses]:
    """Yield clauses against parts of one node and of two, as a separator would give them later.

    A needed node is a goal, or a node beside it is open; so it is with two needed nodes side by
    side. Rows are filled up by the negation of `TRUE`.
    """
    graph = joined.graph
    near = beside(graph)
    opened = np.append(joined.open, -TRUE)
    needed = joined.needed
    yield np.column_stack([-needed, goals, opened[near]])
    tails, heads = graph.ends[graph.ends[:, 0] != graph.ends[:, 1]].T
    both = np.concatenate([near[tails], near[heads]], axis=1)
    both[(both == tails[:, None]) | (both == heads[:, None])] = -1
    pair = [-needed[tails], -needed[heads], goals[tails], goals[heads]]
    yield np.column_stack([*pair, opened[both]])


class PartSeparator(Struct, frozen=True, eq=False):
    """Finds the parts of a model and gives the clauses of `NodeCuts` against them.

    A demand under a guard is relied on where the model makes the guard true, and the clause then
    holds the guard's negation. Where it depends on the puzzle which nodes are goals, as in several
    puzzles that share a formula, the clause says that one of the nodes cut off may be one.
    """

    joined: Joined

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model breaks; none if all that is needed is joined."""
        joined = self.joined
        needed, opened = holds(model, joined.needed), holds(model, joined.open)
        guards = joined.guards
        active = (guards == 0) | (model[np.abs(guards)] == (guards > 0))
        goals = None if joined.goals is None else holds(model, joined.goals)
        graph = joined.graph
        cuts = NodeCuts(graph.nodes, graph.ends, joined.demands)
        found = cuts(opened, needed, active, goals)
        return [clause for cut in found for clause in self._clauses(cut)]

    def contradicted(self, known: Ints) -> Iterator[list[int]]:
        """Yield clauses none of whose literals can hold any more; one for each part cut off.

        Args:
            known: by variable: 1 if it is known to hold, -1 if not to hold, else 0.
        """

        def signs(lits: Clauses) -> Ints:
            constant = np.abs(lits) == TRUE
            return np.sign(lits) * np.where(constant, 1, known[np.where(constant, 0, np.abs(lits))])

        joined = self.joined
        opened = signs(joined.open) >= 0
        needed = opened & (signs(joined.needed) > 0)
        active = (joined.guards == 0) | (signs(joined.guards) > 0)
        goals = None if joined.goals is None else signs(joined.goals) >= 0
        cuts = NodeCuts(joined.graph.nodes, joined.graph.ends, joined.demands)
        for cut in cuts(opened, needed, active, goals):
            yield next(self._clauses(cut))

    def _clauses(self, cut: NodeCut) -> Iterator[list[int]]:
        joined = self.joined
        literals = set(joined.open[cut.nodes].tolist())
        literals |= {-g for g in joined.guards[list(cut.demands)].tolist() if g}
        if joined.goals is not None:
            found = joined.goals[cut.side]
            literals |= set(found[found != -TRUE].tolist())
        near, far = (_given(joined.needed, nodes) for nodes in (cut.near, cut.far))
        for given in product(near, far[:1]):
            yield sorted({*literals, *(-x for x in given if x)})


def _given(needed: Clauses, nodes: Ints) -> list[int]:
    """Return the literals of some nodes, one of which a clause denies; 0 for nothing."""
    # Each of these nodes gives a clause of its own.
    return np.unique(needed[nodes]).tolist()[:8] if len(nodes) else [0]


ENCODING = Lazy()
