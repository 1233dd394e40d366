"""Variables with wild numbers, as a damaged proof may have them, in lists by variable."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from nlc.proof.steps import Drat, Formula
from nlc.proof.tokens import Ints

_MOST_UNUSED = 100_000


class Renumbering:
    """Numbers for the variables of a formula and a proof, their own unless most are not used.

    Attributes:
        variables: the highest of them.
    """

    def __init__(self, formula: Formula, proof: Drat) -> None:
        """Look at all literals."""
        literals = np.fromiter(chain([0], *formula), np.int64)
        names = np.unique(np.abs(np.append(literals, proof.literals)))
        highest = int(names[-1])
        self._sparse = highest > _MOST_UNUSED + 4 * len(names)
        self._names: Ints = names
        self.variables = len(names) - 1 if self._sparse else highest

    def formula(self, formula: Formula) -> Formula:
        """Return a formula in the new numbers."""
        if not self._sparse:
            return formula
        return [self._new(np.array(clause, np.int64)).tolist() for clause in formula]

    def literals(self, literals: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return literals in the new numbers."""
        return self._new(literals) if self._sparse else literals

    def original(self, literals: Sequence[int]) -> tuple[int, ...]:
        """Return literals in the numbers that they had."""
        if not self._sparse:
            return tuple(literals)
        return tuple(int(self._names[abs(lit)]) * (1 if lit > 0 else -1) for lit in literals)

    def _new(self, literals: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        found = np.sign(literals) * np.searchsorted(self._names, np.abs(literals))
        return np.asarray(found, np.int32)
