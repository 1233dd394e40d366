"""Connectedness by clauses that are added only when a model breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Model, Separator
from nlc.encode.base import Declaration
from nlc.encode.connected.base import AcyclicChoice, ConnectedEncoding, Joined, holds
from nlc.encode.connected.cuts import NodeCut, NodeCuts
from nlc.encode.connected.inside import stated
from nlc.ir.nodes import TRUE

MOST_GIVEN = 8
"""Nodes of a side each of which gives a clause of its own."""


class Lazy(ConnectedEncoding):
    """Separators join the parts of each model that has several; no clause but for goals."""

    declaration = Declaration(
        name="lazy",
        node="connected",
        source="minimal node separators: Carvajal et al. 2013 (Oper. Res.), by SAT calls",
        exact=True,
        preserves_models=True,
        needs=("in-process",),
        size="no variables; a few clauses for each part of a model that is not joined to the rest; "
        "with goals also one for each node and edge",
    )

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Return the separator; with goals, state that no one or two nodes are cut off."""
        if joined.goals is not None:
            for clauses in small_cuts(joined, joined.goals):
                stated(cnf, rule, clauses)
        return (PartSeparator(joined),)


def small_cuts(joined: Joined, goals: Clauses) -> Iterator[Clauses]:
    """Yield clauses against parts of one node and of two, as a separator would give them later.

    A needed node is a goal, or a node beside it is open; so it is with two needed nodes side by
    side. Rows are filled up by the negation of `TRUE`.
    """
    graph = joined.graph
    ends = np.concatenate([graph.ends, graph.ends[:, ::-1]])
    ends = ends[np.lexsort(ends.T[::-1])]
    degree = np.bincount(ends[:, 0], minlength=graph.nodes)
    starts = np.cumsum(degree) - degree
    beside = np.full((graph.nodes, int(degree.max(initial=0))), -1, np.int32)
    beside[ends[:, 0], np.arange(len(ends)) - starts[ends[:, 0]]] = ends[:, 1]
    opened = np.append(joined.open, -TRUE)
    needed = joined.needed
    yield np.column_stack([-needed, goals, opened[beside]])
    tails, heads = graph.ends[graph.ends[:, 0] != graph.ends[:, 1]].T
    both = np.concatenate([beside[tails], beside[heads]], axis=1)
    both[(both == tails[:, None]) | (both == heads[:, None])] = -1
    pair = [-needed[tails], -needed[heads], goals[tails], goals[heads]]
    yield np.column_stack([*pair, opened[both]])


class PartSeparator(Struct, frozen=True, eq=False):
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

    def contradicted(self, known: Ints) -> Iterator[list[int]]:
        """Yield clauses none of whose literals can hold any more; one for each part cut off.

        Args:
            known: by variable: 1 if it is known to hold, -1 if not to hold, else 0.
        """

        def signs(lits: Clauses) -> Ints:
            constant = np.abs(lits) == TRUE
            return np.sign(lits) * np.where(constant, 1, known[np.where(constant, 0, np.abs(lits))])

        joined = self.joined
        opened = signs(joined.open) >= 0
        needed = opened & (signs(joined.needed) > 0)
        active = (joined.guards == 0) | (signs(joined.guards) > 0)
        goals = None if joined.goals is None else signs(joined.goals) >= 0
        cuts = NodeCuts(joined.graph.nodes, joined.graph.ends, joined.demands)
        for cut in cuts(opened, needed, active, goals):
            yield next(self._clauses(cut))

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
