"""The parity of every cut of a plane graph, by a variable for each face.

Let the parity of the number of chosen edges be known at each node: on a path it is odd at the ends,
and even at all other nodes. Then the number of edges that leave a set of nodes has the parity of
the number of odd nodes in it. One set of edges J with these parities (a T-join) is easily found.
The symmetric difference of a solution and J is even at every node, so that it is the boundary of a
set of faces: with a variable for each face, false outside, an edge is in the difference if exactly
one of its two faces is in the set (the cycle space of a plane graph is spanned by its faces:
MacLane, A combinatorial condition for planar graphs, Fundamenta Mathematicae 28, 1937). The
variables of the faces along a cut serve as the auxiliaries of an encoding of its exclusive or, and
all cuts share them. Without odd nodes they mean "inside the closed line".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.graph import Graph, spanning_forest
from nlc.graph.planar import embed, largest_faces, refusal
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes, chosen_edges
from nlc.ir.passes import Pass

RULE = "parity"
"""The rule name of the variables and clauses."""


@dataclass(frozen=True)
class Parity(Pass):
    """Defines each face by the face before it, and constrains each other edge by its two faces."""

    name = "parity"
    source = "cycle space of plane graphs (MacLane 1937), T-joins"
    needs = ("planar",)
    size = "at most a variable a face, 4 clauses an edge"

    def apply(self, program: ir.Program) -> ir.Program:
        """Return a program with these clauses for each plane graph with known parities."""
        for item in chosen_edges(program):
            if refusal(item.graph) is None:
                odd = at_nodes(program, item, lambda counts: counts.parity)
                join = None if np.any(odd == UNKNOWN) else odd_join(item.graph, odd)
                if join is not None:
                    program = _add_faces(program, item, join)
        return program


def odd_join(graph: Graph, odd: Ints) -> Bools | None:
    """Return a T-join: a set of edges with given parities at the nodes, or None.

    There is none if a connected piece has an odd number of odd nodes. The edges are in a spanning
    forest, whose leaves determine one edge each.

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


def _add_faces(program: ir.Program, item: ChosenEdges, join: Bools) -> ir.Program:
    """Add the variables of the faces of a graph."""
    embedding = embed(item.graph)
    sides = embedding.faces.reshape(-1, 2)
    outside = np.zeros(int(sides.max()) + 1, np.bool_)
    outside[embedding.faces[largest_faces(embedding)]] = True
    differs = np.where(join, -item.lits, item.lits).astype(np.int32)
    origin = ir.Origin(RULE, None)
    builder = Builder(replace(program, auxiliaries=[*program.auxiliaries]))
    inside = np.zeros(len(outside), np.int32)
    reached, used = outside.copy(), sides[:, 0] == sides[:, 1]
    bridges = -differs[used, None]  # they have one face, so that they differ nowhere
    nodes: list[ir.Node] = []
    if len(bridges):
        nodes.append(ir.unguarded(ir.Clause(bridges), origin))
    while np.any(step := reached[sides].sum(axis=1) == 1):
        edges = np.flatnonzero(step)
        news, first = np.unique(sides[edges][~reached[sides[edges]]], return_index=True)
        edges = edges[first]
        before = sides[edges].sum(axis=1) - news
        lits, rim = differs[edges], outside[before]
        inside[news[rim]] = lits[rim]
        inner = news[~rim]
        if len(inner):
            row = np.column_stack([inside[before[~rim]], lits[~rim]]).astype(np.int32)
            meaning = ir.CountDefinition(ir.Counts.of(1), row)
            inside[inner] = builder.auxiliary(len(inner), "inside", meaning, origin)
        reached[news] = True
        used[edges] = True
    left = np.flatnonzero(~used)
    nodes += _edge_clauses(inside[sides[left]], differs[left], origin)
    return replace(builder.program, nodes=[*program.nodes, *nodes])


def _edge_clauses(faces: ir.Lits, differs: ir.Lits, origin: ir.Origin) -> Iterator[ir.Node]:
    """Yield clauses "an edge is in the difference if exactly one of its faces is in the set".

    Args:
        faces: shape (m, 2), the literals of both faces, at most one of which is 0: outside.
        differs: shape (m,), the literal of the edge.
    """
    rim = np.any(faces == 0, axis=1)
    same = np.column_stack([faces[rim].sum(axis=1), -differs[rim]])
    even = np.column_stack([faces[~rim], differs[~rim]])
    for lits, counts in ((same, ir.Counts.of(1)), (even, ir.Counts.of(0, 2))):
        if len(lits):
            no_guard = np.zeros((len(lits), 0), np.int32)
            yield ir.Exactly(counts, lits.astype(np.int32), no_guard, origin)


PASS = Parity
