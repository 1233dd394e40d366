"""Faces of a rotation system, and Euler's test of whether it embeds its graph in the plane.

An edge e is two half-edges: 2e leaves ``ends[e, 0]`` and 2e + 1 leaves ``ends[e, 1]``. The next
half-edge after h on its face follows the twin of h (``h ^ 1``) in the order around the head of h;
faces are the orbits of this permutation (Edmonds 1960).
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.graph import Graph, components, restrict


class Embedding(Struct, frozen=True, eq=False):
    """The faces of a graph with a rotation system.

    Attributes:
        tails: shape (2m,), the node that each half-edge leaves.
        faces: shape (2m,), the face of each half-edge, numbered from 0.
        roots: shape (nodes,), the smallest node of the component of each node.
        euler: V - E + F, summed over the components that have edges.
        pieces: the number of these components.
    """

    tails: Ints
    faces: Ints
    roots: Ints
    euler: int
    pieces: int


_KNOWN: WeakKeyDictionary[Graph, Embedding] = WeakKeyDictionary()


def embed(graph: Graph) -> Embedding:
    """Return the faces of a graph's rotation system; nodes without edges have none.

    An embedding is cached as long as its graph, as an encoding needs it twice: to decide whether it
    refuses the graph, and to encode it.
    """
    if (known := _KNOWN.get(graph)) is None:
        known = _KNOWN[graph] = _embed(graph)
    return known


def refusal(graph: Graph) -> str | None:
    """Return why a graph has no embedding in the plane, or None."""
    if graph.nonplanar is not None:
        return graph.nonplanar
    embedding = embed(graph)
    if embedding.euler == 2 * embedding.pieces:  # each component adds 2 - 2g, for its genus g >= 0
        return None
    return (
        "it does not lie in the plane: V - E + F = 2 for each connected piece of a planar graph,"
        f" but {embedding.euler} for the {embedding.pieces} of this one"
    )


def embed_bridgeless(graph: Graph) -> tuple[Embedding, Bools]:
    """Return the embedding of a plane graph without its bridges, so that all edges have two faces.

    A bridge is an edge that lies on no cycle, and has one face on both of its sides.

    Returns:
        The embedding, and which edges it has, shape (edges,).
    """
    embedding = embed(graph)
    keep: Bools = embedding.faces[0::2] != embedding.faces[1::2]
    return (embedding if keep.all() else embed(restrict(graph, keep))), keep


def face_walks(graph: Graph) -> Iterator[Ints]:
    """Yield the nodes around each face in order, all faces of one length as a matrix.

    Its rows are faces. A node that a face passes several times, as at a bridge, occurs as often.
    """
    return (graph.ends.ravel()[walks] for walks in _walks(graph))


def _walks(graph: Graph) -> Iterator[Ints]:
    """Yield the half-edges around each face in order, all faces of one length as a matrix."""
    following = next_around(graph)[np.arange(graph.ends.size) ^ 1]
    starts, sizes = np.unique(_orbits(following), return_counts=True)
    for length in np.unique(sizes).tolist():
        walk = [starts[sizes == length]]
        for _ in range(length - 1):
            walk.append(following[walk[-1]])
        yield np.stack(walk, axis=1)


def dual(graph: Graph) -> Graph:
    """Return the dual of a plane graph: a node for each face, and edge i across edge i.

    The dual of several components is the union of their duals; nodes without edges have none.
    """
    embedding = embed(graph)
    place = np.zeros(graph.ends.size, np.int32)
    for walks in _walks(graph):
        place[walks] = np.arange(walks.shape[1])
    faces = int(embedding.faces.max(initial=-1)) + 1
    return Graph(faces, embedding.faces.reshape(-1, 2), place.reshape(-1, 2))


def largest_faces(embedding: Embedding) -> Ints:
    """Return a half-edge on the largest face of each component, usually the outer one.

    As the root of a tree of faces it needs no long clause.
    """
    size = np.bincount(embedding.faces)[embedding.faces]
    piece = embedding.roots[embedding.tails]
    order = np.lexsort((size, piece))
    last = np.ones(len(order), dtype=np.bool_)
    last[:-1] = piece[order[1:]] != piece[order[:-1]]
    return order[last].astype(np.int32)


def _embed(graph: Graph) -> Embedding:
    tails = graph.ends.ravel()
    follower = next_around(graph)
    halves = np.arange(len(tails), dtype=np.int32)
    first = _orbits(follower[halves ^ 1])
    least = first == halves
    faces = (np.cumsum(least, dtype=np.int32) - 1)[first]
    roots = components(graph.nodes, graph.ends)
    used = np.unique(tails)
    pieces = int(np.count_nonzero(roots[used] == used))
    euler = len(used) - len(graph.ends) + int(np.count_nonzero(least))
    return Embedding(tails, faces, roots, euler, pieces)


def next_around(graph: Graph) -> Ints:
    """Return the next half-edge around the tail of each half-edge, clockwise; shape (2m,)."""
    tails, rank = graph.ends.ravel(), graph.rank.ravel()
    order = np.lexsort((rank, tails)).astype(np.int32)
    last = np.ones(len(order), dtype=np.bool_)
    last[:-1] = tails[order[1:]] != tails[order[:-1]]
    start = np.roll(last, 1)
    following = np.roll(order, -1)
    following[last] = order[start]
    out = np.empty_like(order)
    out[order] = following
    return out


def _orbits(permutation: Ints) -> Ints:
    """Return the smallest member of the orbit of each element, by pointer jumping.

    After k rounds each element has the smallest of the 2^k elements that start with it; when a
    round changes nothing, these windows cover the whole orbit.
    """
    least = np.arange(len(permutation), dtype=np.int32)
    jump = permutation
    while not np.array_equal(better := np.minimum(least, least[jump]), least):
        least = better
        jump = jump[jump]
    return least
