"""Parts that what is known cuts off, held against all boards that are left."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import numpy as np
import pytest

from nlc.encode.connected import Demands, Joined
from nlc.encode.connected.lazy import PartPropagator, PartSeparator
from nlc.graph import Graph
from nlc.ir.nodes import TRUE

GRID = nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 4))


def joined(opened: list[int], goals: set[int] | None) -> bool:
    """Return whether open nodes are one piece, or each piece of them has a goal."""
    pieces = list(nx.connected_components(GRID.subgraph(opened)))
    return len(pieces) < 2 if goals is None else all(piece & goals for piece in pieces)


@pytest.mark.parametrize("with_goals", [False, True])
def test_a_part_is_cut_off_by_what_is_known_where_no_board_joins_it(with_goals: bool) -> None:
    random = Random(f"cut off {with_goals}")
    ends = np.array(GRID.edges, np.int32)
    graph = Graph(len(GRID), ends, np.zeros_like(ends))
    outcomes = set()
    for _ in range(120):
        signs = [random.choice((-1, 1)) for _ in GRID]
        lits = np.array([sign * (node + 2) for node, sign in enumerate(signs)], np.int32)
        goals = set(random.sample(sorted(GRID), 2)) if with_goals else None
        told = None
        if goals is not None:
            told = np.array([TRUE if node in goals else -TRUE for node in GRID], np.int32)
        none = Demands(*(np.zeros(0, np.int32) for _ in range(3)))
        separator = PartSeparator(Joined(graph, lits, lits, told, none, np.zeros(0, np.int32), 0))
        known = np.array([0, 0, *(random.choice((-1, 0, 0, 1)) for _ in GRID)], np.int32)
        found = list(separator.contradicted(known))
        assert all(known[abs(x)] * x < 0 for clause in found for x in clause if abs(x) != TRUE)
        possible = any(
            joined([node for node, value in enumerate(board) if value > 0], goals)
            for board in product((-1, 1), repeat=len(GRID))
            if all(known[i + 2] * signs[i] in (0, value) for i, value in enumerate(board))
        )
        assert bool(found) != possible
        if goals is None:
            propagator = PartPropagator(separator.joined)
            propagator.on_new_level()
            for x in np.flatnonzero(known).tolist():
                propagator.on_assignment(x * int(known[x]))
            propagator.propagate()
            assert propagator.has_clause() != possible
            while propagator.has_clause():
                assert all(known[abs(x)] * x < 0 for x in propagator.add_clause())
            propagator.on_backtrack(0)
            assert propagator.check_model([]) and not propagator.has_clause()
        outcomes.add(possible)
    assert outcomes == {True, False}
