"""Every encoding is found under the name that it declares."""

from __future__ import annotations

from nlc.encode import acyclic, cardinality, connected, different, domains, numberlink, runs, sums

KINDS = (acyclic, cardinality, connected, different, domains, numberlink, runs, sums)
REGISTRIES = [module.REGISTRY for module in KINDS]


def test_a_declaration_bears_the_name_of_its_encoding() -> None:
    for registry in REGISTRIES:
        assert [
            registry.get(name).declaration.name for name in registry.names()
        ] == registry.names()
