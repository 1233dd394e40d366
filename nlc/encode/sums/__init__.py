"""Encodings of sums and products of numbers: by a name, or chosen by size."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nlc.errors import fail
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.sums.base import Shape, SumEncoding
    from nlc.encode.template import Template
    from nlc.errors import Span

REGISTRY: Registry[SumEncoding] = Registry(
    "encoding of sums",
    "ENCODING",
    "nlc.encodings.sums",
    {
        "adder": "nlc.encode.sums.adder",
        "diagram": "nlc.encode.sums.diagram",
        "sequential": "nlc.encode.sums.trees:SEQUENTIAL",
        "totalizer": "nlc.encode.sums.trees:TOTALIZER",
    },
)

USUAL = ("totalizer", "adder")
"""The encodings of `auto`: the first that applies."""


def template_of(name: str, shape: Shape, span: Span | None = None) -> Template:
    """Return the template of a shape by an encoding; by a usual one if that does not apply.

    Raises:
        UserError: no encoding applies, as there are too many totals; `span` is their place.
    """
    names = dict.fromkeys((name, *USUAL))
    usable = (each for each in names if REGISTRY.get(each).refusal(shape) is None)
    chosen = next(usable, None)
    if chosen is None:
        kind = "sum" if shape.op == "+" else "product"
        reason = REGISTRY.get(USUAL[0]).refusal(shape)
        raise fail(f"this {kind} is too large: {reason}", span, "bound its numbers more closely")
    return _template(chosen, shape)


@lru_cache(maxsize=256)
def _template(name: str, shape: Shape) -> Template:
    return REGISTRY.get(name).template(shape)
