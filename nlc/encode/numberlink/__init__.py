"""Encodings of a whole Numberlink puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.numberlink.base import NumberlinkEncoding

REGISTRY: Registry[NumberlinkEncoding] = Registry(
    "whole encoding",
    "ENCODING",
    "nlc.encodings.whole",
    {
        "edge-path": "nlc.encode.numberlink.edge_path",
        "path-position": "nlc.encode.numberlink.path_position",
    },
)
