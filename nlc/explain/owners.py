"""Of which variables, and where on the board, clauses speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from nlc.cnf.formula import Cnf


class Owners:
    """Finds the declared variables and elements that clauses speak of.

    Args:
        cnf: the formula.
        numbers: variable and element of each CNF variable that stands for one.
        selectors: of groups, CNF variables.
    """

    def __init__(
        self, cnf: Cnf, numbers: Mapping[int, tuple[str, int]], selectors: Sequence[int]
    ) -> None:
        self._cnf, self._numbers, self._selectors = cnf, numbers, set(selectors)

    def of_group(self, selector: int) -> list[tuple[str, int]]:
        """Return what the clauses of a group speak of, sorted."""
        return sorted(self._spoken.get(selector, ()))

    def of_clause(self, clause: Sequence[int]) -> list[tuple[str, int]]:
        """Return what the literals of a clause stand for, or what their auxiliaries imply."""
        return sorted({found for x in clause if (found := self._owner(x)) is not None})

    @cached_property
    def _spoken(self) -> dict[int, set[tuple[str, int]]]:
        out: dict[int, set[tuple[str, int]]] = {}
        for block in self._cnf.blocks:
            for clause in block.clauses.tolist():
                for x in clause:
                    if -x in self._selectors:
                        there = {self._owner(y) for y in clause if y != x}
                        out.setdefault(-x, set()).update(each for each in there if each)
        return out

    @cached_property
    def _implied(self) -> dict[int, list[int]]:
        """For each auxiliary what it implies by a binary clause; selectors are left out."""
        out: dict[int, list[int]] = {}
        for block in self._cnf.blocks:
            if block.clauses.shape[1] == 2:
                for one, two in block.clauses.tolist():
                    for x, y in ((one, two), (two, one)):
                        if x < 0 and -x not in self._numbers and abs(y) not in self._selectors:
                            out.setdefault(-x, []).append(abs(y))
        return out

    def _owner(self, literal: int) -> tuple[str, int] | None:
        todo, met = [abs(literal)], set[int]()
        while todo:
            variable = todo.pop(0)
            if variable in self._numbers:
                return self._numbers[variable]
            if variable not in met:
                met.add(variable)
                todo += self._implied.get(variable, ())
        return None
