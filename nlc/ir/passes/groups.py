"""Puts every row under a selector of its group, so that groups can be left out of a formula.

A group is an instance of a rule: its name and the values of the names of its ``for``. A constraint
of a rule on the whole board, such as that a line has no cycles, is a group of its own; the degrees
of a loop are a group for each node. If a selector is false, its rows hold. Definitions of
auxiliaries, and the domains of variables, are hard.

Unit clauses of the rule `SELECTED` make all selectors true, so that the program keeps its
solutions. `nlc.reasons.groups` and ``nlc compile --emit gcnf`` drop these to leave groups out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints, distinct
from nlc.board import Board, Sort
from nlc.cnf.text import encode_value
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder
from nlc.ir.passes import GROUP_LABELS, Pass

SELECTED = "selected"
"""The rule name of the unit clauses of selectors."""

LABEL, WHOLE = GROUP_LABELS


def group_names(board: Board, block: ir.Auxiliary) -> list[str]:
    """Return the names of the groups of a block, such as ``through[r2c2]``, without blanks.

    A bound value has its number: ``rooms[k=2]``.
    """
    columns = []
    for name, sort, data in block.origin.binders:
        texts = None if sort is None else board.names(sort)
        columns.append([texts[i] if texts else f"{name}={i}" for i in data.tolist()])
    end = "" if block.label == LABEL else ":whole"
    rule = encode_value(block.origin.rule) + end
    if not columns:
        return [rule] * block.size
    return [f"{rule}[{','.join(row)}]" for row in zip(*columns, strict=True)]


_Signature = tuple[str, str, tuple[tuple[str, Sort | None], ...]]
"""Label, rule, and the bound names with their sorts."""


@dataclass(frozen=True)
class Groups(Pass):
    """Gives each instance of a rule a selector; it must be the first pass."""

    name = "groups"
    source = "selectors of groups of clauses (Nadel 2010, group MUS)"
    needs = ("rules that were not folded",)
    size = "a variable and a unit clause for each instance of a rule, a literal more in its clauses"

    def apply(self, program: ir.Program) -> ir.Program:
        """Return the program with selectors: auxiliaries whose label is `LABEL` or `WHOLE`."""
        return _Grouping(program).program()


PASS = Groups


class _Grouping:
    """Numbers the groups of one program, then puts its rows under their selectors."""

    def __init__(self, program: ir.Program) -> None:
        self._before = program
        self._builder = Builder(replace(program, auxiliaries=[]))
        self._numbers: dict[_Signature, dict[tuple[int, ...], int]] = {}

    def program(self) -> ir.Program:
        """Return the grouped program."""
        before = self._before
        places = [self._place_of(node) for node in before.nodes]
        places += [self._whole(item.origin) for item in before.connections]
        parts: dict[_Signature, list[Ints]] = {}
        for signature, rows in places:
            parts.setdefault(signature, []).append(rows)
        order = {rule: i for i, rule in enumerate(before.rules)}
        for signature, found in sorted(
            parts.items(), key=lambda part: (order.get(part[0][1], len(order)), part[0][0])
        ):
            rows = np.concatenate(found)
            self._number(signature, distinct(rows) if rows.shape[1] else rows[:1])
        nodes = [self._node(node) for node in before.nodes]
        connections = []
        for item in before.connections:
            name = "lits" if item.members is None else "members"
            lits = self._with_selector(getattr(item, name), item.origin)
            connections.append(replace(item, **{name: lits}))
        made = self._builder.program
        units = [
            ir.unguarded(ir.Clause(block.lits[:, None]), ir.Origin(SELECTED, None))
            for block in made.auxiliaries
            if block.label in (LABEL, WHOLE)
        ]
        return replace(
            before,
            auxiliaries=[*before.auxiliaries, *made.auxiliaries],
            globals=[],
            nodes=[*units, *nodes],
            variables=made.variables,
            connections=connections,
        )

    def _place_of(self, node: ir.Node) -> tuple[_Signature, Ints]:
        """Return the signature of the groups of the rows, and the values of the bound names."""
        if isinstance(node, ir.Acyclic):
            return self._whole(node.origin)
        origin, size = node.origin, len(node.guard)
        if origin.expands is not None:
            kind = self._before.globals[origin.expands].kind
            if kind not in ir.LINES or [name for name, _, _ in origin.binders] != ["node"]:
                signature, rows = self._whole(origin)
                return signature, rows.repeat(size, axis=0)
        return _signature(LABEL, origin, size)

    def _whole(self, origin: ir.Origin) -> tuple[_Signature, Ints]:
        """Return the signature of the group of a whole constraint, and the values of its names."""
        while origin.expands is not None:
            origin = self._before.globals[origin.expands].origin
        return _signature(WHOLE, origin, 1)

    def _number(self, signature: _Signature, rows: Ints) -> None:
        label, rule, binders = signature
        columns = tuple((*each, rows[:, i]) for i, each in enumerate(binders))
        lits = self._builder.auxiliary(len(rows), label, None, ir.Origin(rule, None, columns))
        self._numbers[signature] = dict(zip(map(tuple, rows.tolist()), lits.tolist(), strict=True))

    def _selectors(self, place: tuple[_Signature, Ints]) -> ir.Lits:
        """Return the selector of each row of a batch, shape (rows,)."""
        signature, rows = place
        numbers = self._numbers[signature]
        return np.array([numbers[row] for row in map(tuple, rows.tolist())], np.int32)

    def _node(self, node: ir.Node) -> ir.Node:
        if isinstance(node, ir.Acyclic):
            lits = self._with_selector(node.lits, node.origin)
            return ir.Acyclic(node.graph, lits, replace(node.origin, expands=None))
        guard = np.column_stack([self._selectors(self._place_of(node)), node.guard])
        origin = replace(node.origin, expands=None)
        if isinstance(node, ir.Exactly):
            return ir.Exactly(node.counts, node.lits, guard, origin)
        return ir.Implies(guard, node.then, origin)

    def _with_selector(self, lits: ir.Lits, origin: ir.Origin) -> ir.Lits:
        """Return the conjunctions of literals of a constraint with its selector."""
        selector = self._selectors(self._whole(origin))[0]
        out = lits.copy()
        for chosen, both in ((lits == ir.TRUE, False), (np.abs(lits) != ir.TRUE, True)):
            size = int(chosen.sum())
            if size:
                columns = [np.full(size, selector, np.int32), *([lits[chosen]] if both else [])]
                every = ir.Counts.of(len(columns))
                definition = ir.CountDefinition(every, np.column_stack(columns))
                place = ir.Origin(origin.rule, None)
                out[chosen] = self._builder.auxiliary(size, "gate", definition, place)
        return out


def _signature(label: str, origin: ir.Origin, size: int) -> tuple[_Signature, Ints]:
    """Return the signature of the first rows of a batch, and the values of the bound names."""
    rows = np.zeros((size, len(origin.binders)), np.int32)
    for column, (_, _, data) in enumerate(origin.binders):
        rows[:, column] = data[:size]
    return (label, origin.rule, tuple((name, sort) for name, sort, _ in origin.binders)), rows
