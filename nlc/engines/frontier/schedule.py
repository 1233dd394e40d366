"""The order of the edges, and which nodes each brings to the frontier or takes from it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Floats, Ints
from nlc.engines.problem import Problem


class Place(Struct, frozen=True):
    """A node in the frontier.

    Attributes:
        slot: where it stands.
        rest: how many of its edges are decided later.
    """

    slot: int
    node: int
    rest: int


class Tally(Struct, frozen=True):
    """A sum with an edge in it.

    Attributes:
        slot: where its count stands.
        number: of the sum in the problem.
        rest: how many of its edges are decided later.
    """

    slot: int
    number: int
    rest: int


class Step(Struct, frozen=True, eq=False):
    """One edge to decide.

    Attributes:
        ends: its two nodes.
        enters: those of them that have their first edge here.
        leaves: those of them that have their last edge here.
        tallies: the sums that it is in.
        inner: the slots of both ends of every later edge between two nodes of the frontier.
        unmet: shape (labels + 1,), whether some node of each label enters later.
    """

    edge: int
    ends: tuple[Place, Place]
    enters: tuple[Place, ...]
    leaves: tuple[Place, ...]
    tallies: tuple[Tally, ...]
    inner: tuple[tuple[int, int], ...]
    unmet: npt.NDArray[np.bool_]


class Schedule(Struct, frozen=True, eq=False):
    """All edges in order.

    Attributes:
        steps: one for each edge.
        width: the number of slots for nodes, the width of the frontier.
        tallies: the number of slots for sums.
    """

    steps: tuple[Step, ...]
    width: int
    tallies: int


class Slots:
    """Hands out the lowest free slot."""

    def __init__(self) -> None:
        self.of: dict[int, int] = {}
        self.used = 0
        self._free: list[int] = []

    def take(self, item: int) -> bool:
        """Give an item a slot, and return whether it had none before."""
        if item in self.of:
            return False
        slot = min(self._free, default=self.used)
        if slot == self.used:
            self.used += 1
        else:
            self._free.remove(slot)
        self.of[item] = slot
        return True

    def give_back(self, item: int) -> None:
        self._free.append(self.of.pop(item))


def make_schedule(problem: Problem, order: Ints) -> Schedule:
    """Give every node, and every sum, a slot from its first edge to its last."""
    ends = problem.ends.tolist()
    labels = problem.labels.tolist()
    rest = np.bincount(problem.ends.ravel(), minlength=problem.nodes).tolist()
    unmet = np.bincount(problem.labels, minlength=problem.groups + 1)
    sums_of: dict[int, list[int]] = {}
    for number, item in enumerate(problem.sums):
        for edge in item.edges:
            sums_of.setdefault(edge, []).append(number)
    sum_rest = [len(item.edges) for item in problem.sums]
    nodes, sums = Slots(), Slots()
    undecided = _Undecided(problem)
    steps: list[Step] = []
    for edge in order.tolist():
        fresh = [node for node in ends[edge] if nodes.take(node)]
        np.subtract.at(unmet, [labels[node] for node in fresh], 1)
        for node in ends[edge]:
            rest[node] -= 1
        places = {node: Place(nodes.of[node], node, rest[node]) for node in ends[edge]}
        touched = sums_of.get(edge, [])
        for number in touched:
            sums.take(number)
            sum_rest[number] -= 1
        a, b = ends[edge]
        steps.append(
            Step(
                edge,
                (places[a], places[b]),
                tuple(places[node] for node in fresh),
                tuple(place for place in places.values() if not place.rest),
                tuple(Tally(sums.of[number], number, sum_rest[number]) for number in touched),
                undecided.after(edge, fresh, nodes.of),
                unmet > 0,
            )
        )
        for node in ends[edge]:
            if not rest[node]:
                nodes.give_back(node)
        for number in touched:
            if not sum_rest[number]:
                sums.give_back(number)
    return Schedule(tuple(steps), nodes.used, sums.used)


class _Undecided:
    """The edges to come between nodes of the frontier."""

    def __init__(self, problem: Problem) -> None:
        self._beside: list[list[tuple[int, int]]] = [[] for _ in range(problem.nodes)]
        for edge, (a, b) in enumerate(problem.ends.tolist()):
            self._beside[a].append((edge, b))
            self._beside[b].append((edge, a))
        self._open: dict[int, tuple[int, int]] = {}

    def after(
        self, edge: int, fresh: list[int], slots: dict[int, int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the slots of their ends, once `fresh` has entered and `edge` is decided."""
        for node in fresh:
            for other_edge, other in self._beside[node]:
                if other in slots:
                    self._open[other_edge] = slots[node], slots[other]
        del self._open[edge]
        return tuple(self._open.values())


