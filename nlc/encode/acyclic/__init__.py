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
        "closure": "nlc.encode.acyclic.labels:CLOSURE",
        "hybrid-elimination": "nlc.encode.acyclic.elimination:HYBRID",
        "lazy": "nlc.encode.acyclic.lazy:LAZY",
        "leaf-elimination": "nlc.encode.acyclic.elimination:LEAF",
        "lfsr": "nlc.encode.acyclic.labels:LFSR",
        "order-binary": "nlc.encode.acyclic.labels:ORDER_BINARY",
        "order-unary": "nlc.encode.acyclic.labels:ORDER_UNARY",
        "primal-dual": "nlc.encode.acyclic.plane:PRIMAL_DUAL",
        "propagator": "nlc.encode.acyclic.lazy:PROPAGATOR",
        "vertex-elimination": "nlc.encode.acyclic.elimination:VERTEX",
        "vertex-tree": "nlc.encode.acyclic.plane:VERTEX_TREE",
        "vertex-tree-order": "nlc.encode.acyclic.plane:VERTEX_TREE_ORDER",
    },
    aliases={"order": "order-binary", "vertex-tree+order": "vertex-tree-order"},
)
