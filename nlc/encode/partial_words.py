"""Variables whose elements have domains of their own: a CNF variable for each possible value.

Source: the direct encoding (de Kleer 1989) of pruned domains. Other encodings have words of one
length, and a clause against each value that an element cannot have (`nlc.encode.declare`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.cnf import Clauses, Cnf, Model
from nlc.cnf.text import encode_value
from nlc.encode.domains import CountTemplates, Words
from nlc.encode.template import instantiate
from nlc.ir.nodes import ABSENT, Counts, Domain


class PartialWords(Struct, frozen=True, eq=False):
    """The CNF variables of a finite-domain variable with a domain for each element.

    Attributes:
        domain: the variable.
        possible: shape (elements, values + 1), whether an element can have a value; the last column
            is for no value.
        table: shape (elements, values + 1), the literal of each value of an element; a false
            literal if it is impossible.
        size: the number of CNF variables.
    """

    domain: Domain
    possible: Bools
    table: Clauses
    size: int

    @staticmethod
    def of(words: Words) -> PartialWords:
        """Return direct words as such: all elements can have all values."""
        domain, n = words.domain, len(words.domain.values)
        possible = np.ones((domain.size, n + 1), np.bool_)
        possible[:, n] = domain.optional
        table = np.zeros(possible.shape, np.int32)
        element, value = (each.astype(np.int32) for each in np.nonzero(possible))
        for rows, cube in words.cubes(element, np.where(value < n, value, np.int32(ABSENT))):
            table[element[rows], value[rows]] = cube[:, 0]
        return PartialWords(domain, possible, table, words.size)

    def assigned(self, elements: Ints, values: Ints) -> Clauses:
        """Return the literals of values of elements, shape (m, 1)."""
        return self.table[elements, values][:, None]

    def cubes(self, elements: Ints, values: Ints) -> Iterator[tuple[Ints, Clauses]]:
        """Yield all rows and the literals of values of elements, shape (m, 1)."""
        yield np.arange(len(elements), dtype=np.int32), self.table[elements, values][:, None]

    def decode(self, model: Model) -> Ints:
        """Return the value index of every element under a model."""
        literals = self.table[:, :-1]
        held = self.possible[:, :-1] & (model[np.abs(literals)] == (literals > 0))
        if not held.shape[1]:
            return np.full(len(held), ABSENT, np.int32)
        return np.where(held.any(axis=1), held.argmax(axis=1), ABSENT).astype(np.int32)

    def related(self, left: Ints, other: PartialWords, right: Ints, equal: bool) -> list[Clauses]:
        """Return the clauses "two elements are equal", or "they differ", row by row.

        Returns:
            Matrices of a row index and one or two literals, to be weakened by the row's guard.
        """
        left_possible, right_possible = self.possible[left], other.possible[right]
        a, b = self.table[left], other.table[right]
        both = np.nonzero(left_possible & right_possible)
        if not equal:
            return [np.column_stack([both[0], -a[both], -b[both]]).astype(np.int32)]
        pairs = [np.column_stack([both[0], s * a[both], -s * b[both]]) for s in (1, -1)]
        alone = [
            np.nonzero(left_possible & ~right_possible),
            np.nonzero(right_possible & ~left_possible),
        ]
        units = [
            np.column_stack([at[0], -side[at]]) for at, side in zip(alone, (a, b), strict=True)
        ]
        return [matrix.astype(np.int32) for matrix in (*pairs, *units)]


def declare_partial(board: Board, cnf: Cnf, domain: Domain, kind: str) -> PartialWords:
    """Allocate the variables of a domain with a set of values for each element."""
    assert domain.allowed is not None
    absent = np.full((domain.size, 1), domain.optional)
    possible = np.hstack([domain.allowed, absent])
    number = np.cumsum(possible.ravel()).reshape(possible.shape)
    size = int(number.max(initial=0))
    base = cnf.fresh(size, kind, partial(_names, board, domain))
    table = np.where(possible, base - 1 + number, 0).astype(np.int32)
    table[:, -1] *= -1
    return PartialWords(domain, possible, table, size)


def _names(board: Board, domain: Domain) -> list[str]:
    assert domain.allowed is not None
    texts = [f"={encode_value(text)}" for text in domain.values]
    out = []
    for element, row in enumerate(domain.allowed):
        place = board.place(domain.name, domain.sort, element)
        suffixes = [texts[i] for i in np.flatnonzero(row).tolist()]
        suffixes += [".has"] if domain.optional else []
        out += [f"{place}{suffix}" for suffix in suffixes]
    return out


def restrict_partial(words: PartialWords, cnf: Cnf, rule: str, count: CountTemplates) -> bool:
    """Add "every element has one value, or none if it may"; return whether it is functional."""
    functional = True
    widths = words.possible.sum(axis=1)
    for width in np.unique(widths).tolist():
        rows = np.flatnonzero(widths == width)
        template = count(width, Counts.of(1))
        functional &= template.functional
        inputs = words.table[rows][words.possible[rows]].reshape(len(rows), width)
        label, size = f"aux:{words.domain.name}:{width}", len(rows) * template.auxiliaries
        names = [f"{label}:{i}" for i in range(size)]
        instantiate(cnf, rule, template, inputs, partial(list, names))
    return functional
