"""Formulas for the proof checkers, and the clause that blocks one board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Block, Cnf, Model, blocking_clause, projection_variables
from nlc.cnf.decode import decode_comments
from nlc.cnf.text import decode_value
from nlc.errors import fail
from nlc.proof.steps import ClauseList

BLOCKED = "blocked"
"""The rule of a blocking clause."""

_NAME = re.compile(r"(?P<variable>[^\[\]=]+)\[(?P<element>[^\]]*)\](?P<form>.*)")


def clause_list(cnf: Cnf) -> ClauseList:
    """Return the clauses in the order in which a DIMACS file has them."""
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def block_model(cnf: Cnf, model: Model) -> Cnf:
    """Return a CNF with a last clause that excludes the solution of a model."""
    clause = blocking_clause(projection_variables(cnf), model)
    return replace(cnf, blocks=[*cnf.blocks, Block(BLOCKED, clause[None])])


def block_board(cnf: Cnf, solution: Mapping[str, Any]) -> Cnf:
    """Return a CNF with a last clause that excludes one board.

    The clause is false for one assignment to the shown variables only. That assignment is derived
    from the names of the variables, and decoded again to check that it is the board.

    Args:
        cnf: with the names of its shown variables.
        solution: as `Program.solution_json` gives it.

    Raises:
        UserError: the names of the variables do not determine the board.
    """
    shown = set(projection_variables(cnf).tolist())
    names = {
        variable: name
        for block in cnf.names
        if block.base in shown
        for variable, name in enumerate(block.make(), block.base)
        if variable in shown
    }
    indices = dict(_indices(cnf.comments))
    model = np.zeros(cnf.variables + 1, np.bool_)
    for variable, name in names.items():
        model[variable] = _holds(name, solution, indices)
    decoded = decode_comments(names, model, cnf.comments)
    for name in {match["variable"] for match in map(_NAME.fullmatch, names.values()) if match}:
        if _plain(decoded[name]) != _plain(solution.get(name)):
            raise fail(
                f"the names of the variables do not give the value of '{name}' in the solution"
            )
    return block_model(cnf, model)


def _holds(name: str, solution: Mapping[str, Any], indices: Mapping[str, dict[str, int]]) -> bool:
    """Return whether a variable of this name is true for a board."""
    match = _NAME.fullmatch(name)
    if match is None:
        return True  # a constant, which always holds
    found = solution.get(match["variable"], {})
    if not match["form"] or isinstance(found, list):
        return bool(match["element"] in found)
    value = found.get(match["element"])
    form = match["form"]
    if not isinstance(value, str) or form == ".has":
        return value is not None
    index = indices.get(match["variable"], {})
    if form.startswith(">="):
        return index[value] >= index[decode_value(form[2:])]
    if form.startswith(".bit"):
        return bool(index[value] >> int(form[4:]) & 1)
    return decode_value(form[1:]) == value


def _indices(comments: Iterable[str]) -> Iterable[tuple[str, dict[str, int]]]:
    """Yield the values of each finite-domain variable with their indices."""
    for comment in comments:
        match comment.split():
            case ["domain", name, *values]:
                yield name, {decode_value(text): i for i, text in enumerate(values)}


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value
