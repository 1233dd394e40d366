"""Small graphs drawn in the plane, and forests by brute force, for the tests of acyclicity."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from nlc.cnf import Cnf, Model
from nlc.encode.base import AcyclicEncoding, Degrees
from nlc.encode.template import repeats
from nlc.graph import Graph

Edge = tuple[int, int]


def drawn(points: Sequence[tuple[float, float]], edges: Iterable[Edge]) -> Graph:
    """Return the graph of straight edges; edges are ranked by angle, clockwise as y grows down."""
    ends = np.array(list(edges), dtype=np.int32).reshape(-1, 2)
    angle = [
        [math.atan2(points[v][1] - points[u][1], points[v][0] - points[u][0]) for u, v in way]
        for way in ((e, e[::-1]) for e in ends.tolist())
    ]
    rank = np.round(np.array(angle).reshape(-1, 2) * 1e6).astype(np.int32)
    return Graph(len(points), ends, rank)


def grid(rows: int, cols: int) -> Graph:
    points = [(c, r) for r in range(rows) for c in range(cols)]
    return near(points, 1.0)


def near(points: Sequence[tuple[float, float]], distance: float) -> Graph:
    """Join the points that are so far apart."""
    pairs = itertools.combinations(range(len(points)), 2)
    return drawn(
        points, [(i, j) for i, j in pairs if abs(math.dist(points[i], points[j]) - distance) < 1e-6]
    )


def triangular(rows: int, cols: int) -> Graph:
    """Centres of hexagonal cells."""
    high = math.sqrt(3) / 2
    return near([(c + r / 2, r * high) for r in range(rows) for c in range(cols)], 1.0)


def honeycomb() -> Graph:
    """Corners of two hexagons that share a side."""
    centres = [(0.0, 0.0), (math.sqrt(3), 0.0)]
    corners = {
        (round(x + math.sin(k * math.pi / 3), 6), round(y + math.cos(k * math.pi / 3), 6))
        for x, y in centres
        for k in range(6)
    }
    return near(sorted(corners), 1.0)


def torus(rows: int, cols: int) -> Graph:
    """A grid that wraps round both ways, each node with its edges in the order E, S, W, N."""
    node = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    east = np.stack((node, np.roll(node, -1, axis=1)), axis=2).reshape(-1, 2)
    south = np.stack((node, np.roll(node, -1, axis=0)), axis=2).reshape(-1, 2)
    rank = np.repeat(np.array([[0, 2], [1, 3]], dtype=np.int32), rows * cols, axis=0)
    return Graph(rows * cols, np.concatenate((east, south)), rank)


def without(graph: Graph, edges: Iterable[int]) -> Graph:
    keep = np.setdiff1d(np.arange(len(graph.ends)), list(edges))
    return Graph(graph.nodes, graph.ends[keep], graph.rank[keep], graph.nonplanar)


def is_forest(nodes: int, edges: Iterable[Edge]) -> bool:
    above = list(range(nodes))

    def top(v: int) -> int:
        while above[v] != v:
            v = above[v]
        return v

    for u, v in edges:
        if top(u) == top(v):
            return False
        above[top(u)] = top(v)
    return True


def subsets(graph: Graph) -> Iterable[tuple[int, ...]]:
    """Yield all sets of edges."""
    m = len(graph.ends)
    return (s for k in range(m + 1) for s in itertools.combinations(range(m), k))


@lru_cache(maxsize=32)
def forests(graph: Graph) -> frozenset[tuple[int, ...]]:
    """Return all sets of edges without a cycle; the same graph is mostly asked for again."""
    ends = graph.ends.tolist()
    return frozenset(s for s in subsets(graph) if is_forest(graph.nodes, [ends[e] for e in s]))


def no_degrees(graph: Graph) -> Degrees:
    return Degrees(np.zeros(graph.nodes, dtype=np.bool_), np.zeros(graph.nodes, dtype=np.bool_))


class Decider:
    """Says which sets of chosen edges an encoding allows, by solving under assumptions."""

    def __init__(self, encoding: AcyclicEncoding, graph: Graph, lits: Sequence[int] | None = None):
        from pysat.solvers import Solver

        chosen = np.array(lits or range(1, len(graph.ends) + 1), dtype=np.int32).reshape(-1)
        self.cnf = Cnf(int(np.abs(chosen).max(initial=0)))
        self.separators = encoding.lower(self.cnf, "open", graph, chosen, no_degrees(graph))
        self.solver = Solver("minisat22")
        for block in self.cnf.blocks:
            assert block.clauses.size == 0 or np.abs(block.clauses).min() > 0
            assert not repeats(block.clauses).any()
            self.solver.append_formula(block.clauses.tolist())

    def model(self, assumptions: Sequence[int]) -> Model | None:
        while self.solver.solve(assumptions=list(assumptions)):
            model = np.zeros(self.cnf.variables + 1, dtype=np.bool_)
            true = [v for v in self.solver.get_model() or () if v > 0]
            true += [v for v in assumptions if v > 0]
            model[true] = True
            cuts = [c for s in self.separators for c in s(model)]
            if not cuts:
                return model
            for cut in cuts:
                assert not any(model[abs(x)] == (x > 0) for x in cut)
                self.solver.add_clause(list(cut))
        return None

    def allows(self, chosen: Iterable[int], edges: int) -> bool:
        """Say whether just these edges may be chosen, where edge e has the literal e + 1."""
        inside = set(chosen)
        assumptions = [e + 1 if e in inside else -e - 1 for e in range(edges)]
        if not self.separators:
            return bool(self.solver.solve(assumptions=assumptions))
        return self.model(assumptions) is not None

    def allowed(self, graph: Graph) -> set[tuple[int, ...]]:
        return {s for s in subsets(graph) if self.allows(s, len(graph.ends))}
