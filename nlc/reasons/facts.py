"""Facts, clues and groups of clauses, of which explanations are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.complete import read_solution
from nlc.ir.nodes import ABSENT, Atoms, BoolVar, Domain, Program
from nlc.ir.partial import with_given
from nlc.ir.valuation import Drawn, Written

Place = tuple[str, int]
"""A variable and an element."""

KEYS = {"true", "false"}
"""Members of a boolean variable that is given where it does not hold, too."""


class Fact(NamedTuple):
    """The value of a variable at an element.

    Attributes:
        variable: its name.
        element: of its sort.
        value: of a boolean whether it holds; else the index of a value, `ABSENT` for none.
        holds: False if it does not have the value; always True for a boolean.
    """

    variable: str
    element: int
    value: int
    holds: bool = True

    @property
    def place(self) -> Place:
        """The variable and the element."""
        return self.variable, self.element


class Clue(NamedTuple):
    """A given at an element."""

    given: str
    element: int


class Group(Struct, frozen=True, eq=False):
    """An instance of a rule, or a ring or cut-off part that it forbids.

    Attributes:
        selector: a CNF variable; assumed, the group holds.
        rule: the rule's name.
        text: the rule's documentation; its name where it has none.
        name: such as ``through[r2c2]``.
        place: the elements that the bound names stand for, with their sorts.
        whole: whether it constrains the whole board at once.
        clues: the clues at its place.
        ring: the literals of the clause, if it is one that was added lazily.
    """

    selector: int
    rule: str
    text: str
    name: str
    place: tuple[tuple[Sort, int], ...]
    whole: bool
    clues: tuple[Clue, ...]
    ring: tuple[int, ...] = ()

    @property
    def is_cut(self) -> bool:
        """Whether it is that a part must not be cut off."""
        return bool(self.ring) and self.name.removeprefix(self.rule).startswith(":cut")


Facts = Sequence[Fact]
Groups = Sequence[Group]


def variables(program: Program) -> list[BoolVar | Domain]:
    """Return the declared variables, those that are shown first."""
    return sorted(program.declared, key=lambda variable: not variable.shown)


def sorts_of(program: Program) -> dict[str, Sort]:
    """Return the sort of each declared variable."""
    return {variable.name: variable.sort for variable in variables(program)}


def element_names(program: Program, places: Iterable[Place]) -> tuple[str, ...]:
    """Return the names of the elements of some variables, each once."""
    sorts = sorts_of(program)
    return tuple(dict.fromkeys(program.board.names(sorts[name])[i] for name, i in places))


def clued(program: Program) -> set[tuple[Sort, int]]:
    """Return the elements with clues that are no rooms."""
    givens = program.given_sorts.items()
    named = [(name, sort) for name, sort in givens if not program.is_rooms(name)]
    return {(sort, i) for name, sort in named for i in program.givens[name]}


def parse_state(program: Program, state: Mapping[str, Any]) -> list[Fact]:
    """Return the facts of a partial solution, in the order of its members.

    A boolean variable has a list of the elements where it is drawn, or ``{"true": […],
    "false": […]}`` with those where it is crossed out; any other has an object from elements to
    values, as in the solutions of ``nlc run --format json``; in place of a value, a list has those
    that are not excluded. The rest is not known.

    Raises:
        UserError: it names something that does not exist, or has an element drawn and crossed out.
    """
    bools = {var.name: var for var in program.bools}
    plain, crossed, left = dict(state), dict[str, Any](), list[Fact]()
    for name, given in state.items():
        if name in bools and isinstance(given, Mapping):
            if unknown := given.keys() - KEYS - {"open", "unknown"}:
                raise fail(f"'{name}' has no member '{min(unknown)}'", hint='"true" and "false"')
            plain[name], crossed[name] = given.get("true", []), given.get("false", [])
        elif name in program.domains and isinstance(given, Mapping):
            lists = {k: v for k, v in given.items() if isinstance(v, list)}
            plain[name] = {k: v for k, v in given.items() if k not in lists}
            left += _left(program, name, lists)
    yes, values = read_solution(program, plain)
    no, _ = read_solution(program, crossed)
    for name, elements in no.items():
        if both := elements & yes[name]:
            place = program.board.names(bools[name].sort)[min(both)]
            raise fail(f"'{name}' is drawn and crossed out at {place}")
    return [*_facts(yes, no, values), *left]


def _left(program: Program, name: str, lists: Mapping[str, list[Any]]) -> Iterator[Fact]:
    """Yield what elements are not whose values are among a list each."""
    for element, values in lists.items():
        of = [read_solution(program, {name: {element: value}})[1][name] for value in values]
        for i in {i for each in of for i in each}:
            kept = {each[i] for each in of}
            for v in range(len(program.domains[name].values)):
                if v not in kept:
                    yield Fact(name, i, v, holds=False)


def printed(program: Program) -> list[Fact]:
    """Return what clues alone say, as pictures show it."""
    return _facts(*with_given(program, {}, {}, {}))


def _facts(yes: Drawn, no: Drawn, values: Written) -> list[Fact]:
    return [
        *(Fact(name, i, 1) for name, elements in yes.items() for i in sorted(elements)),
        *(Fact(name, i, 0) for name, elements in no.items() for i in sorted(elements)),
        *(Fact(name, i, v) for name, given in values.items() for i, v in sorted(given.items())),
    ]


def with_atoms(program: Program) -> Program:
    """Return a program with further atoms: one for each value that each variable can have."""
    atoms, variables = list(program.atoms), program.variables
    for name, domain in program.domains.items():
        values = np.append(np.arange(len(domain.values)), ABSENT).astype(np.int32)
        elements = np.repeat(np.arange(domain.size, dtype=np.int32), len(values))
        values = np.tile(values, domain.size)
        there = domain.possible(elements, values)
        atoms.append(Atoms(variables + 1, name, elements[there], values[there]))
        variables += int(there.sum())
    return replace(program, atoms=atoms, variables=variables)
