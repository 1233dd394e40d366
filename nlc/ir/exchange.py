"""Which values of finite-domain variables can be exchanged: those of which the nodes say the same.

A node that compares two variables, or says that some are all different, names no value. A row of
any other node may name one alone; and two values can be exchanged if the same rows name them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.ir.nodes import (
    Acyclic,
    Assign,
    Clause,
    CountDefinition,
    Domain,
    Exactly,
    FirstTrueDefinition,
    Implies,
    Lits,
    Node,
    Program,
    Relate,
    RelateDefinition,
    TotalDefinition,
)


def comparisons(program: Program) -> Iterator[tuple[Relate, Lits | None]]:
    """Yield all comparisons of variables with the guard of each, None of one that is a literal."""
    for node in program.nodes:
        if isinstance(node, Implies) and isinstance(node.then, Relate):
            yield node.then, node.guard
    for auxiliary in program.auxiliaries:
        if isinstance(auxiliary.definition, RelateDefinition):
            yield auxiliary.definition.relate, None


def compared(program: Program) -> list[list[Domain]]:
    """Return the finite-domain variables, those together that are compared."""
    group = {name: [domain] for name, domain in program.domains.items()}
    for relate, _ in comparisons(program):
        one, other = group[relate.left], group[relate.right]
        if one is not other:
            one += other
            group.update((domain.name, one) for domain in other)
    return list({id(domains): domains for domains in group.values()}.values())


_NONE = -1
"""Stands where no value is named, or where it is said that there is none."""


def exchangeable(program: Program) -> Iterator[tuple[list[str], Ints]]:
    """Yield names of finite-domain variables with values, two or more, that can be exchanged.

    Every permutation of these values takes solutions to solutions, in all of these variables
    together, which are compared with each other. The one of the most elements comes first. Of
    several such sets of values the largest is yielded, ascending.
    """
    for domains in compared(program):
        values = _Said(program, domains).alike()
        if len(values) > 1:
            domains.sort(key=lambda domain: -domain.size)
            yield [domain.name for domain in domains], values


class _Said:
    """What a program says of the values of variables that are compared with each other."""

    def __init__(self, program: Program, domains: list[Domain]) -> None:
        self._program, self._domains = program, domains
        self._open: Bools = np.ones(len(domains[0].values), np.bool_)
        """Whether each value may be one that can be exchanged."""
        literals = program.variables + 2  # the last stands for what always holds
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
                ids = np.arange(block.base, block.base + len(block.values), dtype=np.int32)
                self._value[ids] = block.values
                codes = self._first[block.variable] + block.elements
                self._code[ids] = np.where(block.values == _NONE, ids, codes)

    def alike(self) -> Ints:
        """Return the largest set of values that can be exchanged, ascending."""
        self._leave_out_given()
        if np.count_nonzero(self._open) < 2:
            return np.zeros(0, np.int32)
        self._leave_out_whole()
        rows = [found for node in self._program.nodes if (found := self._rows(node)) is not None]
        for each in rows:
            self._leave_out_mixed(each.values)
        said: dict[int, set[Hashable]] = {v: set() for v in np.flatnonzero(self._open).tolist()}
        for each in rows:
            for value, row in each.naming(self._open):
                said[value].add(row)
        alike: dict[Hashable, list[int]] = {}
        for value, named in said.items():
            allowed = tuple(self._allowed(domain, value) for domain in self._domains)
            alike.setdefault((frozenset(named), allowed), []).append(value)
        return np.array(max(alike.values(), key=len, default=[]), np.int32)

    @staticmethod
    def _allowed(domain: Domain, value: int) -> bytes | None:
        """Return which elements can have a value, if not all can."""
        return None if domain.allowed is None else domain.allowed[:, value].tobytes()

    def _leave_out_given(self) -> None:
        """Leave out values that some element surely has, those of clues, or that none can have."""
        shape = sum(d.size for d in self._domains), len(self._open)
        never = np.zeros(shape, np.bool_)
        start = len(self._value)
        for node in self._program.nodes:
            match node:
                case Implies(guard, Assign(variable, elements, values, equal)) if (
                    variable in self._first and not guard.shape[1]
                ):
                    rows = elements + (self._first[variable] - start)
                    held = values != _NONE
                    if equal:
                        self._open[values[held]] = False
                        never[rows] = True
                    else:
                        never[rows[held], values[held]] = True
        self._open &= ~never.all(axis=0)

    def _leave_out_whole(self) -> None:
        """Leave out values that are named by what is not a node of rows."""
        named: list[Lits] = [item.guard for item in self._program.differences]
        for runs in self._program.runs:
            named += [runs.guard, runs.lits]
        for node in self._program.nodes:
            if isinstance(node, Acyclic):
                named.append(node.lits)
        for item in self._program.globals:
            named += [item.lits] if item.members is None else [item.lits, item.members]
        for joined in self._program.connections:
            named += [
                part for part in (joined.lits, joined.members, joined.goals) if part is not None
            ]
        for auxiliary in self._program.auxiliaries:
            definition = auxiliary.definition
            if isinstance(definition, (CountDefinition, TotalDefinition, FirstTrueDefinition)):
                named.append(definition.lits)
        for lits in named:
            values = self._value[self._places(lits)]
            self._open[values[values != _NONE]] = False

    def _leave_out_mixed(self, values: Ints) -> None:
        """Leave out values that rows name along with others, shape (m, k)."""
        if values.shape[1] and len(values):
            most = values.max(axis=1)
            mixed = ((values != most[:, None]) & (values != _NONE)).any(axis=1)
            named = values[mixed]
            self._open[named[named != _NONE]] = False

    def _rows(self, node: Node) -> _Rows | None:
        """Return the rows of a node; None of one that has none."""
        match node:
            case Exactly(counts, lits, guard):
                return _joined(("count", counts), self._part(guard), self._part(lits))
            case Implies(guard, Clause(lits)):
                return _joined(("clause",), self._part(guard), self._part(lits))
            case Implies(guard, Relate(left, ends, right, others, equal)):
                both = _unnamed(ends), _unnamed(others)
                return _joined(("relate", left, right, equal), self._part(guard), *both)
            case Implies(guard, Assign(variable, elements, values, equal)):
                own = variable in self._first
                said = (elements[:, None], values[:, None]) if own else _unnamed(elements, values)
                return _joined(("assign", variable, equal), self._part(guard), said)
        return None

    def _part(self, lits: Lits) -> _Part:
        """Return what literals are without their values, in one order, and these values."""
        places = self._places(lits)
        codes = np.sign(lits) * self._code[places]
        return np.sort(codes, axis=1), self._value[places]

    def _places(self, lits: Lits) -> Ints:
        return np.minimum(np.abs(lits), len(self._value) - 1)


_Part = tuple[Ints, Ints]
"""A part of the rows of a node: codes, and the values that are named, each shape (m, k)."""


class _Rows(NamedTuple):
    """The rows of a node.

    Attributes:
        kind: of the node.
        codes: shape (m, n), all that a row says but for the values.
        values: shape (m, k), the values that a row names.
    """

    kind: Hashable
    codes: Ints
    values: Ints

    def naming(self, some: Bools) -> Iterator[tuple[int, Hashable]]:
        """Yield the rows that name one of some values alone: the value, and what tells the row."""
        if self.values.shape[1]:
            named = self.values.max(axis=1, initial=_NONE)
            for i in np.flatnonzero((named != _NONE) & some[named]):
                yield int(named[i]), (self.kind, self.codes[i].tobytes())


def _joined(kind: tuple[Hashable, ...], *parts: _Part) -> _Rows:
    """Return rows of parts, with their widths in their kind."""
    widths = tuple(codes.shape[1] for codes, _ in parts)
    codes, values = (np.concatenate(each, axis=1) for each in zip(*parts, strict=True))
    return _Rows((*kind, widths), codes, values)


def _unnamed(*columns: Ints) -> _Part:
    """Return a part that names no value."""
    return np.stack(columns, axis=1), np.zeros((len(columns[0]), 0), np.int32)
