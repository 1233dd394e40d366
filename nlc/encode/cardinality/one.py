"""Common parts of the encodings of "at most one" and "exactly one"."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from nlc.cnf import Clauses
from nlc.encode.base import Declaration
from nlc.encode.template import Template, by_width
from nlc.ir.nodes import Counts


class AtMostOne(NamedTuple):
    """Clauses for "at most one of the inputs 1..n holds"; padded with zeros.

    Attributes:
        last: the last auxiliary, n without any.
        clauses: as in `Template`: under a guard, its negation is added to each.
        definitions: as in `Template`: they hold under every guard.
        at_least_one: literals whose disjunction is equivalent to that of the inputs.
    """

    last: int
    clauses: list[Clauses]
    definitions: list[Clauses]
    at_least_one: Clauses


class One(Struct, frozen=True):
    """An encoding of "at most one", and of "exactly one" by one more clause.

    Attributes:
        declaration: its properties; it preserves models if its definitions determine all
            auxiliaries.
        at_most_one: makes the clauses over n >= 1 inputs.
    """

    declaration: Declaration
    at_most_one: Callable[[int], AtMostOne]

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Refuse all counts but {1} and {0, 1}."""
        if counts.within(n) not in (Counts.of(1), Counts.of(0, 1)):
            return "it encodes only 'at most 1' and 'exactly 1'"
        return f"it is too large for {n} literals" if n > 10_000_000 else None

    def template(self, n: int, counts: Counts) -> Template:
        """Return the clauses, with the clause `AtMostOne.at_least_one` for "exactly one"."""
        made = self.at_most_one(n)
        clauses = made.clauses if 0 in counts else [*made.clauses, made.at_least_one[None]]
        functional = self.declaration.preserves_models or made.last == n
        return Template(
            n, made.last - n, by_width(*clauses), by_width(*made.definitions), functional
        )


def split_into_groups(literals: Clauses, size: int) -> Clauses:
    """Return literals in rows of `size`, in order, the last row filled with zeros."""
    rows = -(-len(literals) // size)
    return np.append(literals, np.zeros(rows * size - len(literals), np.int32)).reshape(rows, size)