def edge_order(problem: Problem) -> Ints:
    """Return the edges in the order that is likely to need the fewest states.

    The nodes are ordered, and an edge is due with the first of its ends. Candidates are sweeps over
    the drawing in eight directions, and growing a set of nodes by the one that brings the fewest
    new neighbours, as orders for a small profile of a sparse matrix are found. A frontier of w
    nodes has about 3^w states, so the sum of these powers over all steps is what is compared.
    """
    best = np.arange(len(problem.ends), dtype=np.int32)
    least = np.inf
    for ranks in node_ranks(problem.places, problem.ends):
        first, second = np.sort(ranks[problem.ends], axis=1).T
        order = np.lexsort((second, first)).astype(np.int32)
        cost = float((3.0 ** np.minimum(_widths(problem, order), 600)).sum())
        if cost < least:
            best, least = order, cost
    return best


def node_ranks(places: Floats, ends: Ints) -> Iterator[Ints]:
    """Yield the rank of every node of a graph in each candidate order.

    Args:
        places: shape (nodes, 2), where the nodes are drawn.
        ends: shape (edges, 2).
    """
    x, y = np.round(places, 6).T  # one line, though its last digits differ
    for first, second in ((y, x), (x, y), (x + y, x), (x - y, x)):
        for sign in (1, -1):
            yield _ranks(np.lexsort((second, sign * np.round(first, 6))).astype(np.int32))
    # Larger boards are only swept.
    if len(places) <= 2000:
        beside: list[set[int]] = [set() for _ in places]
        for a, b in ends.tolist():
            beside[a].add(b)
            beside[b].add(a)
        starts = sorted(range(len(places)), key=lambda node: len(beside[node]))
        for start in starts[:12]:
            yield _ranks(_grown(beside, start))


def _ranks(order: Ints) -> Ints:
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return ranks


def _grown(beside: list[set[int]], start: int) -> Ints:
    """Return the nodes as a set grows from `start`, and from another where that is surrounded."""
    order: list[int] = []
    seen: set[int] = set()
    for first in (start, *range(len(beside))):
        met = [] if first in seen else [first]
        seen.add(first)
        while met:
            node = min(met, key=lambda v: len(beside[v] - seen))
            met.remove(node)
            order.append(node)
            met += sorted(beside[node] - seen)
            seen |= beside[node]
    return np.array(order, np.int32)


def _widths(problem: Problem, order: Ints) -> Ints:
    """Return how many nodes stand in the frontier at each step."""
    m = len(order)
    at = np.repeat(np.arange(m, dtype=np.int32), 2)
    nodes = problem.ends[order].ravel()
    first = np.full(problem.nodes, m, np.int32)
    last = np.full(problem.nodes, m, np.int32)
    np.minimum.at(first, nodes, at)
    last[nodes] = at  # ascending, so the last one stays
    change = np.bincount(first, minlength=m + 1) - np.bincount(
        np.minimum(last + 1, m), minlength=m + 1
    )
    return np.cumsum(change)[:m].astype(np.int32)
