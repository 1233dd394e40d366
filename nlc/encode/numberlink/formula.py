"""The formula of a Numberlink puzzle: the clauses of its encoding, and those of further rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Model
from nlc.encode.cardinality import Counter
from nlc.encode.declare import AuxiliaryNames, declare_bool, rule_of
from nlc.encode.numberlink import REGISTRY, Labels, Numberlink
from nlc.encode.numberlink.recognize import recognize
from nlc.encode.template import instantiate, tidy
from nlc.errors import fail
from nlc.ir.nodes import Assignment, Clause, Exactly, Lits, Program


def encode(
    name: str, program: Program, cnf: Cnf
) -> tuple[Callable[[Model], Assignment], dict[str, int]]:
    """Add a program to an empty CNF; the variables of the encoding count for the rule "same".

    Returns:
        What gives the values of the declared variables under a model, and the number of variables
        of each rule.

    Raises:
        UserError: the program is not a Numberlink puzzle, or the encoding does not apply to it.
    """
    puzzle = recognize(program, name)
    encoding = REGISTRY.get(name)
    reason = encoding.refusal(puzzle)
    if reason is not None:
        raise fail(f"numberlink={name} cannot be used here: {reason}", hint="use another encoding")
    line = declare_bool(program, cnf, puzzle.line)
    cnf.projection = line.copy()
    labels = encoding.lower(cnf, puzzle, line)
    variables = {rule_of(puzzle.line.name): len(line)}
    variables[puzzle.rules["same"]] = cnf.variables - len(line)
    _add_further(cnf, puzzle, line, variables)
    for block in cnf.blocks:
        variables.setdefault(block.rule, 0)
    return partial(_assignment, puzzle, line, labels), variables


def _assignment(puzzle: Numberlink, line: Ints, labels: Labels, model: Model) -> Assignment:
    bools = np.zeros(puzzle.line.size + 1, np.bool_)
    bools[puzzle.line.base + np.arange(puzzle.line.size)] = model[line]
    return Assignment(bools, {puzzle.color.name: labels(model)})


def _add_further(cnf: Cnf, puzzle: Numberlink, line: Ints, variables: dict[str, int]) -> None:
    """Add the constraints on segments alone, counts by binomial clauses if these are few."""
    names, count = AuxiliaryNames(puzzle.board), Counter("binomial")

    def literals(lits: Lits) -> Clauses:
        found: Clauses = np.sign(lits) * line[np.abs(lits) - puzzle.line.base]
        return found

    for node in puzzle.further:
        rule, guard, before = node.origin.rule, literals(node.guard), cnf.variables
        if isinstance(node, Exactly):
            template = count(node.lits.shape[1], node.counts, node.origin.span)
            made = names.rows(node.origin, len(guard) * template.auxiliaries)
            instantiate(cnf, rule, template, literals(node.lits), made, guard)
        else:
            assert isinstance(node.then, Clause)
            for block in tidy(np.hstack([-guard, literals(node.then.lits)])):
                cnf.add(rule, block)
        variables[rule] = variables.get(rule, 0) + cnf.variables - before
