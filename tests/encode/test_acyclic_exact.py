"""Encodings of acyclicity allow just the forests, checked by brute force on small graphs."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given, settings
from hypothesis import strategies as st
from support.puzzles import SOLVER, boards, driver, program_of

import nlc
from nlc.cnf import Cnf
from nlc.drivers.base import Limits
from nlc.drivers.pysat import BACKENDS
from nlc.drivers.search import models
from nlc.encode.acyclic import REGISTRY
from nlc.encode.acyclic.elimination import HybridElimination
from nlc.encode.acyclic.labels import TAPS
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.graph import Graph

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
RING = [(0, 1), (1, 2), (2, 3), (3, 0)]

EXACT = {
    name: REGISTRY.get(name) for name in REGISTRY.names() if REGISTRY.get(name).declaration.exact
}


def narrow_hybrid(widest: int) -> HybridElimination:
    encoding = HybridElimination()
    encoding.widest = widest
    return encoding


ENCODINGS = {
    **{name: encoding for name, encoding in EXACT.items() if name not in ("order", "propagator")},
    "narrow hybrid": narrow_hybrid(2),
    "labels only": narrow_hybrid(0),
}
"""The propagator needs a solver that takes it, and has its own tests."""

ANY_GRAPH = {
    name: encoding
    for name, encoding in ENCODINGS.items()
    if "planar" not in encoding.declaration.needs
}

every_encoding = pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS.keys())


def island() -> Graph:
    """A ring inside a ring, not connected to it, and a node without edges between them."""
    inner = [(0.3 + x * 0.2, 0.3 + y * 0.2) for x, y in SQUARE]
    return ag.drawn([*SQUARE, *inner, (0.1, 0.1)], [*RING, *((u + 4, v + 4) for u, v in RING)])


def parallel() -> Graph:
    """Three edges between two nodes, one of them also joined to a third by two."""
    ends = np.array([[0, 1], [1, 0], [0, 1], [1, 2], [2, 1]], dtype=np.int32)
    rank = np.array([[0, 2], [1, 1], [2, 0], [3, 0], [1, 4]], dtype=np.int32)
    return Graph(3, ends, rank)


def self_loop() -> Graph:
    """A triangle with a loop at one of its nodes."""
    ends = np.array([[0, 1], [1, 2], [2, 0], [0, 0]], dtype=np.int32)
    rank = np.array([[0, 0], [1, 0], [1, 3], [4, 5]], dtype=np.int32)
    return Graph(3, ends, rank)


def barbell() -> Graph:
    """Two triangles joined by a bridge, with a dangling edge inside one of them."""
    points = [(0, 0), (0, 4), (2, 2), (5, 2), (7, 0), (7, 4), (1, 2)]
    ends = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (2, 6)]
    return ag.drawn(points, ends)


PLANE = {
    "no edges": ag.drawn(SQUARE, []),
    "a tree": ag.drawn(SQUARE, RING[:3]),
    "2x5": ag.without(ag.grid(2, 5), [0]),
    "3x3": ag.grid(3, 3),
    "triangular": ag.triangular(2, 3),
    "honeycomb": ag.honeycomb(),
    "island": island(),
    "parallel edges": parallel(),
    "self-loop": self_loop(),
    "bridge": barbell(),
}


@pytest.mark.sample(20)
@every_encoding
@pytest.mark.parametrize("graph", PLANE.values(), ids=PLANE.keys())
def test_allows_just_the_forests_of_a_plane_graph(encoding, graph):
    assert encoding.refusal(graph) is None
    assert ag.Decider(encoding, graph).allowed(graph) == ag.forests(graph)


def complete(n: int) -> Graph:
    ends = np.array(list(itertools.combinations(range(n), 2)), dtype=np.int32)
    return Graph(n, ends, ends[:, ::-1].copy(), "drawn by hand")


def fan(n: int) -> Graph:
    """A hub with n edges, so that its parents need auxiliaries; not all of its rim is there."""
    hub = [(0, i) for i in range(1, n + 1)]
    rim = [(i, i + 1) for i in range(1, n, 2)]
    ends = np.array(hub + rim, dtype=np.int32)
    return Graph(n + 1, ends, np.zeros_like(ends), "drawn by hand")


@pytest.mark.sample(12)
@pytest.mark.parametrize("encoding", ANY_GRAPH.values(), ids=ANY_GRAPH.keys())
@pytest.mark.parametrize("graph", [complete(5), fan(8)], ids=["K5", "fan"])
def test_allows_just_the_forests_of_any_graph(encoding, graph):
    assert encoding.refusal(graph) is None
    assert ag.Decider(encoding, graph).allowed(graph) == ag.forests(graph)


@functools.cache
def trees_and_rings() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the spanning trees of a 3x4 grid, and its single rings and pairs of rings."""
    graph = ag.grid(3, 4)
    m, ends = len(graph.ends), graph.ends.tolist()
    trees, rings = [], []
    for size in (4, 6, 8, 10, 11, 12):
        for s in itertools.combinations(range(m), size):
            degree = np.bincount(graph.ends[list(s)].ravel())
            if size == 11:
                if degree.min() > 0 and ag.is_forest(12, [ends[e] for e in s]):
                    trees.append(s)
            elif set(degree) <= {0, 2}:
                rings.append(s)
    return trees, rings


