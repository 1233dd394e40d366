"""Engines: solving methods without nlc's encodings, mainly for comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nlc.registry import Registry, Unusable

if TYPE_CHECKING:
    from nlc.engines.base import Engine

ENGINES: Registry[Engine[Any]] = Registry(
    "engine",
    "ENGINE",
    "nlc.engines",
    {
        "backtrack": "nlc.engines.backtrack",
        "cpsat": "nlc.engines.cpsat_rules",
        "cpsat-circuit": "nlc.engines.cpsat:CIRCUIT",
        "cpsat-circuits": "nlc.engines.cpsat:CIRCUITS",
        "cpsat-edge": "nlc.engines.cpsat:EDGE",
        "cpsat-path": "nlc.engines.cpsat:PATH",
        "diagonal": "nlc.engines.diagonal",
        "frontier": "nlc.engines.frontier",
        "mip": "nlc.engines.mip:HIGHS",
        "mip-cbc": "nlc.engines.mip:CBC",
    },
)


def available() -> list[Engine[Any]]:
    """Return every engine, including those that miss a library or cannot be loaded."""
    return ENGINES.available(Unusable)
