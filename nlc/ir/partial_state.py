"""What is known of a puzzle when a part of it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import numpy as np
import numpy.typing as npt

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.ir.nodes import ABSENT, TRUE, BoolVar, Domain, Lits, Program
from nlc.ir.propagate import Knowledge, propagate


class _Drawn(Knowledge):
    """Knowledge in which nothing is concluded of what a person draws.

    A value of the whole puzzle has no place on the board: it follows from what is drawn.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.drawable = np.zeros(program.variables + 1, np.bool_)
        self.held = np.zeros(len(self.value), np.bool_)
        for var in program.bools:
            self.drawable[var.base : var.base + var.size] = is_drawn(var)
        for domain in program.domains.values():
            start = self.offsets[domain.name]
            self.held[start : start + domain.size] = is_drawn(domain)
        for atoms in program.atoms:
            shown = is_drawn(program.domains[atoms.variable])
            self.drawable[atoms.base : atoms.base + len(atoms.elements)] = shown

    def learn(self, lits: Lits) -> None:
        super().learn(lits[~self.drawable[np.abs(lits)]])

    def assign(self, elements: Ints, values: Ints) -> None:
        free = ~self.held[elements]
        super().assign(elements[free], values[free])

    def exclude(self, elements: Ints, values: Ints) -> None:
        free = ~self.held[elements]
        super().exclude(elements[free], values[free])


def is_drawn(variable: BoolVar | Domain) -> bool:
    """Return whether a person draws the values of a variable on the board."""
    return variable.shown and variable.sort is not Sort.PUZZLE


class PartialState:
    """A drawing, and what follows from it for the variables that are not drawn.

    Attributes:
        known: of all literals and values.
        is_full: whether everything that can be drawn is drawn or crossed out.
    """

    def __init__(
        self,
        program: Program,
        yes: Mapping[str, AbstractSet[int]],
        no: Mapping[str, AbstractSet[int]],
        values: Mapping[str, Mapping[int, int]],
        false: Lits | None = None,
    ) -> None:
        """Take a drawing; see `nlc.ir.partial.judge`.

        Args:
            program: the elaborated puzzle.
            yes: what is drawn.
            no: what is crossed out.
            values: of other variables.
            false: literals that cannot become true any more.
        """
        self._program = program
        known = self.known = _Drawn(program)
        for var in program.bools:
            for sign, drawn in ((1, yes), (-1, no)):
                elements = np.array(sorted(drawn.get(var.name, ())), np.int32)
                known.truth[var.base + elements] = sign
        for name, found in values.items():
            elements = np.fromiter(found, np.int32, len(found)) + known.offsets[name]
            known.value[elements] = np.fromiter(found.values(), np.int32, len(found))
        for atoms in program.atoms:
            elements = atoms.elements + known.offsets[atoms.variable]
            held = known.value[elements] == atoms.values
            part = slice(atoms.base, atoms.base + len(elements))
            known.truth[part][held] = 1
            known.truth[part][~held & known.differs(elements, atoms.values)] = -1
        if false is not None:
            open_ = false[known.truth[np.abs(false)] == 0]
            known.truth[np.abs(open_)] = -np.sign(open_)
        propagate(program, known)
        bools = [known.truth[v.base : v.base + v.size] for v in program.bools if is_drawn(v)]
        told = all(bool(part.all()) for part in bools)
        self.is_full = told and bool((known.value[known.held] >= ABSENT).all())

    def state(self, lits: Lits) -> npt.NDArray[np.int8]:
        """Return 1, -1 or 0 for each literal, `TRUE` among them."""
        fixed = np.abs(lits) == TRUE
        plain = np.where(fixed, 1, lits).astype(np.int32)
        found = np.where(fixed, np.sign(lits), self.known.state(plain))
        return np.asarray(found, np.int8)

    def drawable(self, lits: Lits) -> Bools:
        """Return whether each literal is of a variable that is drawn."""
        return np.asarray(self.known.drawable[np.abs(lits)])

    def elements(self, lits: Lits) -> tuple[str, ...]:
        """Return the names of the elements of drawn literals that hold; else of all of them."""
        there = lits[self.drawable(lits)]
        held = there[self.known.state(there) == 1]
        chosen = np.abs(held if len(held) else there)
        names: list[str] = []
        for var in self._program.bools:
            mine = chosen[(chosen >= var.base) & (chosen < var.base + var.size)] - var.base
            all_names = self._program.board.names(var.sort) if len(mine) else []
            names += [all_names[i] for i in mine.tolist()]
        return tuple(names)
