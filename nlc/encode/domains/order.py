"""Order labels: variable i means that the index of the value is at least i.

Source: Crawford and Baker (1994); Tamura, Taga, Kitagawa and Banbara (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.encode.base import Declaration
from nlc.encode.domains import CountTemplates, DomainEncoding, Word, agree, differ_by_value
from nlc.encode.template import Template, by_width
from nlc.ir.nodes import ABSENT


class Order(DomainEncoding):
    """The variables of a word, for the indices 1 to p - 1, fall from true to false once.

    In an optional word ``has`` means that the index is at least 0: no value counts as -1.
    """

    declaration = Declaration(
        name="order",
        source="order (Crawford, Baker 1994; Tamura et al. 2009)",
        size="p - 1 variables and p - 2 clauses a word; equality 2(p - 1) clauses, difference p",
    )

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word: the bounds, then ``has`` if optional."""
        values = len(texts)
        bounds = max(values - 1, 0)
        width = bounds + optional
        cubes = _cubes(values, optional)
        return Word(
            width=width,
            values=values,
            optional=optional,
            valid=_valid(values, optional),
            equal=agree(width),
            differ=differ_by_value(width, cubes[: values + optional]),
            assigned=cubes,
            cubes=cubes,
            suffixes=(*(f">={text}" for text in texts[1:]), *([".has"] if optional else [])),
            decode=partial(_decode, bounds=bounds, optional=optional),
        )


def _chain(values: int, optional: bool) -> Ints:
    """Return the variables in the order in which they become false."""
    bounds = np.arange(1, max(values, 1), dtype=np.int32)
    return np.append(len(bounds) + 1, bounds).astype(np.int32) if optional else bounds


def _valid(values: int, optional: bool) -> Template:
    """Return the clauses "each variable of the chain implies the one before"."""
    chain = _chain(values, optional)
    clauses = np.column_stack([chain[:-1], -chain[1:]])
    if values:
        return Template(len(chain), 0, by_width(clauses))
    # Without values, no variable holds.
    return Template(len(chain), 0, by_width(-chain[None]))


def _cubes(values: int, optional: bool) -> Ints:
    """Return the last true and the first false variable of each value, and of no value."""
    chain = _chain(values, optional)
    table = np.zeros((values + 1, 2), np.int32)
    # Without ``has``, the index 0 needs no true variable.
    table[:values, 0] = chain[:values] if optional else np.append(0, chain)[:values]
    if values > 1:
        table[: values - 1, 1] = -chain[1 - values :]
    if optional:
        table[-1, 1] = -chain[0]
    return table


def _decode(words: Bools, bounds: int, optional: bool) -> Ints:
    index = words[:, :bounds].sum(axis=1)
    present = words[:, -1] if optional else np.ones(len(words), np.bool_)
    return np.where(present, index, ABSENT).astype(np.int32)


ENCODING = Order()
