"""Faces, Euler's formula, and what the primal-dual encoding makes of them."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nlc.cnf import Cnf
from nlc.encode.acyclic.primal_dual import PrimalDual
from nlc.graph.planar import embed


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 2), (3, 5), (6, 4)])
def test_a_grid_has_a_face_in_each_square_and_one_outside(rows, cols):
    embedding = embed(ag.grid(rows, cols))
    faces = np.bincount(embedding.faces).tolist()
    inner = (rows - 1) * (cols - 1)
    rim = 2 * (rows - 1 + cols - 1)
    assert sorted(faces) == sorted([4] * inner + [rim] * (rim > 0))
    assert embedding.planar


def test_every_half_edge_of_a_face_starts_where_one_of_the_face_ends():
    graph = ag.triangular(4, 5)
    embedding = embed(graph)
    heads = embedding.tails.reshape(-1, 2)[:, ::-1].ravel()
    for face in range(embedding.faces.max() + 1):
        on = embedding.faces == face
        assert sorted(embedding.tails[on]) == sorted(heads[on])


@pytest.mark.slow
@settings(deadline=None)
@given(st.sets(st.integers(0, 30)))
def test_deleting_edges_keeps_the_embedding(deleted):
    graph = ag.without(ag.grid(4, 5), deleted)
    embedding = embed(graph)
    assert embedding.planar
    used = np.unique(graph.ends)
    assert embedding.pieces == len({int(embedding.roots[v]) for v in used})
    assert embedding.euler == 2 * embedding.pieces


def test_a_torus_is_refused_by_eulers_formula():
    graph = ag.torus(3, 4)
    embedding = embed(graph)
    assert (embedding.euler, embedding.pieces, embedding.planar) == (0, 1, False)
    assert "V - E + F" in (PrimalDual().refusal(graph) or "")


def test_a_torus_beside_plane_pieces_is_refused():
    ring = ag.grid(2, 2)
    torus = ag.torus(3, 3)
    both = replace(
        ring,
        nodes=13,
        ends=np.concatenate((ring.ends, torus.ends + 4)),
        rank=np.concatenate((ring.rank, torus.rank)),
    )
    assert PrimalDual().refusal(ring) is None
    assert PrimalDual().refusal(both) is not None


def test_a_nonplanar_graph_is_refused_with_its_own_reason():
    graph = replace(ag.grid(2, 2), nonplanar="it has a warp")
    assert PrimalDual().refusal(graph) == "it has a warp"


@pytest.mark.parametrize("redundant", [True, False])
def test_every_model_has_one_pointer_an_edge(redundant):
    graph = ag.grid(4, 4)
    decider = ag.Decider(PrimalDual(redundant), graph)
    m = len(graph.ends)
    for chosen in ([], range(4), [0, 5, 9]):
        model = decider.model([e + 1 for e in chosen])
        assert model is not None
        assert np.count_nonzero(model[m + 1 :]) == m


def test_a_large_face_gets_no_pairwise_clauses():
    n = 60
    ring = ag.drawn(
        [(np.cos(a), np.sin(a)) for a in np.arange(n) * 2 * np.pi / n],
        [(i, (i + 1) % n) for i in range(n)],
    )
    cnf = Cnf(n)
    PrimalDual().lower(cnf, "open", ring, np.arange(1, n + 1, dtype=np.int32), ag.no_degrees(ring))
    assert cnf.clauses < 10 * n


def test_trees_and_bridges_cost_nothing():
    cnf = Cnf(9)
    graph = ag.grid(1, 10)
    PrimalDual().lower(cnf, "open", graph, np.arange(1, 10, dtype=np.int32), ag.no_degrees(graph))
    assert (cnf.variables, cnf.clauses) == (9, 0)


@pytest.mark.parametrize("n", [5, 20])
def test_a_square_board_has_at_most_15_clauses_an_edge(n):
    graph = ag.grid(n, n)
    m = len(graph.ends)
    cnf = Cnf(m)
    lits = np.arange(1, m + 1, dtype=np.int32)
    PrimalDual().lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    assert cnf.variables <= 5 * m
    assert cnf.clauses <= 15 * m
