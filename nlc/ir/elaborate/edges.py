"""The graphs of constraints over the whole board: nodes and edges."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.graph import Graph, restrict
from nlc.ir.elaborate.values import by_length
from nlc.ir.nodes import TRUE, Lits

TOUCHING = "cells that touch at corners are joined across each other"
"""Why cells that are joined at vertices are not a plane graph."""


class Edges(Struct, frozen=True, eq=False):
    """The edges of a global constraint.

    Attributes:
        graph: all nodes, and the edges.
        lits: shape (edges,), the literal of each edge; may be `TRUE`, and a variable may repeat.
        elements: shape (edges,), the link, border or vertex of each edge.
        node_sort: the sort of the nodes.
        edge_sort: the sort of the edges; a vertex has an edge for each two cells at it.
    """

    graph: Graph
    lits: Lits
    elements: Ints
    node_sort: Sort
    edge_sort: Sort


def edges_of(board: Board, node_sort: Sort, sort: Sort, elements: Ints, lits: Lits) -> Edges:
    """Return elements of a board as edges between its nodes.

    Args:
        board: the board.
        node_sort: `CELL` or `VERTEX`.
        sort: the sort of the elements: `LINK` joins its cells; `BORDER` its vertices, or the cells
            on its two sides; `VERTEX` all cells at it.
        elements: ascending, each once.
        lits: shape (elements,), the literals of the elements.
    """
    if sort is Sort.LINK:
        graph = restrict(board.link_graph, elements)
    elif sort is Sort.BORDER and node_sort is Sort.VERTEX:
        graph = restrict(board.border_graph, elements)
    elif sort is Sort.BORDER:
        inner = board.border_inner[elements]
        elements, lits = elements[inner], lits[inner]
        graph = restrict(_cells_across(board), elements)
    else:
        graph, elements, lits = _cells_at_vertices(board, elements, lits)
    possible: Bools = lits != -TRUE
    if not possible.all():
        graph = restrict(graph, np.flatnonzero(possible))
        elements, lits = elements[possible], lits[possible]
    return Edges(graph, lits.astype(np.int32), elements.astype(np.int32), node_sort, sort)


def _cells_across(board: Board) -> Graph:
    """Return the cells with an edge across each border; at the rim it is a self-loop."""
    ends, around = board.border_cells, board.cell_borders
    cells = np.repeat(np.arange(len(around.lengths), dtype=np.int32), around.lengths)
    place = np.arange(len(cells), dtype=np.int32) - around.indptr[cells]
    rank = np.zeros(ends.shape, np.int32)
    for end in (0, 1):
        here = ends[around.data, end] == cells
        rank[around.data[here], end] = place[here]
    joined = np.where(ends < 0, ends[:, ::-1], ends).astype(np.int32)
    return Graph(board.link_graph.nodes, joined, rank, board.link_graph.nonplanar)


def _cells_at_vertices(board: Board, vertices: Ints, lits: Lits) -> tuple[Graph, Ints, Lits]:
    """Return cells with an edge for each two at a vertex; the vertices and their literals.

    Cells with several common vertices have one edge if one of these literals is `TRUE`.
    """
    at, table = np.full(board.count(Sort.VERTEX), -TRUE, np.int32), board.vertex_cells
    at[vertices] = lits
    pairs, where = [np.zeros((0, 2), np.int32)], [np.zeros(0, np.int32)]
    for rows, index in by_length(table.indptr):
        cells = table.data[index]
        for i in range(cells.shape[1]):
            for j in range(i + 1, cells.shape[1]):
                pairs.append(cells[:, [i, j]])
                where.append(rows)
    ends, met = np.concatenate(pairs), np.concatenate(where)
    order = np.argsort(met, kind="stable")
    ends, met = ends[order], met[order]
    held = at[met]
    keep: Bools = (held != -TRUE) & (ends[:, 0] != ends[:, 1])
    keys = np.sort(ends, axis=1).astype(np.int64) @ np.array([len(table.data) + 1, 1])
    certain = np.flatnonzero(held == TRUE)
    first = np.unique(keys[certain], return_index=True)[1]
    keep[np.isin(keys, keys[certain])] = False
    keep[certain[first]] = ends[certain[first], 0] != ends[certain[first], 1]
    ends, met, held = ends[keep], met[keep], held[keep]
    rank = np.repeat(np.arange(len(ends), dtype=np.int32)[:, None], 2, axis=1)
    return Graph(board.link_graph.nodes, ends, rank, TOUCHING), met, held
