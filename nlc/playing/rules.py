"""The rules of a puzzle as data: what a page needs to judge a board, without a server.

The format (``version`` 1) is JSON: the structures of `nlc.ir.nodes`, each with its ``kind``. A
matrix is ``[rows, columns, text]``: its numbers column by column, as differences, of which ``3x5``
is five times 3. Literals are numbers of variables, from 1: the booleans, atoms and auxiliaries that
the rules mention, in this order, and one more that holds. What restates a rule for encodings is
left out. `serve/static/app/judge` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Bools, Ints
from nlc.board import Sort
from nlc.errors import fail
from nlc.graph import Graph
from nlc.ir import nodes as ir
from nlc.ir.partial import named_givens, number_givens, with_given
from nlc.language.resolve import Puzzle

VERSION = 1

KINDS: dict[type, str] = {
    ir.Exactly: "count",
    ir.CountDefinition: "count",
    ir.Clause: "clause",
    ir.Implies: "implies",
    ir.Relate: "relate",
    ir.Assign: "assign",
    ir.Acyclic: "acyclic",
    ir.TotalDefinition: "total",
    ir.AllDifferent: "different",
    ir.Runs: "runs",
    ir.Atoms: "assign",
    ir.BoolVar: "bool",
    ir.Domain: "values",
}
"""What the format has; a `Global` brings its own kind."""

_LITERALS, _VARIABLES = ("lits", "guard", "members"), ("variable", "left", "right")
_LEFT_OUT = ("base", "reported", "twins", "fixed", "edges", "edge_sort")


def rules_json(puzzle: Puzzle, program: ir.Program) -> dict[str, Any]:
    """Return the rules of an elaborated puzzle.

    Raises:
        UserError: a rule, or what is drawn, is of a kind that the format does not have.
    """
    if program.objective is not None:
        raise fail("a puzzle that asks for the best solution cannot be judged without a solver")
    for var in program.declared:
        if var.shown and not ir.is_drawn(var):
            raise fail(f"the values of '{var.name}' have no place on the board to be drawn at")
    return _Writer(puzzle, program).written()


def matrix(array: AnyInts | Bools) -> list[Any]:
    """Return a vector or a matrix as the format has it."""
    table = array if array.ndim == 2 else array[:, None]
    steps = np.diff(table.ravel(order="F").astype(np.int64), prepend=0)
    starts = np.flatnonzero(np.concatenate([[1], np.diff(steps)])[: len(steps)])
    times = np.diff(starts, append=len(steps)).tolist()
    words = [str(s) if n == 1 else f"{s}x{n}" for s, n in zip(steps[starts], times, strict=True)]
    return [*table.shape, " ".join(words)]


class _Writer:
    """Numbers what the rules mention, and writes it."""

    def __init__(self, puzzle: Puzzle, program: ir.Program) -> None:
        self.program = program
        self.sorts: dict[Sort, int] = {}
        self.names: dict[str, int] = {}
        self.domains = {name: i for i, name in enumerate(program.domains)}
        self.numbers = number_givens(puzzle.rules.givens, program)
        self.nodes = [node for node in program.nodes if node.origin.expands is None]
        self.wholes = [item for item in program.globals if item.origin.expands is None]
        self.mentioned = np.zeros(program.variables + 1, np.bool_)
        for item in (*self.nodes, *self.wholes, *program.differences, *program.runs):
            for lits in _literals(item):
                self.mentioned[np.abs(lits[np.abs(lits) != ir.TRUE])] = True
        for each in sorted(program.auxiliaries, key=lambda block: -block.base):
            for lits in _literals(self._used(each)):
                self.mentioned[np.abs(lits)] = True
        for var in program.bools:
            self.mentioned[var.part] = True
        self.new = np.zeros(program.variables + 1, np.int32)
        self.count = 0
        blocks: list[ir.BoolVar | ir.Atoms | ir.Auxiliary] = [*program.bools, *program.atoms]
        for block in (*blocks, *program.auxiliaries):
            numbers = block.base + np.flatnonzero(self._kept(block))
            self.new[numbers] = self.count + 1 + np.arange(len(numbers))
            self.count += len(numbers)

    def _kept(self, block: ir.BoolVar | ir.Atoms | ir.Auxiliary) -> Bools:
        """Return the variables of a block that are mentioned; of a total all or none of a row."""
        size = len(block.values) if isinstance(block, ir.Atoms) else block.size
        kept = self.mentioned[block.base : block.base + size]
        if isinstance(block, ir.Auxiliary) and isinstance(block.definition, ir.TotalDefinition):
            width = len(block.definition.bounds)
            kept = np.repeat(kept.reshape(-1, width).any(axis=1), width)
        return kept

    def _used(self, block: ir.Atoms | ir.Auxiliary) -> Struct | None:
        """Return the definitions of the variables of a block that are mentioned, if any are."""
        kept = self._kept(block)
        if not kept.any():
            return None
        if isinstance(block, ir.Atoms):
            return ir.some_rows(block, kept)
        found = block.definition
        assert found is not None
        if isinstance(found, ir.TotalDefinition):
            kept = kept[:: len(found.bounds)]
        return ir.some_rows(found, kept)

    def written(self) -> dict[str, Any]:
        program = self.program
        yes, no, values = with_given(program, {}, {}, {})
        auxiliaries = [(self._used(each), each.origin.expands) for each in program.auxiliaries]
        return {
            "version": VERSION,
            "variables": self.count,
            "bools": [self._part(var) for var in program.bools],
            "domains": [self._part(var) for var in program.domains.values()],
            "atoms": [self._part(x) for x in map(self._used, program.atoms) if x is not None],
            "auxiliaries": [
                self._part(found) | {"quiet": expands is not None}
                for found, expands in auxiliaries
                if found is not None
            ],
            "nodes": [self._part(node) for node in self.nodes],
            "differences": [self._part(each) for each in program.differences],
            "runs": [self._part(each) for each in program.runs],
            "wholes": [self._part(item) for item in self.wholes],
            "given": {
                "yes": {name: sorted(held) for name, held in yes.items()},
                "no": {name: sorted(held) for name, held in no.items()},
                "values": {name: list(held.items()) for name, held in values.items()},
            },
            "sorts": [
                [sort.value, None if sort.placed else list(program.board.names(sort))]
                for sort in self.sorts
            ],
            "rules": list(self.names),
        }

    def _lits(self, lits: ir.Lits) -> list[Any]:
        constant = np.abs(lits) == ir.TRUE
        numbers = np.where(constant, self.count + 1, self.new[np.where(constant, 0, np.abs(lits))])
        return matrix(np.sign(lits) * numbers)

    def _part(self, item: Struct) -> dict[str, Any]:
        """Return a structure of the IR, those within it as a part of it."""
        kind = item.kind if isinstance(item, ir.Global) else KINDS.get(type(item))
        if kind is None:
            raise fail(f"a page cannot judge by '{type(item).__name__}'")
        out: dict[str, Any] = {"kind": kind}
        if isinstance(item, ir.BoolVar | ir.Domain):
            out["drawn"] = ir.is_drawn(item)
        for name in item.__struct_fields__:
            match getattr(item, name):
                case _ if name in _LEFT_OUT:
                    pass
                case np.ndarray() as found:
                    out[name] = self._lits(found) if name in _LITERALS else matrix(found)
                case ir.Origin() as origin:
                    out |= self._origin(origin)
                case Graph() as graph:
                    out |= {"nodes": graph.nodes, "ends": matrix(graph.ends)}
                case ir.Counts() as counts:
                    out[name] = counts.intervals
                case Struct() as then:
                    out |= self._part(then)
                case Sort() as sort:
                    out[name] = self._sort(sort)
                case found:
                    out[name] = self.domains.get(found) if name in _VARIABLES else found
        return out

    def _sort(self, sort: Sort) -> int:
        return self.sorts.setdefault(sort, len(self.sorts))

    def _origin(self, origin: ir.Origin) -> dict[str, Any]:
        """Return the rule and the place of rows, and the givens that it names."""
        place = [[self._sort(sort), matrix(data)] for _, sort, data in origin.binders if sort]
        rule = self.names.setdefault(origin.rule, len(self.names))
        return {"rule": rule, "place": place, "clues": named_givens(origin, self.numbers)}


def _literals(item: Struct | None) -> Iterator[Ints]:
    """Yield the literals of a node, of what no node restates, or of a definition."""
    for part in (item, getattr(item, "then", None)):
        found = [getattr(part, name, None) for name in _LITERALS]
        yield from (lits for lits in found if lits is not None)
