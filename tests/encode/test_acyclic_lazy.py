"""Lazy clauses: broken by the model, and by no forest that obeys the degree facts."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given, settings
from hypothesis import strategies as st

from nlc.encode.acyclic.lazy import CycleSeparator
from nlc.graph import Graph
from nlc.ir.chosen_edges import ConditionalDegrees, Degrees

NODES = 7


def separate(graph: Graph, chosen, never_one, never_zero):
    lits = np.arange(1, len(graph.ends) + 1, dtype=np.int32)
    facts = Degrees(np.array(never_one, dtype=np.bool_), np.array(never_zero, dtype=np.bool_))
    return list(CycleSeparator(graph.nodes, graph.ends, lits, facts)(model(graph, chosen)))


def model(graph: Graph, chosen):
    out = np.zeros(len(graph.ends) + 1, dtype=np.bool_)
    out[[e + 1 for e in chosen]] = True
    return out


def obeys(graph: Graph, chosen, never_one, never_zero) -> bool:
    degree = np.bincount(graph.ends[list(chosen)].ravel(), minlength=graph.nodes)
    return not (degree[never_one] == 1).any() and not (degree[never_zero] == 0).any()


@st.composite
def cases(draw):
    """A multigraph, chosen edges of it, and degree facts that they obey."""
    node = st.integers(0, NODES - 1)
    edge = st.tuples(node, node)
    ends = draw(st.lists(edge, min_size=3, max_size=10))
    graph = Graph(NODES, np.array(ends, dtype=np.int32), np.zeros((len(ends), 2), dtype=np.int32))
    chosen = draw(st.sets(st.integers(0, len(ends) - 1)))
    degree = np.bincount(graph.ends[sorted(chosen)].ravel(), minlength=NODES)
    facts = st.lists(st.booleans(), min_size=NODES, max_size=NODES).map(np.array)
    return graph, sorted(chosen), draw(facts) & (degree != 1), draw(facts) & (degree != 0)


def ring_and_tail() -> Graph:
    """A square with a tail of two edges."""
    return ag.drawn(
        [(0, 0), (1, 0), (1, 1), (0, 1), (2, 1), (3, 1)],
        [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5)],
    )


RING = [0, 1, 2, 3]


def test_a_ring_that_must_be_used_and_has_no_ends_must_be_left():
    assert separate(ring_and_tail(), RING, [1] * 6, [1, 0, 0, 0, 0, 0]) == [[5]]


def test_edges_of_a_ring_without_ends_imply_a_way_out():
    clauses = separate(ring_and_tail(), RING, [1] * 6, [0] * 6)
    assert sorted(clauses) == [[-4, 5], [-3, 5], [-2, 5], [-1, 5]]


def test_a_ring_where_a_path_may_end_is_only_forbidden():
    assert separate(ring_and_tail(), RING, [1, 1, 0, 1, 1, 1], [1] * 6) == [[-4, -3, -2, -1]]


def test_a_ring_that_cannot_be_left_gives_the_empty_clause():
    graph = ag.grid(2, 2)
    assert separate(graph, RING, [1] * 4, [1] * 4) == [[]]


def test_every_component_is_cut_at_once():
    graph = ag.grid(2, 6)
    degree_two = [e for e, (u, v) in enumerate(graph.ends.tolist()) if u // 2 * 2 == u or v - u > 1]
    lefts = [e for e in degree_two if graph.ends[e][1] - graph.ends[e][0] == 1]
    across = [e for e in degree_two if e not in lefts]
    clauses = separate(graph, lefts + across, [1] * 12, [1] * 12)
    assert len(clauses) == 3
    assert [len(c) for c in clauses] == [2, 4, 2]


@st.composite
def conditional_cases(draw):
    """The same with facts that hold under guards, one variable for each of some facts."""
    graph, chosen, never_one, never_zero = draw(cases())
    size = draw(st.integers(1, 5))
    nodes = draw(st.lists(st.integers(0, NODES - 1), min_size=size, max_size=size))
    kind = st.sampled_from([(True, False), (False, True), (True, True)])
    kinds = draw(st.lists(kind, min_size=size, max_size=size))
    signs = draw(st.lists(st.sampled_from((1, -1)), min_size=size, max_size=size))
    first = len(graph.ends) + 1
    more = ConditionalDegrees(
        np.array(nodes, np.int32),
        np.array(signs, np.int32) * np.arange(first, first + size, dtype=np.int32),
        np.array([one for one, _ in kinds]),
        np.array([zero for _, zero in kinds]),
    )
    return graph, chosen, Degrees(never_one, never_zero, more)


def with_guards(graph: Graph, chosen, degrees: Degrees):
    """Return the model in which just those guards hold whose facts the chosen edges obey."""
    more = degrees.conditional
    degree = np.bincount(graph.ends[list(chosen)].ravel(), minlength=graph.nodes)[more.nodes]
    obeyed = ~(more.never_one & (degree == 1)) & ~(more.never_zero & (degree == 0))
    return np.concatenate([model(graph, chosen), obeyed == (more.guards > 0)])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(conditional_cases())
def test_facts_under_guards_cut_off_no_forest_that_obeys_those_whose_guards_hold(case):
    graph, chosen, degrees = case
    lits = np.arange(1, len(graph.ends) + 1, dtype=np.int32)
    held = with_guards(graph, chosen, degrees)
    clauses = list(CycleSeparator(graph.nodes, graph.ends, lits, degrees)(held))
    ends = graph.ends.tolist()
    assert bool(clauses) != ag.is_forest(NODES, [ends[e] for e in chosen])
    assert all(all(held[abs(x)] != (x > 0) for x in clause) for clause in clauses)
    for forest in ag.forests(graph):
        if obeys(graph, forest, degrees.never_one, degrees.never_zero):
            values = with_guards(graph, forest, degrees)
            assert all(any(values[abs(x)] == (x > 0) for x in clause) for clause in clauses)


def test_a_fact_under_a_guard_makes_a_cut_that_holds_under_it():
    ends = np.array([(0, 1), (1, 2), (0, 2), (2, 3)], np.int32)
    none = np.zeros(4, np.bool_)
    nodes, guards = np.array([0, 1, 2], np.int32), np.array([5, -6, 5], np.int32)
    both = np.ones(3, np.bool_)
    degrees = Degrees(none, none, ConditionalDegrees(nodes, guards, both, both))
    separator = CycleSeparator(4, ends, np.arange(1, 5, dtype=np.int32), degrees)
    assert separator(np.array([0, 1, 1, 1, 0, 1, 0], np.bool_)) == [[-5, 4, 6]]
    assert separator(np.array([0, 1, 1, 1, 0, 0, 0], np.bool_)) == [[-3, -2, -1]]
