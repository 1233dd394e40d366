"""The order in which variables are decided, and what the frontier method does at each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Floats, Ints
from nlc.engines.frontier.automata import automaton_of, may_hold
from nlc.engines.frontier.rules import Line, Literal, Part, Rules, Term


class Turn(Struct, frozen=True, eq=False):
    """A rule that a variable is in.

    Attributes:
        slot: where its state stands.
        table: shape (values, states), the state after it, or `DEAD`.
        first: whether the rule begins here: it has one state.
    """

    slot: int
    table: Ints
    first: bool


class Enter(Struct, frozen=True, eq=False):
    """A node enters the frontier of a part: by value of the variable, whether it is a member.

    Where groups have sizes, by value the size of its group.
    """

    part: int
    slot: int
    member: Bools | Ints
    goal: bool


class Edge(Struct, frozen=True, eq=False):
    """An edge is decided: by value, whether it is chosen; None: where both ends are members."""

    part: int
    ends: tuple[int, int]
    chosen: Bools | None


class Leave(Struct, frozen=True, eq=False):
    """A node leaves the frontier: always, or in some states of the rule at a slot."""

    part: int
    slot: int
    rule: int = -1
    states: Bools | None = None


class Step(Struct, frozen=True, eq=False):
    """A variable to decide.

    Attributes:
        turns: the rules that it is in.
        events: what happens to parts, in this order.
    """

    variable: int
    turns: list[Turn] = field(default_factory=list)
    events: list[Enter | Edge | Leave] = field(default_factory=list)


class Plan(Struct, frozen=True, eq=False):
    """All that is to be done.

    Attributes:
        steps: one for each variable.
        slots: the number of slots for states of rules.
        widths: the number of slots of each part.
        bits: about how many powers of 2 of states there are at most before a step.
        rule: which makes the most of them.
    """

    steps: list[Step]
    slots: int
    widths: list[int]
    bits: float
    rule: str


PIECE_BITS = 0.6
"""About what a node adds to the bits of a state by the piece that it is in."""


def make_plan(rules: Rules) -> Plan:
    """Return the plan by the order that is likely to need the fewest states."""
    decided = _decided(rules)
    scopes = _scopes(rules)
    best, least = decided, np.inf
    for order in _orders(rules, decided, scopes):
        cost = float(np.exp2(np.minimum(_bits(rules, order, scopes), 900)).sum())
        if cost < least and _goes_along(rules, order):
            best, least = order, cost
    return _Planner(rules, best, _bits(rules, best, scopes)).plan()


def _goes_along(rules: Rules, order: Sequence[int]) -> bool:
    """Return whether an order has the places of each line in theirs, or backwards."""
    rank = {variable: i for i, variable in enumerate(order)}
    lines = [[rank[v] for v in item.scope] for item in rules.totals if isinstance(item, Line)]
    return all(line in (sorted(line), sorted(line, reverse=True)) for line in lines)


def _decided(rules: Rules) -> list[int]:
    """Return the variables to decide: what is shown, or rules speak of."""
    wanted = {v for item in (*rules.tables, *rules.totals) for v in item.scope}
    wanted |= {number for number, each in enumerate(rules.variables) if each.shown}
    for part in rules.parts:
        wanted |= {v for scope in _around(part) for v in scope}
    return sorted(wanted)


def _around(part: Part) -> list[tuple[int, ...]]:
    """Return for each node of a part the variables of it and of its edges."""
    found: list[set[int]] = [
        {each.variable} if isinstance(each, Term) else set() for each in part.members
    ]
    for a, b, term in part.edges:
        for node, other in ((a, b), (b, a)):
            if isinstance(term, Term):
                found[node].add(term.variable)
            else:
                found[node] |= {x.variable for x in (part.members[other],) if isinstance(x, Term)}
    return [tuple(sorted(each)) for each in found]


def _scopes(rules: Rules) -> list[tuple[int, ...]]:
    """Return the sets of variables that must be decided near to one another."""
    near = [table.scope for table in rules.tables]
    for part in rules.parts:
        near += _around(part)
    return [scope for scope in dict.fromkeys(near) if len(scope) > 1]


def _orders(
    rules: Rules, decided: Sequence[int], scopes: Sequence[tuple[int, ...]]
) -> Iterator[list[int]]:
    """Yield candidates: sweeps over the drawing, and sets that grow."""
    free = [v for v in decided if rules.variables[v].after is None]
    number = {variable: i for i, variable in enumerate(free)}
    causes = [{variable} for variable in range(len(rules.variables))]
    for variable in _completed(rules, decided, free):
        if (after := rules.variables[variable].after) is not None:
            causes[variable] = {v for each in after for v in causes[each]}
    pairs = set[tuple[int, int]]()
    for scope in scopes:
        met = sorted({number[v] for each in scope for v in causes[each]})
        pairs |= {(a, b) for i, a in enumerate(met) for b in met[i + 1 :]}
    places = np.array([rules.variables[v].place for v in free]).reshape(-1, 2)
    ends = np.array(sorted(pairs), np.int32).reshape(-1, 2)
    for ranks in node_ranks(places, ends):
        yield _completed(rules, decided, [free[i] for i in np.argsort(ranks)])


def _completed(rules: Rules, decided: Sequence[int], free: Sequence[int]) -> list[int]:
    """Return an order of all variables, where each follows all that determine it."""
    waiting = {v: len(rules.variables[v].after or ()) for v in decided}
    followers: dict[int, list[int]] = {}
    for v in decided:
        for cause in rules.variables[v].after or ():
            followers.setdefault(cause, []).append(v)
    order: list[int] = []
    for variable in (*(v for v in decided if rules.variables[v].after == frozenset()), *free):
        ahead = [variable]
        while ahead:
            order.append(each := ahead.pop(0))
            for follower in followers.get(each, ()):
                waiting[follower] -= 1
                if not waiting[follower]:
                    ahead.append(follower)
    assert len(order) == len(decided)
    return order


def _bits(rules: Rules, order: Sequence[int], scopes: Sequence[tuple[int, ...]]) -> Floats:
    """Return the powers of 2 of states before each step, if all values in the frontier mattered."""
    rank = {variable: i for i, variable in enumerate(order)}
    until = dict(rank)
    for scope in scopes:
        last = max(rank[v] for v in scope)
        for v in scope:
            until[v] = max(until[v], last)
    bits = np.zeros(len(order) + 1)
    for v in order:
        size = np.log2(len(rules.variables[v].values))
        bits[rank[v] + 1] += size
        bits[until[v] + 1 :][:1] -= size
    bits = np.cumsum(bits)
    for total in rules.totals:
        met = np.sort([rank[v] for v in total.scope])
        between = np.arange(met[0] + 1, met[-1] + 1)
        bits[between] += np.log2(1 + np.searchsorted(met, between))
    return bits


class _Planner:
    """Makes the plan of an order."""

    def __init__(self, rules: Rules, order: Sequence[int], bits: Floats) -> None:
        self.rules, self.bits = rules, bits
        self.rank = {variable: i for i, variable in enumerate(order)}
        ranks = [self.rank.get(v, -1) for v in range(len(rules.variables))]
        known: dict[object, tuple[Ints, ...]] = {}
        items = (*rules.tables, *rules.totals)
        self.automata = [automaton_of(item, ranks, known) for item in items]
        self.steps = [Step(variable) for variable in order]
        self.slots: list[list[int]] = []
        self.shares: list[defaultdict[str, float]] = [
            defaultdict(float) for _ in range(len(order) + 1)
        ]

    def plan(self) -> Plan:
        """Return the plan."""
        ranks = [[self.rank[v] for v in each.scope] for each in self.automata]
        slots, width = _slots([(met[0], met[-1]) for met in ranks])
        told = np.zeros(len(self.steps) + 1)
        for item, met, slot in zip(self.automata, ranks, slots, strict=True):
            for k, (place, table) in enumerate(zip(met, item.steps, strict=True)):
                self.steps[place].turns.append(Turn(slot, table, k == 0))
                for later in range(met[k - 1] + 1, place + 1) if k else ():
                    share = float(np.log2(table.shape[1]))
                    told[later] += share
                    self.shares[later][item.rule] += share
        bits = np.minimum(self.bits, told)
        widths = []
        for number in range(len(self.rules.parts)):
            alive, most = self._part(number, slots)
            bits[: len(alive)] += alive
            widths.append(most)
        free = [self.rules.variables[step.variable] for step in self.steps]
        sizes = [len(each.values) if each.after is None else 1 for each in free]
        bits = np.minimum(bits, np.cumsum([0, *np.log2(sizes)]))
        worst = int(np.argmax(bits))
        rule = max(self.shares[worst], key=self.shares[worst].__getitem__, default="")
        return Plan(self.steps, width, widths, float(bits.max()), rule)

    def _part(self, number: int, slots: Sequence[int]) -> tuple[Floats, int]:
        """Add the events of a part; return the bits that it adds before steps, and its width."""
        part, rank = self.rules.parts[number], self.rank
        edges = [(self._at(part, edge), edge) for edge in part.edges]
        met: list[list[int]] = [
            [rank[term.variable]] if isinstance(term, Term) else [] for term in part.members
        ]
        for place, (a, b, _) in edges:
            met[a].append(place)
            met[b].append(place)
        nodes = [node for node, term in enumerate(part.members) if met[node] or term is True]
        spans = [(min(met[node], default=0), max(met[node], default=0)) for node in nodes]
        found, width = _slots(spans)
        slot = dict(zip(nodes, found, strict=True))
        alive = np.zeros(len(self.steps) + 1)
        for node, (first, last) in zip(nodes, spans, strict=True):
            alive[first + 1 : last + 1] += PIECE_BITS
            term = part.members[node]
            truth = term if isinstance(term, bool) else term.truth
            member = np.array(part.sizes[node] if part.sizes else truth)
            event = Enter(number, slot[node], member, node in part.goals)
            self.steps[first].events.append(event)
        for place, (a, b, term) in edges:
            chosen = np.array(term.truth) if isinstance(term, Term) else None
            self.steps[place].events.append(Edge(number, (slot[a], slot[b]), chosen))
        if part.by_edges:
            self._full(number, dict(zip(nodes, spans, strict=True)), slot, slots)
        for node, (_, last) in zip(nodes, spans, strict=True):
            self.steps[last].events.append(Leave(number, slot[node]))
        return alive, width

    def _at(self, part: Part, edge: tuple[int, int, Literal]) -> int:
        """Return the step at which an edge is decided: its own, or that of its second member."""
        terms = [edge[2]] if isinstance(edge[2], Term) else [part.members[x] for x in edge[:2]]
        return max(self.rank[term.variable] for term in terms if isinstance(term, Term))

    def _full(
        self,
        number: int,
        spans: Mapping[int, tuple[int, int]],
        slot: Mapping[int, int],
        slots: Sequence[int],
    ) -> None:
        """Let nodes leave in states of a rule on all their edges in which no more are chosen."""
        part = self.rules.parts[number]
        truth: dict[int, dict[int, Bools]] = {node: {} for node in spans}
        for a, b, term in part.edges:
            assert isinstance(term, Term)
            for node in (a, b):
                old = truth[node].get(term.variable, False)
                truth[node][term.variable] = old | np.array(term.truth)
        around: dict[int, set[int]] = {}
        for i, item in enumerate(self.automata):
            for variable in item.scope:
                around.setdefault(variable, set()).add(i)
        for node, (_, last) in spans.items():
            sets = [around.get(variable, set()) for variable in truth[node]]
            if not sets or not (of := set.intersection(*sets)):
                continue
            best = min(of, key=lambda i: len(self.automata[i].scope))
            item = self.automata[best]
            may = may_hold(item.steps, [truth[node].get(v) for v in item.scope])
            for variable, still in zip(item.scope, may[1:], strict=True):
                place = self.rank[variable]
                if (
                    spans[node][0] <= place < last
                    and not still.all()
                    and variable != item.scope[-1]
                ):
                    event = Leave(number, slot[node], slots[best], ~still)
                    self.steps[place].events.append(event)


def _slots(spans: Sequence[tuple[int, int]]) -> tuple[list[int], int]:
    """Give each span of steps the lowest free slot; return the slots, and how many there are."""
    free: list[int] = []
    used = 0
    moves = sorted(
        (place, ends, i) for i, span in enumerate(spans) for ends, place in enumerate(span)
    )
    found = [0] * len(spans)
    for _, ends, i in moves:
        if ends:
            heappush(free, found[i])
        elif free:
            found[i] = heappop(free)
        else:
            found[i], used = used, used + 1
    return found, used


def width(places: Floats, ends: Ints) -> int:
    """Return the most nodes in the frontier of a graph at once, by its best candidate order.

    See `node_ranks` for the arguments.
    """
    return min(int(_widths(ranks, ends).max(initial=0)) for ranks in node_ranks(places, ends))


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


def _widths(ranks: Ints, ends: Ints) -> Ints:
    """Return how many nodes after each one have neighbours up to it, shape (nodes,)."""
    low, high = np.sort(ranks[ends], axis=1).T
    first = np.arange(len(ranks), dtype=np.int32)
    np.minimum.at(first, high, low)
    return np.cumsum(np.bincount(first, minlength=len(ranks)) - 1).astype(np.int32)
