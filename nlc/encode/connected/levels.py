"""Connectedness by levels: a part of so many nodes is reached in so many steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic.base import MAX_CLAUSES, block
from nlc.encode.base import Declaration
from nlc.encode.connected import AcyclicChoice, ConnectedEncoding, Joined, beside, stated
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

    declaration = Declaration(
        name="levels",
        source="bounded reachability, as in bounded model checking (Biere et al. 1999)",
        size="for a part of at most k nodes k variables and about 6k clauses for each node that may"
        " be in it; k is what counts allow, else all nodes; refused above 10 million clauses",
    )

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
        first = _distances(near, joined.open, sources != -TRUE)
        far = first > joined.steps
        stated(cnf, rule, -joined.needed[far][:, None])
        if joined.steps < 1:
            stated(cnf, rule, np.column_stack([-joined.needed, sources]))
        nodes = np.flatnonzero(~far)
        before = np.append(sources, np.int32(-TRUE))
        for step in range(1, joined.steps + 1):
            now = nodes[first[nodes] <= step]
            ways = np.column_stack([before[now], before[near[now]]])
            if step == joined.steps:
                stated(cnf, rule, np.column_stack([-joined.needed[now], ways]))
                break
            after = before.copy()
            more = sources[now] != joined.open[now]
            now, ways = now[more], ways[more]
            after[now] = block(cnf, rule, "level", (len(now),))
            stated(cnf, rule, np.column_stack([-after[now], joined.open[now]]))
            stated(cnf, rule, np.column_stack([-after[now], ways]))
            for way in ways.T:
                stated(cnf, rule, np.column_stack([after[now], -joined.open[now], -way]))
            before = after
        return ()


def _sources(cnf: Cnf, rule: str, joined: Joined) -> Clauses:
    """Return the literal of each node that says whether it is a source; ``-TRUE`` where never."""
    out = np.full(joined.graph.nodes, -TRUE, np.int32)
    if joined.goals is not None:
        both = np.flatnonzero((joined.goals != -TRUE) & (joined.open != -TRUE))
        goals, opened = joined.goals[both], joined.open[both]
        out[both] = np.where(goals == TRUE, opened, goals)
        free = (goals != TRUE) & (opened != TRUE)
        at = both[free]
        out[at] = block(cnf, rule, "source", (len(at),))
        for part in (goals[free], opened[free]):
            stated(cnf, rule, np.column_stack([-out[at], part]))
        stated(cnf, rule, np.column_stack([out[at], -goals[free], -opened[free]]))
    elif joined.root is not None:
        out[joined.root] = joined.needed[joined.root]
    else:
        _first(cnf, rule, joined.needed, out)
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


ENCODING = Levels()
