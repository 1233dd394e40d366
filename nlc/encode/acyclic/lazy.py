"""Acyclicity by clauses that are added when a model, or what a search knows, violates it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Cnf, Model, Separator
from nlc.cnf.propagator import Propagator
from nlc.encode.base import AcyclicEncoding, Degrees, declared
from nlc.graph import Graph, components


class Lazy(AcyclicEncoding):
    """No clauses at first; separators exclude models with a cycle, or a line in several parts."""

    joins_lines = True
    declaration = declared("acyclic", "lazy")

    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add nothing; return the separator."""
        return (CycleSeparator(graph.nodes, graph.ends, lits, degrees),)


class CycleSeparator(Struct, frozen=True, eq=False):
    """Finds cycles of chosen edges, and clauses against them.

    Cut-set clauses exclude far more than the present cycle; Ohashi et al. add them for Hamiltonian
    cycles ("SAT-based CEGAR method for the Hamiltonian cycle problem enhanced by cut-set
    constraints", SAT 2025).

    Let W be the nodes of a connected component of the chosen edges with a cycle, and cut(W) the
    edges of the graph with one end in W; none of these is chosen. For each W:

    - No node of W can have exactly one chosen edge, and one has at least one: a literal of cut(W)
      holds. For in a forest of chosen edges the tree at that node has leaves, which are not in W,
      so that it leaves W. An empty cut gives the empty clause: there is no solution.
    - No node of W can have exactly one chosen edge: each chosen edge e of W implies that a literal
      of cut(W) holds, for the same reason with the tree of e.
    - Else: not all edges of C, for each cycle C that an edge outside a breadth-first tree of W
      closes.

    Every forest that obeys the degree facts satisfies these clauses. The model violates them all.

    A fact under a guard is used if the model makes the guard true, and the clause then contains the
    guard's negation too. A forest in which every used guard is true obeys the used facts, so that
    the argument above applies to it; any other satisfies the clause by a guard. So a clause found
    for one of several merged programs is valid for all of them, and useful for those with the same
    facts on W.

    Attributes:
        nodes: number of nodes.
        ends: shape (m, 2).
        lits: shape (m,), the CNF literal of each edge; a literal may occur more than once.
        degrees: known bounds on the degrees of nodes.
    """

    nodes: int
    ends: Ints
    lits: Clauses
    degrees: Degrees

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model violates; none if its chosen edges are a forest."""
        chosen = model.take(np.abs(self.lits)) == (self.lits > 0)
        component = components(self.nodes, self.ends[chosen])
        trees = np.count_nonzero(component == np.arange(self.nodes))
        if trees == self.nodes - np.count_nonzero(chosen):  # the usual case, and a fast check
            return ()
        size = np.bincount(component, minlength=self.nodes)
        edges_of = np.bincount(component[self.ends[chosen, 0]], minlength=self.nodes)
        cyclic = (edges_of >= size) & (size > 0)
        never_one, why_one = self._known(model, "never_one")
        never_zero, why_zero = self._known(model, "never_zero")
        endless, used = cyclic.copy(), np.zeros(self.nodes, dtype=np.bool_)
        endless[component[~never_one]] = False
        used[component[never_zero]] = True
        touched = component[self.ends]
        held = _by_component(touched[:, :1], chosen, cyclic)
        cuts = _by_component(touched, touched[:, 0] != touched[:, 1], endless)
        clauses: list[list[int]] = []
        for w, edges in held.items():
            if not endless[w]:
                clauses += _cycle_clauses(self.ends[edges], self.lits[edges])
                continue
            members = np.flatnonzero(component == w)
            guards = set(why_one[members].tolist())
            if used[w]:
                zero = why_zero[members[never_zero[members]]].tolist()
                guards.add(next((g for g in zero if g in guards or not g), zero[0]))
            cut = set(self.lits[cuts[w]].tolist()) if w in cuts else set()
            cut |= {-guard for guard in guards if guard}
            if used[w]:
                clauses.append(sorted(cut))
            else:
                clauses += (sorted({-e, *cut}) for e in np.unique(self.lits[edges]).tolist())
        return clauses

    def _known(self, model: Model, fact: Literal["never_one", "never_zero"]) -> tuple[Bools, Ints]:
        """Return the nodes with a fact under a model, and the guards that it depends on, or 0."""
        holds: Bools = getattr(self.degrees, fact).copy()
        why = np.zeros(self.nodes, dtype=np.int32)
        more = self.degrees.conditional
        if more is not None:
            active = model[np.abs(more.guards)] == (more.guards > 0)
            active &= getattr(more, fact) & ~holds[more.nodes]
            why[more.nodes[active]] = more.guards[active]
            holds[more.nodes[active]] = True
        return holds, why


def _by_component(touched: Ints, mask: Bools, wanted: Bools) -> dict[int, Ints]:
    """Group edges by the components that they touch.

    Args:
        touched: shape (m, j), j components of each edge.
        mask: shape (m,), the edges in question.
        wanted: shape (nodes,), the components in question.

    Returns:
        Edges by component; components in ascending order.
    """
    edges = np.repeat(np.flatnonzero(mask), touched.shape[1])
    owner = touched[mask].ravel()
    edges, owner = edges[wanted[owner]], owner[wanted[owner]]
    order = np.argsort(owner, kind="stable")
    found, starts = np.unique(owner[order], return_index=True)
    parts = np.split(edges[order].astype(np.int32), starts[1:])
    return dict(zip(found.tolist(), parts, strict=False))


def _cycle_clauses(ends: Ints, lits: Clauses) -> Iterator[list[int]]:
    """Yield, for each edge outside a breadth-first forest, the clause against the cycle it closes.

    Args:
        ends: shape (m, 2), the edges of a graph.
        lits: shape (m,), their literals.
    """
    literal: list[int] = lits.tolist()
    around: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for e, (u, v) in enumerate(ends.tolist()):
        around[u].append((e, v))
        around[v].append((e, u))
    above: dict[int, tuple[int, int] | None] = {}  # the edge to the node before, and that node
    for start in around:
        if start not in above:
            above[start] = None
            queue = [start]
            for u in queue:
                for e, v in around[u]:
                    if v not in above:
                        above[v] = e, u
                        queue.append(v)

    rank = {node: i for i, node in enumerate(above)}  # a node comes after the one before it
    tree = {step[0] for step in above.values() if step is not None}
    for e, (u, v) in enumerate(ends.tolist()):
        if e not in tree:
            clause = {-literal[e]}
            while u != v:
                u, v = sorted((u, v), key=rank.__getitem__)
                step = above[v]
                assert step is not None
                clause.add(-literal[step[0]])
                v = step[1]
            yield sorted(clause)


class Watched(AcyclicEncoding):
    """No clauses at first; a `CyclePropagator` sees each edge that closes a cycle."""

    declaration = declared("acyclic", "propagator")

    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add nothing; return the separator with its propagator."""
        return (WatchedCycles(graph.nodes, graph.ends, lits, degrees),)


class WatchedCycles(CycleSeparator, frozen=True, eq=False):
    """A separator with a propagator; if the solver uses that, the separator finds no cycle."""

    def propagator(self) -> CyclePropagator:
        """Return a propagator for one solver."""
        return CyclePropagator(self.nodes, self.ends, self.lits)


class CyclePropagator(Propagator):
    """Finds the cycles of chosen edges before all edges are decided."""

    def __init__(self, nodes: int, ends: Ints, lits: Clauses) -> None:
        """Set up for a graph, ends of shape (m, 2), and the literals of its edges, shape (m,)."""
        super().__init__(lits)
        self._nodes, self._ends = nodes, ends

    def contradicted(self) -> Iterator[list[int]]:
        """Yield clauses against the cycles that chosen edges close."""
        at = [i for i in range(len(self.lits)) if self.held >> i & 1]
        ends = self._ends[at]
        if len(at) + np.unique(components(self._nodes, ends)).size > self._nodes:
            yield from _cycle_clauses(ends, np.array(self.lits)[at])
