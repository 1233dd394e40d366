"""The parity of every cut of a plane graph, by a variable for each face.

Let the number of chosen edges at each node be known to be odd, or even: on a path one leaves each
end, and two or none are at every other node. Then so many edges, modulo 2, leave a set of nodes as
there are odd ones in it. One set of edges J that has these parities (a T-join) is found at once.
The edges on which a solution and J differ are even at every node, so that they are the rim of a set
of faces: with a variable for each face, false outside, an edge is in the difference if just one of
its two faces is in the set (the cycle space of a plane graph is spanned by its faces: MacLane, A
combinatorial condition for planar graphs, Fundamenta Mathematicae 28, 1937). The variables of the
faces that a cut goes through are what an encoding of its exclusive or would need as auxiliaries,
and all cuts share them. Without odd nodes they say what is inside a closed line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.graph import Graph, spanning_forest
from nlc.graph.planar import embed, largest_faces, refusal
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes, chosen_edges
from nlc.ir.nodes import (
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
)
from nlc.ir.passes import Pass

RULE = "parity"
"""The name under which the variables and clauses stand."""


@dataclass(frozen=True)
class Parity(Pass):
    """Each face is defined by the face before it, and each other edge by its two faces."""

    name = "parity"
    source = "cycle space of plane graphs (MacLane 1937), T-joins"
    needs = ("planar",)
    size = "at most a variable a face, 4 clauses an edge"

    def apply(self, program: Program) -> Program:
        """Return a program that says so of each plane graph on which all parities are known."""
        for item in chosen_edges(program):
            if refusal(item.graph) is None:
                odd = at_nodes(program, item, _parity)
                join = None if np.any(odd == UNKNOWN) else odd_join(item.graph, odd)
                if join is not None:
                    program = _stated(program, item, join)
        return program


def _parity(counts: Counts) -> int | None:
    """Return the remainder modulo 2 that some numbers have in common, or None."""
    found = {k % 2 for k in counts}
    return found.pop() if len(found) == 1 else None


def odd_join(graph: Graph, odd: Ints) -> Bools | None:
    """Return a set of edges that is odd at just the nodes that are to be, or None.

    There is none where a connected piece has an odd number of such nodes; then no choice of edges
    has these parities. It is in a spanning forest, whose leaves settle one edge each.

    Args:
        odd: shape (nodes,), 0 or 1.
    """
    odd = odd.copy()
    join = np.zeros(len(graph.ends), np.bool_)
    live = np.flatnonzero(spanning_forest(graph.nodes, graph.ends).tree)
    while len(live):
        leaf = np.bincount(graph.ends[live].ravel(), minlength=graph.nodes) == 1
        at_leaf = leaf[graph.ends[live]]
        ends = graph.ends[live[at_leaf.any(axis=1)]]
        first = leaf[ends[:, 0]]
        child, parent = np.where(first, ends.T, ends.T[::-1])
        join[live[at_leaf.any(axis=1)]] = odd[child] == 1
        np.bitwise_xor.at(odd, parent, odd[child])
        odd[child] = 0
        live = live[~at_leaf.any(axis=1)]
    return None if odd.any() else join


def _stated(program: Program, item: ChosenEdges, join: Bools) -> Program:
    """Add the variables of the faces of a graph."""
    embedding = embed(item.graph)
    sides = embedding.faces.reshape(-1, 2)
    outside = np.zeros(int(sides.max()) + 1, np.bool_)
    outside[embedding.faces[largest_faces(embedding)]] = True
    differs = np.where(join, -item.lits, item.lits).astype(np.int32)
    origin = Origin(RULE, None)
    blocks: list[Auxiliary] = []
    inside = np.zeros(len(outside), np.int32)
    reached, used = outside.copy(), sides[:, 0] == sides[:, 1]
    bridges = -differs[used, None]  # they have one face, so that they differ nowhere
    nodes: list[Node] = []
    if len(bridges):
        nodes.append(Implies(_no_guard(len(bridges)), Clause(bridges), origin))
    base = program.variables + 1
    while np.any(step := reached[sides].sum(axis=1) == 1):
        edges = np.flatnonzero(step)
        news, first = np.unique(sides[edges][~reached[sides[edges]]], return_index=True)
        edges = edges[first]
        before = sides[edges].sum(axis=1) - news
        lits, rim = differs[edges], outside[before]
        inside[news[rim]] = lits[rim]
        inner = news[~rim]
        if len(inner):
            inside[inner] = np.arange(base, base + len(inner))
            row = np.column_stack([inside[before[~rim]], lits[~rim]]).astype(np.int32)
            meaning = CountDefinition(Counts.of(1), row)
            blocks.append(Auxiliary(base, len(inner), "inside", meaning, origin))
            base += len(inner)
        reached[news] = True
        used[edges] = True
    left = np.flatnonzero(~used)
    nodes += _closed(inside[sides[left]], differs[left], origin)
    return replace(
        program,
        auxiliaries=[*program.auxiliaries, *blocks],
        nodes=[*program.nodes, *nodes],
        variables=base - 1,
    )


def _closed(faces: Lits, differs: Lits, origin: Origin) -> Iterator[Node]:
    """Yield what edges say that define no face: it is in the difference by its two faces.

    Args:
        faces: shape (m, 2), the literals of both sides, 0 outside, which one side is at most.
        differs: shape (m,), that of the edge.
    """
    rim = np.any(faces == 0, axis=1)
    same = np.column_stack([faces[rim].sum(axis=1), -differs[rim]])
    even = np.column_stack([faces[~rim], differs[~rim]])
    for lits, counts in ((same, Counts.of(1)), (even, Counts.of(0, 2))):
        if len(lits):
            yield Exactly(counts, lits.astype(np.int32), _no_guard(len(lits)), origin)


def _no_guard(rows: int) -> Lits:
    return np.zeros((rows, 0), np.int32)


PASS = Parity
