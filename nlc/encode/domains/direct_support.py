"""Direct labels with a variable for each value that the two words of a relation share.

Source: the support encoding (Kasif 1990; Gent 2002) of equality, the supports named by variables.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from nlc.encode.base import Declaration
from nlc.encode.domains.base import CountTemplates, DomainEncoding, Word, choices
from nlc.encode.domains.direct import ENCODING as DIRECT
from nlc.encode.template import Template, by_width


class DirectSupport(DomainEncoding):
    """Words are direct; equality means that some value is shared, and that both words have it.

    Words that cannot share a value make the guard false by unit propagation, which the ternary
    clauses of direct labels miss. If the guard is false, the shared variables may be false as well,
    so that the number of models is not preserved.
    """

    declaration = Declaration(
        name="direct-support",
        source="support encoding (Kasif 1990; Gent 2002)",
        preserves_models=False,
        size="p variables a word and exactly one of them; equality p variables, 4p + 1 clauses; "
        "difference p clauses",
    )

    def word(self, texts: Sequence[str], optional: bool, count: CountTemplates) -> Word:
        """Return the direct word with another equality."""
        word = DIRECT.word(texts, optional, count)
        return replace(word, equal=_equal(len(texts), optional))


def _equal(values: int, optional: bool) -> Template:
    """Return equality over two words, "no value" being one more choice of an optional one."""
    left, right = choices(values, optional)
    inputs = 2 * (values + optional)
    shared = np.arange(inputs + 1, inputs + len(left) + 1, dtype=np.int32)
    down = [np.column_stack([-shared, side]) for side in (left, right)]
    up = [np.column_stack([-side, shared]) for side in (left, right)]
    clauses = by_width(*up, shared[None])
    return Template(inputs, len(shared), clauses, by_width(*down), functional=not len(shared))


ENCODING = DirectSupport()
