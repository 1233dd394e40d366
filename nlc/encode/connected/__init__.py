"""Encodings of connectedness: nodes are joined to each other, or each to a goal.

They state it through nodes alone: `reduced` makes a node of each link that is decided.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct
from nlc.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic import block
from nlc.encode.base import AcyclicEncoding, Declaration, declared
from nlc.encode.template import tidy
from nlc.graph import Graph, by_size, restrict
from nlc.ir.connection import stated as stated_nodes
from nlc.ir.nodes import TRUE, Clause, Connection, Exactly, Implies, Lits, Program
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

            return refusal(restrict(item.graph, item.lits != -TRUE))
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


def reduced(item: Connection, rows: Rows) -> Joined:
    """Return a connection of a program with every decided edge as a node; literals of the IR.

    What can never be passed is left out.

    Args:
        item: one of the connections of a program, or what one of its globals says.
        rows: its counts and clauses, which say what nodes are surely needed.
    """
    graph, members = item.graph, item.members
    loose = members is None
    opened = np.full(graph.nodes, TRUE, np.int32) if members is None else members
    stay = opened != -TRUE
    number = np.cumsum(stay, dtype=np.int32) - 1
    kept = (item.lits != -TRUE) & stay[graph.ends[:, 0]] & stay[graph.ends[:, 1]]
    if not loose:
        kept &= graph.ends[:, 0] != graph.ends[:, 1]
    ends, rank, lits = number[graph.ends[kept]], graph.rank[kept], item.lits[kept]
    opened = opened[stay]
    middles = np.flatnonzero(np.full(len(lits), loose) | (lits != TRUE))
    nodes = np.arange(len(opened), len(opened) + len(middles), dtype=np.int32)
    halves = np.column_stack([nodes, ends[middles, 1]])
    turned = np.column_stack([np.ones_like(nodes), rank[middles, 1]])
    ends[middles, 1], rank[middles, 1] = nodes, 0
    ends, rank = np.concatenate([ends, halves]), np.concatenate([rank, turned])
    goals = item.goals
    if goals is not None:
        goals = np.append(goals[stay], np.full(len(middles), -TRUE, np.int32))
    needed = np.full_like(opened, -TRUE) if loose else opened
    needed = np.append(needed, lits[middles] if loose else np.full(len(middles), -TRUE, np.int32))
    opened = np.append(opened, lits[middles])
    whole = Graph(len(opened), ends, rank, graph.nonplanar)
    demands, guards = rows.demands_on(needed)
    root = None if item.root is None or not stay[item.root] else int(number[item.root])
    if item.most is None or loose:
        steps = whole.nodes - 1
    else:  # what is decided lies between two members
        steps = max(item.most - 1, 0) * (2 if len(middles) else 1)
    return Joined(whole, opened, needed, goals, demands, guards, steps, root)


def line_of(graph: Graph, lits: Lits, rows: Rows) -> Joined:
    """Return that the drawn edges of a line are joined; literals of the IR.

    Args:
        graph: the edges that may be drawn.
        lits: shape (edges,), the literal of each.
        rows: the counts and clauses of the program.
    """
    demands, guards = rows.demands_on(lits)
    return Joined(line_graph(graph), lits, lits, None, demands, guards, len(lits) - 1)


def line_graph(graph: Graph) -> Graph:
    """Return the graph whose nodes are the edges of another, joined where they share a node."""
    pairs = [np.zeros((0, 2), np.int32)]
    for _, sides in by_size(graph.ends.ravel()):
        one, other = np.triu_indices(sides.shape[1], 1)
        pairs.append(np.stack([sides[:, one] // 2, sides[:, other] // 2], axis=-1).reshape(-1, 2))
    ends = np.concatenate(pairs)
    return Graph(len(graph.ends), ends, np.zeros_like(ends))


class Rows:
    """The counts and clauses of a program, found by their literals: each set of nodes has few."""

    def __init__(self, program: Program) -> None:
        """Take the program whose rows count; those without a guard come first."""
        self._blocks = sorted(_rows(program), key=lambda row: row[2] is not None)
        lits = [lits for lits, _, _ in self._blocks]
        self._firsts = np.cumsum([0, *map(len, lits)])
        flat = np.concatenate([np.zeros(0, np.int32), *(each.ravel() for each in lits)])
        widths = [width for each in lits for width in [each.shape[1]] * len(each)]
        row = np.repeat(np.arange(len(widths)), np.array(widths, np.int32))
        order = np.argsort(flat, kind="stable")
        self._lits, self._row = flat[order], row[order]

    def demands_on(self, needed: Lits) -> tuple[Demands, Lits]:
        """Return the sets of nodes of each of which some row says that so many are needed.

        Of a row with other literals, too, as many are needed as are left to choose when all of
        those hold.

        Args:
            needed: shape (nodes,), the IR literal of each node.

        Returns:
            The demands, those without a guard first, and their guards as IR literals, 0 for none.
        """
        surely = np.flatnonzero(needed == TRUE)
        ones = np.ones(len(surely), np.int32)
        parts = [Demands(np.arange(len(surely), dtype=np.int32), surely.astype(np.int32), ones)]
        guards = [np.zeros(len(surely), np.int32)]
        order = np.argsort(needed, kind="stable").astype(np.int32)
        order = order[np.abs(needed[order]) != TRUE]
        ascending = needed[order]
        # The rows with one of these literals, ascending.
        first = np.searchsorted(self._lits, ascending, "left")
        sizes = np.searchsorted(self._lits, ascending, "right") - first
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        rows = distinct(self._row[np.repeat(first, sizes) + within])
        ends = np.searchsorted(rows, self._firsts)
        for i in np.flatnonzero(np.diff(ends)).tolist():
            lits, least, guard = self._blocks[i]
            chosen = rows[ends[i] : ends[i + 1]] - self._firsts[i]
            place = np.searchsorted(ascending, lits[chosen]).clip(max=len(order) - 1)
            is_node = ascending[place] == lits[chosen]
            asked = least - (~is_node).sum(axis=1)
            # A row that asks for more than it has demands nothing: no model meets it.
            some = (asked > 0) & (is_node.sum(axis=1) >= asked)
            if not some.any():
                continue
            place, is_node, asked = place[some], is_node[some], asked[some]
            sizes = is_node.sum(axis=1)
            starts = (np.cumsum(sizes) - sizes).astype(np.int32)
            parts.append(Demands(starts, order[place[is_node]], asked.astype(np.int32)))
            guards.append(np.zeros(len(asked), np.int32) if guard is None else guard[chosen[some]])
        return Demands.concatenate(parts), np.concatenate(guards)


def _rows(program: Program) -> Iterator[tuple[Lits, int, Lits | None]]:
    """Yield literals of which at least so many hold, under a guard of one literal or none."""
    for node in stated_nodes(program):
        match node:
            case Exactly(counts, lits, guard) if counts.intervals and guard.shape[1] < 2:
                given = guard[:, 0] if guard.shape[1] else None
                least, most = counts.intervals[0][0], counts.intervals[-1][1]
                if least:
                    yield lits, least, given
                if most < lits.shape[1]:
                    yield -lits, lits.shape[1] - most, given
            case Implies(guard, Clause(lits)):
                yield np.hstack([-guard, lits]), 1, None
                if guard.shape[1]:
                    yield np.hstack([-guard[:, 1:], lits]), 1, guard[:, 0]
