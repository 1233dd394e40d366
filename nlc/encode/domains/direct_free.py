"""Direct labels without at-most-one: a word is a set of candidates, and the first is the value.

Source: multivalued one-hot variables (Selman, Levesque, Mitchell 1992; Prestwich 2004), here with
constraints that are exact under guards. Let S and T be the sets of two words.

- A value is assigned by S = {v}. Equalities extend this to the words joined to it.
- "Equal" is S = T, value by value: both have the same first candidate.
- "Differ" is that S and T are disjoint: the first candidates differ, because a word that has a
  value has a candidate. This clause is the only one that a word needs.
- "Has the value v" is "v is a candidate and none before it is", exact in both directions.
- "Has a value" is a variable of its own, independent of the candidates.

So every model decodes to a solution, and each solution has a model, in which every word is one-hot.
Several words decode to one value, off the paths and on rings for instance. A shown variable would
be counted more than once, and is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from nlc.arrays import Ints
from nlc.encode.base import Declaration
from nlc.encode.domains.base import CountTemplates, DomainEncoding, Word, agree, differ_by_value
from nlc.encode.domains.direct import decode
from nlc.encode.template import Template, by_width


class DirectFree(DomainEncoding):
    """Variable v of a word means that v is a candidate; an optional word has ``has`` as well."""

    declaration = Declaration(
        name="direct-free",
        source="one-hot without at-most-one (Selman, Levesque, Mitchell 1992)",
        preserves_models=False,
        needs=("not shown",),
        size="p variables and 1 clause a word; equality 2p clauses, difference p, a value p",
    )

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


ENCODING = DirectFree()
