"""Encodings of acyclicity are found by name and say what they are."""

from __future__ import annotations

import acyclic_graphs as ag
import numpy as np
import pytest

from nlc.dimacs.cnf import Cnf
from nlc.encode.acyclic import get, names


def test_names_are_those_of_specs():
    assert names() == ("primal-dual", "order", "lfsr", "lazy")


@pytest.mark.parametrize("name", names())
def test_a_declaration_bears_the_name_of_its_encoding(name):
    declaration = get(name).declaration
    assert (declaration.name, declaration.node, declaration.exact) == (name, "acyclic", True)


def test_an_unknown_name_is_a_key_error():
    with pytest.raises(KeyError):
        get("primal")


@pytest.mark.parametrize("name", names())
def test_auxiliaries_have_distinct_names_in_two_uses_of_one_rule(name):
    graph = ag.grid(3, 3)
    cnf = Cnf(12)
    lits = np.arange(1, 13, dtype=np.int32)
    for _ in range(2):
        get(name).lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    made = [n for block in cnf.names for n in block.make()]
    assert len(made) == len(set(made)) == cnf.variables - 12
    assert all(n.startswith("aux:open:") and not n.count(" ") for n in made)


@pytest.mark.parametrize("name", names())
def test_only_models_without_auxiliaries_are_preserved(name):
    graph = ag.grid(3, 3)
    cnf = Cnf(12)
    get(name).lower(cnf, "open", graph, np.arange(1, 13, dtype=np.int32), ag.no_degrees(graph))
    assert get(name).declaration.preserves_models == (cnf.variables == 12)
