"""Connectedness by clauses: a part of so many nodes is reached in so many steps; or, on plane
graphs, what separates the nodes holds no ring of faces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic import MAX_CLAUSES, at_most_one, block
from nlc.encode.base import Degrees, declared
from nlc.encode.connected import (
    AcyclicChoice,
    ConnectedEncoding,
    Joined,
    beside,
    inside,
    never_both_outside,
    stated,
)
from nlc.graph import by_size, components
from nlc.graph.planar import dual
from nlc.ir.nodes import TRUE, Connection

PREFERRED_UP_TO = 32
"""Members of a part up to which `auto` states levels: there are as many for each node."""


class Levels(ConnectedEncoding):
    """Variable t of a node says that a way of at most t steps leads to it from a source.

    A source is a goal or, where nodes are joined to each other, the root: a node that rules make a
    member wherever there is any, else the first member. Of a set of k nodes that is connected each
    is reached in k - 1 steps at most, through nodes of the set; what is reached is joined to a
    source. Variables are left out below the distance at which a node lies through nodes that may be
    passed.
    """

    declaration = declared("connected", "levels")

    def refusal(self, item: Connection) -> str | None:
        """Return why the encoding is too large for a connection, or None."""
        loose = item.members is None
        possible = item.graph.nodes if item.members is None else (item.members != -TRUE).sum()
        total = int(6 * possible * (possible if item.most is None else item.most)) << loose
        if total <= MAX_CLAUSES:
            return None
        return f"it would take about {total:,} clauses, and {MAX_CLAUSES:,} are the limit"

    def prefers(self, item: Connection) -> bool:
        """Return whether a set is known to be small."""
        return item.most is not None and item.most <= PREFERRED_UP_TO

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add the variables and clauses."""
        sources = _sources(cnf, rule, joined)
        near = beside(joined.graph)
        first = _distances(near, joined.allowed, sources != -TRUE)
        far = first > joined.steps
        stated(cnf, rule, -joined.required[far][:, None])
        if joined.steps < 1:
            stated(cnf, rule, np.column_stack([-joined.required, sources]))
        nodes = np.flatnonzero(~far)
        before = np.append(sources, np.int32(-TRUE))
        for step in range(1, joined.steps + 1):
            now = nodes[first[nodes] <= step]
            ways = np.column_stack([before[now], before[near[now]]])
            if step == joined.steps:
                stated(cnf, rule, np.column_stack([-joined.required[now], ways]))
                break
            after = before.copy()
            more = sources[now] != joined.allowed[now]
            now, ways = now[more], ways[more]
            after[now] = block(cnf, rule, "level", (len(now),))
            stated(cnf, rule, np.column_stack([-after[now], joined.allowed[now]]))
            stated(cnf, rule, np.column_stack([-after[now], ways]))
            for way in ways.T:
                stated(cnf, rule, np.column_stack([after[now], -joined.allowed[now], -way]))
            before = after
        return ()


def _sources(cnf: Cnf, rule: str, joined: Joined) -> Clauses:
    """Return the literal of each node that says whether it is a source; ``-TRUE`` where never."""
    out = np.full(joined.graph.nodes, -TRUE, np.int32)
    if joined.goals is not None:
        both = np.flatnonzero((joined.goals != -TRUE) & (joined.allowed != -TRUE))
        goals, opened = joined.goals[both], joined.allowed[both]
        out[both] = np.where(goals == TRUE, opened, goals)
        free = (goals != TRUE) & (opened != TRUE)
        at = both[free]
        out[at] = block(cnf, rule, "source", (len(at),))
        for part in (goals[free], opened[free]):
            stated(cnf, rule, np.column_stack([-out[at], part]))
        stated(cnf, rule, np.column_stack([out[at], -goals[free], -opened[free]]))
    elif joined.root is not None:
        out[joined.root] = joined.required[joined.root]
    else:
        _first(cnf, rule, joined.required, out)
    return out


def _first(cnf: Cnf, rule: str, needed: Clauses, out: Clauses) -> None:
    """Make the first of the nodes that are needed the source."""
    possible = np.flatnonzero(needed != -TRUE)
    if not len(possible):
        return
    lits = needed[possible]
    until = block(cnf, rule, "until", (len(lits),))  # whether one is needed, up to this
    earlier = np.append(np.int32(-TRUE), until[:-1])
    stated(cnf, rule, np.column_stack([until, -lits]))
    stated(cnf, rule, np.column_stack([until, -earlier]))
    stated(cnf, rule, np.column_stack([-until, lits, earlier]))
    first = block(cnf, rule, "source", (len(lits),))
    stated(cnf, rule, np.column_stack([-first, lits]))
    stated(cnf, rule, np.column_stack([-first, -earlier]))
    stated(cnf, rule, np.column_stack([first, -lits, earlier]))
    out[possible] = first


def _distances(near: Ints, opened: Clauses, sources: Bools) -> Ints:
    """Return the steps from a source to each node through nodes that may be passed."""
    n = len(opened)
    out = np.full(n, n + 1, np.int32)
    reached = np.append(sources & (opened != -TRUE), False)
    step = 0
    while True:
        fresh = reached[:-1] & (out > n)
        if not fresh.any():
            return out
        out[fresh] = step
        step += 1
        reached[:-1] |= reached[near].any(axis=1) & (opened != -TRUE)


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

    declaration = declared("connected", "dual")
    chooses_acyclic = True

    def takes(self, item: Connection) -> bool:
        """Return whether nodes are joined to each other; goals are left to pointers."""
        return item.goals is None

    def suits(self, joined: Joined) -> bool:
        """Return whether no two neighbours can both be outside."""
        return bool(never_both_outside(joined, joined.required).all())

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
