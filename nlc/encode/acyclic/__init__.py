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
        "closure": "nlc.encode.acyclic.labels:Closure",
        "hybrid-elimination": "nlc.encode.acyclic.elimination:HybridElimination",
        "lazy": "nlc.encode.acyclic.lazy:Lazy",
        "leaf-elimination": "nlc.encode.acyclic.elimination:LeafElimination",
        "lfsr": "nlc.encode.acyclic.labels:Lfsr",
        "order-binary": "nlc.encode.acyclic.labels:OrderBinary",
        "order-unary": "nlc.encode.acyclic.labels:OrderUnary",
        "primal-dual": "nlc.encode.acyclic.plane:PrimalDual",
        "propagator": "nlc.encode.acyclic.lazy:Watched",
        "vertex-elimination": "nlc.encode.acyclic.elimination:VertexElimination",
        "vertex-tree": "nlc.encode.acyclic.plane:VertexTree",
        "vertex-tree-order": "nlc.encode.acyclic.plane:VertexTreeOrder",
    },
    aliases={"order": "order-binary", "vertex-tree+order": "vertex-tree-order"},
)
