"""Models and unit propagation of templates, by a solver that sees only their clauses."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
from pysat.solvers import Solver

from nlc.cnf import Cnf
from nlc.encode.template import Template, instantiate


def stamped(template: Template, guards: int = 0) -> list[list[int]]:
    """Return the clauses on inputs 1..n, guarded by the literals n+1..n+guards."""
    cnf = Cnf(variables=template.inputs + guards)
    rows = np.arange(1, cnf.variables + 1, dtype=np.int32)[None]
    inputs, guard = rows[:, : template.inputs], rows[:, template.inputs :]
    names = [f"a{i}" for i in range(template.auxiliaries)]
    instantiate(cnf, "rule", template, inputs, lambda: names, guard)
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def numbers_of_models(
    clauses: Iterable[Sequence[int]], n: int, limit: int = 2
) -> dict[tuple[bool, ...], int]:
    """Return, for each assignment of the variables 1..n, the number of models (up to `limit`)."""
    clauses = list(clauses)
    highest = max([n, *(abs(x) for clause in clauses for x in clause)])
    out = {}
    with _solver(clauses) as solver:
        for values in itertools.product((False, True), repeat=n):
            given = [v if value else -v for v, value in enumerate(values, 1)]
            found = 0
            while found < limit and solver.solve(assumptions=given):
                found += 1
                # A variable that no clause holds is free as well. What is added is about this model
                # alone, and so about these values.
                model = set(solver.get_model())
                solver.add_clause([-v if v in model else v for v in range(1, highest + 1)])
            out[values] = found
    return out


def projection(clauses: Iterable[Sequence[int]], n: int) -> set[tuple[bool, ...]]:
    """Return the assignments of the variables 1..n that extend to a model."""
    return {values for values, number in numbers_of_models(clauses, n, 1).items() if number}


def _solver(clauses: Iterable[Sequence[int]]) -> Solver:
    solver = Solver("minisat22")
    for clause in clauses:
        # An empty clause is dropped by some solvers: state it by two others.
        for part in [clause] if clause else [[1], [-1]]:
            solver.add_clause(list(part))
    return solver