@pytest.mark.slow
@every_encoding
def test_allows_spanning_trees_and_forbids_rings_of_a_3x4_grid(encoding):
    trees, rings = trees_and_rings()
    pairs_of_rings = 9
    assert (len(trees), len(rings)) == (2415, 40 + pairs_of_rings)
    graph = ag.grid(3, 4)
    decider = ag.Decider(encoding, graph)
    assert all(decider.allows(tree, len(graph.ends)) for tree in trees[::4])
    assert not any(decider.allows(ring, len(graph.ends)) for ring in rings)


@st.composite
def plane_graphs(draw):
    """Grids without some of their edges and nodes; edges shuffled and turned round."""
    rows, cols = draw(st.sampled_from([(2, 3), (2, 4), (3, 3), (3, 4), (1, 5)]))
    whole = ag.grid(rows, cols)
    keep = draw(st.lists(st.integers(0, len(whole.ends) - 1), min_size=1, max_size=10, unique=True))
    turned = np.array(draw(st.lists(st.booleans(), min_size=len(keep), max_size=len(keep))))
    ends, rank = whole.ends[keep], whole.rank[keep]
    ends[turned], rank[turned] = ends[turned, ::-1], rank[turned, ::-1]
    return Graph(whole.nodes, ends, rank)


@pytest.mark.sample(2)
@every_encoding
@settings(max_examples=6, deadline=None)
@given(graph=plane_graphs())
def test_allows_just_the_forests_of_a_grid_with_deletions(encoding, graph):
    assert encoding.refusal(graph) is None
    assert ag.Decider(encoding, graph).allowed(graph) == ag.forests(graph)


@pytest.mark.sample(2)
@every_encoding
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_edges_may_share_literals_and_be_negated(encoding, data):
    graph = data.draw(plane_graphs())
    m, ends = len(graph.ends), graph.ends.tolist()
    literal = st.integers(1, 5).flatmap(lambda v: st.sampled_from([v, -v]))
    lits = data.draw(st.lists(literal, min_size=m, max_size=m))
    decider = ag.Decider(encoding, graph, lits)
    for signs in itertools.product((1, -1), repeat=max(map(abs, lits))):
        values = [s * v for v, s in enumerate(signs, 1)]
        chosen = [ends[e] for e in range(m) if lits[e] in values]
        assert (decider.model(values) is not None) == ag.is_forest(graph.nodes, chosen)


def test_only_the_vertex_tree_is_not_exact():
    assert [name for name in REGISTRY.names() if not REGISTRY.get(name).declaration.exact] == [
        "vertex-tree"
    ]


@pytest.mark.parametrize("name", REGISTRY.names())
def test_auxiliaries_have_distinct_names_in_two_uses_of_one_rule(name):
    graph = ag.grid(3, 3)
    cnf = Cnf(12)
    lits = np.arange(1, 13, dtype=np.int32)
    for _ in range(2):
        REGISTRY.get(name).lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    made = [n for block in cnf.names for n in block.make()]
    assert len(made) == len(set(made)) == cnf.variables - 12
    assert all(n.startswith("aux:open:") and not n.count(" ") for n in made)


