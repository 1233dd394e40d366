"""The methods of making Numberlink puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.generating.numberlink.methods.base import Method

METHODS: Registry[Method] = Registry(
    "method", "nlc.generating.numberlink.methods", "METHOD", "nlc.methods"
)

DEFAULT = "solution"
