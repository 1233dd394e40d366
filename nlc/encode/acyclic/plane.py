"""Acyclicity on plane graphs by pointers: spanning trees of the graph and of its dual."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic import PAIRWISE, block, encode_greater
from nlc.encode.base import AcyclicEncoding, declared
from nlc.encode.template import pairwise
from nlc.graph import Graph, by_size
from nlc.graph.planar import Embedding, embed_bridgeless, largest_faces


class PrimalDual(AcyclicEncoding):
    """The chosen edges lie in a spanning tree whose other edges, crossed, span the dual graph.

    After J. C. Williams, "A linear-size zero-one programming model for the minimum spanning tree
    problem in planar graphs" (Networks 39, 2002). Bridges lie on no cycle and are left out first,
    so that each edge has two different faces. Each connected piece then has a root half-edge: its
    tail is the primal root and its face the dual root. An edge has up to four pointers: for each of
    its two nodes one that makes it a child of the other, and so for each of its two faces; none for
    a root. The clauses say

    1. each edge has at most one pointer [and at least one],
    2. each node and each face but the roots has at least one pointer [and at most one],
    3. a chosen edge has a primal pointer.

    A piece has (V - 1) + (F - 1) = E children to serve, by Euler's formula, and each edge serves
    one at most: so all numbers are exactly one, and the bracketed parts are redundant.

    Every model is a forest. Suppose that primal pointers form a ring, a closed curve on the sphere.
    The primal root has no pointer, so it lies on one side of the curve, off it, and so do all faces
    round it, the dual root among them. On the other side, call it inside, every face has a pointer
    and none crosses the ring, whose edges have served: so there is a ring of dual pointers inside.
    Beyond that one, seen from the root, lie nodes; every one has a pointer, none crosses the dual
    ring, and so there is a primal ring again, with fewer faces inside than the first. This cannot
    go on forever. Without rings, V - 1 primal pointers form a spanning tree.

    Every forest has a model. Extend it to a spanning tree of each piece; the duals of the other
    edges form a spanning tree of the dual; let both point to their roots.

    The argument needs the rotation system alone: holes, walls and islands are nothing special.

    At-most-one of the second bracket is added only where there are at most `PAIRWISE` pointers. On
    Numberlink boards of 10x10 to 40x20 cells the bracketed parts made MiniSat up to 8 times faster
    and CaDiCaL up to 3 times; with two paths only they made no difference to CaDiCaL.
    """

    declaration = declared("acyclic", "primal-dual")

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        embedding, kept = embed_bridgeless(graph)
        lits = lits[kept]
        # Columns: first and second node as a child, first and second face; 0 for a root.
        pointers = _pointers(cnf, rule, embedding)
        kinds = (pointers > 0) @ (1 << np.arange(4))
        for kind in np.unique(kinds).tolist():
            columns = [i for i in range(4) if kind >> i & 1]
            rows = pointers[kinds == kind]
            primal = rows[:, [i for i in columns if i < 2]]
            cnf.add(rule, np.column_stack((-lits[kinds == kind], primal)))
            cnf.add(rule, pairwise(rows[:, columns]))
            cnf.add(rule, rows[:, columns])
        for owner, columns in ((embedding.tails, [0, 1]), (embedding.faces, [2, 3])):
            children = pointers[:, columns].ravel()
            for _, places in by_size(owner[children > 0]):
                rows = children[children > 0][places]
                cnf.add(rule, rows)
                if rows.shape[1] <= PAIRWISE:
                    cnf.add(rule, pairwise(rows))


def _pointers(cnf: Cnf, rule: str, embedding: Embedding) -> Ints:
    """Allocate the pointers of all edges, in the order of `PrimalDual.encode`; shape (m, 4)."""
    root = largest_faces(embedding)
    child = np.column_stack(
        (
            ~np.isin(embedding.tails, embedding.tails[root]).reshape(-1, 2),
            ~np.isin(embedding.faces, embedding.faces[root]).reshape(-1, 2),
        )
    )
    pointers = np.zeros(child.shape, dtype=np.int32)
    pointers[child] = block(cnf, rule, "pointer", (int(np.count_nonzero(child)),))
    return pointers


class VertexTree(AcyclicEncoding):
    """Every face but the outer one points to a neighbour across an edge that is not chosen.

    Not exact; `VertexTreeOrder` is.

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

    declaration = declared("acyclic", "vertex-tree")

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


class VertexTreeOrder(AcyclicEncoding):
    """The pointers of `VertexTree`, each to a face with a smaller binary label, or to the outside.

    Every model is a forest: labels fall along pointers, so that these lead from every face to the
    outside of its piece, across edges that are not chosen; but a ring of chosen edges would have a
    face on its other side. Every forest has a model: let each face point along a shortest way to
    the outside, and count the faces between them. Among f faces but the outside that is f - 1 at
    most, so k = ceil(log2 f) bits are enough.
    """

    declaration = declared("acyclic", "vertex-tree-order")

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
