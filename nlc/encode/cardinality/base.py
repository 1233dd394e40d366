"""The protocol of cardinality encodings."""

from __future__ import annotations

from typing import Protocol

from nlc.encode.base import Declaration
from nlc.encode.template import Template
from nlc.ir.nodes import Counts


class CardinalityEncoding(Protocol):
    """States that the number of true literals among n lies in a set of counts."""

    @property
    def declaration(self) -> Declaration:
        """What the encoding is."""

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Return why the encoding cannot state this set of counts of n literals, or None."""

    def template(self, n: int, counts: Counts) -> Template:
        """Return the clauses over n distinct inputs; only for what is not refused."""
