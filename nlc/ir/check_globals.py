"""Checks constraints over the whole board (`Global`) on the edges that a filled board chooses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Ints
from nlc.graph.forests import spanning_forest
from nlc.ir.names import LiteralNames
from nlc.ir.nodes import TRUE, Global
from nlc.ir.valuation import Valuation


def faults(item: Global, values: Valuation, names: LiteralNames) -> Iterator[str]:
    """Yield what is wrong, in words, one fault at a time; nothing where the constraint holds.

    - ``connected``: the nodes that take part (members, or ends of chosen edges) are pairwise joined
      by chosen edges, through such nodes only; no nodes are connected.
    - ``loop``: the chosen edges form exactly one closed loop.
    - ``path``: they form one simple path between the two targets.
    - ``reaches``: each member is joined, by chosen edges through members, to a member that is a
      target.

    Raises:
        ValueError: the kind is none of these.
    """
    chosen = item.graph.ends[values.holds(item.lits)]
    if item.kind in ("loop", "path"):
        yield from _line(item, chosen, names)
        return
    if item.members is None:
        member = np.zeros(item.graph.nodes, dtype=np.bool_)
        member[chosen.ravel()] = True
    else:
        member = values.holds(item.members)
        chosen = chosen[member[chosen].all(axis=1)]
    root = spanning_forest(item.graph.nodes, chosen).root
    parts, first = np.unique(root[member], return_index=True)
    first = np.flatnonzero(member)[first]
    if item.kind == "connected":
        whole = first.min(initial=item.graph.nodes)
        for node in np.sort(first[first != whole]).tolist():
            yield f"{_name(item, names, node)} is not joined to {_name(item, names, int(whole))}"
    elif item.kind == "reaches":
        goals = item.targets[member[item.targets]]
        for node in np.sort(first[~np.isin(parts, root[goals])]).tolist():
            yield f"{_name(item, names, node)} is joined to no goal"
    else:
        raise ValueError(f"unknown kind of global constraint: {item.kind}")


def _line(item: Global, chosen: Ints, names: LiteralNames) -> Iterator[str]:
    """Yield why the chosen edges are not one loop, or not one path between the targets.

    A path from a node to itself has no edges.
    """
    degree = np.bincount(chosen.ravel(), minlength=item.graph.nodes)
    end = np.zeros(item.graph.nodes, dtype=np.bool_)
    if item.kind == "path" and item.targets[0] != item.targets[1]:
        end[item.targets] = True
    wrong = np.where(end, degree != 1, (degree != 0) & (degree != 2))
    for node in np.flatnonzero(wrong).tolist():
        must = "1" if end[node] else "0 or 2"
        yield (
            f"{_name(item, names, node)} has {degree[node]} chosen {item.edge_sort.value}s,"
            f" must have {must}"
        )
    used = np.flatnonzero(degree)
    if item.kind == "path":
        start = int(item.targets[0])
    elif len(used):
        start = int(used[0])
    else:
        yield f"no {item.edge_sort.value} is chosen, must be one loop"
        return
    root = spanning_forest(item.graph.nodes, chosen).root
    apart = used[root[used] != root[start]]
    for node in apart[np.sort(np.unique(root[apart], return_index=True)[1])].tolist():
        yield f"{_name(item, names, node)} is not joined to {_name(item, names, start)}"


def _name(item: Global, names: LiteralNames, node: int) -> str:
    """Return the name of a node, with the condition under which it takes part."""
    name = names.element(item.node_sort, node)
    if item.members is None or item.members[node] == TRUE:
        return name
    return f"{name} ({names.literal(int(item.members[node]))})"
