"""Encodings of a whole Numberlink puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.numberlink.base import NumberlinkEncoding

REGISTRY: Registry[NumberlinkEncoding] = Registry(
    "whole encoding", "nlc.encode.numberlink", "ENCODING", "nlc.encodings.whole"
)
