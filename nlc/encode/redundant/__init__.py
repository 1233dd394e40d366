"""Constraints that follow from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.redundant.base import Redundant

NONE = "none"
"""The name that stands for none of them."""

REGISTRY: Registry[Redundant] = Registry(
    "implied constraint", "nlc.encode.redundant", "REDUNDANT", "nlc.passes"
)
