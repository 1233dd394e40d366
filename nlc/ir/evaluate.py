"""Judges a filled board by the IR alone: no encoding, no CNF, no solver is involved.

What a `Global` says is checked on the chosen edges themselves; the nodes that restate it for the
encodings are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import islice

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Sort
from nlc.dataclasses import dataclass
from nlc.errors import Span
from nlc.graph.forests import cycles
from nlc.ir.check_globals import faults
from nlc.ir.names import LiteralNames
from nlc.ir.nodes import (
    ABSENT,
    Acyclic,
    Assign,
    Assignment,
    BoolVar,
    Clause,
    Exactly,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
    Relate,
)
from nlc.ir.valuation import Valuation

MAX_NAMES = 24
"""Literals or nodes of one list that a message names."""

ENDS = {Sort.LINK: Sort.CELL, Sort.BORDER: Sort.VERTEX}
"""What an element that can be an edge joins."""


@dataclass(frozen=True)
class Violation:
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
    return list(islice(_Judge(program, assignment).violations(), max(limit, 0)))


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


class _Judge:
    """Finds violations and puts them into words."""

    def __init__(self, program: Program, assignment: Assignment) -> None:
        self.program = program
        self.values = Valuation(program, assignment)
        self.names = LiteralNames(program)

    def violations(self) -> Iterator[Violation]:
        yield from self._missing()
        for node in self.program.nodes:
            if node.origin.expands is None:
                yield from self._node(node)
        for item in self.program.globals:
            for fault in faults(item, self.values, self.names):
                yield self._violation(item.origin, 0, fault)

    def _missing(self) -> Iterator[Violation]:
        for domain in self.program.domains.values():
            if not domain.optional:
                for i in np.flatnonzero(self.values.domains[domain.name] == ABSENT).tolist():
                    place = self.names.element(domain.sort, i)
                    text = f"{domain.name}: {place} has no value"
                    yield Violation(domain.name, None, ((domain.sort.value, place),), text)

    def _node(self, node: Node) -> Iterator[Violation]:
        if isinstance(node, Exactly):
            broken = ~node.counts.mask(self.values.counts(node.lits))
            for row in self._failing(broken, node.guard):
                yield self._violation(node.origin, row, self._miscount(node, row))
        elif isinstance(node, Implies):
            for row in self._failing(~self._then(node), node.guard):
                yield self._violation(node.origin, row, self._unmet(node, row))
        else:
            chosen = np.flatnonzero(self.values.holds(node.lits))
            for cycle in cycles(node.graph.nodes, node.graph.ends[chosen]):
                edges = chosen[list(cycle.edges)]
                text = f"closed loop {self._ring(node, cycle.nodes, node.lits[edges])}"
                yield self._violation(node.origin, 0, text)

    def _failing(self, broken: Bools, guard: Lits) -> Iterator[int]:
        rows = np.flatnonzero(broken)
        yield from rows[self.values.holds(guard[rows]).all(axis=1)].tolist()

    def _then(self, node: Implies) -> Bools:
        then = node.then
        if isinstance(then, Clause):
            return self.values.counts(then.lits) > 0
        return self.values.related(then) if isinstance(then, Relate) else self.values.assigned(then)

    # ---------- words ----------

    def _violation(self, origin: Origin, row: int, text: str) -> Violation:
        place = tuple(
            (name, self.names.element(sort, int(elements[row])))
            for name, sort, elements in origin.binders
            if sort is not None
        )
        where = ", ".join(element for _, element in place)
        message = f"{origin.rule}: {where}: {text}" if where else f"{origin.rule}: {text}"
        return Violation(origin.rule, origin.span, place, message)

    def _miscount(self, node: Exactly, row: int) -> str:
        lits = node.lits[row]
        held = lits[self.values.holds(lits)]
        var = self.names.owner(lits)
        among = "these conditions" if var is None else var.name
        named = f" ({self._listed(held, var)})" if len(held) else ""
        return (
            f"{len(held)} of {among}{named}, must be {node.counts.describe(len(lits))}"
            f" of {self._listed(lits, var)}{self._condition(node.guard[row])}"
        )

    def _unmet(self, node: Implies, row: int) -> str:
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
