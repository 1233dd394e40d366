"""Connectedness by clauses that are added only when a model breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from nlc.arrays import Ints
from nlc.cnf.formula import Clauses, Cnf, Model, Separator
from nlc.dataclasses import dataclass
from nlc.encode.base import Declaration
from nlc.encode.connected.base import AcyclicChoice, ConnectedEncoding, Joined, holds
from nlc.encode.connected.cuts import NodeCut, NodeCuts
from nlc.ir.nodes import TRUE

MOST_GIVEN = 8
"""Nodes of a side each of which gives a clause of its own."""


class Lazy(ConnectedEncoding):
    """No clause at all; separators join the parts of each model that has several."""

    declaration = Declaration(
        name="lazy",
        node="connected",
        source="minimal node separators: Carvajal et al. 2013 (Oper. Res.), by SAT calls",
        exact=True,
        preserves_models=True,
        needs=("in-process",),
        size="no variables; a few clauses for each part of a model that is not joined to the rest",
    )

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add nothing; return the separator."""
        return (PartSeparator(joined),)


@dataclass(frozen=True, eq=False)
class PartSeparator:
    """Finds the parts of a model and gives the clauses of `NodeCuts` against them.

    A demand under a guard is relied on where the model makes the guard true, and the clause then
    holds the guard's negation. Where it depends on the puzzle which nodes are goals, as in several
    puzzles that share a formula, the clause says that one of the nodes cut off may be one.
    """

    joined: Joined

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model breaks; none if all that is needed is joined."""
        joined = self.joined
        needed, opened = holds(model, joined.needed), holds(model, joined.open)
        guards = joined.guards
        active = (guards == 0) | (model[np.abs(guards)] == (guards > 0))
        goals = None if joined.goals is None else holds(model, joined.goals)
        graph = joined.graph
        cuts = NodeCuts(graph.nodes, graph.ends, joined.demands)
        found = cuts(opened, needed, active, goals)
        return [clause for cut in found for clause in self._clauses(cut)]

    def _clauses(self, cut: NodeCut) -> Iterator[list[int]]:
        joined = self.joined
        literals = set(joined.open[cut.nodes].tolist())
        literals |= {-g for g in joined.guards[list(cut.demands)].tolist() if g}
        if joined.goals is not None:
            found = joined.goals[cut.side]
            literals |= set(found[found != -TRUE].tolist())
        near, far = (_given(joined.needed, nodes) for nodes in (cut.near, cut.far))
        for given in product(near, far[:1]):
            yield sorted({*literals, *(-x for x in given if x)})


def _given(needed: Clauses, nodes: Ints) -> list[int]:
    """Return the literals of some nodes, one of which a clause denies; 0 for nothing."""
    return np.unique(needed[nodes]).tolist()[:MOST_GIVEN] if len(nodes) else [0]


ENCODING = Lazy()
