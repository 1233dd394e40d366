"""Clauses that exclude a model and all that agree with it, on the projection or a part of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nlc.cnf.formula import Cnf, Model


def projected(cnf: Cnf) -> npt.NDArray[np.int32]:
    """Return the variables that tell two solutions apart, ascending.

    These are all variables, 1 to V, where the CNF names none.
    """
    if len(cnf.projection):
        return cnf.projection
    return np.arange(1, cnf.variables + 1, dtype=np.int32)


def blocking_clause(variables: npt.NDArray[np.int32], model: Model) -> npt.NDArray[np.int32]:
    """Return the clause, shape (len(variables),), that is false just where `model` is repeated."""
    return np.where(model[variables], -variables, variables)


class Agreement:
    """The variables that have the same value in all models so far.

    Attributes:
        variables: ascending; at first those that were given.
    """

    def __init__(self, variables: npt.NDArray[np.int32]) -> None:
        self.variables = variables
        self._first: Model | None = None

    def narrow(self, model: Model) -> None:
        """Take one more model into account."""
        if self._first is None:
            self._first = model
        self.variables = self.variables[model[self.variables] == self._first[self.variables]]
