"""Pieces of a 2-core, and what elimination makes of a graph."""

from __future__ import annotations

import numpy as np
import pytest

from nlc.encode.acyclic import elimination
from nlc.encode.acyclic.base import MAX_CLAUSES, size_refusal
from nlc.encode.acyclic.elimination import MAX_NODES
from nlc.graph import Graph


def hub(n: int) -> Graph:
    """A complete graph of n nodes."""
    ends = np.stack(np.triu_indices(n, 1), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


def cycle(n: int) -> Graph:
    ends = np.stack((np.arange(n), np.roll(np.arange(n), 1)), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


@pytest.mark.slow
def test_a_dense_graph_is_too_big_for_elimination():
    assert elimination.refusal(hub(100), 100) is None
    assert "more than 10,000,000 clauses" in (elimination.refusal(hub(400), 400) or "")
    assert elimination.refusal(hub(400), 6) is None


@pytest.mark.slow
def test_a_large_graph_is_too_big_for_elimination():
    assert elimination.refusal(cycle(MAX_NODES), 2) is None
    assert "20,001 nodes" in (elimination.refusal(cycle(MAX_NODES + 1), 2) or "")


@pytest.mark.slow
def test_nodes_on_no_cycle_do_not_count():
    ends = np.stack((np.arange(30_000), np.arange(1, 30_001)), axis=1).astype(np.int32)
    assert elimination.refusal(Graph(30_001, ends, np.zeros_like(ends), "by hand"), 2) is None


@pytest.mark.parametrize("extra", [0, 1])
def test_a_size_is_refused_only_above_the_limit(extra):
    reason = size_refusal(cycle(5), lambda part: MAX_CLAUSES + extra)
    assert reason == (
        "it would take about 10,000,001 clauses, and 10,000,000 are the limit" if extra else None
    )
