"""The truth of every IR literal on a filled board."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.ir.nodes import (
    TRUE,
    Assign,
    Assignment,
    Auxiliary,
    CountDefinition,
    Lits,
    Program,
    Relate,
    RelateDefinition,
)


class Valuation:
    """An assignment, extended to atoms and to auxiliaries that are defined.

    Free auxiliaries count as false: they stand only in nodes that expand a `Global`.

    Attributes:
        domains: value index of every element by variable, ABSENT for none.
    """

    def __init__(self, program: Program, assignment: Assignment) -> None:
        self.domains: Mapping[str, Ints] = assignment.domains
        # Entry 0, which no variable has, is the value of TRUE.
        self._truth = np.zeros(program.variables + 1, dtype=np.bool_)
        self._truth[: len(assignment.bools)] = assignment.bools
        self._truth[0] = True
        for atoms in program.atoms:
            held = self.domains[atoms.variable][atoms.elements] == atoms.values
            self._truth[atoms.base : atoms.base + len(held)] = held
        for auxiliary in program.auxiliaries:
            if auxiliary.definition is not None:
                end = auxiliary.base + auxiliary.size
                self._truth[auxiliary.base : end] = self._defined(auxiliary)

    def holds(self, lits: Lits) -> Bools:
        """Return whether each literal holds, in the shape of `lits`; TRUE may occur."""
        variables = np.abs(lits)
        if variables.size and variables.max() == TRUE:
            variables[variables == TRUE] = 0
        held: Bools = self._truth[variables] ^ (lits < 0)
        return held

    def counts(self, lits: Lits) -> Ints:
        """Return the number of literals of each row that hold; `lits` has shape (m, n)."""
        sums: Ints = self.holds(lits).sum(axis=1, dtype=np.int32)
        return sums

    def related(self, relate: Relate) -> Bools:
        """Return, row by row, whether a relation of two finite-domain variables holds."""
        left = self.domains[relate.left][relate.left_elements]
        right = self.domains[relate.right][relate.right_elements]
        agree: Bools = (left == right) == relate.equal
        return agree

    def assigned(self, assign: Assign) -> Bools:
        """Return, row by row, whether a finite-domain variable is as `assign` says."""
        values = self.domains[assign.variable][assign.elements]
        agree: Bools = (values == assign.values) == assign.equal
        return agree

    def _defined(self, auxiliary: Auxiliary) -> Bools:
        definition = auxiliary.definition
        if isinstance(definition, CountDefinition):
            return definition.counts.mask(self.counts(definition.lits))
        if isinstance(definition, RelateDefinition):
            return self.related(definition.relate)
        assert definition is not None
        held = self.holds(definition.lits)
        return held & (np.cumsum(held) > 1)
