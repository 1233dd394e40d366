"""Sums and products in words: ``num[r1c1] + num[r1c2] >= 5``."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from nlc.ir import nodes as ir


class Names(Protocol):
    """The names of literals and variables."""

    def literal(self, literal: int) -> str:
        """Return the name of one literal."""

    def place(self, variable: str, element: int) -> str:
        """Return the name of a finite-domain variable at one element."""

    def value(self, variable: str, index: int) -> str:
        """Return the text of a value of a finite-domain variable."""

    def block(self, variable: int) -> ir.BoolVar | ir.Atoms | ir.Auxiliary:
        """Return the block of an IR variable."""


class Addend(NamedTuple):
    """A number of a total: its text, and the constant to add to that."""

    text: str
    more: int


def total_words(
    names: Names, program: ir.Program, total: ir.TotalDefinition, row: int
) -> tuple[str, int]:
    """Return the total of a row in words, and the constant to add to that."""
    parts, at = [], 0
    lits = total.lits[row].tolist()
    for levels in total.levels:
        own = lits[at : at + len(levels) - 1]
        at += len(own)
        parts.append(_number(names, program, levels, own, total.op == "*"))
    if total.op == "*":
        return " * ".join(part.text for part in parts), 0
    text = " + ".join(part.text for part in parts).replace("+ -", "- ")
    return text, sum(part.more for part in parts)


def _number(
    names: Names, program: ir.Program, levels: tuple[int, ...], lits: list[int], whole: bool
) -> Addend:
    """Return a number in words: a value of a variable, a weighted condition, or another."""
    block = names.block(abs(lits[-1]))
    found = _variable(names, abs(lits[-1]))
    if found is not None:
        variable, element, step = found
        domain = program.domains[variable]
        held = domain.table()[element].tolist()
        numbers = {int(text) for text, may in zip(domain.values, held, strict=True) if may}
        numbers |= {0} if domain.optional else set()
        before = max((n for n in numbers if n < step), default=step)
        gap = levels[-1] - levels[-2]
        if step > before and gap % (step - before) == 0 and lits[-1] > 0:
            weight = gap // (step - before)
            more = levels[-1] - weight * step
        elif step > before and lits[-1] < 0 and gap % (step - before) == 0:
            weight = -gap // (step - before)
            more = levels[-1] - weight * before
        else:
            weight, more = 0, 0
        ends = sorted(weight * n + more for n in (min(numbers), max(numbers)))
        if (ends[0], ends[1]) == (levels[0], levels[-1]) and not (whole and (more or weight < 0)):
            factor = {1: "", -1: "-"}.get(weight, f"{weight} * ")
            return Addend(f"{factor}{names.place(variable, element)}", more)
    if isinstance(block, ir.Auxiliary) and isinstance(block.definition, ir.TotalDefinition):
        definition = block.definition
        row, _ = divmod(abs(lits[-1]) - block.base, len(definition.bounds))
        text, _ = total_words(names, program, definition, row)
        return Addend(f"({text})", 0)
    if len(lits) == 1:
        return Addend(f"({levels[1] - levels[0]} if {names.literal(lits[0])})", levels[0])
    return Addend(f"(a number from {levels[0]} to {levels[-1]})", 0)


def _variable(names: Names, literal: int) -> tuple[str, int, int] | None:
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
