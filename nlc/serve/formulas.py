"""Formulas of a request, and what their parts are called."""

from __future__ import annotations

from nlc.encode.lower import LoweredProgram
from nlc.encode.spec import Encoding
from nlc.encode.statement import compiled
from nlc.errors import fail
from nlc.language.catalogue import text_of
from nlc.language.resolve import Puzzle
from nlc.serve import answers as a
from nlc.serve import task


def formula(puzzle: Puzzle, encoding: str) -> LoweredProgram:
    """Return the formula of a puzzle.

    Raises:
        UserError: the encoding is unknown or refuses the puzzle, or there are too many clauses.
    """
    lowered = compiled([puzzle], Encoding.parse(encoding)).lowered
    if lowered.cnf.clauses > task.bounds.clauses:
        message = f"the CNF has {lowered.cnf.clauses} clauses, and this server shows no more than"
        hint = "nlc serve can be started with more; nlc compile writes it to a file"
        raise fail(f"{message} {task.bounds.clauses}", hint=hint)
    return lowered


def sizes(puzzle: Puzzle, lowered: LoweredProgram) -> list[a.RuleSize]:
    """Return what each rule costs, with what it says."""
    said = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    return [
        a.RuleSize(
            rule=rule, text=said.get(rule, ""), variables=variables, clauses=clauses, literals=lits
        )
        for rule, (variables, clauses, lits) in lowered.rule_statistics().items()
    ]
