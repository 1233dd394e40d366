"""Encodings of acyclicity, by name: one file an encoding, one line here."""

from __future__ import annotations

from importlib import import_module

from nlc.encode.base import AcyclicEncoding

_CLASSES = {
    "primal-dual": "primal_dual:PrimalDual",
    "vertex-tree": "vertex_tree:VertexTree",
    "vertex-tree+order": "vertex_tree_order:VertexTreeOrder",
    "order-binary": "order_binary:OrderBinary",
    "order-unary": "order_unary:OrderUnary",
    "lfsr": "lfsr:Lfsr",
    "closure": "closure:Closure",
    "vertex-elimination": "vertex_elimination:VertexElimination",
    "leaf-elimination": "leaf_elimination:LeafElimination",
    "hybrid-elimination": "hybrid_elimination:HybridElimination",
    "lazy": "lazy:Lazy",
    "propagator": "propagator:Propagator",
}
"""Module of this package and class, for each name."""

ALIASES = {"order": "order-binary"}
"""Short names, which a spec may use too; a lowered puzzle tells the full one."""


def names() -> tuple[str, ...]:
    """Return the names that a spec may use: those of all encodings, then the aliases."""
    return (*_CLASSES, *ALIASES)


def get(name: str) -> AcyclicEncoding:
    """Return the encoding of this name or alias; its module is imported only now.

    Raises:
        KeyError: there is none of this name.
    """
    module, _, cls = _CLASSES[ALIASES.get(name, name)].partition(":")
    encoding: AcyclicEncoding = getattr(import_module(f"{__name__}.{module}"), cls)()
    return encoding
