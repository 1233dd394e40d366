"""Every encoding is found under the name and the kind that it declares."""

from __future__ import annotations

import pytest

from nlc.encode import acyclic, cardinality, connected, different, domains, numberlink

REGISTRIES = {
    module.__name__.rpartition(".")[2]: module.REGISTRY
    for module in (acyclic, cardinality, connected, different, domains, numberlink)
}
ENCODINGS = [(kind, name) for kind, registry in REGISTRIES.items() for name in registry.names()]


@pytest.mark.parametrize(("kind", "name"), ENCODINGS)
def test_a_declaration_bears_the_name_and_the_kind_of_its_encoding(kind: str, name: str) -> None:
    declaration = REGISTRIES[kind].get(name).declaration
    assert (declaration.node, declaration.name) == (kind, name)
