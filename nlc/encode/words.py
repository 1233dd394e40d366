"""The finite-domain variables of a program as words of CNF variables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Ints, distinct
from nlc.cnf.formula import Clauses, Model
from nlc.dataclasses import dataclass
from nlc.encode.domains.base import Word
from nlc.ir.nodes import Domain


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a declared variable.

    Attributes:
        domain: the variable.
        word: how a value is represented.
        base: the first CNF variable.
        owners: shape (k,), the elements that have a word of their own, ascending.
        rows: shape (elements,), the word of each element; that of row i starts at
            ``base + i * width``.
    """

    domain: Domain
    word: Word
    base: int
    owners: Ints
    rows: Ints

    @property
    def size(self) -> int:
        """The number of CNF variables."""
        return len(self.owners) * self.word.width

    @property
    def optional(self) -> bool:
        """Whether there may be no value."""
        return self.word.optional

    def inputs(self, elements: Ints) -> Clauses:
        """Return all variables of some words, shape (m, width)."""
        starts = (self.base + self.rows[elements] * self.word.width).astype(np.int32)
        return np.add.outer(starts, np.arange(self.word.width, dtype=np.int32)).astype(np.int32)

    def assigned(self, elements: Ints, values: Ints) -> Clauses:
        """Return the literals that give the words these values, shape (m, s), padded with 0."""
        return self._literals(self.word.assigned, elements, values)

    def cubes(self, elements: Ints, values: Ints) -> Iterator[tuple[Ints, Clauses]]:
        """Yield rows and the literals that all hold where the words have these values.

        Rows are grouped by the number of literals: each group has indices, shape (k,), and
        literals, shape (k, size).
        """
        sizes = np.count_nonzero(self.word.cubes, axis=1)[values]
        for size in distinct(sizes).tolist():
            rows = np.flatnonzero(sizes == size).astype(np.int32)
            literals = self._literals(self.word.cubes, elements[rows], values[rows])
            yield rows, literals[literals != 0].reshape(len(rows), size)

    def decode(self, model: Model) -> Ints:
        """Return the value index of every element under a model."""
        size, width = len(self.owners), self.word.width
        words = model[self.base : self.base + size * width].reshape(size, width)
        return self.word.decode(words)[self.rows]

    def _literals(self, table: Ints, elements: Ints, values: Ints) -> Clauses:
        if not self.word.possible(values).all():
            raise ValueError(f"'{self.domain.name}' always has a value")
        positions = table[values]
        starts = (self.base - 1 + self.rows[elements] * self.word.width).astype(np.int32)
        out: Clauses = np.sign(positions) * (np.abs(positions) + starts[:, None])
        return out
