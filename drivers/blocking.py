"""Clauses that exclude a model: by what is projected of it, or by what separators say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nlc.cnf.formula import Cnf, Model, Separator


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


def cuts(model: Model, separators: Sequence[Separator]) -> list[list[int]]:
    """Return the clauses of all separators.

    Raises:
        RuntimeError: there are clauses, but none that the model breaks: that would go on for ever.
    """
    found = [list(map(int, clause)) for separate in separators for clause in separate(model)]
    if found and all(
        any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in found
    ):
        raise RuntimeError("a separator gave no clause that the model breaks")
    return found
