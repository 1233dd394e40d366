"""Direct labels: one variable a value, exactly one of which holds; and their variants.

Source: de Kleer (1989). "Linked cells share a label" takes 2p ternary clauses, where formulas (8)
and (9) of the thesis take 2^p long ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.encode.base import declared
from nlc.encode.domains import CountTemplates, DomainEncoding, Word, agree, differ_by_value
from nlc.encode.template import Template, by_width
from nlc.ir.nodes import ABSENT, Counts


class Direct(DomainEncoding):
    """Variable v of a word means that it has the value v; an optional word has one more."""

    declaration = declared("domains", "direct")

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word: the values, then ``has`` if optional."""
        values, width = len(texts), len(texts) + optional
        valid = count(width, Counts.of(1))
        # Presence is false where there is no value: its negation is one of the choices.
        valid = valid.flip(width) if optional else valid
        cubes = np.append(np.arange(1, values + 1), -width if optional else 0).astype(np.int32)
        possible = cubes[: values + optional, None]
        return Word(
            width=width,
            values=values,
            optional=optional,
            valid=valid,
            equal=self.equal(values, optional),
            differ=differ_by_value(width, possible),
            assigned=cubes[:, None],
            cubes=cubes[:, None],
            suffixes=(*(f"={text}" for text in texts), *([".has"] if optional else [])),
            decode=partial(decode, values=values, optional=optional),
        )

    def equal(self, values: int, optional: bool) -> Template:
        """Return the template of "two words have the same value"."""
        return agree(values + optional)


def decode(words: Bools, values: int, optional: bool) -> Ints:
    """Return the first value that holds; `ABSENT` for an optional word without ``has``."""
    if values == 0:
        return np.full(len(words), ABSENT, np.int32)
    found = words[:, :values].argmax(axis=1)
    return np.where(words[:, -1] | (not optional), found, ABSENT).astype(np.int32)


class DirectFree(DomainEncoding):
    """Without at-most-one: a word is a set of candidates, and the first is the value.

    Variable v means that v is a candidate; an optional word has ``has`` as well. Source:
    multivalued one-hot variables (Selman, Levesque, Mitchell 1992; Prestwich 2004), here with
    constraints that are exact under guards. Let S and T be the sets of two words.

    - A value is assigned by S = {v}. Equalities extend this to the words joined to it.
    - "Equal" is S = T, value by value: both have the same first candidate.
    - "Differ" is that S and T are disjoint: the first candidates differ, because a word that has a
      value has a candidate. This clause is the only one that a word needs.
    - "Has the value v" is "v is a candidate and none before it is", exact in both directions.
    - "Has a value" is a variable of its own, independent of the candidates.

    So every model decodes to a solution, and each solution has a model, in which every word is
    one-hot. Several words decode to one value, off the paths and on rings for instance. A shown
    variable would be counted more than once, and is refused.
    """

    declaration = declared("domains", "direct-free")

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the word: the candidates, then ``has`` if optional."""
        values, width = len(texts), len(texts) + optional
        candidates = np.arange(1, values + 1, dtype=np.int32)
        some = np.append(candidates, -width) if optional else candidates
        each = np.append(candidates, -width if optional else 0).astype(np.int32)
        return Word(
            width=width,
            values=values,
            optional=optional,
            valid=Template(width, 0, by_width(some[None])),
            equal=agree(width),
            differ=differ_by_value(width, each[: values + optional, None]),
            assigned=_signed(np.where(np.eye(values, dtype=np.bool_), 1, -1), optional),
            cubes=_signed(
                np.eye(values, dtype=np.int32) - np.tri(values, k=-1, dtype=np.int32), optional
            ),
            suffixes=(*(f"?={text}" for text in texts), *([".has"] if optional else [])),
            decode=partial(decode, values=values, optional=optional),
            unique=False,
        )


def _signed(signs: Ints, optional: bool) -> Ints:
    """Return literals, and those of "no value", from the sign of each candidate at each value.

    Args:
        signs: shape (p, p): row v is for value v, 0 if a candidate does not matter.
        optional: whether there may be no value.
    """
    values, width = len(signs), len(signs) + optional
    table = np.zeros((values + 1, width), np.int32)
    table[:values, :values] = signs * np.arange(1, values + 1)
    if optional:
        table[:, -1] = width
        table[-1, -1] = -width
    return table


class DirectSupport(Direct):
    """Equality means that some value is shared, and that both words have it.

    Source: the support encoding (Kasif 1990; Gent 2002) of equality, the supports named by
    variables. Words that cannot share a value make the guard false by unit propagation, which the
    ternary clauses of direct labels miss. If the guard is false, the shared variables may be false
    as well, so that the number of models is not preserved.
    """

    declaration = declared("domains", "direct-support")

    def equal(self, values: int, optional: bool) -> Template:
        """Return equality over two words, "no value" being one more choice of an optional one."""
        left, right = _choices(values, optional)
        inputs = 2 * (values + optional)
        shared = np.arange(inputs + 1, inputs + len(left) + 1, dtype=np.int32)
        down = [np.column_stack([-shared, side]) for side in (left, right)]
        up = [np.column_stack([-side, shared]) for side in (left, right)]
        clauses = by_width(*up, shared[None])
        return Template(inputs, len(shared), clauses, by_width(*down), functional=not len(shared))


_LARGEST = 12
"""The most values: 4096 clauses of 13 literals for every link."""


class Thesis(Direct):
    """As in the thesis, "linked cells share a label" is a disjunction of conjunctions, expanded.

    Source: formulas (8) and (9) of the thesis: a drawn link implies that, for some k, both of its
    cells have the label k. Distribution gives a clause for every way to take one of the two cells
    for each k: 2^p clauses of p literals, and one more for each guard. "No value" counts as one
    more value of an optional word; the thesis has no such words.
    """

    declaration = declared("domains", "thesis")

    def refusal(self, values: int) -> str | None:
        """Refuse more than 12 values."""
        if values <= _LARGEST:
            return None
        return (
            f"{values} values would take 2^{values} clauses a link; it stops at {_LARGEST} values"
        )

    def equal(self, values: int, optional: bool) -> Template:
        """Return a clause for every choice of the left or the right word for each value."""
        left, right = _choices(values, optional)
        ways = (np.arange(1 << len(left))[:, None] >> np.arange(len(left))) & 1 == 1
        return Template(2 * (values + optional), 0, by_width(np.where(ways, right, left)))


def _choices(values: int, optional: bool) -> tuple[Ints, Ints]:
    """Return the literals of all values, "no value" the last, in two direct words."""
    width = values + optional
    left = np.append(np.arange(1, values + 1), -width if optional else ()).astype(np.int32)
    return left, (left + width * np.sign(left)).astype(np.int32)
