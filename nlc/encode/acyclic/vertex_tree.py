"""The vertex tree: corners of a plane board point to the outside across edges that are not chosen.

Not exact; `nlc.encode.acyclic.vertex_tree_order` is.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import PAIRWISE, block
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.encode.template import pairwise
from nlc.graph import Graph, by_size
from nlc.graph.planar import Embedding, embed_bridgeless, largest_faces


class VertexTree(AcyclicEncoding):
    """Every face but the outer one points to a neighbour across an edge that is not chosen.

    Formulas (10)-(12) of J. J. Lelipaly's thesis on Numberlink, after the Vertex Tree of J. de
    Waart's thesis of 2025 on another puzzle, for square boards, where a face is an inner corner
    with a pointer up, down, left and right, and (15), (16) for hexagonal ones, where it has three;
    here for any plane graph. Bridges lie on no cycle and are left out; the largest face of each
    connected piece is its outside. The clauses say

    1. each face but the outside has exactly one pointer,
    2. the edge that a pointer crosses is not chosen,
    3. no two faces point at each other across an edge.

    At-most-one in 1 is redundant and left out for faces of more than `PAIRWISE` edges, round holes
    or walls.

    Every forest has a model: it shuts no face off from the outside, so that a spanning tree of the
    faces, across edges that are not chosen, gives the pointers. But not every model is a forest:
    inside a ring of chosen edges the pointers of three or more faces can go round in a ring of
    their own, about what the first ring shuts off, such as a finished path. Only a ring inside
    which the faces form a tree is forbidden.
    """

    declaration = Declaration(
        name="vertex-tree",
        source="thesis, formulas (10)-(12), (15), (16), after de Waart 2025",
        exact=False,
        preserves_models=False,
        needs=("planar",),
        size="4 variables and at most 13 clauses an inner corner of a square board, 3 and at"
        " most 8.5 of a hexagonal one",
    )

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        embedding, kept = embed_bridgeless(graph)
        add_pointers(cnf, rule, embedding, lits[kept])


def add_pointers(cnf: Cnf, rule: str, embedding: Embedding, lits: Clauses) -> Ints:
    """Add a pointer for each face but the outside of each piece; no two faces point at each other.

    Args:
        embedding: of a graph without bridges.
        lits: shape (m,), the CNF literal of each edge.

    Returns:
        The pointer from the face of each half-edge across it, shape (2m,); 0 for the outside.
    """
    outside = embedding.faces[largest_faces(embedding)]
    inner = ~np.isin(embedding.faces, outside)
    pointers = np.zeros(len(inner), dtype=np.int32)
    pointers[inner] = block(cnf, rule, "pointer", (int(np.count_nonzero(inner)),))
    for _, places in by_size(embedding.faces[inner]):
        rows = pointers[inner][places]
        cnf.add(rule, rows)
        if rows.shape[1] <= PAIRWISE:
            cnf.add(rule, pairwise(rows))
    cnf.add(rule, -np.column_stack((pointers, np.repeat(lits, 2)))[inner])
    pairs = pointers.reshape(-1, 2)
    cnf.add(rule, -pairs[(pairs > 0).all(axis=1)])
    return pointers


ENCODING = VertexTree()
