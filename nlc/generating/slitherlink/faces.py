"""The faces that a line divides: cells, holes, and what lies beyond each border of the rim.

A loop is the border of a connected region whose complement, the outside included, is connected too;
an open line is the border of two regions that both reach the outside (L. Appelbe, "How to generate
Slither Link puzzles", 2020). A colour of a face, 0 or 1, is the region that it belongs to.

Whether a face may change its region depends on the ring of faces around it alone. Both regions stay
connected, and the line between them stays one simple line, if and only if there are exactly two
changes of colour round the ring and each of the two arcs shares a side with the face. With four
changes or more, two arcs of one colour are joined elsewhere, and with the face they would separate
the arcs between them (Jordan); and an arc without a side meets the face in a corner only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.graph import Graph, components, restrict
from nlc.graph.planar import Embedding, embed, next_around

Colours = npt.NDArray[np.uint8]
"""Shape (faces,), the region of each face, 0 or 1."""


class Class(Struct, frozen=True, eq=False):
    """Faces no two of which meet, so that they can change their region at once.

    Rows are filled with their last face, or with the face in the middle.

    Attributes:
        faces: shape (n,).
        rings: shape (n, k), the faces that meet each of them, clockwise.
        sides: shape (n, s), those of them that share a side, once for each side.
        corners: shape (n, c), those that do not.
        numbers: shape (2, n), of sides and of corners of each.
    """

    faces: Ints
    rings: Ints
    sides: Ints
    corners: Ints
    numbers: Ints


class Faces(Struct, frozen=True, eq=False):
    """The faces of the largest part of a board: cells that are connected across sides and holes.

    Attributes:
        borders: shape (borders, 2), the faces on both sides; of other parts, one face twice.
        cells: the faces that are cells.
        holes: those that are holes.
        rim: those beyond the rim, clockwise; they follow the others.
        classes: cells and holes by class.
    """

    borders: Ints
    cells: Ints
    holes: Ints
    rim: Ints
    classes: tuple[Class, ...]

    def line(self, colours: Colours) -> Bools:
        """Return the line between the two regions, shape (borders,)."""
        return np.asarray(colours[self.borders[:, 0]] != colours[self.borders[:, 1]])


def faces_of(board: Board) -> Faces:
    """Return the faces of a board that lies in the plane."""
    kept = _largest_part(board)
    graph = restrict(board.border_graph, kept)
    embedding, after = embed(graph), next_around(graph).tolist()
    half = first = int(np.flatnonzero(_outside(board, graph, embedding))[0])
    rim: list[int] = []
    while not rim or half != first:
        rim.append(half)
        half = after[half ^ 1]
    left = embedding.faces - (embedding.faces > embedding.faces[first])
    inner = int(embedding.faces.max())
    beyond = np.arange(inner, inner + len(rim), dtype=np.int32)
    left[rim] = beyond
    borders = np.zeros((len(kept), 2), np.int32)
    borders[kept] = left.reshape(-1, 2)
    cells = np.unique(borders[kept, 1])  # each cell is the first one of some border
    holes = np.setdiff1d(np.arange(inner, dtype=np.int32), cells)
    starts = np.unique(left, return_index=True)[1][:inner].tolist()
    lefts = left.tolist()
    classes = _classes([_ring(start, after, lefts) for start in starts])
    return Faces(borders, cells, holes, beyond, tuple(classes))


def _outside(board: Board, graph: Graph, embedding: Embedding) -> Bools:
    """Return which half-edges have the outside of their component on their left."""
    (x, y), (u, v) = board.points[embedding.tails].T, board.points[graph.ends[:, ::-1].ravel()].T
    area = np.bincount(embedding.faces, weights=x * v - y * u)
    return np.asarray(area[embedding.faces] > 0)


def _largest_part(board: Board) -> Bools:
    """Return which borders are sides of the most cells that sides and holes connect."""
    embedding = embed(board.border_graph)
    ends = embedding.faces.reshape(-1, 2)
    inside = ~_outside(board, board.border_graph, embedding).reshape(-1, 2)
    part = components(int(ends.max()) + 1, ends[inside.all(axis=1)])
    largest = np.bincount(part[np.unique(ends[:, 1])]).argmax()
    return np.asarray(((part[ends] == largest) & inside).any(axis=1))


def _ring(start: int, after: list[int], left: list[int]) -> tuple[list[int], list[int]]:
    """Return the faces around the face at a half-edge, and those across each of its sides."""
    ring: list[int] = []
    sides: list[int] = []
    half = start
    while not sides or half != start:
        turn, here = [], half
        while (following := after[here]) != half:
            turn += [left[here ^ 1], left[following]]
            here = following
        ring += turn[::-1]
        sides.append(left[half ^ 1])
        half = after[half ^ 1]
    return [face for face, _ in groupby(ring)], sides


def _classes(rings: list[tuple[list[int], list[int]]]) -> Iterator[Class]:
    """Yield the faces with these rings and sides by class, chosen greedily."""
    chosen: list[int] = []
    for ring, _ in rings:
        used = {chosen[face] for face in ring if face < len(chosen)}
        chosen.append(next(number for number in count() if number not in used))
    for number in range(max(chosen) + 1):
        faces = [face for face, its in enumerate(chosen) if its == number]
        around, sides = zip(*(rings[face] for face in faces), strict=True)
        corners = [
            [c for c in ring if c not in beside] for ring, beside in zip(around, sides, strict=True)
        ]
        yield Class(
            np.array(faces, np.int32),
            _matrix(around, [ring[-1] for ring in around]),
            _matrix(sides, faces),
            _matrix(corners, faces),
            np.array([[*map(len, sides)], [*map(len, corners)]], np.int32),
        )


def _matrix(rows: Sequence[Sequence[int]], fill: Sequence[int]) -> Ints:
    """Return rows of different lengths as a matrix, each filled with its own value."""
    width = max(map(len, rows))
    filled = [[*row, *[last] * (width - len(row))] for row, last in zip(rows, fill, strict=True)]
    return np.array(filled, np.int32).reshape(len(filled), width)
