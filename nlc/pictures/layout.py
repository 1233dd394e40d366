"""Places for the cells of a graph, by networkx."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Floats
from nlc.board import Board
from nlc.errors import fail

HINT = "pip install 'nlc[graph]'"


def layout(board: Board) -> Floats:
    """Return places of cells, shape (cells, 2), neighbours about 1 apart.

    The start of a graph that can be drawn without crossings has none.

    Raises:
        UserError: networkx is not installed.
    """
    try:
        import networkx
    except ImportError:
        raise fail("to lay out a graph takes networkx", hint=HINT) from None
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(board.centers)))
    graph.add_edges_from(board.link_cells.tolist())
    planar, _ = networkx.check_planarity(graph)
    first = networkx.planar_layout(graph) if planar else networkx.circular_layout(graph)
    first = networkx.spring_layout(graph, pos=first, seed=1)
    places = np.array([first[i] for i in range(len(board.centers))])
    a, b = places[board.link_cells].transpose(1, 0, 2)
    lengths = np.hypot(*(a - b).T)
    unit = float(np.median(lengths)) if len(lengths) else 1.0
    return np.asarray(places / (unit or 1.0))
