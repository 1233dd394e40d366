"""Gives each pair of literals of a count a variable, and adds the consequences of the pair.

If at most two of four links round a corner are drawn, and two are, the other two are not. A cell at
which both of these end then draws its remaining two links, which may again be a pair of such a
count: turns of paths are nested along a diagonal up to a label or the rim. Unit propagation follows
such a chain forwards, from two drawn links. With a variable for each pair it also follows it
backwards, and denies all turns on a diagonal without a label before any decision. If a turn is
denied, a path leaves the cell by one of the other two links.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from nlc.arrays import distinct
from nlc.ir.nodes import (
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
)
from nlc.ir.passes import PAIRS, Pass
from nlc.ir.passes.count_pairs import (
    WIDTH,
    Keys,
    Rows,
    consequences,
    key_of,
    of_two_or_more,
    pairs_of,
    split,
)

_ORIGIN = Origin(PAIRS, None)


@dataclass(frozen=True)
class PairVariables(Pass):
    """Defines a variable for each pair, and adds the consequences of the pair and of its negation.

    Attributes:
        width: the most literals of a count.
    """

    name = "pair-variables"
    source = "nlc"
    needs = ("counts of 2, or of at most 2, of a few literals",)
    size = "a variable and about 7 clauses a pair"

    width: int = WIDTH

    def apply(self, program: Program) -> Program:
        """Return a program with variables for pairs of literals of its counts.

        The new variables are defined by others, and the new clauses follow from the counts.
        """
        found = consequences(program, self.width)
        if not found:
            return program
        keys = distinct(np.concatenate([key_of(rows.two) for rows in found]))
        pairs = _Pairs(program.variables + 1, keys)
        nodes: list[Node] = []
        for rows in found:
            nodes += _chained(rows, pairs)
        for count in of_two_or_more(program, self.width):
            nodes += _another(count, pairs)
            nodes += _elsewhere(split(count), pairs)
        definition = CountDefinition(Counts.of(2), pairs_of(keys))
        block = Auxiliary(pairs.base, len(keys), "pair", definition, _ORIGIN)
        return replace(
            program,
            auxiliaries=[*program.auxiliaries, block],
            nodes=[*program.nodes, *nodes],
            variables=program.variables + len(keys),
        )


PASS = PairVariables


class _Pairs(NamedTuple):
    """The variables of pairs."""

    base: int
    keys: Keys

    def variables(self, two: Lits) -> Lits:
        """Return the variable of each pair, or 0 for one without; shape (m, 2) -> (m,)."""
        asked = key_of(two)
        place = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.where(self.keys[place] == asked, self.base + place, 0).astype(np.int32)


def _chained(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return clauses "a pair implies the rest of another count", if that has a variable."""
    made = pairs.variables(rows.two)
    head, kept = np.zeros((len(made), 0), np.int32), made > 0
    if rows.rest.shape[1] == 2:
        then = pairs.variables(rows.rest)
        head, kept = then[:, None], kept & (then > 0)
    return _implications(np.column_stack([rows.guard, made])[kept], head[kept])


def _another(count: Exactly, pairs: _Pairs) -> list[Node]:
    """Return clauses "a literal of an at-least-two count is in a pair".

    If all its turns are denied, a path goes straight on. A pair without a variable is represented
    by its other literal.
    """
    out: list[Node] = []
    for i in range(count.lits.shape[1]):
        this, others = count.lits[:, i], np.delete(count.lits, i, axis=1)
        both = [pairs.variables(np.column_stack([this, other])) for other in others.T]
        made = np.stack(both, axis=1)
        news = (made > 0).any(axis=1)
        guard = np.column_stack([count.guard, this])
        out += _implications(guard[news], np.where(made > 0, made, others)[news])
    return out


def _elsewhere(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return clauses "a pair or one of the rest of an at-least-two count holds"."""
    made = pairs.variables(rows.two)
    kept = made > 0
    return _implications(np.column_stack([rows.guard, -made])[kept], rows.rest[kept])


def _implications(guard: Lits, head: Lits) -> list[Node]:
    """Return nodes "guards imply clauses", if there are any."""
    return [Implies(guard, Clause(head), _ORIGIN)] if len(guard) else []
