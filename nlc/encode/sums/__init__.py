"""Encodings of sums and products of numbers: by a name, or chosen by size."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from nlc.encode.base import Declaration
from nlc.encode.template import Template, cached_template, from_lists
from nlc.errors import Span, fail
from nlc.registry import Registry


class Shape(NamedTuple):
    """A total of numbers and the bounds that it is compared with, as in a `TotalDefinition`.

    The inputs of its template are the literals of all numbers, then one for each bound.
    """

    op: str
    levels: tuple[tuple[int, ...], ...]
    bounds: tuple[int, ...]

    @property
    def inputs(self) -> int:
        """The number of literals of the numbers."""
        return sum(len(levels) - 1 for levels in self.levels)

    def combine(self, one: int, other: int) -> int:
        """Return the total of two numbers."""
        return one + other if self.op == "+" else one * other

    def template(self, last: int, clauses: list[list[int]]) -> Template:
        """Return the template of some clauses, given the last of its auxiliaries."""
        inputs = self.inputs + len(self.bounds)
        return Template(inputs, last - inputs, (), from_lists(clauses))


class SumEncoding(Protocol):
    """Encodes "a total is at least a bound"; all clauses are definitions."""

    declaration: Declaration

    def refusal(self, shape: Shape) -> str | None:
        """Return why the encoding does not apply to a shape, or None."""

    def template(self, shape: Shape) -> Template:
        """Return the clauses; `refusal` must be None.

        They assume that the literals of each number change once from true to false.
        """


REGISTRY: Registry[SumEncoding] = Registry(
    "encoding of sums",
    "ENCODING",
    "nlc.encodings.sums",
    {
        "adder": "nlc.encode.sums.adder:ADDER",
        "diagram": "nlc.encode.sums.diagram:DIAGRAM",
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
    usable = (e for e in dict.fromkeys((name, *USUAL)) if REGISTRY.get(e).refusal(shape) is None)
    chosen = next(usable, None)
    if chosen is None:
        kind = "sum" if shape.op == "+" else "product"
        reason = REGISTRY.get(USUAL[0]).refusal(shape)
        raise fail(f"this {kind} is too large: {reason}", span, "bound its numbers more closely")
    return cached_template(REGISTRY.get(chosen), shape)
