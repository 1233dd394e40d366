"""Unit propagation on the IR itself, for boards of which only a part is given.

Each propagator holds one batch and drops the rows that have nothing more to say, so a chain of
conclusions that sweeps over a board costs little more than the rows that it passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nlc.arrays import Bools, Ints, distinct, offsets
from nlc.graph import spanning_forest
from nlc.ir.nodes import (
    ABSENT,
    Assign,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Lits,
    Program,
    Relate,
    RelateDefinition,
)

UNKNOWN = ABSENT - 1
"""The value index of an element of which nothing is known."""


class Knowledge:
    """What is known of each literal and of each element of each finite-domain variable.

    What is known first stays; a later contradiction is ignored. The elements of all finite-domain
    variables are numbered together, those of variable v from ``offsets[v]``.

    Attributes:
        truth: shape (variables + 1,), 1 true, -1 false, 0 unknown.
        value: shape (elements,), value index, ABSENT or UNKNOWN.
        excluded: shape (elements, 1 + most values), column 0 for ABSENT, then the values.
        offsets: the first element of each finite-domain variable.
        changed: set when anything becomes known.
    """

    def __init__(self, program: Program) -> None:
        domains = program.domains.values()
        sizes = [domain.size for domain in domains]
        width = 1 + max((len(domain.values) for domain in domains), default=0)
        starts = offsets(np.array(sizes, np.int32)).tolist()
        self.offsets = dict(zip(program.domains, starts, strict=False))
        self.truth = np.zeros(program.variables + 1, dtype=np.int8)
        self.value = np.full(starts[-1], UNKNOWN, dtype=np.int32)
        self.excluded = np.zeros((starts[-1], width), dtype=np.bool_)
        for domain in domains:
            rows = slice(self.offsets[domain.name], self.offsets[domain.name] + domain.size)
            self.excluded[rows, 1 + len(domain.values) :] = True
            self.excluded[rows, 0] = not domain.optional
            if domain.allowed is not None:
                self.excluded[rows, 1 : 1 + len(domain.values)] |= ~domain.allowed
        self.equal: list[Ints] = []
        self.changed = False

    def state(self, lits: Lits) -> npt.NDArray[np.int8]:
        """Return 1, -1 or 0 for each literal, in the shape of `lits`."""
        states: npt.NDArray[np.int8] = self.truth[np.abs(lits)] * np.sign(lits).astype(np.int8)
        return states

    def learn(self, lits: Lits) -> None:
        """Make literals true, shape (n,)."""
        lits = lits[self.truth[np.abs(lits)] == 0]
        if len(lits):
            self.truth[np.abs(lits)] = np.sign(lits)
            self.changed = True

    def assign(self, elements: Ints, values: Ints) -> None:
        """Give elements a value, shapes (n,)."""
        fresh = self.value[elements] == UNKNOWN
        if fresh.any():
            self.value[elements[fresh]] = values[fresh]
            self.changed = True

    def exclude(self, elements: Ints, values: Ints) -> None:
        """Take a value from elements, shapes (n,)."""
        fresh = ~self.excluded[elements, values + 1]
        if fresh.any():
            self.excluded[elements[fresh], values[fresh] + 1] = True
            self.changed = True

    def differs(self, elements: Ints, values: Ints) -> Bools:
        """Return where an element is known not to have a value."""
        known = self.value[elements]
        return np.where(
            known == UNKNOWN, self.excluded[elements, values + 1], known != values
        ).astype(np.bool_)

    def join(self, left: Ints, right: Ints) -> None:
        """Note that elements have equal values, shapes (n,)."""
        if len(left):
            self.equal.append(np.stack([left, right], axis=1).astype(np.int32))
            self.changed = True

    def spread(self) -> None:
        """Carry values and exclusions over elements that are equal, and take last candidates."""
        if self.equal:
            self.equal = [np.concatenate(self.equal)]
            root = spanning_forest(len(self.value), self.equal[0]).root
            known = np.flatnonzero(self.value != UNKNOWN)[::-1]
            common = np.full(len(root), UNKNOWN, dtype=np.int32)
            common[root[known]] = self.value[known]
            joined = distinct(self.equal[0].ravel())
            told = joined[common[root[joined]] != UNKNOWN]
            self.assign(told, common[root[told]])
            rows, columns = np.nonzero(self.excluded[joined])
            union = np.zeros_like(self.excluded)
            union[root[joined[rows]], columns] = True
            rows, columns = np.nonzero(union[root[joined]] & ~self.excluded[joined])
            self.exclude(joined[rows], columns.astype(np.int32) - 1)
        open_ = np.flatnonzero(self.value == UNKNOWN)
        left = ~self.excluded[open_]
        last = left.sum(axis=1) == 1
        self.assign(open_[last], (left[last].argmax(axis=1) - 1).astype(np.int32))


class Propagator(Protocol):
    """Draws conclusions from one batch."""

    def step(self, known: Knowledge) -> None:
        """Add to what is known."""


class CountPropagator:
    """Where the guard holds, the number of true literals of each row is in `counts`."""

    def __init__(self, counts: Counts, lits: Lits, guard: Lits) -> None:
        self.counts, self.lits, self.guard = counts, lits, guard

    def step(self, known: Knowledge) -> None:
        states, guards = known.state(self.lits), known.state(self.guard)
        low = (states == 1).sum(axis=1)
        free = (states == 0).sum(axis=1)
        possible = self._meets(low, low + free)
        _refute(known, self.guard, guards, ~possible)
        active = (guards == 1).all(axis=1) & possible
        unknown = states == 0
        none = active & ~self._meets(low + 1, low + free)
        every = active & ~self._meets(low, low + free - 1)
        known.learn(-self.lits[none[:, None] & unknown])
        known.learn(self.lits[every[:, None] & unknown])
        keep = _undecided(guards) | ((guards == 1).all(axis=1) & (free > 0))
        self.lits, self.guard = self.lits[keep], self.guard[keep]

    def _meets(self, low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> Bools:
        """Return where a number from `low` to `high` is allowed."""
        out = np.zeros(low.shape, dtype=np.bool_)
        for a, b in self.counts.intervals:
            out |= (np.maximum(low, a) <= np.minimum(high, b)) & (low <= high)
        return out


class AssignPropagator:
    """Where the guard holds, elements have, or have not, a value."""

    def __init__(self, elements: Ints, values: Ints, equal: bool, guard: Lits) -> None:
        self.elements, self.values, self.equal, self.guard = elements, values, equal, guard

    def step(self, known: Knowledge) -> None:
        guards = known.state(self.guard)
        active = (guards == 1).all(axis=1)
        conclude = known.assign if self.equal else known.exclude
        conclude(self.elements[active], self.values[active])
        if self.equal:
            broken = known.differs(self.elements, self.values)
        else:
            broken = known.value[self.elements] == self.values
        _refute(known, self.guard, guards, broken)
        keep = _undecided(guards)
        self.elements, self.values = self.elements[keep], self.values[keep]
        self.guard = self.guard[keep]


class RelatePropagator:
    """Where the guard holds, pairs of elements are equal, or differ."""

    def __init__(self, left: Ints, right: Ints, equal: bool, guard: Lits) -> None:
        self.left, self.right, self.equal, self.guard = left, right, equal, guard

    def step(self, known: Knowledge) -> None:
        guards = known.state(self.guard)
        active = (guards == 1).all(axis=1)
        a, b = known.value[self.left], known.value[self.right]
        both = (a != UNKNOWN) & (b != UNKNOWN)
        _refute(known, self.guard, guards, both & ((a == b) != self.equal))
        keep = _undecided(guards)
        if self.equal:
            known.join(self.left[active], self.right[active])
        else:
            for these, others, values in ((self.left, b, b), (self.right, a, a)):
                told = active & (others != UNKNOWN)
                known.exclude(these[told], values[told])
            keep |= active & ~both
        self.left, self.right, self.guard = self.left[keep], self.right[keep], self.guard[keep]


class AtomPropagator:
    """A literal holds just where an element has a value."""

    def __init__(self, base: int, elements: Ints, values: Ints) -> None:
        self.lits = np.arange(base, base + len(elements), dtype=np.int32)
        self.elements, self.values = elements, values

    def step(self, known: Knowledge) -> None:
        known.learn(self.lits[known.value[self.elements] == self.values])
        known.learn(-self.lits[known.differs(self.elements, self.values)])
        states = known.state(self.lits)
        known.assign(self.elements[states == 1], self.values[states == 1])
        known.exclude(self.elements[states == -1], self.values[states == -1])
        keep = states == 0
        self.lits, self.elements = self.lits[keep], self.elements[keep]
        self.values = self.values[keep]


def _refute(known: Knowledge, guard: Lits, guards: npt.NDArray[np.int8], broken: Bools) -> None:
    """Make the one unknown literal of a guard false where what it guards cannot hold."""
    rows = broken & ((guards == 0).sum(axis=1) == 1) & (guards >= 0).all(axis=1)
    known.learn(-guard[rows[:, None] & (guards == 0)])


def _undecided(guards: npt.NDArray[np.int8]) -> Bools:
    """Return where a guard is neither true nor false."""
    undecided: Bools = (guards >= 0).all(axis=1) & (guards == 0).any(axis=1)
    return undecided


def propagate(program: Program, known: Knowledge) -> None:
    """Draw conclusions from what is known until there are no more."""
    steps = _propagators(program, known)
    known.changed = True
    while known.changed:
        known.changed = False
        for propagator in steps:
            propagator.step(known)
        known.spread()


def _propagators(program: Program, known: Knowledge) -> Sequence[Propagator]:
    """Return the propagators of a program's atoms, auxiliaries and constraints.

    Acyclicity and whole-board constraints, with all that restates them, draw no conclusions.
    """
    out: list[Propagator] = []
    offset = known.offsets
    for atoms in program.atoms:
        elements = atoms.elements + offset[atoms.variable]
        out.append(AtomPropagator(atoms.base, elements, atoms.values))

    def relate(item: Relate, equal: bool, guard: Lits) -> None:
        left = item.left_elements + offset[item.left]
        out.append(RelatePropagator(left, item.right_elements + offset[item.right], equal, guard))

    for auxiliary in program.auxiliaries:
        if auxiliary.origin.expands is not None:
            continue
        definition = auxiliary.definition
        guard = np.arange(auxiliary.base, auxiliary.base + auxiliary.size, dtype=np.int32)[:, None]
        if isinstance(definition, CountDefinition):
            counts, lits = definition.counts, definition.lits
            out.append(CountPropagator(counts, lits, guard))
            out.append(CountPropagator(counts.complement(lits.shape[1]), lits, -guard))
        elif isinstance(definition, RelateDefinition):
            relate(definition.relate, definition.relate.equal, guard)
            relate(definition.relate, not definition.relate.equal, -guard)
    for node in program.nodes:
        if node.origin.expands is not None:
            continue
        if isinstance(node, Exactly):
            out.append(CountPropagator(node.counts, node.lits, node.guard))
        elif isinstance(node, Implies):
            then = node.then
            if isinstance(then, Clause):
                some = Counts.between(1, then.lits.shape[1])
                out.append(CountPropagator(some, then.lits, node.guard))
            elif isinstance(then, Assign):
                elements = then.elements + offset[then.variable]
                out.append(AssignPropagator(elements, then.values, then.equal, node.guard))
            else:
                relate(then, then.equal, node.guard)
    return out
