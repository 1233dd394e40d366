"""Acyclicity on any graph by eliminating nodes, one after the other or leaves round by round.

Eliminating nodes yields a chordal graph; there are clauses over its directed edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic import (
    MAX_CLAUSES,
    Arcs,
    Pieces,
    add_arcs,
    block,
    encode_greater,
    forbid_self_loops,
    pieces,
    size_refusal,
)
from nlc.encode.base import AcyclicEncoding, declared
from nlc.encode.template import tidy
from nlc.graph import Graph, by_size

MAX_NODES = 20_000
"""The order of elimination is found node by node, which takes long on larger graphs."""


NARROW = 12
"""Rings of generalised Petersen graphs, of width 7 to 11, are found sooner by elimination than by
counters, those of random cubic graphs and knight's boards, of 20 and more, later:
``scripts/measure_rings.py``."""


def eliminate(nodes: int, ends: Ints, widest: int) -> tuple[Ints, int, Ints] | None:
    """Eliminate nodes, always the smallest of those with the fewest neighbours.

    Eliminating a node joins all of its neighbours to each other and removes it. Nodes are numbered
    in the order of elimination; those that remain come last.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2); parallel edges count as one, and there are no self-loops.
        widest: stop when each node has more neighbours than this.

    Returns:
        The new number of each node; the number of eliminated nodes; and the ends, shape (m, 2), of
        all original and added edges, smaller number first, in ascending order: those with
        ``ends[:, 0] = v < eliminated`` lead to the last neighbours of v. None if there are more
        than `MAX_CLAUSES` ordered pairs of last neighbours.
    """
    around: list[set[int]] = [set() for _ in range(nodes)]
    for u, v in ends.tolist():
        around[u].add(v)
        around[v].add(u)
    queue = [(len(near), v) for v, near in enumerate(around)]
    heapify(queue)
    order: dict[int, Sequence[int]] = {}
    pairs = 0
    while queue:
        width, v = heappop(queue)
        if v in order or width != len(around[v]):
            continue
        if width > widest:
            break
        pairs += width * (width - 1)
        if pairs > MAX_CLAUSES:
            return None
        order[v] = near = sorted(around[v])
        for u in near:
            around[u].update(near)
            around[u] -= {u, v}
            heappush(queue, (len(around[u]), u))
    rest = [v for v in range(nodes) if v not in order]
    found = [(v, u) for v, near in order.items() for u in near]
    found += [(v, u) for v in rest for u in around[v] if v < u]
    place = np.empty(nodes, dtype=np.int32)
    place[[*order, *rest]] = np.arange(nodes)
    edges = place[np.array(found, dtype=np.int32).reshape(-1, 2)]
    return place, len(order), edges[np.lexsort((edges[:, 1], edges[:, 0]))]


def refusal(graph: Graph, widest: int) -> str | None:
    """Return why a graph is too large for elimination up to a number of neighbours, or None."""
    parts = list(pieces(graph))
    nodes = sum(part.nodes for part in parts)
    if nodes > MAX_NODES:
        return f"it has {nodes:,} nodes on cycles, and {MAX_NODES:,} are the limit"
    if all(eliminate(part.nodes, part.ends, widest) is not None for part in parts):
        return None
    return f"it would take more than {MAX_CLAUSES:,} clauses"


def is_narrow(graph: Graph) -> bool:
    """Return whether no node of a graph has more neighbours than `NARROW` when eliminated."""
    parts = [*pieces(graph)]
    if sum(part.nodes for part in parts) > MAX_NODES:
        return False
    found = ((part.nodes, eliminate(part.nodes, part.ends, NARROW)) for part in parts)
    return all(done is not None and done[1] == nodes for nodes, done in found)


def direct_edges(cnf: Cnf, rule: str, part: Arcs, widest: int) -> tuple[int, Ints, Ints]:
    """Direct the edges of an elimination so that no cycle of arcs runs through an eliminated node.

    Each edge has a new variable for each of its directions, at most one of which holds. An arc
    implies the variable of its direction, and for an eliminated node v, u to v and v to w imply u
    to w.

    Args:
        part: the arcs of a graph for which `_refusal` is None.
        widest: as in `eliminate`.

    Returns:
        The number of eliminated nodes, the ends of all edges as of `eliminate`, and the variables,
        shape (m, 2): of the direction to the larger number, and to the smaller one.
    """
    both_ways = np.column_stack((part.child, part.parent))
    elimination = eliminate(part.nodes, both_ways, widest)
    assert elimination is not None, "the graph is refused"
    place, eliminated, ends = elimination
    ways = block(cnf, rule, "way", ends.shape)
    cnf.add(rule, -ways)
    keys = ends[:, 0] * np.int64(part.nodes) + ends[:, 1]

    def way(tail: Ints, head: Ints) -> Clauses:
        """Return the variables of directions; shapes (n,)."""
        key = np.minimum(tail, head) * np.int64(part.nodes) + np.maximum(tail, head)
        found: Clauses = ways[np.searchsorted(keys, key), (tail > head).astype(np.int32)]
        return found

    cnf.add(rule, np.column_stack((-part.arcs, way(place[part.child], place[part.parent]))))
    inner = ends[ends[:, 0] < eliminated]
    for v, rows in by_size(inner[:, 0]):
        near = inner[rows, 1]
        i, j = np.nonzero(~np.eye(rows.shape[1], dtype=np.bool_))
        middle, tail, head = np.repeat(v, len(i)), near[:, i].ravel(), near[:, j].ravel()
        step = np.column_stack((-way(tail, middle), -way(middle, head), way(tail, head)))
        cnf.add(rule, step)
    return eliminated, ends, ways


class VertexElimination(AcyclicEncoding):
    """Every chosen edge has an arc; eliminating a node bridges each way through it by another arc.

    After M. F. Rankooh and J. Rintanen, "Propositional encodings of acyclicity and reachability by
    using vertex elimination" (AAAI 2022); a node with the fewest neighbours goes first.

    Every model is a forest: the arcs of a cycle of chosen edges go round one way (see `add_arcs`).
    Bridging the node of a cycle that is eliminated first makes a shorter cycle of nodes that are
    eliminated later, and so on down to two nodes, which have arcs one way only. Every forest has a
    model: direct each tree to a root, and let u have an arc to w, where there is a variable for it,
    if w is an ancestor of u.
    """

    declaration = declared("acyclic", "vertex-elimination")

    def refusal(self, graph: Graph) -> str | None:
        return refusal(graph, graph.nodes)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            direct_edges(cnf, rule, part, part.nodes)


class HybridElimination(AcyclicEncoding):
    """Nodes are eliminated while one has few neighbours; arcs between the others lower a label.

    After the hybrid of vertex elimination and leaf elimination with binary time of N.-F. Zhou,
    R. Wang and R. H. C. Yap, "A comparison of SAT encodings for acyclicity of directed graphs" (SAT
    2023): the time at which a node is a leaf is a label that grows along arcs.

    Every model is a forest: a cycle of arcs is shortened as in `VertexElimination`, to one of two
    nodes or one without an eliminated node, round which labels would grow. Every forest has a
    model: arcs go to ancestors, and of r nodes that are left, each has its height among them as its
    label, at most r - 1.

    Attributes:
        widest: nodes with more neighbours are not eliminated.
    """

    widest = 6
    declaration = declared("acyclic", "hybrid-elimination")

    def refusal(self, graph: Graph) -> str | None:
        return refusal(graph, self.widest)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            eliminated, ends, ways = direct_edges(cnf, rule, part, self.widest)
            left = part.nodes - eliminated
            if left:
                labels = block(cnf, rule, "label", (left, (left - 1).bit_length()))
                kept = ends[:, 0] >= eliminated
                low, high = labels[(ends[kept] - eliminated).T]
                guards = ways[kept].T.ravel()
                tail, head = np.concatenate((low, high)), np.concatenate((high, low))
                encode_greater(cnf, rule, guards, tail, head)


class LeafElimination(AcyclicEncoding):
    """Every node is removed as soon as at most one chosen edge joins it to the remaining nodes.

    The leaf elimination with unary time of N.-F. Zhou, R. Wang and R. H. C. Yap, "A comparison of
    SAT encodings for acyclicity of directed graphs" (SAT 2023), for undirected graphs: no arcs are
    needed, as a leaf is a node with at most one edge. Variable t of a node holds if the node is
    left after round t, and it must where two of its chosen edges lead to nodes that were left after
    round t - 1; a node where this happens after the last round is forbidden.

    Every model is a forest: all nodes of a cycle are left after each round. Every forest has a
    model, by removing leaves: a node that is left after round t lies in the middle of a path of
    2t + 1 nodes, so that d = floor((n - 1) / 2) rounds leave nothing to forbid in a piece of n
    nodes.
    """

    declaration = declared("acyclic", "leaf-elimination")

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(graph, _leaf_clauses)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        forbid_self_loops(cnf, rule, graph, lits)
        for part in pieces(graph):
            left = block(cnf, rule, "left", (part.nodes, (part.size - 1) // 2))
            halves = part.ends.ravel()
            for nodes, places in by_size(halves):
                first, second = np.triu_indices(places.shape[1], 1)
                one, other = places[:, first].ravel(), places[:, second].ravel()
                edges = -lits[part.edges[np.stack((one // 2, other // 2), axis=1)]]
                far_ends = np.stack((halves[one ^ 1], halves[other ^ 1]), axis=1)
                _rounds(cnf, rule, left, edges, np.repeat(nodes, len(first)), far_ends)


def _leaf_clauses(part: Pieces) -> int:
    degree = np.bincount(part.ends.ravel()).astype(np.int64)
    return int((degree * (degree - 1) // 2).sum()) * ((part.size - 1) // 2 + 1)


def _rounds(cnf: Cnf, rule: str, left: Ints, edges: Clauses, node: Ints, far_ends: Ints) -> None:
    """Add "a node is left if both of its neighbours were left", for pairs of edges at it.

    Args:
        left: shape (nodes, d).
        edges: shape (n, 2), the negated literals of the edges.
        node: shape (n,), where the two edges meet.
        far_ends: shape (n, 2), their other ends.
    """
    d = left.shape[1]
    for t in range(d + 1):
        clauses = edges
        if t > 0:
            clauses = np.column_stack((clauses, -left[far_ends, t - 1]))
        if t < d:
            clauses = np.column_stack((clauses, left[node, t]))
        for tidied in tidy(clauses):
            cnf.add(rule, tidied)