@pytest.mark.parametrize("name", REGISTRY.names())
def test_models_are_preserved_just_where_no_forest_has_two(name):
    graph = ag.grid(2, 3)
    decider = ag.Decider(REGISTRY.get(name), graph)
    twice = False
    for forest in ag.forests(graph):
        chosen = [e + 1 if e in forest else -e - 1 for e in range(len(graph.ends))]
        first = decider.model(chosen)
        fixed = range(len(graph.ends) + 1, decider.cnf.variables + 1)
        other = [-v if first[v] else v for v in fixed]
        switch = decider.cnf.variables + 1
        decider.solver.add_clause([-switch, *other])
        twice |= decider.solver.solve(assumptions=[*chosen, switch])
        decider.solver.add_clause([-switch])
        decider.cnf.variables += 1
    assert REGISTRY.get(name).declaration.preserves_models != twice


SOLVERS = [f"pysat:{name}" for name, backend in BACKENDS.items() if backend.propagators]
GRAPHS = {
    name: PLANE[name] for name in ("triangular", "island", "parallel edges", "self-loop", "bridge")
} | {"K5": complete(5)}


def cnf_and_watcher(graph, clauses=()):
    m = len(graph.ends)
    cnf = Cnf(m)
    lits = np.arange(1, m + 1, dtype=np.int32)
    for clause in clauses:
        cnf.add("test", np.array([clause], np.int32))
    return cnf, REGISTRY.get("propagator").lower(cnf, "open", graph, lits, ag.no_degrees(graph))


def chosen(outcome):
    return tuple((np.flatnonzero(outcome.model) - 1).tolist())


@pytest.mark.sample(4)
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())
def test_enumerates_just_the_forests(graph, solver):
    cnf, watchers = cnf_and_watcher(graph)
    *several, last = models(driver(solver), cnf, Limits(), watchers)
    assert last.status == "UNSATISFIABLE", last.message
    assert last.statistics["lazy_clauses"] == 0
    found = [chosen(outcome) for outcome in several]
    assert len(set(found)) == len(found)
    assert set(found) == ag.forests(graph)


