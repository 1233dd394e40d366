"""Denies pairs of literals whose consequences end in a conflict.

`nlc.ir.passes.pair_variables` adds the consequences of two literals of a count: a turn of a path is
followed by another one along its diagonal, up to a label. A diagonal without a label has no turn at
all. This pass follows the chains before solving, and adds only the results: a binary clause for
each failed pair, and a clause for its consequence. That takes no variables, and far fewer
propagations than pairs as variables.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, distinct
from nlc.ir.nodes import Clause, Implies, Lits, Node, Origin, Program
from nlc.ir.passes import PAIRS, Pass
from nlc.ir.passes.pair_variables import (
    WIDTH,
    Keys,
    Rows,
    consequences,
    key_of,
    of_two_or_more,
    pairs_of,
    split,
)

_CONFLICT = -1
"""A key that no pair has."""


@dataclass(frozen=True)
class FailedPairs(Pass):
    """Denies the pairs that lead to a conflict, and adds the consequences.

    If at least two literals of a count hold, and two of them are a failed pair, another one holds.
    Consequences of counts under guards are added under all of their guards; in a program merged
    from two readings of a puzzle, these select the stricter one.

    Attributes:
        width: the most literals of a count.
        guards: the most literals of all guards together.
    """

    name = "failed-pairs"
    source = "failed literals (Freeman 1995), of pairs"
    needs = ("counts of 2, or of at most 2, of a few literals",)
    size = "about 2 clauses a failed pair"

    width: int = WIDTH
    guards: int = 4

    def apply(self, program: Program) -> Program:
        """Return a program that denies the failed pairs of its counts."""
        found = consequences(program, self.width)
        failed = self._failed(found)
        if not len(failed):
            return program
        guards, origin = _guards(found), Origin(PAIRS, None)
        two = pairs_of(failed)
        nothing = Clause(np.zeros((len(two), 0), np.int32))
        nodes: list[Node] = [Implies(_with_guards(two, guards), nothing, origin)]
        for count in of_two_or_more(program, self.width):
            rows = split(count)
            kept = np.isin(key_of(rows.two), failed)
            if kept.any():
                guard = _with_guards(rows.guard[kept], guards)
                nodes.append(Implies(guard, Clause(rows.rest[kept]), origin))
        return replace(program, nodes=[*program.nodes, *nodes])

    def _failed(self, found: list[Rows]) -> Keys:
        """Return the pairs that lead to a conflict under all guards, ascending."""
        if not found:
            return np.zeros(0, np.int64)
        guards = _guards(found)
        if len(guards) > self.guards or len(distinct(np.abs(guards))) < len(guards):
            return np.zeros(0, np.int64)
        pair = np.concatenate([key_of(rows.two) for rows in found])
        then = np.concatenate([_followers(rows.rest) for rows in found])
        keys = distinct(pair)
        source = np.searchsorted(keys, pair)
        place = np.minimum(np.searchsorted(keys, then), len(keys) - 1)
        known, conflict = keys[place] == then, then == _CONFLICT
        failed: Bools = np.zeros(len(keys), np.bool_)
        reached = source[conflict]
        source, place = source[known & ~conflict], place[known & ~conflict]
        while len(reached):
            failed[reached] = True
            meets = failed[place]
            reached = source[meets]
            source, place = source[~meets], place[~meets]
        return keys[failed]


PASS = FailedPairs


def _with_guards(matrix: Lits, guards: Lits) -> Lits:
    """Return a matrix with the same literals before each row."""
    return np.hstack([np.tile(guards, (len(matrix), 1)), matrix]).astype(np.int32)


def _guards(found: list[Rows]) -> Lits:
    """Return the literals of all guards, ascending."""
    return distinct(np.concatenate([rows.guard.ravel() for rows in found]))


def _followers(rest: Lits) -> Keys:
    """Return the key of the pair that is the rest of a count; fewer literals are a conflict."""
    return key_of(rest) if rest.shape[1] == 2 else np.full(len(rest), _CONFLICT, np.int64)
