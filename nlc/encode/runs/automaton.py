"""Runs by the automaton that accepts them, unrolled over the row.

There is a literal for each step of the automaton between two places; a state with one step from it,
or into it, has that step's literal. Unit propagation finds the steps that no longer lead from the
start to the end, so that a place is fixed as soon as all remaining rows agree on it.

Source: Bacchus 2007, "GAC via unit propagation", section 4; Quimper, Walsh 2006, "Global grammar
constraints".
"""

from __future__ import annotations

import numpy as np

from nlc.encode.base import Declaration
from nlc.encode.runs.base import RunsEncoding
from nlc.encode.template import Template, by_width
from nlc.ir.runs import Lengths, arcs_from, arcs_into, diagram

_ENDS = 0
"""Stands for the first and the last state, in which the automaton always is."""


class Automaton(RunsEncoding):
    """A literal for each step."""

    declaration = Declaration(
        name="automaton",
        source="regular constraints by the steps of an automaton (Bacchus 2007)",
        size="O(n s) variables and clauses for runs of s places",
    )

    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """See `RunsEncoding`."""
        found = diagram(lengths, ring, (None,) * n)
        assert found is not None
        last = n
        clauses: list[list[int]] = []
        before = [_ENDS]  # the literal of each state
        for place, arcs in enumerate(found.arcs, 1):
            size = found.sizes[place]
            leaving = list(arcs_from(arcs, len(before)))
            entering = list(arcs_into(arcs, size))
            after = [_ENDS] * size
            steps = [_ENDS] * len(arcs)
            for state in range(size) if place < n else ():
                last += 1
                after[state] = last
            for number, (source, _, target) in enumerate(arcs):
                if len(leaving[source]) == 1:
                    steps[number] = before[source]
                elif len(entering[target]) == 1:
                    steps[number] = after[target]
                else:
                    last += 1
                    steps[number] = last
            for number, (source, truth, target) in enumerate(arcs):
                step = steps[number]
                for wanted in (before[source], after[target]):
                    if wanted not in (step, _ENDS):
                        clauses.append([-step, wanted] if step else [wanted])
                here = place if truth else -place
                clauses.append([-step, here] if step else [here])
            for states, numbers in ((before, leaving), (after, entering)):
                for state, some in zip(states, numbers, strict=True):
                    if len(some) > 1 or steps[some[0]] != state:
                        _any(clauses, -state if state else None, [steps[i] for i in some])
            for truth in (True, False):
                some = [i for i, arc in enumerate(arcs) if arc.truth is truth]
                _any(clauses, -place if truth else place, [steps[i] for i in some])
            before = after
        width = max(map(len, clauses), default=0)
        padded = np.zeros((len(clauses), width), np.int32)
        for row, clause in enumerate(clauses):
            padded[row, : len(clause)] = clause
        return Template(n, last - n, by_width(padded))


def _any(clauses: list[list[int]], first: int | None, steps: list[int]) -> None:
    """State that a literal implies one of some steps, unless one is surely taken."""
    if _ENDS not in steps:
        clauses.append([*([] if first is None else [first]), *steps])


ENCODING = Automaton()
