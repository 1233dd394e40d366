"""Prints the IR by rule, one instance a line; the same program gives the same bytes.

A line is one of::

    exactly 2 of line[r1c1-r1c2] line[r1c1-r2c1]
    line[r1c1-r1c2] -> color[r1c1] = color[r1c2]
    -> color[r1c1] = A
    all different num[r1c1] num[r1c2]
    acyclic line over 24 links
    aux:label:0 := at least 1 of line[r1c1-r1c2] line[r1c1-r2c1]

The conditions of a guard are before an arrow, the conclusion after it. Nodes that restate a
constraint over the whole board are indented under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress
from typing import Any, TextIO

import numpy as np

from nlc.board import Sort
from nlc.graph import Graph
from nlc.ir import nodes as ir
from nlc.ir.literals import LiteralNames
from nlc.ir.runs import lengths_text


def write_ir(program: ir.Program, stream: TextIO) -> None:
    """Write a program as text, line by line."""
    stream.writelines(line + "\n" for line in _Printer(program).lines())


def rule_statistics(program: ir.Program) -> dict[str, int]:
    """Return the number of constraint instances of each rule, in the order of the rules.

    Nodes that restate a `Global` are counted instead of it.
    """
    counts = dict.fromkeys(program.rules, 0)
    for node in (*program.nodes, *program.differences, *program.runs):
        rule, instances = node.origin.rule, 1 if isinstance(node, ir.Acyclic) else len(node.guard)
        counts[rule] = counts.get(rule, 0) + instances
    return counts


class _Printer:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.names = LiteralNames(program)
        self.parts: dict[tuple[str, int | None], list[Any]] = {}
        for item in (*program.auxiliaries, *program.nodes, *program.differences, *program.runs):
            self.parts.setdefault((item.origin.rule, item.origin.expands), []).append(item)

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for rule, instances in rule_statistics(self.program).items():
            yield ""
            yield f"rule {rule} ({instances} {'instance' if instances == 1 else 'instances'})"
            yield from self._part(rule, None, "  ")
            for number, item in enumerate(self.program.globals):
                if item.origin.rule == rule:
                    yield from self._global(item)
                    yield from self._part(rule, number, "    ")

    def _head(self) -> Iterator[str]:
        program, board = self.program, self.program.board
        yield f'puzzle "{program.title}" is {program.genre}'
        for name, value in program.options.items():
            yield f"option {name} = {value}"
        sizes = ", ".join(f"{board.count(sort)} {sort.plural}" for sort in _SORTS)
        size = f" {board.rows}x{board.cols}" if board.rows else ""
        yield f"board {board.topology}{size}: {sizes}"
        for var in program.bools:
            yield f"var {var.name} : {_over(var)}bool{_use(var)}"
        for domain in program.domains.values():
            values = f"{{{', '.join(domain.values)}}}{'?' if domain.optional else ''}"
            yield f"var {domain.name} : {_over(domain)}{values}{_use(domain)}"
            if domain.allowed is not None:
                for i, row in enumerate(domain.allowed.tolist()):
                    some = ", ".join(compress(domain.values, row))
                    yield f"  {self.names.place(domain.name, i)} in {{{some}}}"

    def _part(self, rule: str, expands: int | None, indent: str) -> Iterator[str]:
        """Yield the auxiliaries and nodes of a rule that restate a global; None for the others."""
        printers: dict[type, Callable[[Any], Iterator[str]]]
        printers = {ir.Auxiliary: self._auxiliary, ir.AllDifferent: self._different}
        printers |= {ir.Runs: self._runs}
        for item in self.parts.get((rule, expands), []):
            for line in printers.get(type(item), self._node)(item):
                yield indent + line

    # ---------- one batch ----------

    def _auxiliary(self, auxiliary: ir.Auxiliary) -> Iterator[str]:
        definition, label = auxiliary.definition, f"aux:{auxiliary.label}:"
        if definition is None:
            if auxiliary.size:
                yield f"{label}0 … {label}{auxiliary.size - 1} free"
            return
        if isinstance(definition, ir.CountDefinition):
            texts = self._counts(definition.counts, definition.lits)
        elif isinstance(definition, ir.Relate):
            texts = self._relate(definition)
        elif isinstance(definition, ir.TotalDefinition):
            texts = (self.names.literal(auxiliary.base + i) for i in range(auxiliary.size))
        else:
            texts = (f"{name} and an earlier one" for name in self.names.literals(definition.lits))
        for row, text in enumerate(texts):
            yield f"{label}{row} := {text}"

    def _node(self, node: ir.Node) -> Iterator[str]:
        if isinstance(node, ir.Exactly):
            yield from self._with_guards(node.guard, self._counts(node.counts, node.lits))
        elif isinstance(node, ir.Implies):
            yield from self._with_guards(node.guard, self._then(node), bare="-> ")
        else:
            expands = node.origin.expands
            sort = node.node_sort if expands is None else self.program.globals[expands].node_sort
            yield from self._edges("acyclic", node.graph, node.lits, sort)

    def _different(self, item: ir.AllDifferent) -> Iterator[str]:
        rows = ((self.names.place(item.variable, i) for i in row) for row in item.elements.tolist())
        yield from self._with_guards(item.guard, (f"all different {' '.join(row)}" for row in rows))

    def _runs(self, item: ir.Runs) -> Iterator[str]:
        kind = "runs round a ring" if item.ring else "runs"
        lists = (lengths_text(lengths).replace(",", "") for lengths in item.lengths)
        rows = zip(lists, self._rows(item.lits), strict=True)
        texts = (f"{kind} {lengths} of {' '.join(row) or 'nothing'}" for lengths, row in rows)
        yield from self._with_guards(item.guard, texts)

    def _with_guards(self, guards: ir.Lits, texts: Iterator[str], bare: str = "") -> Iterator[str]:
        for guard, text in zip(self._rows(guards), texts, strict=True):
            yield f"{' and '.join(guard)} -> {text}" if guard else f"{bare}{text}"

    def _counts(self, counts: ir.Counts, lits: ir.Lits) -> Iterator[str]:
        words = counts.describe(lits.shape[1])
        return (f"{words} of {' '.join(row) or 'nothing'}" for row in self._rows(lits))

    def _then(self, node: ir.Implies) -> Iterator[str]:
        then = node.then
        if isinstance(then, ir.Clause):
            return (" or ".join(row) or "false" for row in self._rows(then.lits))
        return self._relate(then) if isinstance(then, ir.Relate) else self._assign(then)

    def _relate(self, then: ir.Relate) -> Iterator[str]:
        sign = "=" if then.equal else "!="
        left, right = then.left_elements.tolist(), then.right_elements.tolist()
        for i, j in zip(left, right, strict=True):
            yield f"{self.names.place(then.left, i)} {sign} {self.names.place(then.right, j)}"

    def _assign(self, then: ir.Assign) -> Iterator[str]:
        sign = "=" if then.equal else "!="
        for i, value in zip(then.elements.tolist(), then.values.tolist(), strict=True):
            text = self.names.value(then.variable, value)
            yield f"{self.names.place(then.variable, i)} {sign} {text}"

    # ---------- the whole board ----------

    def _global(self, item: ir.Global) -> Iterator[str]:
        sort = item.node_sort
        kind = item.kind if item.variable is None else f"{item.kind} {item.variable}"
        for i, line in enumerate(self._edges(kind, item.graph, item.lits, sort)):
            yield f"  {line}" if i == 0 else f"    {line}"
        if len(item.targets):
            word = "goals" if item.kind == "reaches" else "ends"
            targets = (self.names.element(sort, i) for i in item.targets.tolist())
            yield f"    {word} {' '.join(targets)}"
        if item.members is not None and item.variable is None:
            possible = np.flatnonzero(item.members != -ir.TRUE)
            names = self.names.literals(item.members[possible])
            for node, name in zip(possible.tolist(), names, strict=True):
                yield f"    member {self.names.element(sort, node)} if {name}"

    def _edges(self, word: str, graph: Graph, lits: ir.Lits, sort: Sort | None) -> Iterator[str]:
        """Yield a line on the edges of a graph, and their literals if these are no whole variable.

        Nodes without a known sort have numbers.
        """
        var = self.names.owner(lits)
        if var is None:
            yield f"{word} over {len(lits)} edges of {graph.nodes} nodes"
            for ends, name in zip(graph.ends.tolist(), self.names.literals(lits), strict=True):
                a, b = ends if sort is None else (self.names.element(sort, i) for i in ends)
                yield f"  edge {a} {b} if {name}"
        else:
            edges = f"{var.sort.value}{'' if len(lits) == 1 else 's'}"
            yield f"{word} {var.name} over {len(lits)} {edges}"
            if len(lits) < var.size:
                yield from (f"  edge {name}" for name in self.names.literals(lits))

    # ---------- literals ----------

    def _rows(self, lits: ir.Lits) -> Iterator[list[str]]:
        """Yield the names of each row of a matrix of literals."""
        width, names = lits.shape[1], self.names.literals(lits)
        return (names[i * width : (i + 1) * width] for i in range(len(lits)))


_SORTS = (Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX)


def _over(var: ir.BoolVar | ir.Domain) -> str:
    return "" if var.sort is Sort.PUZZLE else f"{var.sort.value} -> "


def _use(var: ir.BoolVar | ir.Domain) -> str:
    return " (shown)" if var.shown else " (reported)" if var.reported else ""
