"""The vertex tree made exact by labels that grow along the way from the outside."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import block, encode_greater
from nlc.encode.acyclic.vertex_tree import add_pointers
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph
from nlc.graph.planar import Embedding, embed_bridgeless


class VertexTreeOrder(AcyclicEncoding):
    """The pointers of `VertexTree`, each to a face with a smaller binary label, or to the outside.

    Every model is a forest: labels fall along pointers, so that these lead from every face to the
    outside of its piece, across edges that are not chosen; but a ring of chosen edges would have a
    face on its other side. Every forest has a model: let each face point along a shortest way to
    the outside, and count the faces between them. Among f faces but the outside that is f - 1 at
    most, so k = ceil(log2 f) bits are enough.
    """

    declaration = Declaration(
        name="vertex-tree-order",
        source="thesis, formulas (10)-(12), (15), (16), with order labels",
        preserves_models=False,
        needs=("planar",),
        size="as vertex-tree, and k variables a face, 2k - 2 variables and 6k - 2 clauses an"
        " edge between two faces but the outside; k = ceil(log2 f) for a piece of f of them",
    )

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        embedding, kept = embed_bridgeless(graph)
        pointers = add_pointers(cnf, rule, embedding, lits[kept])
        _descend(cnf, rule, embedding, pointers)


def _descend(cnf: Cnf, rule: str, embedding: Embedding, pointers: Ints) -> None:
    """Label the faces but the outside ones, so that pointers lead to smaller labels."""
    faces, first = np.unique(embedding.faces[pointers > 0], return_index=True)
    piece = embedding.roots[embedding.tails[pointers > 0][first]]
    bits = np.frexp(np.bincount(piece)[piece] - 1)[1]
    halves = np.flatnonzero((pointers.reshape(-1, 2) > 0).all(axis=1).repeat(2))
    tail = np.searchsorted(faces, embedding.faces[halves])
    head = np.searchsorted(faces, embedding.faces[halves ^ 1])
    for k in np.unique(bits[tail]).tolist():
        members = bits == k
        labels = block(cnf, rule, "label", (int(np.count_nonzero(members)), k))
        row = np.cumsum(members) - 1
        chosen = bits[tail] == k
        encode_greater(
            cnf,
            rule,
            pointers[halves[chosen]],
            labels[row[tail[chosen]]],
            labels[row[head[chosen]]],
        )


ENCODING = VertexTreeOrder()
