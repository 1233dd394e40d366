"""Constraints that follow from others, by name. A new one is one file and one line here."""

from __future__ import annotations

from nlc.encode.redundant.base import Redundant
from nlc.encode.registry import Registry

NONE = "none"
"""The name that stands for none of them."""

REGISTRY: Registry[Redundant] = Registry(
    {
        "parity": "nlc.encode.redundant.parity:REDUNDANT",
        "balance": "nlc.encode.redundant.balance:REDUNDANT",
    },
)
