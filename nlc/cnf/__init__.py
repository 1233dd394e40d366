"""A CNF as NumPy arrays: it allocates its variables and holds its clauses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from nlc.arrays import Ints, Wides

Clauses = npt.NDArray[np.int32]
"""Clauses of one width, shape (m, w), CNF literals."""

Model = npt.NDArray[np.bool_]
"""Values of the CNF variables, shape (variables + 1,); index 0 is unused."""

Values = npt.NDArray[np.int8]
"""Like `Model`, but values may be missing: 1 true, -1 false, 0 missing; index 0 is 0."""

Status = Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]
"""The verdict of a solver on a formula."""

Separator = Callable[[Model], Sequence[Sequence[int]]]
"""Returns clauses that a model falsifies and all solutions satisfy; none if it is a solution."""


class FormulaTooLargeError(Exception):
    """With the clauses of a rule, a formula would exceed its limit of literals."""

    def __init__(self, rule: str, literals: int) -> None:
        super().__init__(rule, literals)
        self.rule, self.literals = rule, literals


class Block(Struct, frozen=True, eq=False):
    """Clauses of one rule and one width; shape (m, w), no zero, w may be 0."""

    rule: str
    clauses: Clauses


class NameBlock(Struct, frozen=True, eq=False):
    """Names of the variables ``base … base + size - 1``, made only when they are needed.

    Attributes:
        kind: ``shown`` (a variable that a decoder needs: it is shown or reported),
            ``declared`` or ``aux``.
        make: returns `size` names without blanks.
    """

    base: int
    size: int
    kind: str
    make: Callable[[], Sequence[str]]

    def __reduce__(self) -> tuple[type[NameBlock], tuple[object, ...]]:
        """Pickle the names themselves: `make` is often a closure."""
        return NameBlock, (self.base, self.size, self.kind, partial(list, tuple(self.make())))


class Cnf(Struct, eq=False, weakref=True):
    """A formula in conjunctive normal form.

    Attributes:
        variables: highest variable allocated.
        blocks: clauses in rule order.
        names: in ascending order of base, disjoint.
        projection: shown variables, ascending; two models that agree here are the same solution.
        comments: lines for the head of a DIMACS file, without ``c ``.
        most_literals: the limit of literals in all clauses, or None for no limit.
        counted: whether each solution has one model, so that model counters may count them.
    """

    variables: int = 0
    blocks: list[Block] = field(default_factory=list)
    names: list[NameBlock] = field(default_factory=list)
    projection: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    comments: list[str] = field(default_factory=list)
    most_literals: int | None = None
    counted: bool = True
    _literals: int = 0

    def fresh(self, size: int, kind: str, make: Callable[[], Sequence[str]]) -> int:
        """Allocate `size` variables and return the first.

        Raises:
            OverflowError: more than 2**31 - 1 variables.
        """
        base = self.variables + 1
        if self.variables + size > 2**31 - 1:
            raise OverflowError("a CNF has at most 2**31 - 1 variables")
        self.variables += size
        if size:
            self.names.append(NameBlock(base, size, kind, make))
        return base

    def array(self, shape: tuple[int, ...], kind: str, make: Callable[[], Sequence[str]]) -> Ints:
        """Allocate variables and return them as an array; see `fresh`."""
        size = math.prod(shape)
        base = self.fresh(size, kind, make)
        return np.arange(base, base + size, dtype=np.int32).reshape(shape)

    def add(self, rule: str, clauses: Clauses) -> None:
        """Add clauses of one width, shape (m, w).

        The caller ensures that no clause has a variable twice.

        Raises:
            FormulaTooLargeError: see `require_room`.
        """
        if len(clauses):
            self.require_room(rule, clauses.size)
            self._literals += clauses.size
            self.blocks.append(Block(rule, np.ascontiguousarray(clauses, dtype=np.int32)))

    def require_room(self, rule: str, literals: int) -> None:
        """Raise `FormulaTooLargeError` if a rule may not add so many literals."""
        if self.most_literals is not None and self._literals + literals > self.most_literals:
            raise FormulaTooLargeError(rule, self._literals + literals)

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return sum(len(b.clauses) for b in self.blocks)

    @property
    def literals(self) -> int:
        """The number of literals of all clauses."""
        return sum(b.clauses.size for b in self.blocks)


class Costs(Struct, frozen=True, eq=False):
    """Costs of models: a constant, and the weights of the true literals.

    Attributes:
        literals: shape (n,), of the CNF, no variable twice.
        weights: shape (n,), positive.
        constant: added to the cost of every model.
    """

    literals: Ints
    weights: Wides
    constant: int = 0

    def of(self, model: Model) -> int:
        """Return the cost of a model."""
        held = model[np.abs(self.literals)] == (self.literals > 0)
        return self.constant + int(self.weights[held].sum())


def check_model(cnf: Cnf, model: Values | npt.NDArray[np.bool_]) -> int:
    """Return the number of clauses that a model falsifies.

    Args:
        model: shape (variables + 1,), booleans, or `Values`; a missing value makes neither literal
            true.

    Raises:
        ValueError: the model has another number of variables.
    """
    if model.shape != (cnf.variables + 1,):
        raise ValueError(f"{len(model) - 1} values for {cnf.variables} variables")
    positive = model > 0
    negative = ~positive if model.dtype == np.bool_ else model < 0
    # Entry l is the value of literal l: a negative index counts from the end.
    holds = np.concatenate([positive, negative[:0:-1]])
    falsified = 0
    for block in cnf.blocks:
        satisfied = np.zeros(len(block.clauses), np.bool_)
        for column in block.clauses.T:
            satisfied |= holds[column]
        falsified += len(satisfied) - int(np.count_nonzero(satisfied))
    return falsified


def projection_variables(cnf: Cnf) -> Ints:
    """Return the variables that distinguish solutions, ascending; without a projection all."""
    if len(cnf.projection):
        return cnf.projection
    return np.arange(1, cnf.variables + 1, dtype=np.int32)


def blocking_clause(variables: Ints, model: Model) -> Ints:
    """Return the clause that is false if `variables` have the values that they have in `model`."""
    return np.where(model[variables], -variables, variables)


def cuts(model: Model, separators: Sequence[Separator]) -> list[list[int]]:
    """Return the clauses of all separators.

    Raises:
        RuntimeError: there are clauses, but the model satisfies them all, which would not end.
    """
    found = [list(map(int, clause)) for separate in separators for clause in separate(model)]
    if found and all(
        any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in found
    ):
        raise RuntimeError("a separator gave no clause that the model falsifies")
    return found
