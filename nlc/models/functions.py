"""The functions of models: counts, sums, and constraints over whole graphs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import field

from nlc.errors import require_type
from nlc.models.expressions import (
    WHOLE,
    Expression,
    Value,
    Variable,
    along,
    condition,
    expression,
    number,
    refuse,
    total,
)


def _counted(kind: str, count: Value, conditions: Value, axis: int | None) -> Expression:
    several = count if isinstance(count, (list, tuple, set, range)) else [count]
    found = tuple(number(each) for each in several)
    if not found or (len(found) > 1 and kind != "exactly"):
        refuse(f"'{kind}' takes one number")
    return along(kind, "bool", axis, condition(conditions), counts=found)


def exactly(count: Value, conditions: Value, axis: int | None = None) -> Expression:
    """Return whether exactly so many of some conditions hold, along an axis or of all.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.exactly([0, 2], m.bools("x", 4)))
    >>> m.count()
    7

    Args:
        count: a number, known or not; or several known ones, one of which is the right one.
        conditions: an array or a list.
        axis: along which they are counted; None for all.
    """
    return _counted("exactly", count, conditions, axis)


def at_most(count: Value, conditions: Value, axis: int | None = None) -> Expression:
    """Return whether at most so many of some conditions hold; see `exactly`.

    >>> import nlc
    >>> nlc.at_most(1, nlc.Model().bools("x", (3, 4)), axis=1)
    3 conditions
    """
    return _counted("at most", count, conditions, axis)


def at_least(count: Value, conditions: Value, axis: int | None = None) -> Expression:
    """Return whether at least so many of some conditions hold; see `exactly`.

    >>> import nlc
    >>> nlc.at_least(2, nlc.Model().bools("x", 3))
    a condition
    """
    return _counted("at least", count, conditions, axis)


def all_different(numbers: Value, axis: int | None = None) -> Expression:
    """Return whether numbers differ from each other, along an axis or all of them.

    >>> import nlc
    >>> nlc.all_different(nlc.Model().ints("n", (9, 9), 1, 9), axis=0)
    9 conditions
    """
    return along("all_different", "bool", axis, number(numbers))


def sum(values: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """Return the sum of numbers; a condition that holds counts 1.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.sum(m.bools("x", 5)) == 2)
    >>> m.count()
    10
    """
    return total(values, axis)


def any(conditions: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """Return whether any of some conditions holds.

    >>> import nlc
    >>> nlc.any(nlc.Model().bools("x", 5))
    a condition
    """
    return expression(conditions).any(axis)


def all(conditions: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """Return whether all of some conditions hold.

    >>> import nlc
    >>> nlc.all(nlc.Model().ints("n", 5, 0, 9) > 2)
    a condition
    """
    return expression(conditions).all(axis)


def odd(conditions: Value, axis: int | None = None) -> Expression:
    """Return whether an odd number of conditions holds.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.odd(m.bools("x", 5)))
    >>> m.count()
    16
    """
    return along("odd", "bool", axis, condition(conditions))


def min(values: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """Return the least of some numbers.

    >>> import nlc
    >>> nlc.min(nlc.Model().ints("n", 5, 0, 9))
    a number
    """
    return expression(values).min(axis)


def max(values: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """Return the greatest of some numbers.

    >>> import nlc
    >>> nlc.max(nlc.Model().ints("n", (3, 5), 0, 9), axis=1)
    3 numbers
    """
    return expression(values).max(axis)


def product(values: Value, axis: int | None = None) -> Expression:
    """Return the product of some numbers.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.product(m.ints("n", 2, 1, 9)) == 12)
    >>> m.count()
    4
    """
    return expression(values).prod(axis)


# ---------- graphs ----------


class Graph(Expression, eq=False, kw_only=True):
    """The edges of a graph, each a condition: whether it is chosen.

    >>> import nlc
    >>> g = nlc.Model().graph([("a", "b"), ("b", "c"), ("c", "a")])
    >>> g.nodes, g.at("a")
    (['a', 'b', 'c'], 2 conditions)

    Attributes:
        nodes: those of a graph of NetworkX in its order, else as edges name them.
        edges: the pairs of nodes, in order.
    """

    nodes: list[Any]
    edges: list[tuple[Any, Any]]
    _at: dict[Any, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._at = {node: [] for node in self.nodes}
        for i, ends in enumerate(self.edges):
            for end in ends:
                self._at[end].append(i)

    def at(self, node: Any) -> Expression:
        """Return the edges at a node."""
        if node not in self._at:
            refuse(f"this graph has no node {node!r}")
        return self[np.array(self._at[node], int)]

    def edge(self, one: Any, other: Any) -> Expression:
        """Return the edge between two nodes."""
        found = {*self._at.get(one, ())} & {*self._at.get(other, ())}
        if one == other or not found:
            refuse(f"this graph has no edge between {one!r} and {other!r}")
        return self[found.pop()]


def edges_of(graph: Any) -> tuple[list[tuple[Any, Any]], list[Any]]:
    """Return the edges of a graph, and its nodes.

    Args:
        graph: pairs of nodes, numbers or texts; or a graph of NetworkX.
    """
    require_type("graph", graph, Iterable, "such as [(1, 2), (2, 3)]", "edges or a graph")
    if hasattr(graph, "edges") and hasattr(graph, "nodes"):
        if getattr(graph, "is_directed", bool)():
            refuse("the edges of a model's graph have no directions", "take an array for the arcs")
        pairs, nodes = [tuple(each)[:2] for each in graph.edges], list(graph.nodes)
    else:
        pairs = [tuple(each) if isinstance(each, Iterable) else (each,) for each in graph]
        nodes = list(dict.fromkeys(end for each in pairs for end in each))
    seen: set[frozenset[Any]] = set()
    for each in pairs:
        ends = frozenset(each)
        if len(each) != 2 or len(ends) != 2:
            refuse(f"an edge joins two different nodes, and {each!r} does not")
        if ends in seen:
            refuse(f"there are two edges between {each[0]!r} and {each[1]!r}")
        seen.add(ends)
    return pairs, nodes


def labels_of(nodes: Collection[Any]) -> dict[Any, int | str]:
    """Return what nodes are called: numbers, if all are; else texts, as ``0,1`` for (0, 1)."""
    if {*map(type, nodes)} <= {int}:
        return {node: node for node in nodes}
    return {
        node: ",".join(map(str, node)) if isinstance(node, tuple) else str(node) for node in nodes
    }


class Members(NamedTuple):
    """Nodes of a graph, or edges by their ends, each under a condition; without one, all are there.

    Numbers and texts are what nodes are called.
    """

    labels: Sequence[Any]
    chosen: Expression | None = None


def _edges(name: str, edges: Any) -> Members:
    variable = getattr(edges, "more", None)
    if not isinstance(variable, Variable) or not variable.ends or edges.ndim != 1:
        refuse(f"'{name}' needs the edges of a graph, as 'm.graph(…)' makes them")
    return Members([variable.ends[i] for i in edges.data], edges)


def _whole(name: str, *parts: Members | int | str) -> Expression:
    return Expression(name, WHOLE, more=parts)


def acyclic(edges: Expression) -> Expression:
    """Return the constraint that the chosen edges contain no cycle.

    >>> import nlc
    >>> m = nlc.Model()
    >>> g = m.graph([(1, 2), (2, 3), (3, 1), (3, 4)])
    >>> m.add(nlc.acyclic(g))
    >>> m.count()
    14
    """
    return _whole("acyclic", _edges("acyclic", edges))


def loop(edges: Expression) -> Expression:
    """Return the constraint that the chosen edges are one closed loop, and nothing else.

    >>> import nlc
    >>> m = nlc.Model()
    >>> g = m.graph([(1, 2), (2, 3), (3, 1), (3, 4)])
    >>> m.add(nlc.loop(g))
    >>> print(m.solve().board)
    edge: 1-2 2-3 1-3
    """
    return _whole("loop", _edges("loop", edges))


def path(graph: Graph, start: Any, end: Any) -> Expression:
    """Return the constraint that the chosen edges are one path between two nodes.

    >>> import nlc
    >>> m = nlc.Model()
    >>> g = m.graph([(1, 2), (2, 3), (3, 1), (3, 4)])
    >>> m.add(nlc.path(g, 1, 4))
    >>> m.count()
    2
    """
    edges = _edges("path", graph)
    ends = _found(_graph("path", graph)[0], (start, end))
    if start == end:
        refuse("a path leads from one node to another")
    return _whole("path", edges, *ends)


def _found(labels: dict[Any, int | str], nodes: Iterable[Any]) -> list[int | str]:
    for node in (every := list(nodes)):
        if not isinstance(node, Hashable) or node not in labels:
            refuse(f"this graph has no node {node!r}")
    return [labels[node] for node in every]


def _graph(name: str, graph: Any) -> tuple[dict[Any, int | str], Members]:
    """Return what the nodes of a graph are called, and its edges."""
    if isinstance(graph, Graph):
        return labels_of(graph.nodes), _edges(name, graph)
    pairs, nodes = edges_of(graph)
    labels = labels_of(nodes)
    return labels, Members([(labels[a], labels[b]) for a, b in pairs])


def connected(nodes: Any, graph: Any = None) -> Expression:
    """Return the constraint that nodes are joined with each other.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.connected(m.bools("x", 3), [(0, 1), (1, 2)]))
    >>> m.count()  # all but the two ends alone
    7

    Args:
        nodes: the edges of a `Graph`, whose chosen ones are in one piece; or a condition for each
            node: those for which it holds are joined by ways through each other.
        graph: what joins nodes: a `Graph`, of which the chosen edges do; or edges that are there,
            as pairs or as a graph of NetworkX.
    """
    if graph is None:
        return _whole("connected", _edges("connected", nodes))
    labels, edges = _graph("connected", graph)
    return _whole("connected", _nodes("connected", nodes, labels), edges)


def reaches(nodes: Value, goals: Iterable[Any], graph: Any) -> Expression:
    """Return the constraint that each chosen node is joined to a chosen one of the goals.

    >>> import nlc
    >>> m = nlc.Model()
    >>> m.add(nlc.reaches(m.bools("x", 3), [0], [(0, 1), (1, 2)]))
    >>> m.count()
    4

    Args:
        nodes: a condition for each node.
        goals: nodes.
        graph: what joins nodes; see `connected`.
    """
    require_type("goals", goals, Iterable, "such as [0, 3]", "nodes")
    labels, edges = _graph("reaches", graph)
    members = _nodes("reaches", nodes, labels)
    return _whole("reaches", members, Members(_found(labels, goals)), edges)


def _nodes(name: str, nodes: Value, labels: dict[Any, int | str]) -> Members:
    members = condition(nodes).flatten()
    if members.size != len(labels):
        refuse(f"'{name}' has {members.size} conditions for {len(labels)} nodes")
    return Members([*labels.values()], members)
