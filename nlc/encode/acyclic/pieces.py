"""The parts of a graph where cycles are possible, and the bound on the size of encodings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.graph import Graph, components, core

MAX_CLAUSES = 10_000_000
"""Encodings of quadratic size refuse a graph that would take more."""


class Pieces(Struct, frozen=True, eq=False):
    """The connected pieces of a 2-core that have equally many nodes.

    Attributes:
        size: number of nodes of each piece.
        nodes: number of nodes of all of them, numbered from 0, piece by piece: node v belongs to
            piece ``v // size``.
        edges: shape (m,), which edges of the graph they have.
        ends: shape (m, 2), the nodes of these edges.
    """

    size: int
    nodes: int
    edges: Ints
    ends: Ints


def pieces(graph: Graph) -> Iterator[Pieces]:
    """Yield the pieces of the 2-core, by ascending size; self-loops are left out.

    No edge outside the 2-core lies on a cycle, so these are all that an encoding must treat.
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


def forbid_loops(cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
    """State that no self-loop of a graph is chosen; `lits` has shape (edges,)."""
    loops = graph.ends[:, 0] == graph.ends[:, 1]
    cnf.add(rule, -lits[loops][:, None])


def too_big(graph: Graph, clauses: Callable[[Pieces], int]) -> str | None:
    """Return a sentence if an encoding would need more than `MAX_CLAUSES`, else None.

    Args:
        graph: what is to be encoded.
        clauses: about how many clauses pieces of one size need.
    """
    total = sum(map(clauses, pieces(graph)))
    if total <= MAX_CLAUSES:
        return None
    return f"it would take about {total:,} clauses, and {MAX_CLAUSES:,} are the limit"
