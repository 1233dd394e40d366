"""Encodings of a whole puzzle, by name. A new one is one file and one line here."""

from __future__ import annotations

from nlc.encode.registry import Registry
from nlc.encode.whole.base import WholeEncoding

REGISTRY: Registry[WholeEncoding] = Registry(
    {
        "edge-path": "nlc.encode.whole.edge_path:ENCODING",
        "path-position": "nlc.encode.whole.path_position:ENCODING",
    },
)
