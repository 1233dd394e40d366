"""Connectedness by a propagator that observes the solver's search."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Cnf, Separator
from nlc.cnf.propagator import Propagator
from nlc.encode.connected import AcyclicChoice, Joined
from nlc.encode.connected.lazy import Lazy, PartSeparator
from nlc.ir.nodes import TRUE


class Watched(Lazy):
    """As lazy, but a `PartPropagator` sees parts that are cut off before all nodes are decided.

    Where there are goals, or links are decided as well as nodes, it is lazy.
    """

    declaration = replace(
        Lazy.declaration,
        name="propagator",
        source="IPASIR-UP: Fazekas et al. 2023 (SAT); minimal node separators, as in lazy",
        needs=("in-process", "propagator"),
        size="no variables; a clause for each part that is cut off in the search; else as lazy",
    )

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Return the separator, with its propagator if nodes alone are decided."""
        if joined.goals is None and np.array_equal(joined.open, joined.needed):
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
    from the root by a minimal separator; see `nlc.encode.connected.lazy`. Sets of nodes are the
    bits of integers.
    """

    def __init__(self, joined: Joined) -> None:
        """Set up for nodes that are needed if they are open, and joined to each other."""
        self._lits: list[int] = joined.needed.tolist()
        self._nodes: defaultdict[int, int] = defaultdict(int)
        for i, lit in enumerate(self._lits):
            self._nodes[lit] |= 1 << i
        super().__init__({abs(x) for x in self._lits} - {int(TRUE)})
        self._all = (1 << joined.graph.nodes) - 1
        self._steps: Counter[int] = Counter()
        for u, v in np.sort(joined.graph.ends, axis=1).tolist():
            self._steps[v - u] |= 1 << u
        self._fixed = (self._nodes[-int(TRUE)], self._nodes[int(TRUE)])
        self._closed, self._needed = self._fixed
        self._levels: list[tuple[int, int]] = []
        self._checked = False

    # ---------- notifications of the solver ----------

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Add the value of a watched variable; a fixed one remains when the solver backtracks."""
        closed, needed = self._nodes.get(-lit, 0), self._nodes.get(lit, 0)
        self._closed |= closed
        self._needed |= needed
        self._checked = False
        if fixed:
            self._fixed = self._fixed[0] | closed, self._fixed[1] | needed

    def on_new_level(self) -> None:
        """Begin a decision level."""
        self._levels.append((self._closed, self._needed))

    def on_backtrack(self, to: int) -> None:
        """Forget all values above a decision level but the fixed ones."""
        if to >= len(self._levels):
            return
        closed, needed = self._levels[to]
        self._closed, self._needed = closed | self._fixed[0], needed | self._fixed[1]
        del self._levels[to:]
        self.clauses.clear()
        self._checked = False

    # ---------- requests of the solver ----------

    def check_model(self, model: Sequence[int]) -> bool:
        """Return whether all needed nodes are joined; all watched variables are assigned."""
        self._check()
        return not self.clauses

    def propagate(self) -> list[int]:
        """Look for parts that are cut off; no literal is implied but by a clause."""
        self._check()
        return []

    # ---------- the parts ----------

    def _check(self) -> None:
        """Record a clause for each part with needed nodes but the one of the root."""
        if self._checked:
            return
        self._checked = True
        self.clauses.clear()
        opened = self._all & ~self._closed
        root = _first(self._fixed[1] or self._needed)
        left = self._needed & ~self._reached(root, opened)
        while left:
            node = _first(left)
            part = self._reached(node, opened)
            beside = self._grown(part) & ~part
            beyond = self._reached(root, self._all & ~part & ~beside)
            separator = beside & self._grown(beyond)
            lits = {-self._lits[each.bit_length() - 1] for each in (root, node)}
            while separator:
                one = _first(separator)
                lits.add(self._lits[one.bit_length() - 1])
                separator ^= one
            self.clauses.append(sorted(lits - {-int(TRUE)}))
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


ENCODING = Watched()
