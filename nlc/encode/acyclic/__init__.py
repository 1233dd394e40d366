"""Encodings of acyclicity: the chosen edges of a graph hold no cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.base import AcyclicEncoding

REGISTRY: Registry[AcyclicEncoding] = Registry(
    "acyclic encoding",
    "nlc.encode.acyclic",
    "ENCODING",
    "nlc.encodings.acyclic",
    {"order": "order-binary", "vertex-tree+order": "vertex-tree-order"},
)
