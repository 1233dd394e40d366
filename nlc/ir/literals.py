"""Names of the literals of a program."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

import numpy as np

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.ir import nodes as ir


class Addend(NamedTuple):
    """A number of a total: its text, and the constant to add to that."""

    text: str
    more: int


def total_words(names: LiteralNames, total: ir.TotalDefinition, row: int) -> tuple[str, int]:
    """Return the total of a row in words, and the constant to add to that."""
    parts, at = [], 0
    lits = total.lits[row].tolist()
    for levels in total.levels:
        own = lits[at : at + len(levels) - 1]
        at += len(own)
        parts.append(_number(names, levels, own, total.op == "*"))
    if total.op == "*":
        return " * ".join(part.text for part in parts), 0
    text = " + ".join(part.text for part in parts).replace("+ -", "- ")
    return text, sum(part.more for part in parts)


def _number(names: LiteralNames, levels: tuple[int, ...], lits: list[int], whole: bool) -> Addend:
    """Return a number in words: a value of a variable, a weighted condition, or another."""
    block = names.block(abs(lits[-1]))
    found = _variable(names, abs(lits[-1]))
    if found is not None:
        variable, element, step = found
        domain = names.program.domains[variable]
        held = domain.table()[element].tolist()
        numbers = {int(text) for text, may in zip(domain.values, held, strict=True) if may}
        numbers |= {0} if domain.optional else set()
        before = max((n for n in numbers if n < step), default=step)
        gap = levels[-1] - levels[-2]
        weight = more = 0
        if step > before and gap % (step - before) == 0:
            sign, level = (1, step) if lits[-1] > 0 else (-1, before)
            weight = sign * gap // (step - before)
            more = levels[-1] - weight * level
        ends = sorted(weight * n + more for n in (min(numbers), max(numbers)))
        if (ends[0], ends[1]) == (levels[0], levels[-1]) and not (whole and (more or weight < 0)):
            factor = {1: "", -1: "-"}.get(weight, f"{weight} * ")
            return Addend(f"{factor}{names.place(variable, element)}", more)
    if isinstance(block, ir.Auxiliary) and isinstance(block.definition, ir.TotalDefinition):
        definition = block.definition
        row, _ = divmod(abs(lits[-1]) - block.base, len(definition.bounds))
        text, _ = total_words(names, definition, row)
        return Addend(f"({text})", 0)
    if len(lits) == 1:
        return Addend(f"({levels[1] - levels[0]} if {names.literal(lits[0])})", levels[0])
    return Addend(f"(a number from {levels[0]} to {levels[-1]})", 0)


def _variable(names: LiteralNames, literal: int) -> tuple[str, int, int] | None:
    """Return the variable, the element and the level of a step; None for other literals."""
    block = names.block(literal)
    if isinstance(block, ir.Atoms):
        index = literal - block.base
        if block.values[index] == ir.ABSENT:
            return None
        text = names.value(block.variable, int(block.values[index]))
        known = text.removeprefix("-").isdigit()
        return (block.variable, int(block.elements[index]), int(text)) if known else None
    if not isinstance(block, ir.Auxiliary) or not isinstance(block.definition, ir.CountDefinition):
        return None
    name, sign, level = block.label.partition(">=")
    if not sign:
        return None
    for each in abs(block.definition.lits[literal - block.base]).tolist():
        atoms = names.block(each)
        if isinstance(atoms, ir.Atoms) and atoms.variable == name:
            return name, int(atoms.elements[each - atoms.base]), int(level)
    return None


class LiteralNames:
    """The names of the literals of a program, made on demand."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._blocks: list[ir.BoolVar | ir.Atoms | ir.Auxiliary] = sorted(
            [*program.bools, *program.atoms, *program.auxiliaries], key=lambda block: block.base
        )
        self._bases = [block.base for block in self._blocks]

    def block(self, variable: int) -> ir.BoolVar | ir.Atoms | ir.Auxiliary:
        """Return the block of an IR variable."""
        return self._blocks[bisect_right(self._bases, variable) - 1]

    def element(self, sort: Sort, index: int) -> str:
        """Return the name of an element of the board."""
        return self.program.board.names(sort)[index]

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
            name = self.program.board.place(block.name, block.sort, row)
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
        text, more = total_words(self, block.definition, row)
        return text, bounds[which] - more

    def literals(self, lits: ir.Lits) -> list[str]:
        """Return the names of an array of literals of any shape, in its order."""
        distinct, inverse = np.unique(lits, return_inverse=True)
        names = [self.literal(literal) for literal in distinct.tolist()]
        return [names[i] for i in inverse.ravel().tolist()]

    def place(self, variable: str, element: int) -> str:
        """Return the name of a finite-domain variable at one element, such as ``color[r1c1]``."""
        sort = self.program.domains[variable].sort
        return self.program.board.place(variable, sort, element)

    def value(self, variable: str, index: int) -> str:
        """Return the text of a value of a finite-domain variable; ``?`` for none."""
        return "?" if index == ir.ABSENT else self.program.domains[variable].values[index]

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
        names = self.program.board.names(var.sort)
        return [names[i] for i in (lits - var.base).tolist()]
