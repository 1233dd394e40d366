"""Connectedness by clauses that are added when a model, or what a search knows, breaks it.

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

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from nlc.arrays import Bools, Ints, indices
from nlc.cnf import Clauses, Cnf, Model, Separator
from nlc.cnf.propagator import Propagator
from nlc.encode.base import declared
from nlc.encode.connected import (
    AcyclicChoice,
    ConnectedEncoding,
    Demands,
    Joined,
    beside,
    signs,
    stated,
)
from nlc.graph import Graph, components, restrict
from nlc.ir.nodes import TRUE, Connection

NodeCut = tuple[Ints, Ints, Ints, list[int], Bools]
"""In every solution that meets some demands and needs some given nodes, one of some nodes is open.

These nodes, ascending, none if there is no such solution; nodes that are needed in the model, any
one of which is given, none if a demand tells; the same of the other side; the demands, at most two;
and, of a cut from the goals, which nodes are not beyond the separator.
"""


class NodeCuts:
    """Finds separators in a graph; of several demands that would do, a cut relies on the first."""

    def __init__(self, graph: Graph, demands: Demands) -> None:
        self._nodes, self._demands = graph.nodes, demands
        self._tails, self._heads = np.ascontiguousarray(graph.ends.T, dtype=np.intp)

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
        part = self._parts(opened)
        apart = np.zeros(self._nodes, np.bool_)
        apart[part[needed]] = True
        if goals is not None:
            apart[part[goals & opened]] = False
        roots = np.flatnonzero(apart)
        if goals is None and len(roots) < 2:
            return
        size = np.bincount(part[opened], minlength=self._nodes)
        for root in roots[np.argsort(size[roots], kind="stable")][:64].tolist():
            mine = opened & (part == root)
            beside = self._beside(mine) & ~mine
            rest = ~(mine | beside)
            piece = self._parts(rest)
            if goals is not None:
                beyond = np.zeros(self._nodes, np.bool_)
                beyond[piece[rest & goals]] = True
                beyond = rest & beyond[piece]
                separator = beside & (self._beside(beyond) | goals)
                yield self._cut(mine & needed, None, separator, beyond, active)
                continue
            others = needed & ~mine
            for other in np.unique(piece[others]).tolist():
                beyond = rest & (piece == other)
                separator = beside & self._beside(beyond)
                yield self._cut(mine & needed, others & beyond, separator, beyond, active)

    def _parts(self, inside: Bools) -> Ints:
        """Return the smallest node of the connected part of each node of a set."""
        edges = np.flatnonzero(inside.take(self._tails) & inside.take(self._heads))
        ends = np.column_stack([self._tails.take(edges), self._heads.take(edges)])
        return components(self._nodes, ends)

    def _beside(self, nodes: Bools) -> Bools:
        """Return which nodes are beside one of a set."""
        out = np.zeros(self._nodes, np.bool_)
        out[self._heads[nodes.take(self._tails)]] = True
        out[self._tails[nodes.take(self._heads)]] = True
        return out

    def _cut(
        self, near: Bools, far: Bools | None, separator: Bools, beyond: Bools, active: Bools
    ) -> NodeCut:
        """Return the cut of a separator; `far` is None where goals are on the far side."""
        side = ~(beyond | separator)
        inside = self._demand(side | separator, active)
        outside = None if far is None else self._demand(beyond | separator, active)
        used = [d for d in (inside, outside) if d is not None]
        near = near & (inside is None)
        far = np.zeros_like(near) if far is None else far & (outside is None)
        return indices(separator), indices(near), indices(far), used, side

    def _demand(self, region: Bools, active: Bools) -> int | None:
        """Return a demand that asks for a node of a region, or None."""
        demands = self._demands
        if not len(demands):
            return None
        outside = np.add.reduceat(~region.take(demands.nodes), demands.starts, dtype=np.int32)
        asks = active & (outside < demands.least)
        return int(asks.argmax()) if asks.any() else None


class Lazy(ConnectedEncoding):
    """Separators join the parts of each model that has several; no clause but for goals."""

    declaration = declared("connected", "lazy")

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
    opened = np.append(joined.allowed, -TRUE)
    needed = joined.required
    yield np.column_stack([-needed, goals, opened[near]])
    tails, heads = graph.ends[graph.ends[:, 0] != graph.ends[:, 1]].T
    both = np.concatenate([near[tails], near[heads]], axis=1)
    both[(both == tails[:, None]) | (both == heads[:, None])] = -1
    pair = [-needed[tails], -needed[heads], goals[tails], goals[heads]]
    yield np.column_stack([*pair, opened[both]])


class LineSeparator:
    """Finds the parts of a model and gives the clauses of `NodeCuts` against them.

    A demand under a guard is relied on where the model makes the guard true, and the clause then
    holds the guard's negation. Where it depends on the puzzle which nodes are goals, as in several
    puzzles that share a formula, the clause says that one of the nodes cut off may be one.
    """

    def __init__(self, joined: Joined) -> None:
        self.joined = joined
        self._cuts = NodeCuts(joined.graph, joined.demands)

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model breaks; none if all that is needed is joined."""
        found = self._broken(np.where(model, 1, -1))
        return [clause for cut in found for clause in self._clauses(cut)]

    def _broken(self, known: Ints) -> Iterator[NodeCut]:
        """Yield the cuts that known values break: 1, -1, or 0 for unknown, by variable."""
        joined = self.joined
        opened = signs(known, joined.allowed) >= 0
        needed = opened & (signs(known, joined.required) > 0)
        active = (joined.guards == 0) | (signs(known, joined.guards) > 0)
        goals = None if joined.goals is None else signs(known, joined.goals) >= 0
        return self._cuts(opened, needed, active, goals)

    def _clauses(self, cut: NodeCut) -> Iterator[list[int]]:
        joined = self.joined
        separator, *sides, demands, side = cut
        literals = set(joined.allowed[separator].tolist())
        literals |= {-g for g in joined.guards[demands].tolist() if g}
        if joined.goals is not None:
            found = joined.goals[side]
            literals |= set(found[found != -TRUE].tolist())
        # Each of these nodes gives a clause of its own.
        near, far = (np.unique(joined.required[nodes]).tolist()[:8] or [0] for nodes in sides)
        for given in product(near, far[:1]):
            yield sorted({*literals, *(-x for x in given if x)})


