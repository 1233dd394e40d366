"""Two connected sets that fill a plane graph have one run each round every face.

Let a set of nodes and its complement both be connected, as the two colours of Yin-Yang are. If a,
b, c, d are in this order round a face, and a and c are in one set, b and d in the other, then a
path from a to c in the first set, closed across the face, is a curve that separates b from d, and
the other set is not connected (Jordan). So the sets change at most twice round a face: the four
cells at a corner have no crosswise colours, and along the rim of the board each colour is one run.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from nlc.arrays import Ints
from nlc.graph.planar import face_walks
from nlc.ir.builder import Builder
from nlc.ir.connection import complements
from nlc.ir.nodes import TRUE, Connection, CountDefinition, Counts, Origin, Program
from nlc.ir.passes import Pass

RULE = "runs"
"""The rule name of the variables and clauses."""

SHORT = 6
"""The most nodes of a face with clauses on all four of them; larger ones count changes."""


@dataclass(frozen=True)
class FaceRuns(Pass):
    """The members change at most twice on the way round each face."""

    name = "face-runs"
    source = "Jordan curve theorem (folklore of Yin-Yang)"
    needs = ("planar", "two connected sets that fill a graph")
    size = "2 clauses a face of 4 nodes, 30 of 6; a variable for each two nodes of a longer one"

    def apply(self, program: Program) -> Program:
        """Return a program with these clauses for each plane graph that two connected sets fill."""
        found = complements(program)
        if not found:
            return program
        builder = Builder.beyond(program, RULE)
        for item in found:
            _add_item(builder, item)
        return builder.extended()


PASS = FaceRuns


def _add_item(builder: Builder, item: Connection) -> None:
    origin = Origin(RULE, None)
    assert item.members is not None
    for nodes in face_walks(item.graph):
        lits = item.members[nodes]
        if 3 < lits.shape[1] <= SHORT:
            for four in combinations(range(lits.shape[1]), 4):
                crosswise = lits[:, four] * np.array([-1, 1, -1, 1], np.int32)
                for clause in (crosswise, -crosswise):
                    builder.clause(clause, origin)
        elif lits.shape[1] > SHORT:
            for row in lits:
                _limit_changes(builder, row[np.abs(row) != TRUE], origin)


def _limit_changes(builder: Builder, row: Ints, origin: Origin) -> None:
    """Add "literals in a ring change at most twice"."""
    pairs = np.column_stack([row, np.roll(row, -1)])
    pairs = pairs[np.abs(pairs[:, 0]) != np.abs(pairs[:, 1])]
    if len(pairs) < 4:
        return
    definition = CountDefinition(Counts.of(1), pairs)
    changes = builder.auxiliary(len(pairs), "change", definition, origin)
    builder.count(Counts.between(0, 2), changes[None], origin)
