"""Encodings of `all_different`: the values of a variable over a set are different."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.different.base import DifferentEncoding

REGISTRY: Registry[DifferentEncoding] = Registry(
    "encoding of all different",
    "ENCODING",
    "nlc.encodings.different",
    {
        "pairs": "nlc.encode.different.pairs",
        "values": "nlc.encode.different.values",
        "values-at-most": "nlc.encode.different.values_at_most",
    },
)
