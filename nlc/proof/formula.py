"""Formulas as the checkers take them, and the clause that takes one board out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Block, Cnf, Model, blocking_clause, projected
from nlc.cnf.decode import decode_comments
from nlc.cnf.text import decode_value
from nlc.errors import fail
from nlc.proof.steps import Formula

BLOCKED = "blocked"
"""The rule of the clause that excludes a board."""

_NAME = re.compile(r"(?P<variable>[^\[\]=]+)\[(?P<element>[^\]]*)\](?P<form>.*)")


def clauses_of(cnf: Cnf) -> Formula:
    """Return the clauses in the order in which a DIMACS file has them."""
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def without_model(cnf: Cnf, model: Model) -> Cnf:
    """Return a CNF with one more clause, the last, against all that agree with a model on what is
    shown.
    """
    clause = blocking_clause(projected(cnf), model)
    return replace(cnf, blocks=[*cnf.blocks, Block(BLOCKED, clause[None])])


def without_board(cnf: Cnf, solution: Mapping[str, Any]) -> Cnf:
    """Return a CNF with one more clause, the last, against one board.

    One combination of values of the shown variables breaks that clause, and no other. It is made
    from the variables' names, and read back by them: it must stand for the board.

    Args:
        cnf: with the names of what it shows.
        solution: as `Program.solution_json` gives it.

    Raises:
        UserError: the names do not say what the board looks like.
    """
    shown = set(projected(cnf).tolist())
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
    told = decode_comments(names, model, cnf.comments)
    for name in {match["variable"] for match in map(_NAME.fullmatch, names.values()) if match}:
        if _plain(told[name]) != _plain(solution.get(name)):
            raise fail(f"the names of the variables do not tell what '{name}' is in the solution")
    return without_model(cnf, model)


def _holds(name: str, solution: Mapping[str, Any], indices: Mapping[str, dict[str, int]]) -> bool:
    """Tell whether a variable of this name is true for a board."""
    match = _NAME.fullmatch(name)
    if match is None:
        return True  # a stand-in, which always holds
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
