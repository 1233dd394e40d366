"""Irregular boards: ``topology graph { cells a b c; links a-b b-c; }``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import pi

import numpy as np

from nlc.arrays import Ints
from nlc.board import GRAPH, Board, Incidence, Sort, grouped
from nlc.graph import Graph
from nlc.language.syntax import Topology


def graph_board(topology: Topology) -> Board:
    """Return the board of a graph: cells and links, without borders and vertices.

    Cells are numbered as listed and drawn on a circle. Name resolution has passed the names.
    """
    names = [cell.name for cell in topology.cells]
    numbers = {name: i for i, name in enumerate(names)}
    links = sorted(sorted((numbers[a.name], numbers[b.name])) for a, b in topology.links)
    link_cells = np.array(links, dtype=np.int32).reshape(-1, 2)
    number = np.arange(len(link_cells), dtype=np.int32)
    link_names = [f"{names[a]}-{names[b]}" for a, b in link_cells.tolist()]
    elements = {name: (Sort.CELL, i) for i, name in enumerate(names)}
    for i, (a, b) in enumerate(link_cells.tolist()):
        elements[f"{names[a]}-{names[b]}"] = elements[f"{names[b]}-{names[a]}"] = Sort.LINK, i

    pairs = np.zeros((0, 2), dtype=np.int32)
    angle = 2 * pi * np.arange(len(names)) / len(names)
    absent = np.full(len(names), -1, dtype=np.int32)
    return Board(
        topology=GRAPH,
        rows=0,
        cols=0,
        link_cells=link_cells,
        link_border=np.full(len(link_cells), -1, dtype=np.int32),
        border_cells=pairs,
        border_vertices=pairs,
        cell_links=grouped(link_cells.ravel(), np.repeat(number, 2), len(names)),
        cell_borders=_empty(len(names)),
        cell_corners=_empty(len(names)),
        vertex_borders=_empty(0),
        vertex_cells=_empty(0),
        vertex_links=_empty(0),
        border_inner=np.zeros(0, dtype=np.bool_),
        vertex_inner=np.zeros(0, dtype=np.bool_),
        opposite=np.full(link_cells.shape, -1, dtype=np.int32),
        cell_axes=np.zeros(len(names), dtype=np.int32),
        link_ports=np.full(link_cells.shape, -1, dtype=np.int32),
        link_graph=Graph(
            len(names), link_cells, np.stack([number, number], axis=1), "the board is a graph"
        ),
        border_graph=Graph(0, pairs, pairs, "the board is a graph"),
        # A circle on which neighbouring cells are about one unit apart.
        centers=np.stack([np.sin(angle), -np.cos(angle)], axis=1) * len(names) / (2 * pi),
        points=np.zeros((0, 2)),
        row_of=absent,
        col_of=absent,
        lanes=absent,
        namers={
            Sort.CELL: partial(list, names),
            Sort.LINK: partial(list, link_names),
            Sort.BORDER: list,
            Sort.VERTEX: list,
        },
        finders=partial(_find, elements),
        axis_names=_no_line,
    )


def _find(
    elements: Mapping[str, tuple[Sort, int]], sort: Sort | None, text: str
) -> tuple[Sort, int] | None:
    """Return the element of a name, if it is of the sort; see `nlc.board.Board.find`."""
    found = elements.get(text)
    return found if found is not None and sort in (None, found[0]) else None


def _no_line(cell: int, axis: int) -> str:
    """Refuse to name a straight line: a graph has none."""
    raise ValueError(f"no line runs along axis {axis} of cell {cell}")


def _empty(rows: int) -> Incidence:
    data: Ints = np.zeros(0, dtype=np.int32)
    return Incidence(np.zeros(rows + 1, dtype=np.int32), data)
