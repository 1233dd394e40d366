"""Encodings of finite-domain variables, as words of boolean variables.

Where elements have domains of their own, there is a CNF variable for each possible value: the
direct encoding (de Kleer 1989) of pruned domains. Other encodings have words of one length, and a
clause against each value that an element cannot have (`nlc.encode.declare`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct
from nlc.board import Board
from nlc.cnf import Clauses, Cnf, Model
from nlc.cnf.text import encode_value
from nlc.encode.base import Declaration
from nlc.encode.template import Template, by_width, instantiate
from nlc.ir.nodes import ABSENT, Counts, Domain
from nlc.registry import Registry

CountTemplates = Callable[[int, Counts], Template]
"""Returns the template of a count over n inputs."""


class Word(Struct, frozen=True, eq=False):
    """The representation of a variable with p values, the same at every element.

    A word is a row of `width` boolean variables. In the tables, row v is for the value with index
    v, and the last row, which `ABSENT` (-1) selects, for no value. Their entries are positions in
    the word from 1, negated if the variable is false, padded with 0.

    Attributes:
        width: number of variables. In an optional word the last one means "there is a value", and
            the others are as in a word that is not optional.
        values: p.
        optional: whether there may be no value.
        valid: over the word: it represents a value, or no value if that is allowed.
        equal: over two words, one after the other: they have the same value.
        differ: over two words: they have different values.
        assigned: shape (p + 1, s): unit clauses that assign the value.
        cubes: shape (p + 1, t): literals whose conjunction is, in a valid word, equivalent to the
            value.
        suffixes: the ends of the names of the variables, after ``color[r1c1]``.
        decode: maps words, shape (m, width), to value indices, shape (m,).
        unique: whether every value, and no value, has exactly one valid word.
        bounds: shape (p,): the position that means "the index is at least this", 0 if it always
            is; None if the encoding has no such variables.
    """

    width: int
    values: int
    optional: bool
    valid: Template
    equal: Template
    differ: Template
    assigned: Ints
    cubes: Ints
    suffixes: tuple[str, ...]
    decode: Callable[[Bools], Ints]
    unique: bool = True
    bounds: Ints | None = None


class DomainEncoding(ABC):
    """A representation of finite-domain variables."""

    declaration: Declaration

    def refusal(self, values: int) -> str | None:
        """Return why the encoding does not apply to a number of values, or None."""
        return None

    @abstractmethod
    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word of a variable.

        Args:
            texts: the values as they are written in names.
            optional: whether there may be no value.
            count: makes the templates of counts.
        """


REGISTRY: Registry[DomainEncoding] = Registry(
    "domain encoding",
    "ENCODING",
    "nlc.encodings.domains",
    {
        "direct": "nlc.encode.domains.direct:Direct",
        "direct-free": "nlc.encode.domains.direct:DirectFree",
        "direct-support": "nlc.encode.domains.direct:DirectSupport",
        "log": "nlc.encode.domains.numbers:Log",
        "order": "nlc.encode.domains.numbers:Order",
        "thesis": "nlc.encode.domains.direct:Thesis",
    },
)


def agree(width: int) -> Template:
    """Return the template of "two words agree in every position"."""
    left = np.arange(1, width + 1, dtype=np.int32)
    pairs = np.stack([-left, left + width, left, -left - width], axis=1)
    return Template(2 * width, 0, by_width(pairs.reshape(-1, 2)))


def differ_by_value(width: int, cubes: Ints) -> Template:
    """Return the template of "two words differ", a clause for each value.

    Args:
        cubes: as in `Word`, only rows of values that the variable can have.
    """
    shifted = cubes + width * np.sign(cubes)
    return Template(2 * width, 0, by_width(-np.hstack([cubes, shifted])))


class Words(Struct, frozen=True, eq=False):
    """The words of a declared variable.

    Attributes:
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

    def inputs(self, elements: Ints) -> Clauses:
        """Return all variables of some words, shape (m, width)."""
        starts = (self.base + self.rows[elements] * self.word.width).astype(np.int32)
        return np.add.outer(starts, np.arange(self.word.width, dtype=np.int32)).astype(np.int32)

    def assigned(self, elements: Ints, values: Ints) -> Clauses:
        """Return the literals that assign values to words, shape (m, s), padded with 0."""
        return self._literals(self.word.assigned, elements, values)

    def cubes(self, elements: Ints, values: Ints) -> Iterator[tuple[Ints, Clauses]]:
        """Yield rows and literals whose conjunction means that words have values.

        Rows are grouped by the number of literals: each group has indices, shape (k,), and
        literals, shape (k, size).
        """
        every = self._literals(self.word.cubes, elements, values)
        if self.word.bounds is not None and (allowed := self.domain.allowed) is not None:
            # The least and the greatest possible value are one bound each.
            index = np.arange(self.word.values)
            higher = (allowed[elements] & (index > values[:, None])).any(axis=1)
            lower = (allowed[elements] & (index < values[:, None])).any(axis=1)
            every[~higher & (every[:, 0] != 0) & (values >= 0), 1] = 0
            lower |= (every[:, 1] == 0) | (self.word.optional & (values >= 0))
            every[~lower, 0] = 0
        sizes = np.count_nonzero(every, axis=1)
        for size in distinct(sizes).tolist():
            rows = np.flatnonzero(sizes == size).astype(np.int32)
            literals = every[rows]
            yield rows, literals[literals != 0].reshape(len(rows), size)

    def at_least(self, elements: Ints, values: Ints) -> Clauses:
        """Return the literal of each bound of an order word, 0 if it always holds."""
        assert self.word.bounds is not None
        return self._literals(self.word.bounds[:, None], elements, values)[:, 0]

    def decode(self, model: Model) -> Ints:
        """Return the value index of every element under a model."""
        size, width = len(self.owners), self.word.width
        words = model[self.base : self.base + size * width].reshape(size, width)
        return self.word.decode(words).take(self.rows)

    def _literals(self, table: Ints, elements: Ints, values: Ints) -> Clauses:
        if not self.word.optional and (values < 0).any():
            raise ValueError(f"'{self.domain.name}' always has a value")
        positions = table[values]
        starts = (self.base - 1 + self.rows[elements] * self.word.width).astype(np.int32)
        out: Clauses = np.sign(positions) * (np.abs(positions) + starts[:, None])
        return out


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
    def declare(board: Board, cnf: Cnf, domain: Domain, kind: str) -> PartialWords:
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

    def restrict(self, cnf: Cnf, rule: str, count: CountTemplates) -> bool:
        """Add "every element has one value, or none if it may"; return whether it is functional."""
        functional = True
        widths = self.possible.sum(axis=1)
        for width in np.unique(widths).tolist():
            rows = np.flatnonzero(widths == width)
            template = count(width, Counts.of(1))
            functional &= template.functional
            inputs = self.table[rows][self.possible[rows]].reshape(len(rows), width)
            label, size = f"aux:{self.domain.name}:{width}", len(rows) * template.auxiliaries
            names = [f"{label}:{i}" for i in range(size)]
            instantiate(cnf, rule, template, inputs, partial(list, names))
        return functional


AnyWords: TypeAlias = Words | PartialWords
"""The variables of a finite domain."""


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
