"""Open givens: the solver chooses their values, so that clues can be assumed.

An open given is a finite-domain variable of its declared values, and none. If elaboration needs its
value, as in ``ray(c, arrow(c))``, instances of a rule are elaborated for each value, under the
condition that the given has it.

The clues of a puzzle can be open as well. Those of a group share a selector: if it holds, each has
its own value; else they are removed, and have the value of an element without a clue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.builder import Builder
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import MISSING
from nlc.ir.nodes import ABSENT, TRUE, Assign, Domain, Origin


class Opening(Struct, frozen=True, eq=False):
    """The choices of an open given.

    Attributes:
        values: the values that it may have, numbers or names; None for all values of its type.
        elements: the elements that may have a value; None for all.
        groups: the group of each element with a clue; None to remove the clues.
        others: with `groups`, further values that elements may have, as in arrays.
    """

    values: tuple[int | str, ...] | None = None
    elements: tuple[int, ...] | None = None
    groups: Mapping[int, int] | None = None
    others: Mapping[int, Sequence[int]] = MappingProxyType({})


Openings = Mapping[str, Opening]

SELECTED = "clue"
"""The label of the selectors of groups of clues."""


class Case(Struct, frozen=True, eq=False):
    """A literal that guards the instances of a frame, shape (rows,).

    Attributes:
        given: the given whose value is known under the literal, or empty.
        elements: shape (rows,), the elements of the value.
        values: shape (rows,), the value, or `MISSING`.
    """

    lits: Ints
    given: str = ""
    elements: Ints = np.zeros(0, np.int32)
    values: Ints = np.zeros(0, np.int32)

    def take(self, rows: Ints) -> Case:
        """Return the case of the given rows."""
        if not self.given:
            return Case(self.lits[rows])
        return Case(self.lits[rows], self.given, self.elements[rows], self.values[rows])


def open_given(ground: GroundBoard, name: str, opening: Opening) -> Domain:
    """Return the domain of an open given.

    Raises:
        UserError: it has no values to choose from, or there are too many.
    """
    given = ground.rules.givens.get(name)
    if given is None:
        raise fail(f"{ground.rules.name} has no given '{name}'")
    kind, values, size = given.type.kind, opening.values, ground.board.count(Sort(given.sort))
    if not given.optional or kind in ("bool", "side"):
        why = "is true or false" if kind == "bool" else "is a direction"
        why = why if given.optional or kind == "bool" else f"every {given.sort} needs one"
        raise fail(f"'{name}' of {ground.rules.name} cannot be left open: {why}", given.span)
    if values is None and kind == "enum":
        values = given.type.names
    if values is None and kind == "list":
        raise fail(f"'{name}' may be any list: say which it can have", given.span)
    if values is None and kind == "range":
        low, high = ground.bounds(given.type)
        with located(f"given '{name}'", given.span, "values of elements"):
            require_room((high - low + 1) * size)
        values = tuple(range(low, high + 1))
    if values is None:
        raise fail(f"'{name}' may be any name: say which values it can have", given.span)
    data = np.array([ground.number(value) for value in values], np.int32)
    allowed = np.zeros((size, len(data)), np.bool_)
    allowed[slice(None) if opening.elements is None else list(opening.elements)] = True
    ground.domains[name] = data
    ground.opened[name] = np.asarray(allowed.any(axis=1))
    ground.givens[name].data[:] = MISSING
    texts = tuple(str(value) for value in values)
    return Domain(name, Sort(given.sort), size, texts, True, False, False, allowed=allowed)


class OpenClues:
    """The open clues of a board: each has its own value, one of the other values, or none."""

    def __init__(self, ground: GroundBoard, builder: Builder, openings: Openings) -> None:
        """Declare selectors and variables.

        Args:
            ground: the board with all clues.
            builder: takes the variables.
            openings: the openings with `groups`.
        """
        self._ground, self._builder = ground, builder
        self._links: list[tuple[str, Ints, Ints, Ints]] = []
        last = max(
            (n for each in openings.values() for n in (each.groups or {}).values()), default=-1
        )
        self._selectors = builder.auxiliary(last + 1, SELECTED, None, Origin(SELECTED, None))
        for name, opening in openings.items():
            if ground.givens[name].kind == "bool":
                self._condition(name, opening)
            else:
                self._variable(name, opening)
        for name, opening in openings.items():
            self._leave(name, opening)

    def _condition(self, name: str, opening: Opening) -> None:
        elements, groups = _columns((opening.groups or {}).items())
        lits = self._lits(name)
        lits[elements] = self._selectors[groups]

    def _variable(self, name: str, opening: Opening) -> None:
        """Declare the variable of a given; the selector of the group is its own value."""
        ground, given = self._ground, self._ground.givens[name]
        elements, groups = _columns((opening.groups or {}).items())
        where, more = _columns((e, v) for e, some in opening.others.items() for v in some)
        values = np.unique(np.concatenate([given.data[elements], more])).astype(np.int32)
        own = np.searchsorted(values, given.data[elements]).astype(np.int32)
        allowed = np.zeros((len(given.data), len(values)), np.bool_)
        allowed[elements, own] = True
        allowed[where, np.searchsorted(values, more)] = True
        single = allowed.sum(axis=1) == 1
        ground.domains[name] = values
        ground.opened[name] = np.asarray(allowed.any(axis=1))
        if len(values):
            ground.singles[name] = np.where(single, values[allowed.argmax(axis=1)], MISSING)
        self._builder.program.domains[name] = Domain(
            name,
            Sort(ground.rules.givens[name].sort),
            len(given.data),
            tuple(ground.text(given.kind, value) for value in values.tolist()),
            True,
            False,
            False,
            allowed=allowed,
        )
        lits = self._selectors[groups]
        self._builder.name_atoms(name, elements, own, lits)
        alone = np.flatnonzero(single[elements])
        absent = np.full(len(alone), ABSENT, np.int32)
        self._builder.name_atoms(name, elements[alone], absent, -lits[alone])
        self._links.append((name, elements, own, lits))

    def _leave(self, name: str, opening: Opening) -> None:
        """Set the values of elements whose clues are removed."""
        otherwise = self._ground.rules.givens[name].otherwise
        if otherwise is None or not opening.groups:
            return
        elements, groups = _columns(opening.groups.items())
        absent = -self._selectors[groups]
        if name in self._ground.opened:
            absent = self._builder.atoms(name, elements, np.full(len(elements), ABSENT, np.int32))
        lits = self._lits(otherwise.name)
        lits[elements] = np.where(lits[elements] == TRUE, TRUE, absent)

    def _lits(self, name: str) -> Ints:
        """Return the literals of a condition, for modification."""
        data = self._ground.givens[name].data
        known = np.where(data, TRUE, -TRUE).astype(np.int32)
        return self._ground.conditions.setdefault(name, known)

    def state(self) -> None:
        """Add "a clue has its own value if and only if the selector of its group holds"."""
        for name, elements, own, lits in self._links:
            origin = Origin("open", None, (("element", None, elements),))
            for sign in (1, -1):
                assign = Assign(name, elements, own, sign > 0)
                self._builder.state(assign, origin, guard=sign * lits[:, None])


def _columns(pairs: Iterable[tuple[int, int]]) -> tuple[Ints, Ints]:
    """Return the first and the second of each pair."""
    found = np.array(list(pairs), np.int32).reshape(-1, 2)
    return found[:, 0], found[:, 1]
