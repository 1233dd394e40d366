"""Checks a board against the IR alone: no encoding, no CNF, no solver is involved.

On a partial board, a row of a constraint is violated if no values of its open variables satisfy it.
A `Global` is checked on the chosen edges themselves; the nodes that restate it for the encodings
are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import islice

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, indices
from nlc.errors import Span
from nlc.graph import components, cycles
from nlc.ir import nodes as ir
from nlc.ir.literals import LiteralNames
from nlc.ir.runs import fits, has_runs, lengths_of, lengths_text
from nlc.ir.valuation import UNKNOWN, Valuation

MAX_NAMES = 24
"""The most literals or nodes of one list that a message names."""


class Violation(Struct, frozen=True):
    """An instance of a rule that a board breaks.

    >>> import nlc
    >>> nlc.check(nlc.load("fixtures/first.nl")[0], {"line": []})[0].message
    'terminal: r1c1: 0 of line, must be exactly 1 of r1c1-r1c2, r1c1-r2c1'

    Attributes:
        rule: name of the rule; or of a variable without a value that it must have.
        span: the statement.
        place: the bound variables of the statement, as (name, element).
        message: the text, beginning with the name of the rule.
    """

    rule: str
    span: Span | None
    place: tuple[tuple[str, str], ...]
    message: str


def violations(program: ir.Program, assignment: ir.Assignment, limit: int = 20) -> list[Violation]:
    """Return the violations of a filled board, in the order of the constraints.

    Args:
        program: the elaborated puzzle.
        assignment: a value for every declared variable.
        limit: the most violations to return.

    Raises:
        ValueError: the assignment does not fit the variables of the program.
    """
    _check_shapes(program, assignment)
    found = BoardChecker(program, Valuation.of(program, assignment)).violations()
    return [violation for violation, _ in islice(found, max(limit, 0))]


def _check_shapes(program: ir.Program, assignment: ir.Assignment) -> None:
    """Check the shape and range of an assignment."""
    declared = sum(var.size for var in program.bools)
    if assignment.bools.shape != (declared + 1,):
        raise ValueError(f"{declared + 1} booleans expected, {assignment.bools.shape} given")
    for domain in program.domains.values():
        values = assignment.domains.get(domain.name)
        if values is None or values.shape != (domain.size,):
            raise ValueError(f"{domain.name}: {domain.size} values expected")
        if values.size and not ir.ABSENT <= values.min() <= values.max() < len(domain.values):
            raise ValueError(f"{domain.name}: a value index is out of range")


Found = Iterator[tuple[Violation, tuple[str, ...]]]
"""Violations, and the names of the elements concerned."""


class BoardChecker:
    """Finds violations and describes them."""

    def __init__(self, program: ir.Program, values: Valuation) -> None:
        self._program, self._values = program, values
        self._names = LiteralNames(program)

    def violations(self) -> Found:
        yield from self._wrong_values()
        for node in self._program.nodes:
            if node.origin.expands is not None:
                continue
            if isinstance(node, ir.Acyclic):
                yield from self._cycles(node)
            elif np.count_nonzero(possible := self.possible(node)) < len(possible):
                yield from self._violated_rows(node, possible)
        for each in self._program.differences:
            yield from self._repeated_values(each)
        for runs in self._program.runs:
            yield from self._wrong_runs(runs)
        for item in self._program.globals:
            if item.origin.expands is not None:
                continue
            for nodes, text in faults(item, self._values, self._names):
                places = tuple(self._names.element(item.node_sort, node) for node in nodes)
                yield self._violation(item.origin, 0, text), places

    def possible(self, node: ir.Exactly | ir.Implies) -> Bools:
        """Return the rows of a node that may hold, whatever its guard, shape (rows,)."""
        return self._values.decide(node if isinstance(node, ir.Exactly) else node.then)[1]

    def runs_possible(self, item: ir.Runs) -> Bools:
        """Return the rows whose runs may have their lengths, whatever the guard."""
        held, possible = self._values.bounds(item.lits)
        if self._values.full:
            rows = zip(item.lengths, held, strict=True)
            found = [has_runs(row, item.ring, wanted) for wanted, row in rows]
        else:
            open_rows = zip(item.lengths, held, possible, strict=True)
            found = [fits(wanted, item.ring, *row) for wanted, *row in open_rows]
        return np.array(found, np.bool_)

    def _wrong_values(self) -> Found:
        for domain in self._program.domains.values():
            values = self._values.domains[domain.name]
            known = np.flatnonzero(values != UNKNOWN).astype(np.int32)
            for i in known[~domain.possible(known, values[known])].tolist():
                place = self._names.element(domain.sort, i)
                value = self._names.value(domain.name, int(values[i]))
                text = "has no value" if values[i] == ir.ABSENT else f"cannot be {value}"
                message = f"{domain.name}: {place} {text}"
                where = ((domain.sort.value, place),)
                yield Violation(domain.name, None, where, message), (place,)

    def _violated_rows(self, node: ir.Exactly | ir.Implies, possible: Bools) -> Found:
        """Yield the violated rows of a node."""
        for row in self._failing_rows(~possible, node.guard):
            if isinstance(node, ir.Exactly):
                text, lits = self._count_text(node, row), node.lits
            else:
                text = self._implication_text(node, row)
                lits = node.then.lits if isinstance(node.then, ir.Clause) else node.guard
            broken = self._violation(node.origin, row, text)
            places = tuple(place for _, place in broken.place)
            yield broken, places or self._drawn_elements(lits[row])

    def _cycles(self, node: ir.Acyclic) -> Found:
        """Yield the cycles of chosen edges."""
        chosen = np.flatnonzero(self._values.holds(node.lits))
        for cycle in cycles(node.graph.nodes, node.graph.ends[chosen]):
            lits = node.lits[chosen[list(cycle.edges)]]
            text = f"closed loop {self._cycle_text(node, cycle.nodes, lits)}"
            yield self._violation(node.origin, 0, text), self._drawn_elements(lits)

    def _repeated_values(self, item: ir.AllDifferent) -> Found:
        """Yield the rows with a repeated value."""
        values = np.sort(self._values.domains[item.variable][item.elements], axis=1)
        twice = (values[:, 1:] == values[:, :-1]) & (values[:, 1:] >= 0)
        for row in self._failing_rows(twice.any(axis=1), item.guard):
            value = int(values[row, 1:][twice[row]][0])
            found = self._values.domains[item.variable][item.elements[row]] == value
            same = item.elements[row][found].tolist()
            places = [self._names.place(item.variable, i) for i in same]
            text = f"{' and '.join(places)} are {self._names.value(item.variable, value)}"
            text += f", must be different{self._condition_text(item.guard[row])}"
            sort = self._program.domains[item.variable].sort
            elements = tuple(self._names.element(sort, i) for i in same)
            yield self._violation(item.origin, row, text), elements

    def _wrong_runs(self, item: ir.Runs) -> Found:
        """Yield the rows whose runs have other lengths, or can no longer have theirs."""
        held = self._values.holds(item.lits)
        for row in self._failing_rows(~self.runs_possible(item), item.guard):
            lits = item.lits[row]
            lits = lits[np.abs(lits) != ir.TRUE]
            of = self._list_text(lits, self._names.owner(lits))
            found = lengths_text(lengths_of(held[row], item.ring))
            wanted = lengths_text(item.lengths[row])
            order = " in any order" if item.ring and len(item.lengths[row]) > 1 else ""
            text = f"runs are {found}, must be {wanted}{order}"
            if not self._values.full:
                text = f"runs cannot be {wanted}{order}"
            text += f", of {of}{self._condition_text(item.guard[row])}"
            violation = self._violation(item.origin, row, text)
            places = tuple(place for _, place in violation.place)
            yield violation, places or self._drawn_elements(lits)

    def _failing_rows(self, broken: Bools, guard: ir.Lits) -> list[int]:
        rows = indices(broken)
        failing: list[int] = rows[self._values.holds(guard[rows]).all(axis=1)].tolist()
        return failing

    def _drawn_elements(self, lits: ir.Lits) -> tuple[str, ...]:
        """Return the names of the elements of drawn booleans: the true ones, or else all."""
        lits = lits[np.abs(lits) != ir.TRUE]
        for part in (lits[self._values.holds(lits)], lits):
            blocks = [(self._names.block(x), x) for x in np.abs(part).tolist()]
            drawn = [(b, x) for b, x in blocks if isinstance(b, ir.BoolVar) and ir.is_drawn(b)]
            found = tuple(self._names.element(block.sort, x - block.base) for block, x in drawn)
            if found:
                return found
        return ()

    # ---------- messages ----------

    def _violation(self, origin: ir.Origin, row: int, text: str) -> Violation:
        """Return the violation of a row of a batch, with a text."""
        element = self._names.element
        place = tuple((name, element(sort, int(at[row]))) for name, sort, at in origin.placed)
        where = ", ".join(name for _, name in place)
        message = f"{origin.rule}: {where}: {text}" if where else f"{origin.rule}: {text}"
        return Violation(origin.rule, origin.span, place, message)

    def _count_text(self, node: ir.Exactly, row: int) -> str:
        """Return the text of a violated count."""
        lits = node.lits[row]
        held = lits[self._values.holds(lits)]
        var = self._names.owner(lits)
        among = "these conditions" if var is None else var.name
        named = f" ({self._list_text(held, var)})" if len(held) else ""
        return (
            f"{len(held)} of {among}{named}, must be {node.counts.describe(len(lits))}"
            f" of {self._list_text(lits, var)}{self._condition_text(node.guard[row])}"
        )

    def _implication_text(self, node: ir.Implies, row: int) -> str:
        """Return the text of a violated implication."""
        then = node.then
        condition = self._condition_text(node.guard[row])
        if isinstance(then, ir.Clause):
            if not len(then.lits[row]):
                return f"not allowed{condition}"
            if len(then.lits[row]) == 1 and (text := self._total_text(int(then.lits[row, 0]))):
                return f"{text}{condition}"
            return f"none of {self._list_text(then.lits[row])} holds{condition}"
        if isinstance(then, ir.Assign):
            i, wanted = int(then.elements[row]), int(then.values[row])
            parts = [self._value_text(then.variable, i)]
            other = self._names.value(then.variable, wanted)
            must = f"must be {other}" if then.equal else "must be another"
        else:
            i, j = int(then.left_elements[row]), int(then.right_elements[row])
            parts = [self._value_text(then.left, i), self._value_text(then.right, j)]
            must = "must be the same" if then.equal else "must differ"
        return f"{' and '.join(parts)}, {must}{condition}"

    def _total_text(self, literal: int) -> str | None:
        """Return the text of a violated bound on a total; None if a literal is no such bound."""
        block = self._names.block(abs(literal)) if abs(literal) != ir.TRUE else None
        total = block.definition if isinstance(block, ir.Auxiliary) else None
        if not isinstance(block, ir.Auxiliary) or not isinstance(total, ir.TotalDefinition):
            return None
        row, which = divmod(abs(literal) - block.base, len(total.bounds))
        text, bound = self._names.total(literal)
        held, possible = self._values.bounds(total.lits[row : row + 1])
        more = total.bounds[which] - bound
        low, high = int(total.total(held)[0]) - more, int(total.total(possible)[0]) - more
        found = f"is {low}" if low == high else f"is from {low} to {high}"
        limit = f"least {bound}" if literal > 0 else f"most {bound - 1}"
        return f"{text} {found}, must be at {limit}"

    def _value_text(self, variable: str, element: int) -> str:
        value = int(self._values.domains[variable][element])
        words = {ir.ABSENT: "absent", UNKNOWN: "open"}
        text = words.get(value) or self._names.value(variable, value)
        return f"{self._names.place(variable, element)} is {text}"

    def _condition_text(self, guard: ir.Lits) -> str:
        return ", where " + " and ".join(self._names.literals(guard)) if len(guard) else ""

    def _list_text(self, lits: ir.Lits, var: ir.BoolVar | None = None) -> str:
        """Return the names of the first literals; those of one variable as elements."""
        part = lits[:MAX_NAMES]
        texts = self._names.literals(part) if var is None else self._names.elements(var, part)
        return ", ".join(texts) + _rest(lits) if len(lits) else "nothing"

    def _cycle_text(self, node: ir.Acyclic, nodes: tuple[int, ...], lits: ir.Lits) -> str:
        """Return a cycle in words: its nodes if their sort is known, else its edges."""
        if (sort := node.node_sort) is None:
            return f"of {self._list_text(lits)}"
        ring = " ".join(self._names.element(sort, i) for i in nodes[:MAX_NAMES])
        return f"through {ring}{_rest(nodes)}"


def _rest(items: Sized) -> str:
    return f" and {len(items) - MAX_NAMES} more" if len(items) > MAX_NAMES else ""


def faults(
    item: ir.Global, values: Valuation, names: LiteralNames
) -> Iterator[tuple[list[int], str]]:
    """Yield the faults of a global constraint, nodes and text; none if it may hold.

    - ``connected``: the nodes that take part (members, or ends of chosen edges) are pairwise joined
      by chosen edges, through such nodes only; no nodes are connected.
    - ``loop``: the chosen edges form exactly one closed loop.
    - ``group_sizes``: each number is the size of the group of nodes with it that edges join.
    - ``path``: they form one simple path between the two targets.
    - ``reaches``: each member is joined, by chosen edges through members, to a member that is a
      target.
    """
    if item.variable is not None:
        yield from _sizes(item, item.variable, values, names)
        return
    chosen, possible = values.bounds(item.lits)
    if item.kind in ir.LINES:
        yield from _line(item, chosen, possible, names)
        return
    ends, goals = item.graph.ends[possible], item.targets
    if item.members is None:
        surely = np.zeros(item.graph.nodes, dtype=np.bool_)
        surely[item.graph.ends[chosen].ravel()] = True
    else:
        surely, perhaps = values.bounds(item.members)
        ends, goals = ends[perhaps[ends].all(axis=1)], goals[perhaps[goals]]
    member = np.flatnonzero(surely)
    root = components(item.graph.nodes, ends)
    parts, first = np.unique(root[member], return_index=True)
    first = member[first]
    if item.kind == "connected":
        whole = int(first.min(initial=item.graph.nodes))
        for node in np.sort(first[first != whole]).tolist():
            text = f"{_name(item, names, node)} is not joined to {_name(item, names, whole)}"
            yield [node, whole], text
    else:
        for node in np.sort(first[~np.isin(parts, root[goals])]).tolist():
            yield [node], f"{_name(item, names, node)} is joined to no goal"


def _sizes(
    item: ir.Global, variable: str, values: Valuation, names: LiteralNames
) -> Iterator[tuple[list[int], str]]:
    """Yield the groups of a number that are too large, or have no room, by their first nodes."""
    found, n = values.domains[variable], item.graph.nodes
    for value in np.unique(found[found >= 0]).tolist():
        number = names.value(variable, value)
        every = np.arange(n, dtype=np.int32)
        has = ir.Assign(variable, every, np.full(n, value, np.int32), True)
        surely: Bools = found == value
        perhaps: Bools = surely | ((found == UNKNOWN) & values.may_be(has))
        for inside, wrong, which in (
            (surely, np.greater, "" if values.full else "at least "),
            (perhaps, np.less, "" if values.full else "at most "),
        ):
            ends = item.graph.ends
            root = components(n, ends[inside[ends].all(axis=1)])
            size = np.bincount(root, minlength=n)
            nodes = np.flatnonzero(surely & wrong(size[root], int(number)))
            for first in np.sort(np.unique(root[nodes], return_index=True)[1]).tolist():
                node = int(nodes[first])
                group = np.flatnonzero(inside & (root == root[node]))
                place = names.element(item.node_sort, node)
                text = f"{place} has number {number} in a group of {which}{len(group)}"
                yield group.tolist(), text


def _line(
    item: ir.Global, chosen: Bools, possible: Bools, names: LiteralNames
) -> Iterator[tuple[list[int], str]]:
    """Yield the faults of edges that must be one loop, or one path between the targets.

    A path from a node to itself has no edges.
    """
    ends, nodes = item.graph.ends, item.graph.nodes
    drawn, open_ = ends[chosen], ends[possible & ~chosen]
    degree = np.bincount(drawn.ravel(), minlength=nodes)
    most = degree + np.bincount(open_.ravel(), minlength=nodes)
    end = np.zeros(nodes, dtype=np.bool_)
    if item.kind == "path" and item.targets[0] != item.targets[1]:
        end[item.targets] = True
    limit = np.where(end, 1, 2)
    wrong = (degree > limit) | np.where(end, most == 0, (degree == 1) & (most == 1))
    for node in np.flatnonzero(wrong).tolist():
        must = "1" if end[node] else "0 or 2"
        has = f"{_name(item, names, node)} has {degree[node]} chosen {item.edge_sort.value}s"
        yield [node], f"{has}, must have {must}"
    open_ = open_[(degree < limit)[open_].all(axis=1)]  # others have a node with all its edges
    used = np.flatnonzero(degree)
    if item.kind == "path":
        start = int(item.targets[0])
    elif len(used):
        start = int(used[0])
    else:
        if not len(open_):
            yield [], f"no {item.edge_sort.value} is chosen, must be one loop"
        return
    root = components(nodes, np.concatenate([drawn, open_]))
    apart = used[root[used] != root[start]]
    for node in apart[np.sort(np.unique(root[apart], return_index=True)[1])].tolist():
        text = f"{_name(item, names, node)} is not joined to {_name(item, names, start)}"
        yield [node, start], text


def _name(item: ir.Global, names: LiteralNames, node: int) -> str:
    """Return the name of a node, with the condition under which it takes part."""
    name = names.element(item.node_sort, node)
    if item.members is None or item.members[node] == ir.TRUE:
        return name
    return f"{name} ({names.literal(int(item.members[node]))})"
