"""Runs by their offsets from their first possible places, in the order encoding.

The row is longer than the runs by some room, so that run i begins at its first possible place plus
an offset; offsets ascend. There is a literal for "the offset of run i is at least d".

Source: the order encoding of the places of blocks (Tamura, Taga, Kitagawa, Banbara 2009, "Compiling
finite linear CSP into SAT") for the constraints of a Nonogram.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import AnyInts, Ints
from nlc.encode.base import Declaration
from nlc.encode.runs.base import RunsEncoding
from nlc.encode.template import Template, by_width
from nlc.ir.runs import Lengths

_ALWAYS = np.iinfo(np.int32).max
"""Stands for "an offset is at least 0"; its negation for "an offset exceeds the room"."""


class Order(RunsEncoding):
    """Offsets by their order."""

    declaration = Declaration(
        name="order",
        source="the places of runs in the order encoding (Tamura et al. 2009)",
        needs=("line",),
        size="k d variables and about 2 k (n + d) clauses for k runs with room for d offsets",
    )

    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """See `RunsEncoding`."""
        k = len(lengths)
        first = np.cumsum([0, *(length + 1 for length in lengths)])[:k]
        room = n + 1 - sum(lengths) - k
        # at_least[i, d + 1]: the offset of run i is at least d, from -1 to room + 1 and beyond.
        table = np.full((k, room + 2), _ALWAYS, np.int32)
        table[:, -1] = -_ALWAYS
        table[:, 1:-1] = n + 1 + np.arange(k * room).reshape(k, room)

        def at_least(run: int, offsets: AnyInts) -> Ints:
            found: Ints = table[run, np.clip(offsets, 0, room + 1)]
            return found

        places = np.arange(n, dtype=np.int32)
        cells = places + np.int32(1)
        every, clauses = np.arange(room + 2), []
        for run in range(k):
            clauses.append(_clauses(-at_least(run, every + 1), at_least(run, every)))
            if run:
                clauses.append(_clauses(-at_least(run - 1, every), at_least(run, every)))
            latest = places - first[run]
            early, late = latest - lengths[run] + 1, latest + 1
            clauses.append(_clauses(-at_least(run, early), at_least(run, late), cells))
        # A place is empty where the run before it is over and the next one is to come.
        never = np.full(n, -_ALWAYS, np.int32)
        for run in range(k + 1):
            over = (
                at_least(run - 1, places - first[run - 1] - lengths[run - 1] + 1) if run else never
            )
            to_come = at_least(run, places - first[run] + 1) if run < k else -never
            clauses.append(_clauses(over, -to_come, -cells))
        return Template(n, k * room, by_width(*clauses))


def _clauses(*columns: Ints) -> Ints:
    """Return clauses by their columns of literals, without those that always hold."""
    clauses = np.stack(columns, axis=1).astype(np.int32)
    clauses = clauses[~(clauses == _ALWAYS).any(axis=1)]
    return np.where(clauses == -_ALWAYS, 0, clauses).astype(np.int32)


ENCODING = Order()
