"""Encodings of "at most one" and "exactly one"."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from nlc.cnf import Clauses
from nlc.encode.base import Declaration, declared
from nlc.encode.template import Template, by_width, pairwise
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


def _bimander(n: int) -> AtMostOne:
    """Return the clauses: at most one of each group holds, and a true input sets the bits of a
    number to those of its group's.

    Source: Nguyen and Mai (2015), "A New Method to Encode the At-Most-One Constraint into SAT",
    which recommends groups of 2.
    """
    inputs = np.arange(1, n + 1, dtype=np.int32)
    groups = split_into_groups(inputs, 2)
    bits = np.arange((len(groups) - 1).bit_length(), dtype=np.int32)
    number = (inputs - 1) // 2
    code = np.where((number[:, None] >> bits) & 1, bits + n + 1, -bits - n - 1)
    sets = np.stack([np.broadcast_to(-inputs[:, None], code.shape), code], axis=-1)
    # Two inputs of different groups would contradict these, so a guard has to weaken them.
    return AtMostOne(n + len(bits), [pairwise(groups), sets.reshape(-1, 2)], [], inputs)


BIMANDER = One(declared("cardinality", "bimander"), _bimander)


def _commander(n: int) -> AtMostOne:
    """Return the clauses: a commander is the disjunction of its group; at most one of each
    group holds, and at most one commander, by groups again.

    Source: Klieber and Kwon (2007), "Efficient CNF Encoding for Selecting 1 from N Objects". Groups
    of 3 give the fewest clauses; commanders are defined in both directions.
    """
    last, level = n, np.arange(1, n + 1, dtype=np.int32)
    clauses: list[Clauses] = []
    definitions: list[Clauses] = []
    # Up to four are encoded pairwise, as in published sizes.
    while len(level) > 4:
        groups = split_into_groups(level, 3)
        commanders = np.arange(last + 1, last + len(groups) + 1, dtype=np.int32)
        last += len(groups)
        clauses.append(pairwise(groups))
        definitions.append(np.column_stack([-commanders, groups]))
        definitions.append(np.column_stack([-level, np.repeat(commanders, 3)[: len(level)]]))
        level = commanders
    return AtMostOne(last, [*clauses, pairwise(level[None])], definitions, level)


COMMANDER = One(declared("cardinality", "commander"), _commander)


def _product(n: int) -> AtMostOne:
    """Return the clauses: a true input makes its row and its column of a grid true.

    The grid has p = ceil(sqrt n) rows of ceil(n / p) places. At most one row and at most one column
    holds, by grids again. Source: Chen (2010), "A New SAT Encoding of the At-Most-One Constraint".
    """
    last = n
    inputs = np.arange(1, n + 1, dtype=np.int32)
    clauses: list[Clauses] = []
    definitions: list[Clauses] = []
    waiting = [inputs]
    while waiting:
        literals = waiting.pop()
        size = len(literals)
        # Up to four are encoded pairwise, as in published sizes.
        if size <= 4:
            clauses.append(pairwise(literals[None]))
            continue
        rows = isqrt(size - 1) + 1
        columns = -(-size // rows)
        lines = np.arange(last + 1, last + rows + columns + 1, dtype=np.int32)
        last += rows + columns
        at = np.arange(size)
        for line in (lines[at // columns], lines[rows + at % columns]):
            definitions.append(np.column_stack([-literals, line]))
        waiting += [lines[rows:], lines[:rows]]
    return AtMostOne(last, clauses, definitions, inputs)


PRODUCT = One(declared("cardinality", "product"), _product)
