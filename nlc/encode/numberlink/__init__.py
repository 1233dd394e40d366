"""Encodings of a whole puzzle, by name. A new one is one file and one line here."""

from __future__ import annotations

from nlc.encode.numberlink.base import WholeEncoding
from nlc.encode.registry import Registry

REGISTRY: Registry[WholeEncoding] = Registry(
    {
        "edge-path": "nlc.encode.numberlink.edge_path:ENCODING",
        "path-position": "nlc.encode.numberlink.path_position:ENCODING",
    },
)
