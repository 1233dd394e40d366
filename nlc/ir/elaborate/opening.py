"""Givens that stay open: the solver chooses their values, so that clues can be assumed.

A given that is left open is a finite-domain variable of its declared values, and none. Where a rule
asks for a value that elaboration has to know, as in ``ray(c, arrow(c))``, its instances are stated
for each value, under the condition that the given has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.values import MISSING, FdValue
from nlc.ir.nodes import Domain

if TYPE_CHECKING:
    from nlc.ir.elaborate.evaluator import Frame
    from nlc.language import syntax as s


class Opening(Struct, frozen=True, eq=False):
    """How a given is left open.

    Attributes:
        values: that it may have, numbers or names; None: all that its type declares.
        elements: which may have one; None: all.
    """

    values: tuple[int | str, ...] | None = None
    elements: tuple[int, ...] | None = None


Openings = Mapping[str, Opening]


class Case(Struct, frozen=True, eq=False):
    """A literal under which alone the instances of a frame are stated, shape (rows,).

    Attributes:
        given: the given whose value is known under it, if that is what it says; else empty.
        elements: shape (rows,), of which it is the value.
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


class ValueNeededError(Exception):
    """Something has to be known that an open given decides.

    Attributes:
        value: the given at an element of each row of `frame`; None for what is no given.
    """

    def __init__(self, node: s.Node, value: object, frame: Frame) -> None:
        super().__init__(node)
        self.node, self.frame = node, frame
        self.value = value if isinstance(value, FdValue) else None


def open_given(ground: GroundBoard, name: str, opening: Opening) -> Domain:
    """Leave a given open; return its domain.

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
    if values is None and given.type.numbers is not None:
        low, high = given.type.numbers
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
