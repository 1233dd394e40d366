"""Tilings: each says the polygons of its cells, and everything else is derived from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.board.tilings.base import Tiling

TILINGS: Registry[Tiling] = Registry("tiling", "nlc.board.tilings", "TILING", "nlc.tilings")
