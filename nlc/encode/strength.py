"""How much unit propagation finds with an encoding, measured on all partial assignments.

An encoding propagates completely when, under every partial assignment of what can be seen from
outside, unit propagation finds a conflict if no solution is left, and otherwise every literal that
all solutions left have (Bordeaux and Marques-Silva 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools
from nlc.cnf import Clauses
from nlc.encode.domains.base import Word
from nlc.encode.template import Template, by_width, stamp
from nlc.ir.nodes import Counts

_MAX_INPUTS = 12
"""Variables that can be seen from outside: 3^12 partial assignments."""

_MAX_VARIABLES = 16
"""Variables of a formula whose models are listed."""

_OPEN = 2
"""Index of "no value yet" beside 0 for false and 1 for true."""


class Strength(NamedTuple):
    """What unit propagation finds on every partial assignment.

    Attributes:
        conflicts: that no solution is left, wherever none is.
        forced: every literal that is forced, wherever a solution is left. If there is one at
            all, this implies `conflicts`.
    """

    conflicts: bool
    forced: bool


def strength(clauses: Sequence[Clauses], solutions: Bools) -> Strength:
    """Return what unit propagation finds of the variables 1..n.

    Args:
        clauses: matrices of clauses of one width; variables above n are auxiliaries.
        solutions: shape (2,) * n, whether an assignment of 1..n extends to a model.

    Raises:
        ValueError: n is above 12, or the clauses contradict a solution.
    """
    n = solutions.ndim
    if n > _MAX_INPUTS:
        raise ValueError(f"{n} variables have too many partial assignments")
    conflict, true = _propagated(clauses, n)
    left = solutions
    for axis in range(n):
        some = left.any(axis=axis, keepdims=True)
        left = np.concatenate([left, some], axis=axis)
    possible = left.ravel()
    if (conflict & possible).any():
        raise ValueError("the clauses exclude a solution")
    forced = True
    for variable in range(1, n + 1):
        choices = np.moveaxis(left, variable - 1, 0)
        for value, literal in ((1, variable), (0, -variable)):
            never = np.zeros_like(left)
            # The other value is impossible.
            np.moveaxis(never, variable - 1, 0)[_OPEN] = ~choices[1 - value]
            forced &= bool(true[literal][never.ravel() & possible].all())
    return Strength(bool(conflict[~possible].all()), forced)


def count_strength(template: Template, counts: Counts) -> Strength:
    """Return what unit propagation finds of the inputs of a count."""
    n = template.inputs
    solutions = counts.mask(np.indices((2,) * n).sum(axis=0))
    return strength((*template.clauses, *template.definitions), solutions)


def equality_strength(word: Word) -> Strength:
    """Return what unit propagation finds of two words and a guard that makes them equal."""
    clauses, seen, auxiliaries = equality(word)
    return strength(clauses, models(clauses, seen, auxiliaries))


def equality(word: Word) -> tuple[list[Clauses], int, int]:
    """Return the clauses "two words are valid and, where a guard holds, equal".

    Returns:
        The clauses; 2 * width + 1, the number of variables that can be seen, the guard last; and
        the number of auxiliaries, which follow.

    Raises:
        ValueError: the valid words are told apart by auxiliaries.
    """
    if word.valid.auxiliaries:
        raise ValueError("what makes a word valid has auxiliaries")
    guard = 2 * word.width + 1
    inputs = np.arange(1, guard, dtype=np.int32)
    auxiliaries = np.arange(guard + 1, guard + word.equal.auxiliaries + 1, dtype=np.int32)
    symbols = np.concatenate([inputs, auxiliaries])[None]
    stated = [
        np.column_stack([np.full(len(block), -guard), block])
        for block in stamp(word.equal.clauses, symbols)
    ]
    valid = stamp(word.valid.clauses, inputs.reshape(2, word.width))
    clauses = [*valid, *by_width(*stated), *stamp(word.equal.definitions, symbols)]
    return clauses, guard, len(auxiliaries)


def models(clauses: Sequence[Clauses], seen: int, auxiliaries: int) -> Bools:
    """Return which assignments of the variables 1..seen extend to a model, shape (2,) * seen.

    Raises:
        ValueError: there are more than 16 variables.
    """
    size = seen + auxiliaries
    if size > _MAX_VARIABLES:
        raise ValueError(f"{size} variables have too many assignments")
    values = np.indices((2,) * size).reshape(size, -1).astype(np.bool_)
    true = np.concatenate([np.zeros_like(values[:1]), values, ~values[::-1]])
    out = np.ones(values.shape[1], np.bool_)
    for block in clauses:
        for clause in block:
            out &= true[clause].any(axis=0)
    projected: Bools = out.reshape(1 << seen, -1).any(axis=1).reshape((2,) * seen)
    return projected


def _propagated(clauses: Sequence[Clauses], n: int) -> tuple[Bools, Bools]:
    """Return what unit propagation gives on each of the 3^n partial assignments.

    Returns:
        Whether there is a conflict, shape (3^n,), and which literals hold, shape
        (2 * variables + 1, 3^n): literal x in row x, where a negative one counts from the end.
    """
    states = np.indices((_OPEN + 1,) * n).reshape(n, -1)
    last = max([n, *(int(np.abs(block).max()) for block in clauses if block.size)])
    true = np.zeros((2 * last + 1, states.shape[1]), np.bool_)
    true[1 : n + 1] = states == 1
    true[2 * last : 2 * last - n : -1] = states == 0
    conflict = np.zeros(states.shape[1], np.bool_)
    rows = [clause for block in clauses for clause in block]
    while True:
        known = np.count_nonzero(true)
        for clause in rows:
            is_false = true[-clause]
            unmet = ~true[clause].any(axis=0)
            free = len(clause) - is_false.sum(axis=0)
            conflict |= unmet & (free == 0)
            true[clause] |= unmet & (free == 1) & ~is_false
        if np.count_nonzero(true) == known:
            return conflict, true
