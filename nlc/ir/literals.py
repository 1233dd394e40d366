"""What the literals of a program are called, how large they are, and which of them hold on a filled
board."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

import numpy as np

from nlc.arrays import AnyInts, Bools, Ints
from nlc.board import Sort
from nlc.ir.nodes import (
    ABSENT,
    TRUE,
    Assign,
    Assignment,
    Atoms,
    Auxiliary,
    BoolVar,
    Clause,
    CountDefinition,
    Exactly,
    Implies,
    Lits,
    Node,
    Program,
    Relate,
    RelateDefinition,
)


class LiteralNames:
    """Tells the literals of a program; names are made only when asked for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._blocks: list[BoolVar | Atoms | Auxiliary] = sorted(
            [*program.bools, *program.atoms, *program.auxiliaries], key=lambda block: block.base
        )
        self._bases = [block.base for block in self._blocks]

    def block(self, variable: int) -> BoolVar | Atoms | Auxiliary:
        """Return what an IR variable belongs to."""
        return self._blocks[bisect_right(self._bases, variable) - 1]

    def element(self, sort: Sort, index: int) -> str:
        """Return the name of an element of the board."""
        return self._program.board.names(sort)[index]

    def literal(self, literal: int) -> str:
        """Return the name of one literal."""
        variable = abs(literal)
        if variable == TRUE:
            return "true" if literal > 0 else "false"
        block = self.block(variable)
        row = variable - block.base
        if isinstance(block, Auxiliary):
            name = f"aux:{block.label}:{row}"
        elif isinstance(block, BoolVar):
            name = self._program.board.place(block.name, block.sort, row)
        else:
            what = self.place(block.variable, int(block.elements[row]))
            if block.values[row] == ABSENT and literal < 0:
                return f"has {what}"
            name = f"{what}={self.value(block.variable, int(block.values[row]))}"
        return name if literal > 0 else f"not {name}"

    def literals(self, lits: Lits) -> list[str]:
        """Return the names of literals, given as an array of any shape, in its order."""
        distinct, where = np.unique(lits, return_inverse=True)
        names = [self.literal(literal) for literal in distinct.tolist()]
        return [names[i] for i in where.ravel().tolist()]

    def place(self, variable: str, element: int) -> str:
        """Return the name of a finite-domain variable at one element, such as ``color[r1c1]``."""
        sort = self._program.domains[variable].sort
        return self._program.board.place(variable, sort, element)

    def value(self, variable: str, index: int) -> str:
        """Return the text of a value of a finite-domain variable; ``?`` for none."""
        return "?" if index == ABSENT else self._program.domains[variable].values[index]

    def owner(self, lits: Lits) -> BoolVar | None:
        """Return the boolean variable that all of some literals are positive values of, if any."""
        if not len(lits) or lits.min() < 0:
            return None
        low, high = int(lits.min()), int(lits.max())
        if high == TRUE:
            return None
        block = self.block(low)
        return block if isinstance(block, BoolVar) and high < block.base + block.size else None

    def elements(self, var: BoolVar, lits: Ints) -> list[str]:
        """Return the names of the elements that positive literals of one variable speak of."""
        names = self._program.board.names(var.sort)
        return [names[i] for i in (lits - var.base).tolist()]


_FEW = np.iinfo(np.int8).max
"""The largest number of literals whose count fits into a byte."""


class Valuation:
    """An assignment, extended to atoms and to auxiliaries that are defined.

    Free auxiliaries count as false: they stand only in nodes that expand a `Global`.

    Attributes:
        domains: value index of every element by variable, ABSENT for none.
    """

    def __init__(self, program: Program, assignment: Assignment) -> None:
        self.domains: Mapping[str, Ints] = assignment.domains
        # By literal: entry -v, which counts from the right, is the negation of entry v. Entry 0,
        # which no variable has, is the value of TRUE.
        self._truth = np.ones(2 * program.variables + 1, dtype=np.bool_)
        self._set(1, assignment.bools[1:])
        every = np.ones(program.variables + 1 - len(assignment.bools), np.bool_)
        self._set(len(assignment.bools), ~every)
        for atoms in program.atoms:
            self._set(atoms.base, self.domains[atoms.variable][atoms.elements] == atoms.values)
        for auxiliary in program.auxiliaries:
            if auxiliary.definition is not None:
                self._set(auxiliary.base, self._defined(auxiliary))

    def _set(self, base: int, held: Bools) -> None:
        """Note the values of variables that are numbered from `base`."""
        end = len(self._truth) - base + 1
        self._truth[base : base + len(held)] = held
        self._truth[end - len(held) : end] = ~held[::-1]

    def holds(self, lits: Lits) -> Bools:
        """Return whether each literal holds, in the shape of `lits`; TRUE may occur."""
        try:
            held: Bools = self._truth.take(lits)
        except IndexError:  # TRUE is larger than any variable, and seldom there
            constant = np.abs(lits) == TRUE
            held = self._truth[np.where(constant, 0, lits)] ^ (constant & (lits < 0))
        return held

    def counts(self, lits: Lits) -> Ints:
        """Return the number of literals of each row that hold; `lits` has shape (m, n)."""
        held = self.holds(lits)
        if 0 < held.shape[1] <= _FEW:  # several times as fast as a sum along short rows
            counted: AnyInts = held.view(np.int8) @ np.ones(held.shape[1], np.int8)
            return counted.astype(np.int32)
        sums: Ints = held.sum(axis=1, dtype=np.int32)
        return sums

    def related(self, relate: Relate) -> Bools:
        """Return, row by row, whether a relation of two finite-domain variables holds."""
        left = self.domains[relate.left].take(relate.left_elements)
        right = self.domains[relate.right].take(relate.right_elements)
        agree: Bools = (left == right) == relate.equal
        return agree

    def assigned(self, assign: Assign) -> Bools:
        """Return, row by row, whether a finite-domain variable is as `assign` says."""
        values = self.domains[assign.variable].take(assign.elements)
        agree: Bools = (values == assign.values) == assign.equal
        return agree

    def _defined(self, auxiliary: Auxiliary) -> Bools:
        definition = auxiliary.definition
        if isinstance(definition, CountDefinition):
            return definition.counts.mask(self.counts(definition.lits))
        if isinstance(definition, RelateDefinition):
            return self.related(definition.relate)
        assert definition is not None
        held = self.holds(definition.lits)
        return held & (np.cumsum(held) > 1)


def largest(node: Node) -> int:
    """Return the largest variable that a node mentions as a literal."""
    match node:
        case Exactly(lits=lits, guard=guard) | Implies(guard, Clause(lits)):
            parts = [lits, guard]
        case Implies(guard):
            parts = [guard]
        case _:
            parts = [np.where(np.abs(node.lits) == TRUE, 0, node.lits)]
    return max((int(np.abs(part).max()) for part in parts if part.size), default=0)
