"""Runs by their places: offsets in the order encoding, or steps through a lattice.

The row is longer than the runs by some room, so that run i begins at its first possible place plus
an offset from 0 to the room; offsets ascend.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import AnyInts, Ints
from nlc.encode.base import declared
from nlc.encode.runs import RunsEncoding
from nlc.encode.template import Template, by_width
from nlc.ir.runs import Lengths

_ALWAYS = np.iinfo(np.int32).max
"""Stands for "an offset is at least 0"; its negation for "an offset exceeds the room"."""


class Order(RunsEncoding):
    """There is a literal for "the offset of run i is at least d".

    Source: the order encoding of the places of blocks (Tamura, Taga, Kitagawa, Banbara 2009,
    "Compiling finite linear CSP into SAT") for the constraints of a Nonogram.
    """

    declaration = declared("runs", "order")

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


class Starts(RunsEncoding):
    """The first places of runs, and the empty places between them, as a path through a lattice.

    A path leads from before the first run at the offset 0 to behind the last one at the greatest
    offset: a step to the next run places it at the offset, a step to the next offset leaves a place
    empty. There is a literal for each step, which implies one before it and one behind it. So a
    place is fixed as soon as all remaining rows agree on it.

    Source: the paths of an automaton (Bacchus 2007, "GAC via unit propagation") whose steps take
    whole runs, as in Bosch 2000, "Painting by numbers", where they are variables of an integer
    program.
    """

    declaration = declared("runs", "starts")

    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """See `RunsEncoding`."""
        k = len(lengths)
        first = np.cumsum([0, *(length + 1 for length in lengths)])
        room = n + 1 - int(first[-1])
        begins = n + 1 + np.arange(k * (room + 1)).reshape(k, room + 1)
        gaps = n + 1 + begins.size + np.arange((k + 1) * room).reshape(k + 1, room)
        # Steps from, and into each point (run, offset) of the lattice; 0 where there is none.
        leaving = np.zeros((k + 1, room + 1, 2), np.int64)
        entering = np.zeros((k + 1, room + 1, 2), np.int64)
        leaving[:k, :, 0], leaving[:, :room, 1] = begins, gaps
        entering[1:, :, 0], entering[:, 1:, 1] = begins, gaps
        into, out = entering.reshape(-1, 2), leaving.reshape(-1, 2)
        clauses = [out[:1], into[-1:]]
        for step in (0, 1):
            for step_literals, others in ((into, out), (out, into)):
                some = step_literals[:, step] != 0
                some[[0, -1]] = False
                clauses.append(np.column_stack([-step_literals[some, step], others[some]]))
        # The places of each step; the empty place behind a run may lie behind the row.
        offsets = np.arange(1, room + 2)
        step_places = [(-(first[run] + offsets[:room]), gaps[run]) for run in range(k + 1)]
        for run, length in enumerate(lengths):
            step_places += [(first[run] + offsets + place, begins[run]) for place in range(length)]
            step_places.append((-(first[run] + offsets + length), begins[run]))
        pairs = np.concatenate([np.stack(each, axis=1) for each in step_places])
        pairs = pairs[np.abs(pairs[:, 0]) <= n]
        clauses.append(np.stack([pairs[:, 0], -pairs[:, 1]], axis=1))
        by_place = pairs[np.argsort(pairs[:, 0], kind="stable")]
        for literal in [*range(-n, 0), *range(1, n + 1)]:
            low, high = np.searchsorted(by_place[:, 0], [literal, literal + 1])
            clauses.append(np.concatenate([[-literal], by_place[low:high, 1]])[None])
        return Template(n, begins.size + gaps.size, by_width(*clauses))


ORDER = Order()
STARTS = Starts()
