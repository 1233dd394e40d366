"""The methods of making the line of a Slitherlink puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.generating.slitherlink.scale import LineMethod

METHODS: Registry[LineMethod] = Registry(
    "slitherlink method",
    "METHOD",
    "nlc.methods.slitherlink",
    {
        "article": "nlc.generating.slitherlink.article",
        "scale": "nlc.generating.slitherlink.scale",
    },
)

DEFAULT = "scale"
