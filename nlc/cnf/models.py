"""Models of a formula: whether one satisfies it, what several share, and clauses against one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Model, Separator, Values

_CLAUSES_PER_PIECE = 1 << 15


def check_model(cnf: Cnf, model: Values | npt.NDArray[np.bool_]) -> int:
    """Return the number of clauses that a model falsifies.

    Args:
        cnf: the formula.
        model: shape (variables + 1,), booleans, or `Values`; a missing value makes neither literal
            true.

    Raises:
        ValueError: the model has another number of variables.
    """
    if model.shape != (cnf.variables + 1,):
        raise ValueError(f"{len(model) - 1} values for {cnf.variables} variables")
    positive = model > 0
    negative = ~positive if model.dtype == np.bool_ else model < 0
    # Entry l is the value of literal l: a negative index counts from the end.
    holds = np.concatenate([positive, negative[:0:-1]])
    return sum(
        _falsified(holds, block.clauses[start : start + _CLAUSES_PER_PIECE])
        for block in cnf.blocks
        for start in range(0, len(block.clauses), _CLAUSES_PER_PIECE)
    )


def _falsified(holds: npt.NDArray[np.bool_], clauses: Clauses) -> int:
    satisfied = np.zeros(len(clauses), np.bool_)
    for column in clauses.T:
        satisfied |= holds[column]
    return len(clauses) - int(np.count_nonzero(satisfied))


def projected(cnf: Cnf) -> Ints:
    """Return the variables that tell two solutions apart, ascending.

    These are all variables, 1 to V, where the CNF names none.
    """
    if len(cnf.projection):
        return cnf.projection
    return np.arange(1, cnf.variables + 1, dtype=np.int32)


def blocking_clause(variables: Ints, model: Model) -> Ints:
    """Return the clause, shape (len(variables),), that is false just where `model` is repeated."""
    return np.where(model[variables], -variables, variables)


class Agreement:
    """The variables that have the same value in all models so far.

    Attributes:
        variables: ascending; at first those that were given.
    """

    def __init__(self, variables: Ints) -> None:
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
