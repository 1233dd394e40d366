"""Denies pairs of literals whose consequences end in a conflict.

`nlc.ir.passes.pair_variables` states what follows from two literals of a count: a turn of a path is
followed by another along its diagonal, up to a label. A diagonal that leads to none has no turn at
all. Here the chains are followed before a solver is asked, and only what comes of it is stated: a
binary clause for each pair that cannot be, and one for what then must be. That takes no variables,
and far fewer propagations than pairs as variables.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, distinct
from nlc.ir.nodes import Clause, Implies, Lits, Node, Origin, Program
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

_CONFLICT = -1
"""No pair has this key."""


@dataclass(frozen=True)
class FailedPairs(Pass):
    """Denies the pairs from which a conflict follows, and states what then must hold.

    Of a count of which at least two literals hold, another one holds where two cannot. What follows
    from counts that hold under guards is stated under all of their literals together: of a program
    merged from two readings of a puzzle, these are those that choose the stricter one.

    Attributes:
        width: counts of more literals are left out.
        guards: what holds only under more literals than these together is not used.
    """

    name = "failed-pairs"
    source = "failed literals (Freeman 1995), of pairs"
    needs = ("counts of 2, or of at most 2, of a few literals",)
    size = "about 2 clauses a failed pair"

    width: int = WIDTH
    guards: int = 4

    def apply(self, program: Program) -> Program:
        """Return a program that denies the pairs of literals that its counts do not allow."""
        found = consequences(program, self.width)
        failed = self._failed(found)
        if not len(failed):
            return program
        guards, origin = _guards(found), Origin(PAIRS, None)
        two = pairs_of(failed)
        nothing = Clause(np.zeros((len(two), 0), np.int32))
        nodes: list[Node] = [Implies(_guarded(two, guards), nothing, origin)]
        for count in of_two_or_more(program, self.width):
            rows = split(count)
            kept = np.isin(key_of(rows.two), failed)
            if kept.any():
                guard = _guarded(rows.guard[kept], guards)
                nodes.append(Implies(guard, Clause(rows.rest[kept]), origin))
        return replace(program, nodes=[*program.nodes, *nodes])

    def _failed(self, found: list[Rows]) -> Keys:
        """Return the pairs from which a conflict follows where all guards hold, ascending."""
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


def _guarded(matrix: Lits, guards: Lits) -> Lits:
    """Return a matrix with the same literals before each row."""
    return np.hstack([np.tile(guards, (len(matrix), 1)), matrix]).astype(np.int32)


def _guards(found: list[Rows]) -> Lits:
    """Return all literals under which consequences hold, ascending."""
    return distinct(np.concatenate([rows.guard.ravel() for rows in found]))


def _followers(rest: Lits) -> Keys:
    """Return the key of the pair that is all the rest of a count; fewer literals are a conflict."""
    return key_of(rest) if rest.shape[1] == 2 else np.full(len(rest), _CONFLICT, np.int64)
