"""A CNF as NumPy arrays: the one allocator of its variables, its clauses and its models."""

from __future__ import annotations

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
"""The same with values that may be missing: 1 true, -1 false, 0 missing; index 0 is 0."""

Status = Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]
"""What a solver says of a formula."""

Separator = Callable[[Model], Sequence[Sequence[int]]]
"""Given a model, returns clauses that it breaks and every solution satisfies; none if it is one."""


class FormulaTooLargeError(Exception):
    """A rule would bring a formula to so many literals, more than it may have."""

    def __init__(self, rule: str, literals: int) -> None:
        super().__init__(rule, literals)
        self.rule, self.literals = rule, literals


class Block(Struct, frozen=True, eq=False):
    """Clauses of one width that one rule gave; shape (m, w), no zero, w may be 0."""

    rule: str
    clauses: Clauses


class NameBlock(Struct, frozen=True, eq=False):
    """Names of the variables ``base … base + size - 1``, made only when they are asked for.

    Attributes:
        kind: ``shown`` (what a decoder needs: shown and reported variables), ``declared`` or
            ``aux``.
        make: returns `size` names without blanks.
    """

    base: int
    size: int
    kind: str
    make: Callable[[], Sequence[str]]

    def __reduce__(self) -> tuple[type[NameBlock], tuple[object, ...]]:
        """Keep the names themselves: what makes them is often a closure."""
        return NameBlock, (self.base, self.size, self.kind, partial(list, tuple(self.make())))


class Cnf(Struct, eq=False, weakref=True):
    """A formula in conjunctive normal form.

    Attributes:
        variables: highest variable allocated.
        blocks: clauses in rule order.
        names: in ascending order of base, disjoint.
        projection: shown variables, ascending; two models that agree here are the same solution.
        comments: lines for the head of a DIMACS file, without ``c ``.
        most_literals: of all clauses, or None for any number.
        counted: whether each solution has a model, so that a file may ask to have them counted.
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

    def add(self, rule: str, clauses: Clauses) -> None:
        """Add clauses of one width, shape (m, w).

        The caller sees to it that no clause holds a variable twice.

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
    """What models cost: a constant, and the weights of the literals that hold.

    Attributes:
        literals: shape (n,), of the CNF, no variable twice.
        weights: shape (n,), positive.
        constant: of all models.
    """

    literals: Ints
    weights: Wides
    constant: int = 0

    def of(self, model: Model) -> int:
        """Return what a model costs."""
        held = model[np.abs(self.literals)] == (self.literals > 0)
        return self.constant + int(self.weights[held].sum())


_CLAUSES_PER_PIECE = 1 << 15


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
    return sum(
        _falsified(holds, block.clauses[start : start + _CLAUSES_PER_PIECE])
        for block in cnf.blocks
        for start in range(0, len(block.clauses), _CLAUSES_PER_PIECE)
    )


def _falsified(holds: npt.NDArray[np.bool_], clauses: Clauses) -> int:
    satisfied = np.zeros(len(clauses), np.bool_)
    for column in clauses.T:
        satisfied |= holds[column]
    return len(clauses) - int(np.count_nonzero(satisfied))


def projected(cnf: Cnf) -> Ints:
    """Return the variables that tell two solutions apart, ascending.

    These are all variables, 1 to V, where the CNF names none.
    """
    if len(cnf.projection):
        return cnf.projection
    return np.arange(1, cnf.variables + 1, dtype=np.int32)


def blocking_clause(variables: Ints, model: Model) -> Ints:
    """Return the clause, shape (len(variables),), that is false just where `model` is repeated."""
    return np.where(model[variables], -variables, variables)


class Agreement:
    """The variables that have the same value in all models so far.

    Attributes:
        variables: ascending; at first those that were given.
    """

    def __init__(self, variables: Ints) -> None:
        self.variables = variables
        self._first: Model | None = None

    def narrow(self, model: Model) -> None:
        """Take one more model into account."""
        if self._first is None:
            self._first = model
        self.variables = self.variables[model[self.variables] == self._first[self.variables]]


def cuts(model: Model, separators: Sequence[Separator]) -> list[list[int]]:
    """Return the clauses of all separators.

    Raises:
        RuntimeError: there are clauses, but none that the model breaks: that would go on for ever.
    """
    found = [list(map(int, clause)) for separate in separators for clause in separate(model)]
    if found and all(
        any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in found
    ):
        raise RuntimeError("a separator gave no clause that the model breaks")
    return found
