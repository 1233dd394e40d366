"""Checks a filled board against the IR alone: no encoding, no CNF, no solver is involved.

What a `Global` says is checked on the chosen edges themselves; the nodes that restate it for the
encodings are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import islice

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.errors import Span
from nlc.graph import cycles, spanning_forest
from nlc.ir.literals import LiteralNames, Valuation
from nlc.ir.nodes import (
    ABSENT,
    TRUE,
    Acyclic,
    AllDifferent,
    Assign,
    Assignment,
    BoolVar,
    Clause,
    Exactly,
    Global,
    Implies,
    Lits,
    Origin,
    Program,
    Relate,
)

MAX_NAMES = 24
"""Literals or nodes of one list that a message names."""

ENDS = {Sort.LINK: Sort.CELL, Sort.BORDER: Sort.VERTEX}
"""What an element that can be an edge joins."""


class Violation(Struct, frozen=True):
    """One instance of a rule that a filled board breaks.

    >>> import nlc
    >>> nlc.check(nlc.load("fixtures/first.nl")[0], {"line": []})[0].message
    'terminal: r1c1: 0 of line, must be exactly 1 of r1c1-r1c2, r1c1-r2c1'

    Attributes:
        rule: name of the rule; of the variable, where one lacks a value that it must have.
        span: the statement.
        place: what each bound variable of the statement stood for, as (name, element).
        message: for people, beginning with the name of the rule.
    """

    rule: str
    span: Span | None
    place: tuple[tuple[str, str], ...]
    message: str


def violations(program: Program, assignment: Assignment, limit: int = 20) -> list[Violation]:
    """Return what a filled board breaks, in the order of the rules' constraints; [] if nothing.

    Args:
        program: the elaborated puzzle.
        assignment: a value for every declared variable.
        limit: the most violations to return.

    Raises:
        ValueError: the assignment is not one of this program's variables.
    """
    _examine(program, assignment)
    return list(islice(Checker(program, assignment).violations(), max(limit, 0)))


def _examine(program: Program, assignment: Assignment) -> None:
    """Raise ValueError unless the assignment has the shape and range of the declared variables."""
    declared = sum(var.size for var in program.bools)
    if assignment.bools.shape != (declared + 1,):
        raise ValueError(f"{declared + 1} booleans expected, {assignment.bools.shape} given")
    for domain in program.domains.values():
        values = assignment.domains.get(domain.name)
        if values is None or values.shape != (domain.size,):
            raise ValueError(f"{domain.name}: {domain.size} values expected")
        if values.size and not ABSENT <= values.min() <= values.max() < len(domain.values):
            raise ValueError(f"{domain.name}: a value index is out of range")


class Checker:
    """Finds violations and puts them into words.

    Attributes:
        program: the elaborated puzzle.
        values: of all of its literals.
        names: of its literals and elements.
    """

    def __init__(self, program: Program, assignment: Assignment) -> None:
        self.program = program
        self.values = Valuation(program, assignment)
        self.names = LiteralNames(program)

    def violations(self) -> Iterator[Violation]:
        yield from self._missing()
        for node in self.program.nodes:
            if node.origin.expands is not None:
                continue
            if isinstance(node, Acyclic):
                yield from self._rings(node)
            elif np.count_nonzero(held := self._held(node)) < len(held):
                yield from self._unheld(node, held)
        for each in self.program.differences:
            yield from self._repeated(each)
        for item in self.program.globals:
            for fault in faults(item, self.values, self.names):
                yield self.violation(item.origin, 0, fault)

    def _missing(self) -> Iterator[Violation]:
        for domain in self.program.domains.values():
            if not domain.optional:
                for i in np.flatnonzero(self.values.domains[domain.name] == ABSENT).tolist():
                    place = self.names.element(domain.sort, i)
                    text = f"{domain.name}: {place} has no value"
                    yield Violation(domain.name, None, ((domain.sort.value, place),), text)
            values = self.values.domains[domain.name]
            there = np.flatnonzero(values != ABSENT).astype(np.int32)
            for i in there[~domain.possible(there, values[there])].tolist():
                place = self.names.element(domain.sort, i)
                text = f"{domain.name}: {place} cannot be {domain.values[values[i]]}"
                yield Violation(domain.name, None, ((domain.sort.value, place),), text)

    def _held(self, node: Exactly | Implies) -> Bools:
        """Return where what a node says holds, whatever its guard, shape (rows,)."""
        if isinstance(node, Exactly):
            return node.counts.mask(self.values.counts(node.lits))
        then = node.then
        if isinstance(then, Clause):
            return self.values.counts(then.lits) > 0
        return self.values.related(then) if isinstance(then, Relate) else self.values.assigned(then)

    def _unheld(self, node: Exactly | Implies, held: Bools) -> Iterator[Violation]:
        """Yield the rows of a node whose guard holds and which do not."""
        for row in self._failing(~held, node.guard):
            text = self.miscount(node, row) if isinstance(node, Exactly) else self.unmet(node, row)
            yield self.violation(node.origin, row, text)

    def _rings(self, node: Acyclic) -> Iterator[Violation]:
        """Yield the closed rings of the edges that are chosen."""
        chosen = np.flatnonzero(self.values.holds(node.lits))
        for cycle in cycles(node.graph.nodes, node.graph.ends[chosen]):
            edges = chosen[list(cycle.edges)]
            text = f"closed loop {self._ring(node, cycle.nodes, node.lits[edges])}"
            yield self.violation(node.origin, 0, text)

    def _repeated(self, item: AllDifferent) -> Iterator[Violation]:
        """Yield the rows in which a value occurs twice."""
        values = np.sort(self.values.domains[item.variable][item.elements], axis=1)
        twice = (values[:, 1:] == values[:, :-1]) & (values[:, 1:] != ABSENT)
        for row in self._failing(twice.any(axis=1), item.guard):
            value = int(values[row, 1:][twice[row]][0])
            found = self.values.domains[item.variable][item.elements[row]] == value
            places = [self.names.place(item.variable, i) for i in item.elements[row][found]]
            text = f"{' and '.join(places)} are {self.names.value(item.variable, value)}"
            text += f", must be different{self._condition(item.guard[row])}"
            yield self.violation(item.origin, row, text)

    def _failing(self, broken: Bools, guard: Lits) -> Iterator[int]:
        rows = np.flatnonzero(broken)
        if not len(rows):
            return
        yield from rows[self.values.holds(guard[rows]).all(axis=1)].tolist()

    # ---------- words ----------

    def violation(self, origin: Origin, row: int, text: str) -> Violation:
        """Return what is broken by a row of a batch, in the words of `text`."""
        place = tuple(
            (name, self.names.element(sort, int(elements[row])))
            for name, sort, elements in origin.binders
            if sort is not None
        )
        where = ", ".join(element for _, element in place)
        message = f"{origin.rule}: {where}: {text}" if where else f"{origin.rule}: {text}"
        return Violation(origin.rule, origin.span, place, message)

    def miscount(self, node: Exactly, row: int) -> str:
        """Return what is wrong with a count, in words."""
        lits = node.lits[row]
        held = lits[self.values.holds(lits)]
        var = self.names.owner(lits)
        among = "these conditions" if var is None else var.name
        named = f" ({self._listed(held, var)})" if len(held) else ""
        return (
            f"{len(held)} of {among}{named}, must be {node.counts.describe(len(lits))}"
            f" of {self._listed(lits, var)}{self._condition(node.guard[row])}"
        )

    def unmet(self, node: Implies, row: int) -> str:
        """Return what is wrong with a condition, in words."""
        then = node.then
        condition = self._condition(node.guard[row])
        if isinstance(then, Clause):
            if not len(then.lits[row]):
                return f"not allowed{condition}"
            return f"none of {self._listed(then.lits[row])} holds{condition}"
        if isinstance(then, Assign):
            i, wanted = int(then.elements[row]), int(then.values[row])
            parts = [self._state(then.variable, i)]
            other = self.names.value(then.variable, wanted)
            must = f"must be {other}" if then.equal else "must be another"
        else:
            i, j = int(then.left_elements[row]), int(then.right_elements[row])
            parts = [self._state(then.left, i), self._state(then.right, j)]
            must = "must be the same" if then.equal else "must differ"
        return f"{' and '.join(parts)}, {must}{condition}"

    def _state(self, variable: str, element: int) -> str:
        value = int(self.values.domains[variable][element])
        text = "absent" if value == ABSENT else self.names.value(variable, value)
        return f"{self.names.place(variable, element)} is {text}"

    def _condition(self, guard: Lits) -> str:
        return ", where " + " and ".join(self.names.literals(guard)) if len(guard) else ""

    def _listed(self, lits: Lits, var: BoolVar | None = None) -> str:
        """Return the first of some literals; those of one variable only by their elements."""
        part = lits[:MAX_NAMES]
        texts = self.names.literals(part) if var is None else self.names.elements(var, part)
        return ", ".join(texts) + _rest(lits) if len(lits) else "nothing"

    def _ring(self, node: Acyclic, nodes: tuple[int, ...], lits: Lits) -> str:
        """Return the way round: by nodes where the edges tell what those are, else by edges."""
        var = self.names.owner(lits)
        if var is not None and var.sort in ENDS:
            sort = ENDS[var.sort]
            if node.graph.nodes == self.program.board.count(sort):
                ring = " ".join(self.names.element(sort, i) for i in nodes[:MAX_NAMES])
                return f"through {ring}{_rest(nodes)}"
        return f"of {self._listed(lits)}"


def _rest(items: Sized) -> str:
    return f" and {len(items) - MAX_NAMES} more" if len(items) > MAX_NAMES else ""


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
