"""What is wrong with, or missing of, a line or an area of which a part is drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools
from nlc.graph import cycles, spanning_forest
from nlc.ir.evaluate import Checker, Violation, faults
from nlc.ir.nodes import LINES, Acyclic, Global, Lits
from nlc.ir.partial_state import PartialState


class Finding(Struct, frozen=True, eq=False):
    """A rule that is broken, or not yet satisfied.

    Attributes:
        violation: what is broken, in words.
        elements: where, by name.
        wrong: whether nothing further could make it hold.
        closed: it is none: a loop is complete, and nothing of `rest` can be drawn any more.
        rest: literals.
    """

    violation: Violation
    elements: tuple[str, ...]
    wrong: bool
    closed: bool = False
    rest: Lits = field(default_factory=lambda: np.zeros(0, np.int32))


def node_findings(node: Acyclic, state: PartialState, checker: Checker) -> Iterator[Finding]:
    """Yield the rings of edges that must have none."""
    chosen = np.flatnonzero(state.state(node.lits) == 1)
    for cycle in cycles(node.graph.nodes, node.graph.ends[chosen]):
        lits = node.lits[chosen[list(cycle.edges)]]
        broken = checker.violation(node.origin, 0, "a closed ring")
        yield Finding(broken, state.elements(lits), True)


def graph_findings(item: Global, state: PartialState, checker: Checker) -> Iterator[Finding]:
    """Yield what is wrong with a whole-board statement; else what it lacks."""
    found = list(_Graph(item, state, checker).wrong())
    yield from found
    if not any(each.wrong for each in found):
        for text in faults(item, checker.values, checker.names):
            yield Finding(checker.violation(item.origin, 0, text), (), False)


class _Graph:
    """The chosen edges of a whole-board statement, and those that may still be chosen."""

    def __init__(self, item: Global, state: PartialState, checker: Checker) -> None:
        self._item, self._state, self._checker = item, state, checker
        self._edges = state.state(item.lits)
        ends, nodes = item.graph.ends, item.graph.nodes
        self._chosen = np.flatnonzero(self._edges == 1)
        self._member: Bools
        possible = self._edges >= 0
        if item.members is None:
            self._member = np.zeros(nodes, np.bool_)
            self._member[ends[self._chosen].ravel()] = True
        else:
            members = state.state(item.members)
            self._member = np.asarray(members == 1)
            possible &= (members[ends] >= 0).all(axis=1)
        self._root = spanning_forest(nodes, ends[possible]).root

    def wrong(self) -> Iterator[Finding]:
        if self._item.kind in LINES:
            yield from self._line()
        if self._item.kind == "reaches":
            goals = self._item.targets
            if self._item.members is not None:
                goals = goals[self._state.state(self._item.members[goals]) >= 0]
            lost = self._member & ~np.isin(self._root, self._root[goals])
            for node in np.flatnonzero(lost).tolist():
                yield self._at([node], f"{self._name(node)} can be joined to no goal")
            return
        there = np.flatnonzero(self._member)
        if len(there):
            apart = there[self._root[there] != self._root[there[0]]]
            for node in apart[np.unique(self._root[apart], return_index=True)[1]].tolist():
                text = f"{self._name(node)} cannot be joined to {self._name(int(there[0]))}"
                yield self._at([node, int(there[0])], text)

    def _line(self) -> Iterator[Finding]:
        """Yield nodes with too many edges or too few, and rings that are too early."""
        item = self._item
        ends, nodes = item.graph.ends, item.graph.nodes
        degree = np.bincount(ends[self._chosen].ravel(), minlength=nodes)
        most = np.bincount(ends[self._edges >= 0].ravel(), minlength=nodes)
        end = np.zeros(nodes, np.bool_)
        if item.kind == "path" and item.targets[0] != item.targets[1]:
            end[item.targets] = True
        sort = item.edge_sort.value
        for node in np.flatnonzero(degree > np.where(end, 1, 2)).tolist():
            must = "1" if end[node] else "0 or 2"
            text = f"{self._name(node)} has {degree[node]} chosen {sort}s, must have {must}"
            yield self._at([node], text)
        stuck = np.where(end, most == 0, (degree == 1) & (most == 1))
        for node in np.flatnonzero(stuck).tolist():
            yield self._at([node], f"the line cannot go on at {self._name(node)}")
        for cycle in cycles(nodes, ends[self._chosen]):
            edges = self._chosen[list(cycle.edges)]
            names = self._state.elements(item.lits[edges])
            if item.kind == "loop" and len(edges) == len(self._chosen):
                rest = item.lits[self._edges == 0]
                closed = self._checker.violation(item.origin, 0, "")
                yield Finding(closed, names, False, closed=True, rest=rest)
            else:
                text = "a ring that leaves a part of the line out"
                text = "a closed ring" if item.kind == "path" else text
                yield Finding(self._checker.violation(item.origin, 0, text), names, True)

    def _at(self, nodes: list[int], text: str) -> Finding:
        broken = self._checker.violation(self._item.origin, 0, text)
        return Finding(broken, tuple(self._name(node) for node in nodes), True)

    def _name(self, node: int) -> str:
        return self._checker.names.element(self._item.node_sort, node)
