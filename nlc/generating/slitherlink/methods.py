"""The methods of making the line of a Slitherlink puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.generating.slitherlink.scale import Method

METHODS: Registry[Method] = Registry(
    "slitherlink method", "nlc.generating.slitherlink", "METHOD", "nlc.methods.slitherlink"
)

DEFAULT = "scale"
