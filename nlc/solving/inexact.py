"""Leaves out the models of an inexact encoding whose boards break a rule."""

from __future__ import annotations

from functools import partial

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Cnf, Model, Separator, blocking_clause, projection_variables
from nlc.encode.lower import LoweredProgram
from nlc.ir.evaluate import violations
from nlc.ir.nodes import TRUE, Acyclic, Program


def refutation(program: Program, lowered: LoweredProgram) -> Separator:
    """Return a separator that excludes, with a wrong model, all that must be wrong as it is."""
    return partial(_refute, program, lowered, distinguishing(program, lowered))


def _refute(
    program: Program, lowered: LoweredProgram, variables: Ints, model: Model
) -> list[list[int]]:
    if not violations(program, lowered.assignment(model), limit=1):
        return []
    return [blocking_clause(variables, model).tolist()]


def distinguishing(program: Program, lowered: LoweredProgram) -> Ints:
    """Return the CNF variables by which a model is left out, with all that agree on them.

    They are the shown ones, unless a board that breaks a rule would so take others with it.
    """
    if lowered.exact or _shown_decides(program):
        return projection_variables(lowered.cnf)
    return _declared(lowered.cnf)


def _shown_decides(program: Program) -> bool:
    """Return whether the shown variables alone decide what an encoding may state inexactly.

    These are acyclicity and the constraints over the whole board. A model that breaks one of them
    then stands for all that show the same; else another of these may be a solution.
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


def _declared(cnf: Cnf) -> Ints:
    """Return the variables of a CNF that are not auxiliary, ascending."""
    parts = [np.arange(b.base, b.base + b.size) for b in cnf.names if b.kind != "aux"]
    return np.concatenate([np.zeros(0, np.int32), *parts]).astype(np.int32)
