"""Excludes the models of an inexact encoding whose boards break a rule."""

from __future__ import annotations

from functools import partial

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Cnf, Model, Separator, blocking_clause, projection_variables
from nlc.encode.lower import LoweredProgram
from nlc.ir.evaluate import violations
from nlc.ir.nodes import TRUE, Acyclic, Program


def refutation(program: Program, lowered: LoweredProgram) -> Separator:
    """Return a separator that excludes a wrong model and all that show the same."""
    return partial(_refute, program, lowered, distinguishing(program, lowered))


def _refute(
    program: Program, lowered: LoweredProgram, variables: Ints, model: Model
) -> list[list[int]]:
    if not violations(program, lowered.assignment(model), limit=1):
        return []
    return [blocking_clause(variables, model).tolist()]


def distinguishing(program: Program, lowered: LoweredProgram) -> Ints:
    """Return the CNF variables of the clauses that exclude wrong models.

    These are the shown variables, if all models that agree on them are wrong or none; else all
    declared ones.
    """
    if lowered.exact or _shown_decides(program):
        return projection_variables(lowered.cnf)
    return _declared_variables(lowered.cnf)


def _shown_decides(program: Program) -> bool:
    """Return whether the shown variables decide all constraints that may be encoded inexactly.

    These constraints are acyclicity and those over the whole board.
    """
    shown = np.zeros(program.variables + 1, np.bool_)
    shown[0] = True
    for var in program.bools:
        shown[var.base : var.base + var.size] = var.shown
    nodes = (node for node in program.nodes if isinstance(node, Acyclic))
    lits = [node.lits for node in nodes if node.origin.expands is None]
    for item in program.globals:
        lits += [item.lits] if item.members is None else [item.lits, item.members]
    return all(bool(shown[np.where(np.abs(part) == TRUE, 0, np.abs(part))].all()) for part in lits)


def _declared_variables(cnf: Cnf) -> Ints:
    """Return the variables of a CNF that are not auxiliary, ascending."""
    parts = [np.arange(b.base, b.base + b.size) for b in cnf.names if b.kind != "aux"]
    return np.concatenate([np.zeros(0, np.int32), *parts]).astype(np.int32)
