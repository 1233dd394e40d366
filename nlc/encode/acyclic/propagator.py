"""Acyclicity by a propagator that observes the solver's search."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.cnf.propagator import Propagator
from nlc.encode.acyclic.lazy import CycleSeparator
from nlc.encode.base import AcyclicEncoding, Declaration, Degrees
from nlc.graph import Graph


class Watched(AcyclicEncoding):
    """No clauses at first; a `CyclePropagator` forbids each edge that would close a cycle."""

    declaration = Declaration(
        name="propagator",
        source="IPASIR-UP: Fazekas et al. 2023 (SAT)",
        needs=("in-process", "propagator"),
        size="no variables; a clause for each edge that would have closed a cycle",
    )

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
    """Maintains a spanning forest of the chosen edges, and forbids edges that would close a cycle.

    When an edge joins two trees, every other edge between them must not be chosen, by the tree
    path between its ends. An edge that was chosen in spite of that gives the clause against the
    cycle. So no model holds a cycle, and every clause follows from one.
    """

    def __init__(self, nodes: int, ends: Ints, lits: Clauses) -> None:
        """Set up for a graph, ends of shape (m, 2), and the literals of its edges, shape (m,)."""
        super().__init__(np.abs(lits).tolist())
        self._ends: list[tuple[int, int]] = [(u, v) for u, v in ends.tolist()]
        self._lits: list[int] = lits.tolist()
        self._edges_of: defaultdict[int, list[int]] = defaultdict(list)
        self._around: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
        for e, (u, v) in enumerate(self._ends):
            if u == v:
                self.clauses.append([-self._lits[e]])
                continue
            self._edges_of[self._lits[e]].append(e)
            self._around[u].append((e, v))
            self._around[v].append((e, u))
        self._root = list(range(nodes))
        self._members = [[v] for v in range(nodes)]
        self._tree: list[dict[int, int]] = [{} for _ in range(nodes)]
        self._joins: list[tuple[int, int]] = []
        self._values: dict[int, int] = {}
        self._trail: list[int] = []
        self._levels: list[int] = []
        self._fixed: set[int] = set()
        self._implied: deque[int] = deque()
        self._reasons: dict[int, list[int]] = {}

    # ---------- notifications of the solver ----------

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Add the value of a watched variable; a fixed one remains when the solver backtracks."""
        if fixed:
            self._fixed.add(lit)
        if lit in self._values:
            return
        self._values[lit] = len(self._joins)
        self._trail.append(lit)
        for e in self._edges_of.get(lit, ()):
            self._add_edge(e)

    def on_new_level(self) -> None:
        """Begin a decision level."""
        self._levels.append(len(self._trail))

    def on_backtrack(self, to: int) -> None:
        """Forget all values above a decision level but the fixed ones."""
        if to >= len(self._levels):
            return
        start = self._levels[to]
        undone = self._trail[start:]
        del self._trail[start:], self._levels[to:]
        self._implied.clear()
        if not undone:
            return
        joins = self._values[undone[0]]
        for lit in undone:
            del self._values[lit]
        while len(self._joins) > joins:
            self._undo_join(*self._joins.pop())
        for lit in undone:
            if lit in self._fixed:
                self.on_assignment(lit)

    # ---------- requests of the solver ----------

    def propagate(self) -> list[int]:
        """Return an unassigned literal that the chosen edges imply, if there is one."""
        while self._implied:
            e = self._implied.popleft()
            lit = -self._lits[e]
            if lit not in self._values and -lit not in self._values:
                self._reasons[lit] = self._cycle_clause(e)
                return [lit]
        return []

    def provide_reason(self, lit: int) -> list[int]:
        """Return the clause that implied a literal."""
        return self._reasons[lit]

    # ---------- the forest ----------

    def _add_edge(self, e: int) -> None:
        """Join two trees by an edge, or record the clause against the cycle that it closes."""
        u, v = self._ends[e]
        a, b = self._root[u], self._root[v]
        if a == b:
            self.clauses.append(self._cycle_clause(e))
            return
        if len(self._members[a]) > len(self._members[b]):
            a, b = b, a
        for node in self._members[a]:
            for other, beyond in self._around[node]:
                if self._root[beyond] == b and other != e:
                    self._implied.append(other)
        for node in self._members[a]:
            self._root[node] = b
        self._members[b] += self._members[a]
        self._tree[u][e], self._tree[v][e] = v, u
        self._joins.append((e, a))

    def _undo_join(self, e: int, a: int) -> None:
        """Undo the last join, of the smaller tree with the root `a` by the edge `e`."""
        u, v = self._ends[e]
        del self._tree[u][e], self._tree[v][e]
        members = self._members[a]
        del self._members[self._root[a]][-len(members) :]
        for node in members:
            self._root[node] = a

    def _cycle_clause(self, e: int) -> list[int]:
        """Return the clause against the cycle that an edge closes with the tree of its ends."""
        start, goal = self._ends[e]
        above = {start: (e, start)}
        stack = [start]
        while goal not in above:
            node = stack.pop()
            for edge, other in self._tree[node].items():
                if other not in above:
                    above[other] = edge, node
                    stack.append(other)
        cycle = {e}
        while goal != start:
            edge, goal = above[goal]
            cycle.add(edge)
        return sorted({-self._lits[edge] for edge in cycle})


ENCODING = Watched()
