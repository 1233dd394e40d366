"""The clause that excludes a model: of the variables that tell two solutions apart."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf.formula import Cnf, Model


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
