"""Names of the literals of a program."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.ir import nodes as ir
from nlc.ir.total_words import total_words


class LiteralNames:
    """The names of the literals of a program, made on demand."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._blocks: list[ir.BoolVar | ir.Atoms | ir.Auxiliary] = sorted(
            [*program.bools, *program.atoms, *program.auxiliaries], key=lambda block: block.base
        )
        self._bases = [block.base for block in self._blocks]

    def block(self, variable: int) -> ir.BoolVar | ir.Atoms | ir.Auxiliary:
        """Return the block of an IR variable."""
        return self._blocks[bisect_right(self._bases, variable) - 1]

    def element(self, sort: Sort, index: int) -> str:
        """Return the name of an element of the board."""
        return self._program.board.names(sort)[index]

    def literal(self, literal: int) -> str:
        """Return the name of one literal."""
        variable = abs(literal)
        if variable == ir.TRUE:
            return "true" if literal > 0 else "false"
        block = self.block(variable)
        row = variable - block.base
        if isinstance(block, ir.Auxiliary) and isinstance(block.definition, ir.TotalDefinition):
            text, bound = self.total(literal)
            return f"{text} >= {bound}" if literal > 0 else f"{text} < {bound}"
        if isinstance(block, ir.Auxiliary):
            name = f"aux:{block.label}:{row}"
        elif isinstance(block, ir.BoolVar):
            name = self._program.board.place(block.name, block.sort, row)
        else:
            place = self.place(block.variable, int(block.elements[row]))
            if block.values[row] == ir.ABSENT and literal < 0:
                return f"has {place}"
            name = f"{place}={self.value(block.variable, int(block.values[row]))}"
        return name if literal > 0 else f"not {name}"

    def total(self, literal: int) -> tuple[str, int]:
        """Return the total that a literal compares, in words, and the bound."""
        block = self.block(abs(literal))
        assert isinstance(block, ir.Auxiliary) and isinstance(block.definition, ir.TotalDefinition)
        bounds = block.definition.bounds
        row, which = divmod(abs(literal) - block.base, len(bounds))
        text, more = total_words(self, self._program, block.definition, row)
        return text, bounds[which] - more

    def literals(self, lits: ir.Lits) -> list[str]:
        """Return the names of an array of literals of any shape, in its order."""
        distinct, inverse = np.unique(lits, return_inverse=True)
        names = [self.literal(literal) for literal in distinct.tolist()]
        return [names[i] for i in inverse.ravel().tolist()]

    def place(self, variable: str, element: int) -> str:
        """Return the name of a finite-domain variable at one element, such as ``color[r1c1]``."""
        sort = self._program.domains[variable].sort
        return self._program.board.place(variable, sort, element)

    def value(self, variable: str, index: int) -> str:
        """Return the text of a value of a finite-domain variable; ``?`` for none."""
        return "?" if index == ir.ABSENT else self._program.domains[variable].values[index]

    def owner(self, lits: ir.Lits) -> ir.BoolVar | None:
        """Return the boolean variable of literals if all are positive and of one, else None."""
        if not len(lits) or lits.min() < 0:
            return None
        low, high = int(lits.min()), int(lits.max())
        if high == ir.TRUE:
            return None
        block = self.block(low)
        return block if isinstance(block, ir.BoolVar) and high < block.base + block.size else None

    def elements(self, var: ir.BoolVar, lits: Ints) -> list[str]:
        """Return the names of the elements of positive literals of one variable."""
        names = self._program.board.names(var.sort)
        return [names[i] for i in (lits - var.base).tolist()]
