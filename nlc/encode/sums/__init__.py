"""Encodings of sums and products of numbers: by a name, or chosen by size."""

from __future__ import annotations

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
"""What `auto` takes, the first that does not refuse."""

_KEPT = 256
"""Templates that are kept for further puzzles."""

_kept: dict[tuple[str, Shape], Template] = {}


def template_of(name: str, shape: Shape, span: Span | None = None) -> Template:
    """Return the clauses of a shape by an encoding; where that refuses it, by a usual one.

    Raises:
        UserError: the totals are too many for any; `span` tells where they stand.
    """
    if (name, shape) in _kept:
        return _kept[name, shape]
    names = dict.fromkeys((name, *USUAL))
    usable = (REGISTRY.get(each) for each in names if REGISTRY.get(each).refusal(shape) is None)
    chosen = next(usable, None)
    if chosen is None:
        what = "sum" if shape.op == "+" else "product"
        reason = REGISTRY.get(USUAL[0]).refusal(shape)
        raise fail(f"this {what} is too large: {reason}", span, "bound its numbers more closely")
    while len(_kept) >= _KEPT:
        _kept.pop(next(iter(_kept)), None)
    _kept[name, shape] = made = chosen.template(shape)
    return made
