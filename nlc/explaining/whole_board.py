"""What several boards say of the whole board at once: lines, acyclic graphs and connections."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.explaining.optional_literals import NotMergedError
from nlc.ir.nodes import LINES, TRUE, Acyclic, Connection, Global, Lits, Node, Origin, Program
from nlc.ir.passes.merging import Renumbering, with_constants


class WholeBoard:
    """Finds what boards have in common of what no single row says.

    Args:
        programs: of the boards, their values numbered alike.
        tables: the number of each variable of each program.
        numbers: what made the tables.
    """

    def __init__(
        self, programs: Sequence[Program], tables: Sequence[Ints], numbers: Renumbering
    ) -> None:
        self._programs, self._tables, self._numbers = programs, tables, numbers

    def graphs(self) -> list[Node]:
        """Return the acyclicities.

        Raises:
            NotMergedError: boards differ in them.
        """
        each = [[n for n in p.nodes if isinstance(n, Acyclic)] for p in self._programs]
        if len({len(nodes) for nodes in each}) > 1:
            raise NotMergedError("acyclicities differ")
        out: list[Node] = []
        for nodes in zip(*each, strict=True):
            lits = self._same([node.lits for node in nodes])
            expands = nodes[0].origin.expands
            number = None if expands is None else self._line_number(expands)
            origin = Origin(nodes[0].origin.rule, nodes[0].origin.span, expands=number)
            out.append(Acyclic(nodes[0].graph, lits, origin))
        return out

    def lines(self) -> list[Global]:
        """Return the lines, as the first board has them."""
        return [
            replace(item, lits=with_constants(item.lits, self._tables[0]))
            for item in self._programs[0].globals
            if item.kind in LINES
        ]

    def connections(self) -> list[Connection]:
        """Return the connections.

        Raises:
            NotMergedError: boards differ in them.
        """
        if len({len(program.connections) for program in self._programs}) > 1:
            raise NotMergedError("connections differ")
        out = []
        for each in zip(*(program.connections for program in self._programs), strict=True):
            parts = {}
            for name in ("lits", "members", "goals"):
                found = [getattr(item, name) for item in each]
                parts[name] = None if found[0] is None else self._same(found)
            out.append(replace(each[0], **parts))
        return out

    def _line_number(self, expands: int) -> int | None:
        kept = [i for i, item in enumerate(self._programs[0].globals) if item.kind in LINES]
        return kept.index(expands) if expands in kept else None

    def _same(self, each: Sequence[Lits]) -> Lits:
        """Return literals that boards have in common.

        A value that an element cannot have on a board is a constant there; the literal of the
        value, which a row denies on that board, says the same.
        """
        if len({len(x) for x in each}) > 1:
            raise NotMergedError("what holds for the whole board depends on clues")
        lits = np.stack(
            [with_constants(x, table) for x, table in zip(each, self._tables, strict=True)]
        )
        out: Lits = np.where(lits == -TRUE, np.int32(0), lits)
        out = out[np.abs(out).argmax(axis=0), np.arange(out.shape[1])]
        differ = (lits != out) & (lits != -TRUE)
        partly = (lits == -TRUE).any(axis=0) & (out != 0)
        if differ.any() or not np.isin(out[partly], self._atoms()).all():
            raise NotMergedError("what holds for the whole board depends on clues")
        return np.where(out == 0, -TRUE, out).astype(np.int32)

    def _atoms(self) -> Ints:
        """Return the variables that stand for values."""
        blocks = [np.arange(x.base, x.base + len(x.elements)) for x in self._numbers.atoms]
        return np.concatenate([np.zeros(0, np.int64), *blocks]).astype(np.int32)
