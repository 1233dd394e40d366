"""Tilings: each says the polygons of its cells, and everything else is derived from them.

A tiling is a module of this package with a `TILING`, named here.
"""

from __future__ import annotations

from importlib import import_module

from nlc.board.tilings.base import Tiling

NAMES = (
    "square",
    "hex",
    "triangle",
)


def load(name: str) -> Tiling:
    """Return the tiling of that name, which must be one of `NAMES`."""
    tiling: Tiling = import_module(f"{__name__}.{name}").TILING
    return tiling
