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

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.errors import fail
from nlc.ir.builder import Builder
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import MISSING
from nlc.ir.nodes import ABSENT, TRUE, Assign, Domain, Origin
from nlc.language.builtins import DIRECTION, SIDES


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


class Guard(Struct, frozen=True, eq=False):
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

    def take(self, rows: Ints) -> Guard:
        """Return the case of the given rows."""
        if not self.given:
            return Guard(self.lits[rows])
        return Guard(self.lits[rows], self.given, self.elements[rows], self.values[rows])


def open_givens(ground: GroundBoard, builder: Builder, openings: Openings) -> None:
    """Declare the variables of open givens, and the selectors of clues.

    Where clues have groups, each has its own value, one of the other values, or none: it has its
    own value if and only if the selector of its group holds.

    Raises:
        UserError: a given has no values to choose from, or there are too many.
    """
    clues = {
        name: (*_columns(o.groups.items()), o)
        for name, o in openings.items()
        if o.groups is not None
    }
    if clues:
        last = max((int(groups.max(initial=-1)) for _, groups, _ in clues.values()), default=-1)
        selectors = builder.auxiliary(last + 1, SELECTED, None, Origin(SELECTED, None))
    for name, (elements, groups, opening) in clues.items():
        if ground.givens[name].kind == "bool":
            _conditions(ground, name)[elements] = selectors[groups]
        else:
            _open_clues(ground, builder, name, opening, elements, selectors[groups])
    for name, (elements, groups, _) in clues.items():
        otherwise = ground.rules.givens[name].otherwise
        if otherwise is not None and len(elements):  # of elements whose clues are removed
            absent = -selectors[groups]
            if name in ground.opened:
                absent = builder.atoms(name, elements, ABSENT)
            lits = _conditions(ground, otherwise.name)
            lits[elements] = np.where(lits[elements] == TRUE, TRUE, absent)
    for name, opening in openings.items():
        if opening.groups is None:
            _open_given(ground, builder, name, opening)
            builder.opened.append(name)


def _open_given(ground: GroundBoard, builder: Builder, name: str, opening: Opening) -> None:
    """Declare an open given of any values."""
    given = ground.rules.givens.get(name)
    if given is None:
        raise fail(f"{ground.rules.name} has no given '{name}'")
    kind, values, size = given.type.kind, opening.values, ground.board.count(Sort(given.sort))
    elements = slice(None) if opening.elements is None else list(opening.elements)
    if kind == "bool":
        allowed = np.zeros((size, 1), np.bool_)
        allowed[elements] = True
        _declare(ground, builder, name, np.ones(1, np.int32), allowed)
        where = np.flatnonzero(allowed).astype(np.int32)
        _conditions(ground, name)[where] = builder.atoms(name, where, 0)
        return
    if not given.optional:
        why = f"every {given.sort} needs one"
        raise fail(f"'{name}' of {ground.rules.name} cannot be left open: {why}", given.span)
    if kind == "side":
        sides = sides_of(ground.board, ground.givens[name].kind == DIRECTION)
        data = np.unique(np.array([end for own in sides for end in own], np.int32))
        allowed = np.zeros((size, len(data)), np.bool_)
        allowed[elements] = np.array([np.isin(data, [*own]) for own in sides])[elements]
        _declare(ground, builder, name, data, allowed)
        return
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
    allowed[elements] = True
    ground.givens[name].data[:] = MISSING
    _declare(ground, builder, name, data, allowed)


def sides_of(board: Board, corners: bool) -> list[dict[int, str]]:
    """Return the names of the sides of each cell by their numbers; see `GivenMap.data`."""
    parts = {"side": 0, "corner": board.count(Sort.BORDER)} if corners else {"side": 0}
    named = [(f".{part}({side})", n, side) for part, n in parts.items() for side in SIDES]
    return [
        {n + place[1]: side for text, n, side in named if (place := board.find(cell + text))}
        for cell in board.names(Sort.CELL)
    ]


def _open_clues(
    ground: GroundBoard, builder: Builder, name: str, opening: Opening, elements: Ints, lits: Ints
) -> None:
    """Declare the variable of a given whose clues are open, by the selector of each clue."""
    clues = ground.givens[name].data
    where, more = _columns((e, v) for e, some in opening.others.items() for v in some)
    values = np.unique(np.concatenate([clues[elements], more])).astype(np.int32)
    own = np.searchsorted(values, clues[elements]).astype(np.int32)
    allowed = np.zeros((len(clues), len(values)), np.bool_)
    allowed[elements, own] = True
    allowed[where, np.searchsorted(values, more)] = True
    single = allowed.sum(axis=1) == 1
    if len(values):
        ground.singles[name] = np.where(single, values[allowed.argmax(axis=1)], MISSING)
    _declare(ground, builder, name, values, allowed)
    builder.name_atoms(name, elements, own, lits)
    alone = np.flatnonzero(single[elements])
    absent = np.full(len(alone), ABSENT, np.int32)
    builder.name_atoms(name, elements[alone], absent, -lits[alone])
    origin = Origin("open", None, (("element", None, elements),))
    for sign in (1, -1):
        assign = Assign(name, elements, own, sign > 0)
        builder.state(assign, origin, guard=sign * lits[:, None])


def _declare(
    ground: GroundBoard, builder: Builder, name: str, values: Ints, allowed: Bools
) -> None:
    """Declare the variable of an open given; `allowed` has shape (elements, values)."""
    ground.domains[name] = values
    ground.opened[name] = np.asarray(allowed.any(axis=1))
    kind, sort = ground.givens[name].kind, Sort(ground.rules.givens[name].sort)
    named = kind not in (Sort.BORDER, DIRECTION)  # of a side each cell has its own name
    texts = tuple(ground.text(kind, value) if named else str(value) for value in values.tolist())
    builder.program.domains[name] = Domain(
        name, sort, len(allowed), texts, True, False, False, allowed=allowed
    )


def _conditions(ground: GroundBoard, name: str) -> Ints:
    """Return the literals of a boolean given, for modification."""
    known = np.where(ground.givens[name].data, TRUE, -TRUE).astype(np.int32)
    return ground.conditions.setdefault(name, known)


def _columns(pairs: Iterable[tuple[int, int]]) -> tuple[Ints, Ints]:
    """Return the first and the second of each pair."""
    found = np.array(list(pairs), np.int32).reshape(-1, 2)
    return found[:, 0], found[:, 1]