class PartSeparator(LineSeparator):
    """The same, which also finds the parts that what is known cuts off."""

    def contradicted(self, known: Ints) -> Iterator[list[int]]:
        """Yield clauses none of whose literals can hold any more; one for each part cut off.

        Args:
            known: by variable: 1 if it is known to hold, -1 if not to hold, else 0.
        """
        return (next(self._clauses(cut)) for cut in self._broken(known))


class SizeSeparator:
    """Finds the groups of a model that have a wrong size.

    The members are the pairs of a node and a number that it may have. A group that is too large has
    a connected set of one node more than its number: not all of them have it. Of a group that is
    too small, a node does not have the number, or one of the nodes round the group has it. So no
    solution is lost, whatever the model was. The clauses are on the numbers alone.

    Attributes:
        members: shape (nodes,), CNF literals, constants among them.
        sizes: shape (nodes,), how many nodes the part of each member has.
    """

    def __init__(self, item: Connection, members: Clauses) -> None:
        """Take a connection with sizes, and its members as CNF literals."""
        assert item.sizes is not None
        self.members, self.sizes = members, item.sizes
        some = members != -TRUE
        self._graph = restrict(item.graph, some[item.graph.ends].all(axis=1))
        self._near = beside(self._graph)

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model breaks; none if all sizes are right."""
        clauses = self.contradicted(np.where(model, 1, -1))
        return list(map(list, dict.fromkeys(map(tuple, clauses))))

    def contradicted(self, known: Ints) -> Iterator[list[int]]:
        """Yield clauses none of whose literals can hold any more.

        There is one for each node in a group that is too large, or has no room.

        Args:
            known: by variable: 1 if it is known to hold, -1 if not to hold, else 0.
        """
        told = signs(known, self.members)
        surely = told > 0
        for inside, wrong in ((surely, np.greater), (told >= 0, np.less)):
            ends = self._graph.ends[inside[self._graph.ends].all(axis=1)]
            part = components(self._graph.nodes, ends)
            size = np.bincount(part[inside], minlength=self._graph.nodes)
            for node in np.flatnonzero(surely & wrong(size[part], self.sizes)).tolist():
                if wrong is np.greater:
                    yield self._clause(self._first(node, inside), ())
                else:
                    near = self._near[part == part[node]]
                    beyond = near[(near >= 0) & (part[near] != part[node])]
                    yield self._clause([node], [*{*beyond.tolist()}])

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


class Watched(Lazy):
    """As lazy, but a `PartPropagator` sees parts that are cut off before all nodes are decided.

    Where there are goals, or links are decided as well as nodes, it is lazy.
    """

    declaration = declared("connected", "propagator")

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Return the separator, with its propagator if nodes alone are decided."""
        if joined.goals is None and np.array_equal(joined.allowed, joined.required):
            return (WatchedParts(joined),)
        return super().lower(cnf, rule, joined, choose)


class WatchedParts(PartSeparator):
    """A separator with a propagator; if the solver uses that, the separator finds no parts."""

    def propagator(self) -> PartPropagator:
        """Return a propagator for one solver."""
        return PartPropagator(self.joined)


class PartPropagator(Propagator):
    """Adds a clause as soon as closed nodes part needed ones.

    Nodes that are not yet closed count as open. From a needed node, the root, all nodes are reached
    that are joined to it through such nodes. A part of the others that has a needed node is cut off
    from the root by a minimal separator; see `nlc.encode.connected.lazy`.
    """

    def __init__(self, joined: Joined) -> None:
        """Set up for nodes that are needed if they are open, and joined to each other."""
        super().__init__(joined.required, int(TRUE))
        self._all = (1 << joined.graph.nodes) - 1
        self._steps: Counter[int] = Counter()
        for u, v in np.sort(joined.graph.ends, axis=1).tolist():
            self._steps[v - u] |= 1 << u

    def contradicted(self) -> Iterator[list[int]]:
        """Yield a clause for each part with needed nodes but the one of the root."""
        opened = self._all & ~self.failed
        root = _first(self.fixed[0] or self.held)
        left = self.held & ~self._reached(root, opened)
        while left:
            node = _first(left)
            part = self._reached(node, opened)
            beside = self._grown(part) & ~part
            beyond = self._reached(root, self._all & ~part & ~beside)
            separator = beside & self._grown(beyond)
            lits = {-self.lits[each.bit_length() - 1] for each in (root, node)}
            while separator:
                one = _first(separator)
                lits.add(self.lits[one.bit_length() - 1])
                separator ^= one
            yield sorted(lits - {-int(TRUE)})
            left &= ~part

    def _grown(self, nodes: int) -> int:
        """Return nodes and those beside them."""
        grown = nodes
        for step, lower in self._steps.items():
            grown |= (nodes & lower) << step | nodes >> step & lower
        return grown

    def _reached(self, start: int, inside: int) -> int:
        """Return the nodes to which ways inside of a set lead from a node of it."""
        reached, before = start, 0
        while reached != before:
            before = reached
            reached = self._grown(reached) & inside
        return reached


def _first(nodes: int) -> int:
    return nodes & -nodes
