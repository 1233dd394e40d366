"""What static encodings of connectedness share: a connected set, and clauses with constants."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.clauses import block
from nlc.encode.connected.base import Joined
from nlc.encode.template import tidy
from nlc.ir.nodes import TRUE


def inside(cnf: Cnf, rule: str, joined: Joined) -> Clauses:
    """Return literals of a set that holds all needed nodes, and open ones only.

    That the needed nodes are joined means that one such set is connected. Where a node is needed as
    soon as it is open, the literal is that; else it is a new variable.

    Args:
        cnf: takes the clauses.
        rule: name of the rule that asks.
        joined: without goals.

    Returns:
        Shape (nodes,); constants are `TRUE` and its negation.
    """
    out = joined.needed.copy()
    free = np.flatnonzero(joined.open != joined.needed)
    out[free] = block(cnf, rule, "inside", (len(free),))
    stated(cnf, rule, np.column_stack([-out[free], joined.open[free]]))
    stated(cnf, rule, np.column_stack([-joined.needed[free], out[free]]))
    return out


def stated(cnf: Cnf, rule: str, clauses: Clauses) -> None:
    """Add clauses, shape (m, n), that may hold constants, or a variable twice."""
    rows = clauses[~(clauses == TRUE).any(axis=1)]
    sizes = (rows != -TRUE).sum(axis=1)
    for size in np.unique(sizes).tolist():
        part = rows[sizes == size]
        for each in tidy(part[part != -TRUE].reshape(len(part), size)):
            cnf.add(rule, each)


def never_both_outside(joined: Joined, within: Clauses) -> Bools:
    """Return for which edges a rule forbids that both ends are outside; `within` as of `inside`."""
    demands = joined.demands
    sizes = np.diff(demands.starts, append=len(demands.edges))
    starts = demands.starts[(sizes == 2) & (joined.guards == 0)]
    pairs = np.sort(np.stack([demands.edges[starts], demands.edges[starts + 1]], axis=1), axis=1)
    ends = np.sort(joined.graph.ends, axis=1).astype(np.int64)
    known = pairs[:, 0].astype(np.int64) * joined.graph.nodes + pairs[:, 1]
    apart = np.isin(ends[:, 0] * joined.graph.nodes + ends[:, 1], known)
    return np.asarray(apart | (within[joined.graph.ends] == TRUE).any(axis=1))
