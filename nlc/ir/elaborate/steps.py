"""Literals that say that the number of a variable is at least so much."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.ir.builder import Builder
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import FdValue
from nlc.ir.nodes import ABSENT, TRUE, CountDefinition, Counts, Origin


class Stepped(NamedTuple):
    """The numbers of a variable at some elements, as a sum of weighted literals.

    Attributes:
        least: what is there in any case.
        gaps: shape (k,), what each further step adds.
        lits: shape (n, k), whether the number of element i is beyond step j.
    """

    least: int
    gaps: npt.NDArray[np.int64]
    lits: Ints


class Steps:
    """Makes the literals; each is made once for all statements. No value counts as 0."""

    def __init__(self, ground: GroundBoard, builder: Builder) -> None:
        self._ground = ground
        self._builder = builder
        self._made: dict[str, Ints] = {}

    def of(self, value: FdValue, origin: Origin) -> Stepped:
        """Return the steps of a variable at an element of each row of a statement."""
        domain = self._builder.program.domains[value.name]
        numbers = self._ground.domains[value.name]
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

    def _new(
        self, name: str, elements: Ints, levels: npt.NDArray[np.int64], origin: Origin, rows: Ints
    ) -> Ints:
        """Return new literals, shape (elements, levels - 1): each is at a level, or beyond it."""
        builder, numbers = self._builder, self._ground.domains[name]
        none = np.zeros((len(elements), 0), np.int32)
        out = np.zeros((len(elements), len(levels) - 1), np.int32)
        beyond: list[Ints] = []
        for level in reversed(range(1, len(levels))):
            which = np.flatnonzero(numbers == levels[level]).tolist()
            if levels[level] == 0 and builder.program.domains[name].optional:
                which.append(ABSENT)
            indices = (np.full(len(elements), index, np.int32) for index in which)
            here = [builder.atoms(name, elements, index) for index in indices]
            if level < len(levels) - 2 and not builder.apart:
                # Follows from the definitions, though not by unit propagation alone.
                for atoms in here:
                    pair = -np.stack([atoms, *beyond], axis=1)
                    builder.clause(none, pair, origin, rows)
            found = np.zeros(len(elements), np.int32)
            lits = np.stack([*here, *beyond], axis=1)
            either = Counts.between(1, lits.shape[1])
            for counts, lits_, index in builder.distinct(either, lits, origin, rows):
                label, place = f"{name}>={levels[level]}", origin.at(rows[index])
                found[index] = _any(builder, counts, lits_, label, place)
            out[:, level - 1] = found
            beyond = [found]
        return out


def _any(builder: Builder, counts: Counts, lits: Ints, label: str, origin: Origin) -> Ints:
    """Return a literal a row that holds where one of its literals, without constants, does."""
    if not counts.intervals or 0 in counts:
        return np.full(len(lits), TRUE if counts.intervals else -TRUE, np.int32)
    if lits.shape[1] == 1:
        return lits[:, 0]
    return builder.auxiliary(len(lits), label, CountDefinition(counts, lits), origin)
