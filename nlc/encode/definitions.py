"""Templates that define one variable by others, in both directions."""

from __future__ import annotations

from functools import cache

import numpy as np

from nlc.encode.template import Template, by_width


@cache
def conjunction(size: int) -> Template:
    """Return "input size + 1 holds exactly when the inputs 1..size all do" (Tseitin 1968)."""
    parts = np.arange(1, size + 1, dtype=np.int32)
    whole = np.full(size, size + 1, np.int32)
    down = np.column_stack([-whole, parts])
    up = np.append(-parts, size + 1)[None]
    return Template(size + 1, 0, by_width(down, up))


@cache
def disjunction(size: int) -> Template:
    """Return "input size + 1 holds exactly when one of the inputs 1..size does"."""
    return Template(size + 1, 0, tuple(-block for block in conjunction(size).clauses))
