"""Encodings of acyclicity: the chosen edges of a graph contain no cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.base import AcyclicEncoding

REGISTRY: Registry[AcyclicEncoding] = Registry(
    "acyclic encoding",
    "ENCODING",
    "nlc.encodings.acyclic",
    {
        "closure": "nlc.encode.acyclic.closure",
        "hybrid-elimination": "nlc.encode.acyclic.hybrid_elimination",
        "lazy": "nlc.encode.acyclic.lazy",
        "leaf-elimination": "nlc.encode.acyclic.leaf_elimination",
        "lfsr": "nlc.encode.acyclic.lfsr",
        "order-binary": "nlc.encode.acyclic.order_binary",
        "order-unary": "nlc.encode.acyclic.order_unary",
        "primal-dual": "nlc.encode.acyclic.primal_dual",
        "propagator": "nlc.encode.acyclic.propagator",
        "vertex-elimination": "nlc.encode.acyclic.vertex_elimination",
        "vertex-tree": "nlc.encode.acyclic.vertex_tree",
        "vertex-tree-order": "nlc.encode.acyclic.vertex_tree_order",
    },
    aliases={"order": "order-binary", "vertex-tree+order": "vertex-tree-order"},
)
