"""Encodings of connectedness: nodes are joined to each other, or each to a goal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic.base import block
from nlc.encode.base import AcyclicEncoding, Declaration, declared
from nlc.encode.template import tidy
from nlc.graph import Graph, restrict
from nlc.ir.nodes import TRUE, Connection
from nlc.registry import Registry

AcyclicChoice = Callable[[Graph], AcyclicEncoding]
"""Gives the encoding of acyclicity for a graph."""


class Demands(Struct, frozen=True, eq=False):
    """Sets of nodes, and the least number of each that is needed.

    Attributes:
        starts: shape (k,), where the nodes of each demand start; no demand is empty.
        nodes: shape (n,), the nodes of all demands, one demand after the other.
        least: shape (k,), from 1 to the size of the set.
    """

    starts: Ints
    nodes: Ints
    least: Ints

    @staticmethod
    def concatenate(parts: Sequence[Demands]) -> Demands:
        """Return all demands of a list, which is not empty."""
        before = np.cumsum([0, *(len(part.nodes) for part in parts[:-1])]).tolist()
        return Demands(
            np.concatenate([part.starts + n for part, n in zip(parts, before, strict=True)]),
            np.concatenate([part.nodes for part in parts]),
            np.concatenate([part.least for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.starts)


class Joined(Struct, frozen=True, eq=False):
    """Required nodes that are joined through allowed ones: to each other, or each to a goal.

    Every connectedness comes down to this. Where links are decided, each of these is a node too,
    between its two ends. Literals are those of the CNF or, as `reduced` returns it, of the IR;
    `TRUE` and its negation are constants.

    Attributes:
        graph: nodes and edges; all edges are there.
        allowed: shape (nodes,), whether a node may be passed; never ``-TRUE``.
        required: shape (nodes,), whether it has to be joined; it is allowed then.
        goals: shape (nodes,), whether it is a goal; None: the required nodes are joined to each
            other.
        demands: sets of nodes of each of which at least so many are needed.
        guards: shape (demands,), the literal under which each demand holds, or 0.
        steps: the most steps between two nodes of a set that is joined, or from a goal.
        root: a node that is needed wherever any is, so far as rules say so; else None.
    """

    graph: Graph
    allowed: Clauses
    required: Clauses
    goals: Clauses | None
    demands: Demands
    guards: Clauses
    steps: int
    root: int | None = None

    def mapped(self, change: Callable[[Clauses], Clauses]) -> Joined:
        """Return the same with other literals."""
        return replace(
            self,
            allowed=change(self.allowed),
            required=change(self.required),
            goals=None if self.goals is None else change(self.goals),
            guards=change(self.guards),
        )


class ConnectedEncoding(ABC):
    """States that nodes are joined.

    Attributes:
        declaration: what is known of it.
        chooses_acyclic: whether it comes down to acyclicity of a graph of its own.
    """

    declaration: Declaration
    chooses_acyclic = False

    def takes(self, item: Connection) -> bool:
        """Return whether it states a connection.

        Else the pointers along spanning trees are stated that elaboration has made of it.
        """
        return True

    def refusal(self, item: Connection) -> str | None:
        """Return why the encoding cannot treat a connection that it takes, or None."""
        if "planar" in self.declaration.needs:
            from nlc.graph.planar import refusal

            keep = item.lits != -TRUE
            return refusal(item.graph if keep.all() else restrict(item.graph, keep))
        return None

    def prefers(self, item: Connection) -> bool:
        """Return whether it states a connection that it takes where others of a list could."""
        return self.takes(item)

    def suits(self, joined: Joined) -> bool:
        """Return whether it is the best that a file can hold, for a connection that it takes."""
        return False

    @abstractmethod
    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add clauses (and variables) to a CNF.

        Args:
            cnf: takes the clauses, under the name of `rule`.
            rule: name of the rule that asks.
            joined: what to state; not refused.
            choose: gives the encoding of acyclicity for a graph.

        Returns:
            Separators for what was left to the solving loop; empty for all but lazy encodings.
        """


