"""All encodings with what they declare."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.encode import acyclic, cardinality, connected, different, domains, numberlink, runs, sums
from nlc.encode.base import Declaration, of_pass
from nlc.ir.passes import PASSES


def declarations() -> dict[Declaration, list[str]]:
    """Return what each encoding declares, kind by kind, with its other names."""
    found: dict[Declaration, list[str]] = {}
    for name, declaration in _named():
        aliases = found.setdefault(declaration, [])
        if name != declaration.name:
            aliases.append(name)
    return found


def _named() -> Iterator[tuple[str, Declaration]]:
    """Yield every name that a spec takes, and what its encoding declares."""
    for kind in (domains, cardinality, acyclic, connected, different, sums, runs, numberlink):
        for name in (*kind.REGISTRY.names(), *kind.REGISTRY.aliases):
            yield name, kind.REGISTRY.get(name).declaration
    yield from ((name, of_pass(PASSES.get(name))) for name in PASSES.names())
