"""Runs by a reduced ordered binary decision diagram, a variable for each of its nodes.

Source: Eén, Sörensson 2006, "Translating pseudo-Boolean constraints into SAT", section 5.3, by the
clauses of "if the place is true, then this node, else that" and the two that follow from them.
"""

from __future__ import annotations

import numpy as np

from nlc.encode.base import Declaration
from nlc.encode.runs.base import RunsEncoding
from nlc.encode.template import Template, by_width
from nlc.ir.runs import Lengths, diagram

_TRUE = 1 << 28
"""The node of the rows that have the runs; negated, that of the others."""


class DecisionDiagram(RunsEncoding):
    """Equal parts of the diagram are one node, and a redundant place has none."""

    declaration = Declaration(
        name="diagram",
        source="reduced decision diagrams (Bryant 1986; Eén, Sörensson 2006)",
        size="a variable and 6 clauses a node, O(n s) of them for runs of s places",
    )

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
        padded = np.zeros((len(clauses), 3), np.int32)
        for row, clause in enumerate(clauses):
            padded[row, : len(clause)] = clause
        padded = padded[~(padded == _TRUE).any(axis=1)]
        padded[padded == -_TRUE] = 0
        return Template(n, len(known), by_width(padded))


ENCODING = DecisionDiagram()
