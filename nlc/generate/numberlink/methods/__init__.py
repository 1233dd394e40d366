"""The methods of making Numberlink puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.generate.numberlink.methods.base import Method

METHODS: Registry[Method] = Registry(
    "method", "nlc.generate.numberlink.methods", "METHOD", "nlc.methods"
)

DEFAULT = "solution"
