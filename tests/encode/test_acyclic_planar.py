"""Faces, Euler's formula, and what the primal-dual encoding makes of them."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from msgspec.structs import replace

from nlc.encode.acyclic.plane import PrimalDual
from nlc.graph.planar import embed


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 2), (3, 5), (6, 4)])
def test_a_grid_has_a_face_in_each_square_and_one_outside(rows, cols):
    embedding = embed(ag.grid(rows, cols))
    faces = np.bincount(embedding.faces).tolist()
    inner = (rows - 1) * (cols - 1)
    rim = 2 * (rows - 1 + cols - 1)
    assert sorted(faces) == sorted([4] * inner + [rim] * (rim > 0))
    assert embedding.planar


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
