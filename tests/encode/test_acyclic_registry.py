"""Encodings of acyclicity are found by name and say what they are."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag

from nlc.cnf import Cnf
from nlc.encode.acyclic import REGISTRY

ENCODINGS = REGISTRY.names()


def test_only_the_vertex_tree_is_not_exact():
    assert [name for name in ENCODINGS if not REGISTRY.get(name).declaration.exact] == [
        "vertex-tree"
    ]


@pytest.mark.parametrize("name", ENCODINGS)
def test_auxiliaries_have_distinct_names_in_two_uses_of_one_rule(name):
    graph = ag.grid(3, 3)
    cnf = Cnf(12)
    lits = np.arange(1, 13, dtype=np.int32)
    for _ in range(2):
        REGISTRY.get(name).lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    made = [n for block in cnf.names for n in block.make()]
    assert len(made) == len(set(made)) == cnf.variables - 12
    assert all(n.startswith("aux:open:") and not n.count(" ") for n in made)


@pytest.mark.parametrize("name", ENCODINGS)
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
