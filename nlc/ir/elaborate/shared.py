"""Literals shared by all statements: the steps of numbers, and the prefixes of ordered sets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nlc.arrays import AnyInts, Bools, Ints, Wides, look_up
from nlc.ir.builder import Builder
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import FdValue
from nlc.ir.nodes import ABSENT, TRUE, CountDefinition, Counts, Origin


def prefix_mask(runs: Ints, held: Bools) -> Bools:
    """Return the entries before the first one of their run with a false condition.

    Args:
        runs: shape (n,), ascending: the run of each entry.
        held: shape (n,), whether the condition holds.
    """
    failed = np.cumsum(~held)
    starts = _starts(runs)
    before: AnyInts = failed[starts] - ~held[starts]
    return np.asarray(failed == np.repeat(before, np.diff(np.append(starts, len(runs)))))


class Prefixes:
    """Makes the literals of prefixes.

    A prefix reaches an entry if it reaches the one before, and the condition holds there: one
    auxiliary for each step, which all longer prefixes use. Prefixes with a common beginning share
    them, also in different statements.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._keys = np.zeros(0, np.int64)
        self._made = np.zeros(0, np.int32)

    def literals(self, runs: Ints, lits: Ints, origin: Origin) -> Ints:
        """Return the literal "the prefix of its run reaches it" of each entry.

        Args:
            runs: shape (n,), ascending.
            lits: shape (n,), whether the condition holds.
            origin: the statement, with n rows.
        """
        out = lits.copy()
        starts = _starts(runs)
        lengths = np.diff(np.append(starts, len(runs)))
        made: list[tuple[AnyInts, Ints]] = []
        for step in range(1, int(lengths.max(initial=0))):
            at = starts[lengths > step] + step
            label = f"prefix{step + 1}"
            out[at] = self._both(out[at - 1], lits[at], label, origin.at(at), made)
        keys = np.concatenate([self._keys, *(k for k, _ in made)])
        values = np.concatenate([self._made, *(v for _, v in made)])
        self._keys, first = np.unique(keys, return_index=True)
        self._made = values[first]
        return out

    def _both(
        self, before: Ints, here: Ints, label: str, origin: Origin, made: list[tuple[AnyInts, Ints]]
    ) -> Ints:
        """Return the conjunctions of two literals; new ones are added to `made`."""
        out = np.where(before == TRUE, here, before)
        never = (before == -TRUE) | (here == -TRUE) | (before == -here)
        out[never] = -TRUE
        plain = ~never & (before != TRUE) & (here != TRUE) & (before != here)
        index = np.flatnonzero(plain).astype(np.int32)
        if not len(index):
            return out
        keys = before[index].astype(np.int64) * 2**32 + here[index]
        wanted, first, which = np.unique(keys, return_index=True, return_inverse=True)
        found = look_up(self._keys, self._made, wanted, 0)
        new = np.flatnonzero(found == 0)
        if len(new):
            chosen = index[first[new]]
            pairs = np.stack([before[chosen], here[chosen]], axis=1)
            definition = CountDefinition(Counts.of(2), pairs)
            found[new] = self._builder.auxiliary(len(new), label, definition, origin.at(chosen))
            made.append((wanted[new], found[new]))
        out[index] = found[which.ravel()]
        return out


def _starts(runs: Ints) -> Ints:
    """Return the first entry of each run."""
    if not len(runs):
        return np.zeros(0, np.int32)
    return np.flatnonzero(np.append(True, runs[1:] != runs[:-1])).astype(np.int32)


class Stepped(NamedTuple):
    """The numbers of a variable at some elements, as a sum of weighted literals.

    Attributes:
        least: the least number.
        gaps: shape (k,), the increments of the steps.
        lits: shape (n, k), whether the number of element i has step j.
    """

    least: int
    gaps: Wides
    lits: Ints


class Steps:
    """Makes the literals of steps, once for all statements. No value counts as 0."""

    def __init__(self, ground: GroundBoard, builder: Builder) -> None:
        self._ground = ground
        self._builder = builder
        self._made: dict[str, Ints] = {}

    def of(self, value: FdValue, origin: Origin) -> Stepped:
        """Return the steps of a variable at an element of each row of a statement."""
        domain = self._builder.program.domains[value.name]
        numbers = self._ground.domains[value.name]
        if domain.allowed is not None:
            numbers = numbers[domain.allowed.any(axis=0)]
        levels = np.unique(np.append(numbers, 0) if domain.optional else numbers).astype(np.int64)
        if not len(levels):
            return Stepped(0, levels, np.zeros((len(value.elements), 0), np.int32))
        if value.name not in self._made:
            self._made[value.name] = np.zeros((domain.size, len(levels) - 1), np.int32)
        table = self._made[value.name]
        elements, first = np.unique(value.elements, return_index=True)
        if len(levels) > 1:
            new = table[elements, 0] == 0
            if new.any():
                rows = first[new].astype(np.int32)
                table[elements[new]] = self._new(value.name, elements[new], levels, origin, rows)
        return Stepped(int(levels[0]), np.diff(levels), table[value.elements])

    def _new(self, name: str, elements: Ints, levels: Wides, origin: Origin, rows: Ints) -> Ints:
        """Return new literals "at least a level", shape (elements, levels - 1)."""
        builder, numbers = self._builder, self._ground.domains[name]
        domain = builder.program.domains[name]
        out = np.zeros((len(elements), len(levels) - 1), np.int32)
        beyond: list[Ints] = []
        for level in reversed(range(1, len(levels))):
            which = np.flatnonzero(numbers == levels[level]).tolist()
            if levels[level] == 0 and domain.optional:
                which.append(ABSENT)
            here = [builder.atoms(name, elements, index) for index in which]
            if level < len(levels) - 2 and not builder.program.guarded_rules:
                # Implied by the definitions, but not found by unit propagation.
                for atoms in here:
                    pair = -np.stack([atoms, *beyond], axis=1)
                    builder.clause(pair, origin, rows)
            lits, label = np.stack([*here, *beyond], axis=1), f"{name}>={levels[level]}"
            found = builder.counted(Counts.between(1, lits.shape[1]), lits, label, origin, rows)
            if domain.ordered and domain.allowed is not None:  # known from the possible values
                lower = domain.allowed[np.ix_(elements, numbers < levels[level])]
                found = np.where(lower.any(axis=1), found, np.int32(TRUE))
            out[:, level - 1] = found
            beyond = [found]
        return out