@pytest.mark.parametrize("solver", SOLVERS)
def test_two_watchers_share_a_solver(solver):
    graph = ag.drawn([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    cnf = Cnf(10)
    cnf.add("test", np.array([[-x, x + 5] for x in range(1, 6)], np.int32))
    watchers = []
    for first in (1, 6):
        lits = np.arange(first, first + 5, dtype=np.int32)
        watchers += REGISTRY.get("propagator").lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    *several, last = models(driver(solver), cnf, Limits(), watchers)
    assert last.status == "UNSATISFIABLE", last.message
    forests = ag.forests(graph)
    assert len(several) == sum(2 ** len(forest) for forest in forests)


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_it_runs_in_a_worker_where_ctrl_c_cannot_break_it(solver):
    cnf, (watcher,) = cnf_and_watcher(ag.grid(2, 2), [[1, 2]])
    asked = []

    class Here:
        def __call__(self, model):
            return watcher(model)

        def propagator(self):
            asked.append("in this process")
            return watcher.propagator()

    assert driver(solver).solve(cnf, separators=[Here()]).status == "SATISFIABLE"
    assert not asked


def test_a_solver_that_takes_no_propagator_says_so():
    cnf, watchers = cnf_and_watcher(ag.grid(2, 2), [[1, 2]])
    outcome = driver("pysat:minisat22").solve(cnf, Limits(), watchers)
    assert (outcome.status, outcome.reason) == ("UNKNOWN", "no-answer")
    assert "takes no external propagator: use pysat:cadical195" in (outcome.message or "")


def times(a: int, b: int, polynomial: int, degree: int) -> int:
    """Multiply polynomials over GF(2), modulo another."""
    out = 0
    while b:
        if b & 1:
            out ^= a
        a, b = a << 1, b >> 1
        if a >> degree:
            a ^= polynomial
    return out


def power(exponent: int, polynomial: int, degree: int) -> int:
    """Return x to a power, modulo a polynomial."""
    out, square = 1, 2
    while exponent:
        if exponent & 1:
            out = times(out, square, polynomial, degree)
        square, exponent = times(square, square, polynomial, degree), exponent >> 1
    return out


def primes(n: int) -> set[int]:
    """Return the prime factors."""
    found, p = set(), 2
    while p * p <= n:
        if n % p:
            p += 1
        else:
            n //= p
            found.add(p)
    return found | {n} - {1}


def test_every_polynomial_is_primitive():
    for degree in range(2, len(TAPS)):
        polynomial = 1 << degree | 1 | sum(1 << t for t in TAPS[degree])
        period = 2**degree - 1
        assert power(period, polynomial, degree) == 1, degree
        for p in primes(period):
            assert power(period // p, polynomial, degree) != 1, degree


TREE = REGISTRY.get("vertex-tree")

RINGS = {
    "3x4": ((". . . .", ". A A .", ". . . ."), 2, 3),
    "4x4": ((". . . .", ". A A .", ". . . .", ". . . ."), 4, 6),
}
"""Boards with their numbers of solutions and of boards that the vertex tree accepts."""


@pytest.mark.parametrize("graph", PLANE.values(), ids=PLANE.keys())
def test_allows_every_forest_of_a_plane_graph(graph):
    assert TREE.refusal(graph) is None
    assert ag.Decider(TREE, graph).allowed(graph) >= ag.forests(graph)


def test_allows_a_ring_round_a_node_and_no_other_cycle_of_a_3x3_grid():
    graph = ag.grid(3, 3)
    wrong = ag.Decider(TREE, graph).allowed(graph) - ag.forests(graph)
    middle = [e for e, ends in enumerate(graph.ends.tolist()) if 4 in ends]
    assert wrong == {tuple(e for e in range(12) if e not in middle)}


def test_forbids_a_ring_round_a_tree_of_faces():
    graph = ag.grid(2, 5)
    assert ag.Decider(TREE, graph).allowed(graph) == ag.forests(graph)


def text(rows, *walls):
    drawn = "".join(f"    {row}\n" for row in rows)
    ways = "".join(f"  wall {wall};\n" for wall in walls)
    return f'puzzle "ring" is numberlink {{\n  topology square;\n  board\n{drawn}  end\n{ways}}}\n'


@pytest.mark.parametrize("passes", ["auto", "none"])
@pytest.mark.parametrize(("rows", "solutions", "accepted"), RINGS.values(), ids=RINGS.keys())
def test_accepts_boards_with_a_ring_round_a_finished_path(rows, solutions, accepted, passes):
    program = program_of(text(rows))
    lowered = lower(program, Encoding.parse(f"acyclic=vertex-tree,passes={passes}"))
    *several, last = models(driver(SOLVER), lowered.cnf)
    assert last.status == "UNSATISFIABLE"
    assert (len(several), lowered.exact) == (accepted, False)
    exact = boards(program, f"acyclic=vertex-tree-order,passes={passes}")
    assert len(exact) == solutions
    found = {tuple(lowered.assignment(m.model).bools) for m in several}
    whole = lower(program, Encoding.parse("acyclic=order-binary"))
    *right, _ = models(driver(SOLVER), whole.cnf)
    assert found > {tuple(whole.assignment(m.model).bools) for m in right}


def test_bounds_on_degrees_are_of_the_same_graph_where_another_global_is_kept_whole():
    (puzzle,) = nlc.loads(
        """genre g {
          var dark : cell -> bool;
          rule whole { connected({x for x in links if not dark[a(x)]}); }
          rule forest { acyclic({x for x in borders if dark[r1c1] or dark[r2c2]}); }
          show dark;
        }
        puzzle "p" is g { topology square; board
          . . .
          . . .
        end }"""
    )
    found = nlc.count(puzzle, solver="pysat:cadical195", encoding="acyclic=lazy")
    assert found == nlc.count(puzzle, solver="frontier") > 0
