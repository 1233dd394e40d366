"""Selectors: literals that hold where one of a set of alternatives is chosen."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools
from nlc.ir.nodes import Clause, Implies, Lits, Node, Origin

RULE = "chosen"
"""The name under which the clauses about selectors stand."""


class Selectors:
    """Makes one selector for each set of alternatives that is asked for.

    Exactly one of the alternatives is assumed to be chosen. Unit propagation then settles every
    selector: a set of at most half of the alternatives is true just where one of its members is, a
    larger one just where none of the others is. That takes one binary clause for each of these, and
    one clause more. No set costs more literals than two for each alternative.

    Attributes:
        chosen: shape (n,), the variable of each alternative; selectors are numbered after them.
        size: the number of variables, those of the alternatives included.
        origin: of the nodes.
    """

    def __init__(self, chosen: Lits) -> None:
        self.chosen = chosen
        self.size = len(chosen)
        self.origin = Origin(RULE, None)
        self._of: dict[bytes, int] = {}
        self._sets: list[Bools] = []

    def literals(self, member: Bools) -> Lits:
        """Return a literal for each set of alternatives, shape (m, n) -> (m,).

        No set is empty or holds all alternatives.
        """
        packed = np.packbits(member, axis=1)
        keys = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
        distinct, first, which = np.unique(keys, return_index=True, return_inverse=True)
        found = [
            self._literal(key.tobytes(), member[i])
            for key, i in zip(distinct, first.tolist(), strict=True)
        ]
        return np.array(found, np.int32)[which]

    def _literal(self, key: bytes, member: Bools) -> int:
        if key not in self._of:
            size = int(np.count_nonzero(member))
            if size == 1:
                self._of[key] = int(self.chosen[member][0])
            elif size == len(member) - 1:
                self._of[key] = -int(self.chosen[~member][0])
            else:
                self._sets.append(member)
                self._of[key] = int(self.chosen[0]) + self.size
                self.size += 1
        return self._of[key]

    def nodes(self) -> list[Node]:
        """Return what settles the selectors made so far."""
        if not self._sets:
            return []
        member = np.stack(self._sets)
        made = np.arange(self.size - len(member), self.size, dtype=np.int32) + self.chosen[0]
        few = 2 * member.sum(axis=1) <= len(self.chosen)
        # A selector, or its negation, is the disjunction of the alternatives in `member`.
        member[~few] ^= True
        made[~few] *= -1
        row, column = np.nonzero(member)
        out: list[Node] = [self._clauses(-self.chosen[column], made[row])]
        sizes = member.sum(axis=1)
        for size in np.unique(sizes).tolist():
            rows = np.flatnonzero(sizes == size)
            several = np.nonzero(member[rows])[1].reshape(len(rows), size)
            out.append(self._clauses(-made[rows], *self.chosen[several].T))
        return out

    def _clauses(self, *columns: Lits) -> Node:
        none = np.zeros((len(columns[0]), 0), np.int32)
        return Implies(none, Clause(np.stack(columns, axis=1)), self.origin)
