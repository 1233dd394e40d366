"""Parses a user's solution, and completes it.

Often a solution has only the line; the colours follow from it. Variables that propagation leaves
open get default values, and the evaluator checks the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.errors import Diagnostics, suggest
from nlc.ir.nodes import ABSENT, Assignment, Program, is_drawn
from nlc.ir.valuation import UNKNOWN, Drawn, Knowledge, Written, propagate
from nlc.language.builtins import PUZZLE


def complete(program: Program, drawn: Drawn, domains: Written) -> Assignment:
    """Extend a solution to all declared variables: by `known_of`, then by `filled`.

    If the solution is contradictory, the result breaks a rule.

    Args:
        drawn: the elements at which a boolean variable is true.
        domains: the value index of elements of a finite-domain variable.
    """
    return filled(program, known_of(program, drawn, domains))


def known_of(program: Program, drawn: Drawn, domains: Written) -> Knowledge:
    """Return what a solution says, and what follows from it by propagation.

    A boolean variable that is listed is true at the listed elements only; one that is not listed
    but shown is false everywhere, unless it is one of the whole puzzle. In the same way a drawn
    finite-domain variable that may be missing is missing where no value is listed.
    """
    bools = np.zeros(sum(var.size for var in program.bools), np.int8)
    for var in program.bools:
        if is_drawn(var) or var.name in drawn:
            states = bools[var.base - 1 :][: var.size]
            states[:] = -1
            states[list(drawn.get(var.name, ()))] = 1
    missing = {
        domain.name: {**dict.fromkeys(range(domain.size), ABSENT), **domains.get(domain.name, {})}
        for domain in program.domains.values()
        if domain.optional and is_drawn(domain)
    }
    known = Knowledge(program, bools, {**domains, **missing})
    if not (bools.all() and (known.value != UNKNOWN).all()):
        propagate(program, known)
    return known


def filled(program: Program, known: Knowledge) -> Assignment:
    """Return the board of what is known.

    Unknown booleans are false, and unknown elements are absent if allowed, else have the first
    value that is not excluded.
    """
    first = (~known.excluded).argmax(axis=1).astype(np.int32) - 1
    value = np.where(known.value == UNKNOWN, first, known.value)
    held = known.holds(np.arange(sum(var.size for var in program.bools) + 1, dtype=np.int32))
    held[0] = False
    places = known.offsets.items()
    sizes = {name: domain.size for name, domain in program.domains.items()}
    return Assignment(held, {name: value[at : at + sizes[name]] for name, at in places})


def board_of(program: Program, drawn: Bools) -> Assignment:
    """Return the board of a drawing of the only shown boolean variable.

    Args:
        program: the puzzle.
        drawn: shape (elements,), whether that variable is true.
    """
    (line,) = [var for var in program.bools if var.shown]
    return complete(program, {line.name: set(np.flatnonzero(drawn).tolist())}, {})


def read_solution(
    program: Program, solution: Any
) -> tuple[dict[str, set[int]], dict[str, dict[int, int]]]:
    """Parse ``{"line": ["r1c1-r1c2"], "color": {"r1c1": "A"}}`` to indices for `complete`.

    A variable of the whole puzzle has its value alone: ``{"even": true, "n": "3"}``.

    The value None, JSON's null, means that an element has no value, even if it must have one.

    Args:
        solution: a decoded JSON object, by names of declared variables.

    Raises:
        UserError: a name or value is unknown or the shape is wrong; one diagnostic for each.
    """
    errors = Diagnostics()
    bools: dict[str, set[int]] = {}
    domains: dict[str, dict[int, int]] = {}
    variables = {var.name: var for var in program.bools}
    if not isinstance(solution, Mapping):
        errors.error("a solution is an object with a member for each variable")
        solution = {}
    for name, given in solution.items():
        if name in variables:
            if variables[name].sort is Sort.PUZZLE:
                if not isinstance(given, bool):
                    errors.error(f"'{name}' must be true or false")
                bools[name] = {0} if given is True else set()
                continue
            if not isinstance(given, list):
                errors.error(f"'{name}' must be a list of the elements where it is true")
                continue
            found = (_find(program.board, variables[name].sort, text, errors) for text in given)
            bools[name] = {i for i in found if i is not None}
        elif name in program.domains:
            if program.domains[name].sort is Sort.PUZZLE and not isinstance(given, Mapping):
                given = {PUZZLE: given}
            if not isinstance(given, Mapping):
                errors.error(f"'{name}' must be an object from elements to values")
                continue
            domains[name] = _values(program, name, given, errors)
        else:
            known = [*variables, *program.domains]
            errors.error(f"no variable is called '{name}'", hint=suggest(str(name), known))
    errors.raise_errors()
    return bools, domains


def _values(
    program: Program, name: str, given: Mapping[Any, Any], errors: Diagnostics
) -> dict[int, int]:
    """Return the value indices of a finite-domain variable by element."""
    domain = program.domains[name]
    numbers = {text: i for i, text in enumerate(domain.values)}
    out = {}
    for text, value in given.items():
        element = _find(program.board, domain.sort, text, errors)
        index = ABSENT if value is None else numbers.get(str(value))
        if index is None:
            hint = suggest(str(value), numbers) or f"its values are {', '.join(numbers)}"
            where = "" if domain.sort is Sort.PUZZLE else f" at {text}"
            errors.error(f"'{name}'{where} cannot be '{value}'", hint=hint)
        elif element is not None:
            out[element] = index
    return out


def _find(board: Board, sort: Sort, text: object, errors: Diagnostics) -> int | None:
    """Return the index of the element of a sort called `text`, or add an error."""
    found = board.find(text, sort) if isinstance(text, str) else None
    if found is not None:
        return found[1]
    few = board.count(sort) <= 10_000  # suggesting takes long
    hint = suggest(str(text), board.names(sort)) if few else None
    errors.error(f"the board has no {sort.value} called '{text}'", hint=hint)
    return None
