"""Runs by the automaton that accepts them, unrolled over the row, and by a decision diagram.

For the automaton there is a literal for each step between two places; a state with one step from
it, or into it, has that step's literal. Unit propagation finds the steps that no longer lead from
the start to the end, so that a place is fixed as soon as all remaining rows agree on it. Source:
Bacchus 2007, "GAC via unit propagation", section 4; Quimper, Walsh 2006, "Global grammar
constraints".

The reduced ordered binary decision diagram has a variable for each of its nodes. Source: Eén,
Sörensson 2006, "Translating pseudo-Boolean constraints into SAT", section 5.3, by the clauses of
"if the place is true, then this node, else that" and the two that follow from them.
"""

from __future__ import annotations

from nlc.encode.base import declared
from nlc.encode.runs import RunsEncoding
from nlc.encode.template import Template, from_lists
from nlc.ir.runs import Lengths, arcs_at, diagram

_ENDS = 0
"""Stands for the first and the last state, in which the automaton always is."""


class Automaton(RunsEncoding):
    """A literal for each step."""

    declaration = declared("runs", "automaton")

    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """See `RunsEncoding`."""
        found = diagram(lengths, ring, (None,) * n)
        assert found is not None
        last = n
        clauses: list[list[int]] = []
        before = [_ENDS]  # the literal of each state
        for place, arcs in enumerate(found.arcs, 1):
            size = found.sizes[place]
            leaving = arcs_at(arcs, len(before), into=False)
            entering = arcs_at(arcs, size, into=True)
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
        return Template(n, last - n, from_lists(clauses))


def _any(clauses: list[list[int]], first: int | None, steps: list[int]) -> None:
    """State that a literal implies one of some steps, unless one is surely taken."""
    if _ENDS not in steps:
        clauses.append([*([] if first is None else [first]), *steps])


_TRUE = 1 << 28
"""The node of the rows that have the runs; negated, that of the others."""


class DecisionDiagram(RunsEncoding):
    """Equal parts of the diagram are one node, and a redundant place has none."""

    declaration = declared("runs", "diagram")

    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """See `RunsEncoding`."""
        found = diagram(lengths, ring, (None,) * n)
        assert found is not None
        known: dict[tuple[int, int, int], int] = {}
        after = [_TRUE]
        for place in range(n, 0, -1):
            sons = [[-_TRUE, -_TRUE] for _ in range(found.sizes[place - 1])]
            for source, truth, target in found.arcs[place - 1]:
                sons[source][truth] = after[target]
            after = []
            for low, high in sons:
                if low != high:
                    low = known.setdefault((place, low, high), n + 1 + len(known))
                after.append(low)
        clauses = [[after[0]]]
        for (place, low, high), node in known.items():
            clauses += [[-node, -place, high], [-node, place, low], [-node, high, low]]
            clauses += [[node, -place, -high], [node, place, -low], [node, -high, -low]]
        kept = [[x for x in clause if x != -_TRUE] for clause in clauses if _TRUE not in clause]
        return Template(n, len(known), from_lists(kept))


AUTOMATON = Automaton()
DIAGRAM = DecisionDiagram()
