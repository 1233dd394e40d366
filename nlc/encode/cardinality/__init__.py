"""Encodings of counts: how many literals of a set hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.base import CardinalityEncoding

AUTO = "auto"
"""The name that stands for a choice by size; see `nlc.encode.cardinality.counter`."""

REGISTRY: Registry[CardinalityEncoding] = Registry(
    "cardinality encoding", "nlc.encode.cardinality", "ENCODING", "nlc.encodings.cardinality"
)
