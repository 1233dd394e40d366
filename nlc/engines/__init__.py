"""Engines: solving methods without nlc's encodings, mainly for comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.engines.base import Engine

ENGINES: Registry[Engine[Any]] = Registry(
    "engine",
    "ENGINE",
    "nlc.engines",
    {
        "backtrack": "nlc.engines.backtrack",
        "cpsat": "nlc.engines.cpsat_rules",
        "cpsat-circuit": "nlc.engines.cpsat_circuit",
        "cpsat-circuits": "nlc.engines.cpsat_circuits",
        "cpsat-edge": "nlc.engines.cpsat_edge",
        "cpsat-path": "nlc.engines.cpsat_path",
        "diagonal": "nlc.engines.diagonal",
        "frontier": "nlc.engines.frontier",
        "mip": "nlc.engines.mip",
        "mip-cbc": "nlc.engines.mip_cbc",
    },
)
