"""Tilings: each defines the polygons of its cells; everything else is derived from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.board.tilings.base import Tiling

TILINGS: Registry[Tiling] = Registry(
    "tiling",
    "TILING",
    "nlc.tilings",
    {
        "hex": "nlc.board.tilings.regular:HEX",
        "square": "nlc.board.tilings.regular:SQUARE",
        "triangle": "nlc.board.tilings.regular:TRIANGLE",
    },
)
