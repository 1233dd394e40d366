"""Encodings of connectedness: nodes are joined to each other, or each to a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.connected.base import ConnectedEncoding

REGISTRY: Registry[ConnectedEncoding] = Registry(
    "connected encoding",
    "ENCODING",
    "nlc.encodings.connected",
    {
        "arborescence": "nlc.encode.connected.arborescence",
        "dual": "nlc.encode.connected.dual",
        "lazy": "nlc.encode.connected.lazy",
        "levels": "nlc.encode.connected.levels",
        "propagator": "nlc.encode.connected.propagator",
    },
)
