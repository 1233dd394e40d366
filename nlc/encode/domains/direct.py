"""Direct labels: one variable a value, exactly one of which holds.

Source: de Kleer (1989). "Linked cells share a label" takes 2p ternary clauses, where formulas (8)
and (9) of the thesis take 2^p long ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.encode.base import Declaration
from nlc.encode.domains.base import CountTemplates, DomainEncoding, Word, agree, differ_by_value
from nlc.ir.nodes import ABSENT, Counts


class Direct(DomainEncoding):
    """Variable v of a word means that it has the value v; an optional word has one more."""

    declaration = Declaration(
        name="direct",
        source="one-hot (de Kleer 1989)",
        size="p variables a word and exactly one of them; equality 2p clauses, difference p",
    )

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
            equal=agree(width),
            differ=differ_by_value(width, possible),
            assigned=cubes[:, None],
            cubes=cubes[:, None],
            suffixes=(*(f"={text}" for text in texts), *([".has"] if optional else [])),
            decode=partial(decode, values=values, optional=optional),
        )


def decode(words: Bools, values: int, optional: bool) -> Ints:
    """Return the first value that holds; `ABSENT` for an optional word without ``has``."""
    if values == 0:
        return np.full(len(words), ABSENT, np.int32)
    found = words[:, :values].argmax(axis=1)
    return np.where(words[:, -1] | (not optional), found, ABSENT).astype(np.int32)


ENCODING = Direct()
