"""Finds interchangeable values of finite-domain variables.

A node that compares variables names no value. Any other row may name only one; two values are
interchangeable if the same rows name them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.ir import nodes as ir


def comparisons(program: ir.Program) -> Iterator[tuple[ir.Relate, ir.Lits | None]]:
    """Yield all comparisons of variables with their guards; None for those defined as literals."""
    for node in program.nodes:
        if isinstance(node, ir.Implies) and isinstance(node.then, ir.Relate):
            yield node.then, node.guard
    for auxiliary in program.auxiliaries:
        if isinstance(auxiliary.definition, ir.Relate):
            yield auxiliary.definition, None


def defining_literals(program: ir.Program) -> list[ir.Lits]:
    """Return the literals by which auxiliaries are defined."""
    definitions = (auxiliary.definition for auxiliary in program.auxiliaries)
    return [each.lits for each in definitions if each and not isinstance(each, ir.Relate)]


def compared(program: ir.Program) -> list[list[ir.Domain]]:
    """Return the finite-domain variables in groups that are compared with each other."""
    group = {name: [domain] for name, domain in program.domains.items()}
    for relate, _ in comparisons(program):
        one, other = group[relate.left], group[relate.right]
        if one is not other:
            one += other
            group.update((domain.name, one) for domain in other)
    return list({id(domains): domains for domains in group.values()}.values())


_NONE = -1
"""Stands for no named value, or for "no value"."""


def exchangeable(program: ir.Program) -> Iterator[tuple[list[str], Ints]]:
    """Yield groups of finite-domain variables with two or more interchangeable values.

    Every permutation of these values, in all variables of the group, maps solutions to solutions.
    The variable with the most elements comes first. Of several such sets of values the largest is
    yielded, ascending.
    """
    for domains in compared(program):
        values = _ValueFinder(program, domains).interchangeable()
        if len(values) > 1:
            domains.sort(key=lambda domain: -domain.size)
            yield [domain.name for domain in domains], values


class _ValueFinder:
    """Finds the interchangeable values of variables that are compared with each other."""

    def __init__(self, program: ir.Program, domains: list[ir.Domain]) -> None:
        self._program, self._domains = program, domains
        self._open: Bools = np.ones(len(domains[0].values), np.bool_)
        """Whether each value may be interchangeable."""
        literals = program.variables + 2  # the last one is TRUE
        self._value = np.full(literals, _NONE, np.int32)
        """The value that each literal names."""
        self._code = np.arange(literals, dtype=np.int32)
        """Each literal without its value."""
        self._first: dict[str, int] = {}
        """The code of each variable's first element."""
        code = literals
        for domain in domains:
            self._first[domain.name] = code
            code += domain.size
        for block in program.atoms:
            if block.variable in self._first:
                self._value[block.lits] = block.values
                codes = self._first[block.variable] + block.elements
                self._code[block.lits] = np.where(block.values == _NONE, block.lits, codes)

    def interchangeable(self) -> Ints:
        """Return the largest set of interchangeable values, ascending."""
        self._drop_fixed()
        if np.count_nonzero(self._open) < 2:
            return np.zeros(0, np.int32)
        self._drop_in_globals()
        rows = [found for node in self._program.nodes if (found := self._rows(node)) is not None]
        for each in rows:
            self._drop_mixed(each.values)
        rows_of: dict[int, set[Hashable]] = {v: set() for v in np.flatnonzero(self._open).tolist()}
        for each in rows:
            for value, row in each.naming(self._open):
                rows_of[value].add(row)
        interchangeable: dict[Hashable, list[int]] = {}
        for value, named in rows_of.items():
            tables = [domain.allowed for domain in self._domains]
            allowed = tuple(None if each is None else each[:, value].tobytes() for each in tables)
            interchangeable.setdefault((frozenset(named), allowed), []).append(value)
        return np.array(max(interchangeable.values(), key=len, default=[]), np.int32)

    def _drop_fixed(self) -> None:
        """Drop values that are fixed at an element, by a clue, or that no element can have."""
        shape = sum(d.size for d in self._domains), len(self._open)
        never = np.zeros(shape, np.bool_)
        start = len(self._value)
        for then in ir.stated_values(self._program.nodes):
            if then.variable in self._first:
                rows = then.elements + (self._first[then.variable] - start)
                held, values = then.values != _NONE, then.values
                if then.equal:
                    self._open[values[held]] = False
                    never[rows] = True
                else:
                    never[rows[held], values[held]] = True
        self._open &= ~never.all(axis=0)

    def _drop_in_globals(self) -> None:
        """Drop values that constraints other than rows of nodes name."""
        named: list[ir.Lits] = [item.guard for item in self._program.differences]
        for runs in self._program.runs:
            named += [runs.guard, runs.lits]
        for node in self._program.nodes:
            if isinstance(node, ir.Acyclic):
                named.append(node.lits)
        for item in self._program.globals:
            named += [item.lits] if item.members is None else [item.lits, item.members]
            if item.variable in self._first:  # its values are numbers of nodes
                self._open[:] = False
        for joined in self._program.connections:
            named += [
                part for part in (joined.lits, joined.members, joined.goals) if part is not None
            ]
        named += defining_literals(self._program)
        for lits in named:
            values = self._value[self._places(lits)]
            self._open[values[values != _NONE]] = False

    def _drop_mixed(self, values: Ints) -> None:
        """Drop values that rows name together with others, shape (m, k)."""
        if values.shape[1] and len(values):
            most = values.max(axis=1)
            mixed = ((values != most[:, None]) & (values != _NONE)).any(axis=1)
            named = values[mixed]
            self._open[named[named != _NONE]] = False

    def _rows(self, node: ir.Node) -> _Rows | None:
        """Return the rows of a node; None if it has no rows."""
        kind: tuple[Hashable, ...]
        plain: list[Ints] = []
        named: list[Ints] = []
        match node:
            case ir.Exactly(counts, lits):
                kind, parts = ("count", counts), [node.guard, lits]
            case ir.Implies(guard, ir.Clause(lits)):
                kind, parts = ("clause",), [guard, lits]
            case ir.Implies(guard, ir.Relate(left, ends, right, others, equal)):
                kind, parts = ("relate", left, right, equal), [guard]
                plain = [ends, others]
            case ir.Implies(guard, ir.Assign(variable, elements, found, equal)):
                kind, parts = ("assign", variable, equal), [guard]
                own = variable in self._first
                plain, named = ([elements], [found]) if own else ([elements, found], [])
            case _:
                return None
        codes = [np.sort(np.sign(x) * self._code[self._places(x)], axis=1) for x in parts]
        values = [self._value[self._places(x)] for x in parts]
        widths = tuple(x.shape[1] for x in parts)
        every = np.column_stack([*codes, *plain]), np.column_stack([*values, *named])
        return _Rows((*kind, widths), *every)

    def _places(self, lits: ir.Lits) -> Ints:
        return np.minimum(np.abs(lits), len(self._value) - 1)


class _Rows(NamedTuple):
    """The rows of a node.

    Attributes:
        kind: the kind of the node.
        codes: shape (m, n), the rows without values.
        values: shape (m, k), the values that rows name.
    """

    kind: Hashable
    codes: Ints
    values: Ints

    def naming(self, some: Bools) -> Iterator[tuple[int, Hashable]]:
        """Yield the value and a key of each row that names one of some values."""
        if self.values.shape[1]:
            named = self.values.max(axis=1, initial=_NONE)
            for i in np.flatnonzero((named != _NONE) & some[named]):
                yield int(named[i]), (self.kind, self.codes[i].tobytes())
