"""Labels as numbers: the index of the value in binary, or by its bounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from nlc.arrays import Bools, Ints
from nlc.encode.base import declared
from nlc.encode.domains import CountTemplates, DomainEncoding, Word, agree, differ_by_value
from nlc.encode.template import Template, by_width
from nlc.ir.nodes import ABSENT


class Log(DomainEncoding):
    """Bit i of a word is bit i of the value's index, the least significant first.

    Source: Iwama and Miyazaki (1994); unused codes are excluded here by comparison with the largest
    code, at most one clause a bit, so that no at-most-one constraint is needed.

    An optional word has one more variable, ``has``; without a value all bits are false, so that
    every value has one code.
    """

    declaration = declared("domains", "log")

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word: the bits, then ``has`` if optional."""
        values = len(texts)
        bits = max(values - 1, 0).bit_length()
        width = bits + optional
        cubes = _cubes_of_bits(values, bits, optional)
        possible = cubes[: values + optional]
        by_value = bits <= 2
        return Word(
            width=width,
            values=values,
            optional=optional,
            valid=_valid_bits(values, bits, optional),
            equal=agree(width),
            differ=differ_by_value(width, possible) if by_value else _differ(width),
            assigned=_codes(values, bits, optional),
            cubes=cubes,
            suffixes=(*(f".bit{i}" for i in range(bits)), *([".has"] if optional else [])),
            decode=partial(_decode_bits, bits=bits, optional=optional),
        )


def _set_bits(numbers: npt.ArrayLike, bits: int) -> Bools:
    """Return the bits of numbers, shape (m, bits), the least significant first."""
    out: Bools = (np.asarray(numbers)[..., None] >> np.arange(bits)) & 1 == 1
    return out


def _valid_bits(values: int, bits: int, optional: bool) -> Template:
    """Return the clauses that exclude codes from `values` on, and bits without a value.

    A code is above the largest one if it has a true bit at a false bit of the largest, and all true
    bits of the largest above that.
    """
    width = bits + optional
    if values == 0:
        return Template(width, 0, by_width(np.array([[-1] if optional else []], np.int32)))
    largest = _set_bits(values - 1, bits)
    positions = np.arange(1, bits + 1)
    above = (positions[None] > positions[:, None]) & largest[None]
    above |= np.eye(bits, dtype=np.bool_)
    excluded = np.where(above, -positions, 0)[~largest]
    present = np.column_stack([-positions, np.full(bits, width)]) if optional else np.zeros((0, 2))
    return Template(width, 0, by_width(present.astype(np.int32), excluded.astype(np.int32)))


def _codes(values: int, bits: int, optional: bool) -> Ints:
    """Return all literals of the word of each value, and of no value."""
    signs = np.where(_set_bits(np.append(np.arange(values), 0), bits), 1, -1)
    if optional:
        signs = np.column_stack([signs, np.append(np.ones(values, np.int64), -1)])
    codes = signs * np.arange(1, bits + optional + 1)
    if not optional:
        codes[-1] = 0
    return codes.astype(np.int32)


def _cubes_of_bits(values: int, bits: int, optional: bool) -> Ints:
    """Return the fewest literals that distinguish each value from all others.

    A false bit of v is redundant if setting it gives a number that is not a code. Presence matters
    only for the value 0, whose bits are those of no value.
    """
    codes = _codes(values, bits, optional)
    numbers = np.arange(values)[:, None]
    set_bits = _set_bits(np.arange(values), bits)
    needed = set_bits | (numbers + (1 << np.arange(bits)) < values)
    codes[:values, :bits][~needed] = 0
    if optional:
        codes[1:values, bits] = 0
        codes[-1, :bits] = 0
    return codes


def _differ(width: int) -> Template:
    """Return "some position differs", with a variable for each position: 1 + 4 * width clauses.

    The variables are defined in both directions (half of the clauses would do for satisfiability),
    so that every solution has one model.
    """
    x = np.arange(1, width + 1)
    y, d = x + width, x + 2 * width
    definitions = np.concatenate(
        [np.column_stack(row) for row in ([-d, x, y], [-d, -x, -y], [d, -x, y], [d, x, -y])]
    )
    return Template(2 * width, width, by_width(d[None]), by_width(definitions))


def _decode_bits(words: Bools, bits: int, optional: bool) -> Ints:
    powers = np.int32(1) << np.arange(bits, dtype=np.int32)
    values: Ints = words[:, :bits].astype(np.int32) @ powers
    return np.where(words[:, -1], values, np.int32(ABSENT)) if optional else values


class Order(DomainEncoding):
    """Variable i means that the index of the value is at least i.

    Source: Crawford and Baker (1994); Tamura, Taga, Kitagawa and Banbara (2009). The variables of a
    word, for the indices 1 to p - 1, fall from true to false once.

    In an optional word ``has`` means that the index is at least 0: no value counts as -1.
    """

    declaration = declared("domains", "order")

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word: the bounds, then ``has`` if optional."""
        values = len(texts)
        bounds = max(values - 1, 0)
        width = bounds + optional
        cubes = _cubes_of_order(values, optional)
        return Word(
            width=width,
            values=values,
            optional=optional,
            valid=_valid_order(values, optional),
            equal=agree(width),
            differ=differ_by_value(width, cubes[: values + optional]),
            assigned=cubes,
            cubes=cubes,
            suffixes=(*(f">={text}" for text in texts[1:]), *([".has"] if optional else [])),
            decode=partial(_decode_order, bounds=bounds, optional=optional),
            bounds=cubes[:values, 0],
        )


def _chain(values: int, optional: bool) -> Ints:
    """Return the variables in the order in which they become false."""
    bounds = np.arange(1, max(values, 1), dtype=np.int32)
    return np.append(len(bounds) + 1, bounds).astype(np.int32) if optional else bounds


def _valid_order(values: int, optional: bool) -> Template:
    """Return the clauses "each variable of the chain implies the one before"."""
    chain = _chain(values, optional)
    # Without values, no variable holds.
    clauses = np.column_stack([chain[:-1], -chain[1:]]) if values else -chain[None]
    return Template(len(chain), 0, by_width(clauses))


def _cubes_of_order(values: int, optional: bool) -> Ints:
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


def _decode_order(words: Bools, bounds: int, optional: bool) -> Ints:
    index = words[:, :bounds].sum(axis=1)
    present = words[:, -1] if optional else np.ones(len(words), np.bool_)
    return np.where(present, index, ABSENT).astype(np.int32)
