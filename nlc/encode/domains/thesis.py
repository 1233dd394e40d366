"""Labels as in the thesis: "linked cells share a label" as a disjunction of conjunctions, expanded.

Source: formulas (8) and (9) of the thesis: a drawn link implies that, for some k, both of its cells
have the label k. Distribution gives a clause for every way to take one of the two cells for each k.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from nlc.encode.base import Declaration
from nlc.encode.domains.base import CountTemplates, DomainEncoding, Word, choices
from nlc.encode.domains.direct import ENCODING as DIRECT
from nlc.encode.template import Template, by_width

_LARGEST = 12
"""The most values: 4096 clauses of 13 literals for every link."""


class Thesis(DomainEncoding):
    """Words are direct; equality takes 2^p clauses of p literals, and one more for each guard.

    "No value" counts as one more value of an optional word; the thesis has no such words.
    """

    declaration = Declaration(
        name="thesis",
        source="thesis, formulas (8), (9)",
        needs=(f"p <= {_LARGEST}",),
        size="p variables a word and exactly one of them; equality 2^p clauses of p literals, "
        "difference p clauses",
    )

    def refusal(self, values: int) -> str | None:
        """Refuse more than 12 values."""
        if values <= _LARGEST:
            return None
        return (
            f"{values} values would take 2^{values} clauses a link; it stops at {_LARGEST} values"
        )

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the direct word with another equality."""
        word = DIRECT.word(texts, optional, count)
        return replace(word, equal=_equal(len(texts), optional))


def _equal(values: int, optional: bool) -> Template:
    """Return a clause for every choice of the left or the right word for each value."""
    left, right = choices(values, optional)
    ways = (np.arange(1 << len(left))[:, None] >> np.arange(len(left))) & 1 == 1
    return Template(2 * (values + optional), 0, by_width(np.where(ways, right, left)))


ENCODING = Thesis()
