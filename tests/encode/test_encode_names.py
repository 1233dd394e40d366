"""Every encoding is found under the name and the kind that it declares."""

from __future__ import annotations

from nlc.encode import acyclic, cardinality, connected, different, domains, numberlink, runs

REGISTRIES = {
    module.__name__.rpartition(".")[2]: module.REGISTRY
    for module in (acyclic, cardinality, connected, different, domains, numberlink, runs)
}


def test_a_declaration_bears_the_name_and_the_kind_of_its_encoding() -> None:
    for kind, registry in REGISTRIES.items():
        for name in registry.names():
            declaration = registry.get(name).declaration
            assert (declaration.node, declaration.name) == (kind, name)
