"""Which declared variables, and where on the board, clauses constrain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nlc.cached import cached_property
from nlc.cnf import Cnf
from nlc.ir.nodes import (
    CountDefinition,
    FirstTrueDefinition,
    Program,
    RelateDefinition,
    TotalDefinition,
)

Places = frozenset[tuple[str, int]]
"""Declared variables with their elements."""


class Owners:
    """Finds the declared variables and elements that clauses constrain.

    Args:
        cnf: the formula.
        places: the declared variables behind each CNF variable of the program.
        selectors: of groups, CNF variables.
    """

    def __init__(self, cnf: Cnf, places: Mapping[int, Places], selectors: Sequence[int]) -> None:
        self._cnf, self._places, self._selectors = cnf, places, set(selectors)
        self._found: dict[int, Places] = {}

    def of_group(self, selector: int) -> list[tuple[str, int]]:
        """Return the variables and elements in the clauses of a group, sorted."""
        return sorted(self._by_selector.get(selector, ()))

    def of_clause(self, clause: Sequence[int]) -> list[tuple[str, int]]:
        """Return the variables and elements behind the literals of a clause, sorted."""
        return sorted({found for x in clause for found in self._owners(abs(x))})

    @cached_property
    def _by_selector(self) -> dict[int, set[tuple[str, int]]]:
        out: dict[int, set[tuple[str, int]]] = {}
        for block in self._cnf.blocks:
            for clause in block.clauses.tolist():
                for x in clause:
                    if -x in self._selectors:
                        found = out.setdefault(-x, set())
                        for y in clause:
                            if y != x:
                                found |= self._owners(abs(y))
        return out

    @cached_property
    def _inputs(self) -> dict[int, set[int]]:
        """For each variable that an encoding has made, those that define it.

        It comes after them, so it is the last of its clauses; what has no such clause, as a gate
        whose literal was numbered late, has the others of all its clauses.
        """
        last: dict[int, set[int]] = {}
        every: dict[int, set[int]] = {}
        for block in self._cnf.blocks:
            for clause in block.clauses.tolist():
                variables = sorted({abs(x) for x in clause} - self._selectors)
                for x in variables:
                    if x not in self._places:
                        every.setdefault(x, set()).update(variables)
                if len(variables) == len(clause) and variables[-1] not in self._places:
                    last.setdefault(variables[-1], set()).update(variables[:-1])
        return {x: last.get(x) or found - {x} for x, found in every.items()}

    def _owners(self, variable: int) -> Places:
        if variable not in self._found:
            out, met, todo = set[tuple[str, int]](), {variable}, [variable]
            while todo:
                one = todo.pop()
                if one in self._places:
                    out |= self._places[one]
                else:
                    new = self._inputs.get(one, set()) - met
                    met |= new
                    todo += new
            self._found[variable] = frozenset(out)
        return self._found[variable]


def places_of(program: Program) -> dict[int, Places]:
    """Return the declared variables behind each IR variable that has a definition."""
    out: dict[int, Places] = {}
    for var in program.bools:
        out.update((var.base + i, frozenset({(var.name, i)})) for i in range(var.size))
    for atoms in program.atoms:
        for i, element in enumerate(atoms.elements.tolist()):
            out[atoms.base + i] = frozenset({(atoms.variable, element)})
    for block in program.auxiliaries:
        definition, numbers = block.definition, range(block.base, block.base + block.size)
        if isinstance(definition, CountDefinition):
            for x, row in zip(numbers, definition.lits.tolist(), strict=True):
                out[x] = _together(out, row)
        elif isinstance(definition, TotalDefinition):
            each = len(definition.bounds)
            for i, row in enumerate(definition.lits.tolist()):
                out.update(dict.fromkeys(numbers[i * each : (i + 1) * each], _together(out, row)))
        elif isinstance(definition, FirstTrueDefinition):
            so_far: Places = frozenset()
            for x, literal in zip(numbers, definition.lits.tolist(), strict=True):
                so_far |= _together(out, [literal])
                out[x] = so_far
        elif isinstance(definition, RelateDefinition):
            two = definition.relate
            pairs = zip(two.left_elements.tolist(), two.right_elements.tolist(), strict=True)
            for x, (left, right) in zip(numbers, pairs, strict=True):
                out[x] = frozenset({(two.left, left), (two.right, right)})
    return out


def _together(places: Mapping[int, Places], literals: Sequence[int]) -> Places:
    nothing: Places = frozenset()
    return nothing.union(*(places.get(abs(x), nothing) for x in literals))
