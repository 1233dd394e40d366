"""The interface of encodings of sums and products."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from nlc.encode.base import Declaration
from nlc.encode.template import Template


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


class SumEncoding(Protocol):
    """Encodes "a total is at least a bound"; all clauses are definitions."""

    declaration: Declaration

    def refusal(self, shape: Shape) -> str | None:
        """Return why the encoding does not apply to a shape, or None."""

    def template(self, shape: Shape) -> Template:
        """Return the clauses; `refusal` must be None.

        They assume that the literals of each number change once from true to false.
        """
