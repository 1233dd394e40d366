"""Connectedness on plane graphs: what separates the nodes holds no ring of faces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic.base import at_most_one, block
from nlc.encode.base import Declaration, Degrees
from nlc.encode.connected import (
    AcyclicChoice,
    ConnectedEncoding,
    Joined,
    inside,
    never_both_outside,
    stated,
)
from nlc.graph import by_size, components
from nlc.graph.planar import dual
from nlc.ir.nodes import TRUE, Connection


class Dual(ConnectedEncoding):
    """The edges that are not drawn, crossed from face to face, hold no cycle.

    An edge is *drawn* if both of its ends are inside the connected set, or if an end that is not
    inside points along it; each such node points along one edge at most. A set of edges of a
    connected plane graph joins all nodes exactly when the duals of the others hold no cycle
    (Whitney: Non-separable and planar graphs, Trans. AMS 34, 1932), with the face outside, the rim,
    as a node like the others.

    Every model is connected. Contract the parts of the nodes inside, C of them; with D nodes that
    are not inside, at most D drawn edges are left, those that are pointed along. They join all, and
    C + D nodes take C + D - 1 edges: so C is at most 1.

    Every connected set has a model: a spanning tree of it extends to one of the graph, in which all
    other nodes point towards it.

    Where rules forbid that two neighbours both be outside, as in Hitori, each points to a fixed
    neighbour: no variable is needed, and what must hold no cycle is decided by the nodes alone. Of
    the connected pieces of the graph one at most has nodes inside.
    """

    declaration = Declaration(
        name="dual",
        source="duality of cuts and cycles (Whitney 1932)",
        preserves_models=False,
        needs=("planar",),
        size="3 variables and about 6 clauses an edge, fewer where no two nodes outside touch; "
        "and what acyclicity takes on the dual graph",
    )
    chooses_acyclic = True

    def takes(self, item: Connection) -> bool:
        """Return whether nodes are joined to each other; goals are left to pointers."""
        return item.goals is None

    def suits(self, joined: Joined) -> bool:
        """Return whether no two neighbours can both be outside."""
        return bool(never_both_outside(joined, joined.needed).all())

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add the clauses, and those of the encoding of acyclicity."""
        ends = joined.graph.ends
        within = inside(cnf, rule, joined)
        _one_piece(cnf, rule, joined, within)
        pointers = _pointers(cnf, rule, joined, within)
        drawn = block(cnf, rule, "drawn", (len(ends),))
        for side in (0, 1):
            alternatives = np.column_stack([-drawn, pointers, within[ends[:, side]]])
            stated(cnf, rule, alternatives)
            stated(cnf, rule, np.column_stack([-pointers[:, side], drawn]))
        stated(cnf, rule, np.column_stack([drawn, -within[ends]]))
        graph = dual(joined.graph)
        unknown = np.zeros(graph.nodes, np.bool_)
        return choose(graph).lower(cnf, rule, graph, -drawn, Degrees(unknown, unknown))


def _one_piece(cnf: Cnf, rule: str, joined: Joined, within: Clauses) -> None:
    """State that nodes inside are in one connected piece of the graph."""
    piece = components(joined.graph.nodes, joined.graph.ends)
    roots, which = np.unique(piece, return_inverse=True)
    if len(roots) < 2:
        return
    used = block(cnf, rule, "used", (len(roots),))
    stated(cnf, rule, np.column_stack([-within, used[which]]))
    at_most_one(cnf, rule, used[None])


def _pointers(cnf: Cnf, rule: str, joined: Joined, within: Clauses) -> Ints:
    """Return the literals by which the first and the second end of each edge point along it.

    Returns:
        Shape (edges, 2); ``-TRUE`` where an end never does.
    """
    ends = joined.graph.ends
    apart = never_both_outside(joined, within)
    settled = np.ones(joined.graph.nodes, np.bool_)
    settled[ends[~apart]] = False
    pointers = np.full(ends.shape, -TRUE, np.int32)
    free = (~settled)[ends] & (within[ends] != TRUE)
    pointers[free] = block(cnf, rule, "pointer", (int(free.sum()),))
    stated(cnf, rule, np.column_stack([-pointers[free], -within[ends][free]]))
    for _, places in by_size(ends[free]):
        at_most_one(cnf, rule, pointers[free][places])
    _, first = np.unique(ends.ravel(), return_index=True)
    first = first[settled[ends.ravel()[first]]]
    pointers.ravel()[first] = -within[ends.ravel()[first]]
    return pointers


ENCODING = Dual()
