"""What folding knows for sure: literals, and values of finite-domain variables."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.ir.nodes import ABSENT, TRUE, Program

UNKNOWN = -2
"""The value index of an element of which nothing is known."""


class Facts:
    """What is known so far.

    Attributes:
        lits: shape (variables + 1,); the literal that stands for each variable: itself, `TRUE` or
            its negation; at index 0 `TRUE`.
        values: for each finite-domain variable the value of every element, or `UNKNOWN`.
        present: for each finite-domain variable, whether every element surely has a value.
        size: the number of facts.
    """

    def __init__(self, program: Program) -> None:
        self.lits = np.arange(program.variables + 1, dtype=np.int32)
        self.lits[0] = TRUE
        self.values = {n: np.full(d.size, UNKNOWN, np.int32) for n, d in program.domains.items()}
        self.present = {
            n: np.full(d.size, not d.optional, np.bool_) for n, d in program.domains.items()
        }
        self.size = 0
        self._atoms = program.atoms

    def substitute(self, lits: Ints) -> Ints:
        """Return literals with constants in place of those that are known."""
        size = np.abs(lits)
        known = self.lits[np.where(size == TRUE, 0, size)]
        return np.where(lits > 0, known, -known)

    def learn_literals(self, lits: Ints) -> None:
        """Note that literals hold; they were unknown."""
        new = np.unique(lits)
        self.size += len(new)
        self.lits[np.abs(new)] = np.where(new > 0, TRUE, -TRUE)

    def learn_values(self, variable: str, elements: Ints, values: Ints) -> None:
        """Note that elements have values; they were unknown."""
        self.size += len(elements)
        self.values[variable][elements] = values
        self.present[variable][elements] = values != ABSENT
        self._learn_atoms(variable)

    def learn_present(self, variable: str, elements: Ints) -> None:
        """Note that elements have some value."""
        self.size += int((~self.present[variable][elements]).sum())
        self.present[variable][elements] = True
        self._learn_atoms(variable)

    def _learn_atoms(self, variable: str) -> None:
        for atoms in self._atoms:
            if atoms.variable != variable:
                continue
            known = self.values[variable][atoms.elements]
            wrong = (known != UNKNOWN) & (known != atoms.values)
            wrong |= (atoms.values == ABSENT) & self.present[variable][atoms.elements]
            ids = np.arange(atoms.base, atoms.base + len(known))
            self.lits[ids[known == atoms.values]] = TRUE
            self.lits[ids[wrong]] = -TRUE