def choose(encodings: Sequence[ConnectedEncoding], item: Connection) -> ConnectedEncoding:
    """Return the encoding that states a connection: the first that prefers it, or the last."""
    return next((each for each in encodings if each.prefers(item)), encodings[-1])


class Arborescence(ConnectedEncoding):
    """Each member points along a chosen edge to a member, and the pointers hold no cycle.

    `nlc.ir.elaborate.globals` makes these nodes; passes see them, and the encoding of acyclicity
    states the last part.
    """

    declaration = declared("connected", "arborescence")

    def takes(self, item: Connection) -> bool:
        """Return False: the nodes of the program say it."""
        return False

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add nothing."""
        return ()


REGISTRY: Registry[ConnectedEncoding] = Registry(
    "connected encoding",
    "ENCODING",
    "nlc.encodings.connected",
    {
        "arborescence": Arborescence(),
        "dual": "nlc.encode.connected.clauses:Dual",
        "lazy": "nlc.encode.connected.lazy:Lazy",
        "levels": "nlc.encode.connected.clauses:Levels",
        "propagator": "nlc.encode.connected.lazy:Watched",
    },
)


def beside(graph: Graph) -> Ints:
    """Return the nodes beside each node, shape (nodes, most), filled up with -1."""
    ends = np.concatenate([graph.ends, graph.ends[:, ::-1]])
    ends = ends[np.lexsort(ends.T[::-1])]
    degree = np.bincount(ends[:, 0], minlength=graph.nodes)
    starts = np.cumsum(degree) - degree
    out = np.full((graph.nodes, int(degree.max(initial=0))), -1, np.int32)
    out[ends[:, 0], np.arange(len(ends)) - starts[ends[:, 0]]] = ends[:, 1]
    return out


def signs(known: Ints, lits: Clauses) -> Ints:
    """Return 1 for literals that hold, -1 for those that do not, 0 where that is not known.

    Args:
        known: the same by variable.
        lits: constants among them.
    """
    constant = np.abs(lits) == TRUE
    return np.sign(lits) * np.where(constant, 1, known[np.where(constant, 0, np.abs(lits))])


def inside(cnf: Cnf, rule: str, joined: Joined) -> Clauses:
    """Return literals of a set that holds all needed nodes, and open ones only.

    That the needed nodes are joined means that one such set is connected. Where a node is needed as
    soon as it is open, the literal is that; else it is a new variable. There are no goals.

    Returns:
        Shape (nodes,); constants are `TRUE` and its negation.
    """
    out = joined.required.copy()
    free = np.flatnonzero(joined.allowed != joined.required)
    out[free] = block(cnf, rule, "inside", (len(free),))
    stated(cnf, rule, np.column_stack([-out[free], joined.allowed[free]]))
    stated(cnf, rule, np.column_stack([-joined.required[free], out[free]]))
    return out


def stated(cnf: Cnf, rule: str, clauses: Clauses) -> None:
    """Add clauses, shape (m, n), that may hold constants, or a variable twice."""
    rows = clauses[~(clauses == TRUE).any(axis=1)]
    sizes = (rows != -TRUE).sum(axis=1)
    for size in np.unique(sizes).tolist():
        part = rows[sizes == size]
        for each in tidy(part[part != -TRUE].reshape(len(part), size)):
            cnf.add(rule, each)


def never_both_outside(joined: Joined, within: Clauses) -> Bools:
    """Return for which edges a rule forbids that both ends are outside; `within` as of `inside`."""
    demands = joined.demands
    sizes = np.diff(demands.starts, append=len(demands.nodes))
    starts = demands.starts[(sizes == 2) & (joined.guards == 0)]
    pairs = np.sort(np.stack([demands.nodes[starts], demands.nodes[starts + 1]], axis=1), axis=1)
    ends = np.sort(joined.graph.ends, axis=1).astype(np.int64)
    known = pairs[:, 0].astype(np.int64) * joined.graph.nodes + pairs[:, 1]
    apart = np.isin(ends[:, 0] * joined.graph.nodes + ends[:, 1], known)
    return np.asarray(apart | (within[joined.graph.ends] == TRUE).any(axis=1))
