"""Values of literals and variables on a board that may be partial, in Kleene's logic.

Source: S. C. Kleene, Introduction to Metamathematics, 1952, section 64; counts are intervals.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.arrays import AnyInts, Bools, Ints
from nlc.ir import nodes as ir

UNKNOWN = ir.ABSENT - 1
"""The value index of an element whose value is unknown."""

SOME = ir.Counts.between(1, np.iinfo(np.int32).max)

Constraint = ir.Exactly | ir.CountDefinition | ir.Clause | ir.Relate | ir.Assign
"""Constraints without guards."""

_FEW = np.iinfo(np.int8).max
"""The largest number of literals whose count fits into a byte."""


class Valuation:
    """Values of the declared variables, extended to atoms and to auxiliaries that are defined.

    Free auxiliaries are unknown: they occur only in nodes that expand a `Global`.

    Attributes:
        full: whether the value of every declared variable is known.
        domains: value index of every element by variable, ABSENT for none, or UNKNOWN.
    """

    full = True

    def __init__(
        self, program: ir.Program, held: Bools, possible: Bools, domains: Mapping[str, Ints]
    ) -> None:
        """Set up with the booleans that certainly and that possibly hold, (k,), and the domains."""
        self.domains = domains
        # The literals that certainly hold: entry -v, counted from the right, is the negation of
        # entry v. Entry 0 is TRUE.
        self._truth = np.zeros(2 * program.variables + 1, dtype=np.bool_)
        self._truth[0] = True
        self._set(1, held, possible)
        for atoms in program.atoms:
            has = ir.Assign(atoms.variable, atoms.elements, atoms.values, True)
            self._set(atoms.base, *self.decide(has))
        for auxiliary in program.auxiliaries:
            definition = auxiliary.definition
            if isinstance(definition, ir.CountDefinition):
                self._set(auxiliary.base, *self.decide(definition))
            elif isinstance(definition, ir.RelateDefinition):
                self._set(auxiliary.base, *self.decide(definition.relate))
            elif isinstance(definition, ir.TotalDefinition):
                totals = [definition.reached(part) for part in self.bounds(definition.lits)]
                self._set(auxiliary.base, totals[0], totals[1])
            elif definition is not None:
                later = [part & (np.cumsum(part) > 1) for part in self.bounds(definition.lits)]
                self._set(auxiliary.base, *later)

    @staticmethod
    def of(program: ir.Program, board: ir.Assignment) -> Valuation:
        """Return the valuation of a filled board."""
        return Valuation(program, board.bools[1:], board.bools[1:], board.domains)

    def _set(self, base: int, held: Bools, possible: Bools) -> None:
        """Set the variables from `base` on."""
        end = len(self._truth) - base + 1
        self._truth[base : base + len(held)] = held
        self._truth[end - len(held) : end] = ~possible[::-1]

    def holds(self, lits: ir.Lits) -> Bools:
        """Return whether each literal certainly holds, in the shape of `lits`; TRUE may occur."""
        try:
            held: Bools = self._truth.take(lits)
        except IndexError:  # TRUE is larger than any variable, and rare
            constant = np.abs(lits) == ir.TRUE
            held = self._truth[np.where(constant, 0, lits)] & ~(constant & (lits < 0))
        return held

    def bounds(self, lits: ir.Lits) -> tuple[Bools, Bools]:
        """Return whether each literal certainly holds, and whether it possibly holds."""
        held = self.holds(lits)
        return held, held if self.full else ~self.holds(-lits)

    def decide(self, then: Constraint) -> tuple[Bools, Bools]:
        """Return the rows that certainly hold, and those that possibly hold, shape (rows,)."""
        if isinstance(then, ir.Relate):
            left = self.domains[then.left].take(then.left_elements)
            right = self.domains[then.right].take(then.right_elements)
            held: Bools = (left == right) == then.equal
            if not self.full:
                unknown = (left == UNKNOWN) | (right == UNKNOWN)
                return held & ~unknown, held | unknown
        elif isinstance(then, ir.Assign):
            value = self.domains[then.variable].take(then.elements)
            held = (value == then.values) == then.equal
            if not self.full:
                unknown = (value == UNKNOWN) & self.may_be(then)
                return held & ~unknown, held | unknown
        else:
            counts = then.counts if isinstance(then, (ir.Exactly, ir.CountDefinition)) else SOME
            low, high = self.interval(then.lits)
            if not self.full:
                return counts.cover(low, high), counts.meet(low, high)
            held = counts.mask(low)
        return held, held

    def interval(self, lits: ir.Lits) -> tuple[Ints, Ints]:
        """Return the least and the most literals of each row that hold; (m, n) to (m,)."""
        held, possible = self.bounds(lits)
        low = _sums(held)
        return low, low if self.full else _sums(possible)

    def may_be(self, assign: ir.Assign) -> Bools:
        """Return whether an unknown element may have the value, row by row."""
        return np.ones(len(assign.elements), np.bool_)


def _sums(held: Bools) -> Ints:
    """Return the number of true entries of each row."""
    if 0 < held.shape[1] <= _FEW:  # several times as fast as a sum along short rows
        counted: AnyInts = held.view(np.int8) @ np.ones(held.shape[1], np.int8)
        return counted.astype(np.int32)
    sums: Ints = held.sum(axis=1, dtype=np.int32)
    return sums
