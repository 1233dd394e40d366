"""Encodings of acyclicity: the chosen edges of a graph contain no cycle.

Their common parts are here: pieces with cycles, clauses, rooted forests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.base import AcyclicEncoding
from nlc.encode.template import pairwise
from nlc.graph import Graph, by_size, components, core
from nlc.registry import Registry

REGISTRY: Registry[AcyclicEncoding] = Registry(
    "acyclic encoding",
    "ENCODING",
    "nlc.encodings.acyclic",
    {
        "closure": "nlc.encode.acyclic.labels:Closure",
        "hybrid-elimination": "nlc.encode.acyclic.elimination:HybridElimination",
        "lazy": "nlc.encode.acyclic.lazy:Lazy",
        "leaf-elimination": "nlc.encode.acyclic.elimination:LeafElimination",
        "lfsr": "nlc.encode.acyclic.labels:Lfsr",
        "order-binary": "nlc.encode.acyclic.labels:OrderBinary",
        "order-unary": "nlc.encode.acyclic.labels:OrderUnary",
        "primal-dual": "nlc.encode.acyclic.plane:PrimalDual",
        "propagator": "nlc.encode.acyclic.lazy:Watched",
        "vertex-elimination": "nlc.encode.acyclic.elimination:VertexElimination",
        "vertex-tree": "nlc.encode.acyclic.plane:VertexTree",
        "vertex-tree-order": "nlc.encode.acyclic.plane:VertexTreeOrder",
    },
    aliases={"order": "order-binary", "vertex-tree+order": "vertex-tree-order"},
)


MAX_CLAUSES = 10_000_000
"""The clause limit of encodings of quadratic size."""


class Pieces(Struct, frozen=True, eq=False):
    """The connected components of a 2-core that have equally many nodes.

    Attributes:
        size: number of nodes of each piece.
        nodes: number of nodes in all, numbered from 0, piece by piece: node v belongs to piece
            ``v // size``.
        edges: shape (m,), their edges in the graph.
        ends: shape (m, 2), the nodes of these edges.
    """

    size: int
    nodes: int
    edges: Ints
    ends: Ints


def pieces(graph: Graph) -> Iterator[Pieces]:
    """Yield the pieces of the 2-core, by ascending size; self-loops are left out.

    No edge outside the 2-core lies on a cycle, so that the pieces suffice.
    """
    edges = np.flatnonzero(graph.ends[:, 0] != graph.ends[:, 1])
    edges = edges[core(graph.nodes, graph.ends[edges])].astype(np.int32)
    piece = components(graph.nodes, graph.ends[edges])
    size = np.bincount(piece, minlength=graph.nodes)[piece]
    number = np.zeros(graph.nodes, dtype=np.int32)
    at = size[graph.ends[edges, 0]]
    for k in np.unique(at).tolist():
        members = np.flatnonzero(size == k)
        members = members[np.argsort(piece[members], kind="stable")]
        number[members] = np.arange(len(members))
        chosen = edges[at == k]
        yield Pieces(k, len(members), chosen, number[graph.ends[chosen]])


def forbid_self_loops(cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
    """Add "no self-loop of a graph is chosen"; `lits` has shape (edges,)."""
    loops = graph.ends[:, 0] == graph.ends[:, 1]
    cnf.add(rule, -lits[loops][:, None])


def size_refusal(graph: Graph, clauses: Callable[[Pieces], int]) -> str | None:
    """Return a reason for refusal if an encoding needs more than `MAX_CLAUSES`, else None.

    Args:
        graph: the graph.
        clauses: estimates the number of clauses for pieces of one size.
    """
    total = sum(map(clauses, pieces(graph)))
    if total <= MAX_CLAUSES:
        return None
    return f"it would take about {total:,} clauses, and {MAX_CLAUSES:,} are the limit"


PAIRWISE = 6
"""The longest row with pairwise at-most-one, which has more literals than bitwise beyond it."""


def at_most_one(cnf: Cnf, rule: str, rows: Clauses) -> None:
    """Allow at most one true literal in each row, shape (m, n).

    Pairwise up to `PAIRWISE` literals, else bitwise (Prestwich 2007): literal i sets the
    ceil(log2 n) auxiliaries of its row to the bits of i.
    """
    m, n = rows.shape
    if n <= PAIRWISE:
        cnf.add(rule, pairwise(rows))
        return
    width = (n - 1).bit_length()
    bits = block(cnf, rule, "index", (m, 1, width))
    digits = np.arange(n)[:, None] >> np.arange(width) & 1
    heads = np.where(digits == 1, bits, -bits)
    bodies = np.broadcast_to(-rows[:, :, None], heads.shape)
    cnf.add(rule, np.stack((bodies, heads), axis=3).reshape(-1, 2))


def encode_greater(cnf: Cnf, rule: str, guard: Ints, left: Ints, right: Ints) -> None:
    """Add "left > right" under a guard.

    From the highest bit down, with k - 1 auxiliaries ("all higher bits are equal") and 3k - 1
    clauses a row.

    Args:
        guard: shape (n,), variables.
        left: shape (n, k), the bits of n numbers, lowest first; k is at least 1.
        right: likewise.
    """
    tie = guard
    for bit in reversed(range(1, left.shape[1])):
        a, b = left[:, bit], right[:, bit]
        lower_tie = block(cnf, rule, "tie", tie.shape)
        cnf.add(rule, np.column_stack((-tie, a, -b)))
        cnf.add(rule, np.column_stack((-tie, a, lower_tie)))
        cnf.add(rule, np.column_stack((-tie, -b, lower_tie)))
        tie = lower_tie
    cnf.add(rule, np.column_stack((-tie, left[:, 0])))
    cnf.add(rule, np.column_stack((-tie, -right[:, 0])))


def block(cnf: Cnf, rule: str, part: str, shape: tuple[int, ...]) -> Ints:
    """Allocate an array of auxiliaries named ``aux:RULE:PART:VARIABLE``."""
    every = range(cnf.variables + 1, cnf.variables + 1 + math.prod(shape))
    return cnf.array(shape, "aux", lambda: [f"aux:{rule}:{part}:{v}" for v in every])


class Arcs(Struct, frozen=True, eq=False):
    """Variables that direct the edges of pieces of one size from a child to its parent.

    Attributes:
        size: number of nodes of each piece.
        nodes: number of nodes of all pieces; node v belongs to piece ``v // size``.
        arcs: shape (n,), variables.
        child: shape (n,), the node that each arc leaves.
        parent: shape (n,), the node where it arrives.
    """

    size: int
    nodes: int
    arcs: Ints
    child: Ints
    parent: Ints


def add_arcs(cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> Iterator[Arcs]:
    """Add "each chosen edge has an arc in one direction, and each node at most one parent".

    So the arcs of a cycle of chosen edges all go round one way, which the caller has to forbid. In
    a forest the arcs of a tree can lead to any of its nodes. Only the 2-core has arcs, as no other
    edge lies on a cycle; self-loops are forbidden directly.

    Args:
        lits: shape (edges,), the CNF literal of each edge.

    Yields:
        The arcs of all pieces of one size.
    """
    forbid_self_loops(cnf, rule, graph, lits)
    for part in pieces(graph):
        arcs = block(cnf, rule, "arc", part.ends.shape)
        cnf.add(rule, np.column_stack((-lits[part.edges], arcs)))
        child, parent = part.ends.ravel(), part.ends[:, ::-1].ravel()
        for _, places in by_size(child):
            at_most_one(cnf, rule, arcs.ravel()[places])
        yield Arcs(part.size, part.nodes, arcs.ravel(), child, parent)
