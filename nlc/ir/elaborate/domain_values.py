"""The values that a finite-domain variable is chosen from, alike or different at each element."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.values import Kind, Static, ragged_rows
from nlc.language import syntax as s


class DomainValues(Struct, frozen=True, eq=False):
    """The values of a variable.

    Attributes:
        kind: of the values.
        values: in their order: numbers and elements ascending, names as they first appear.
        allowed: shape (elements, values), which each element can have; None: all.
    """

    kind: Kind
    values: Ints
    allowed: Bools | None = None


def domain_values(ev: Evaluator, var: s.Var) -> DomainValues:
    """Return the values of a variable that is not boolean."""
    type_ = var.type
    size = ev.ground.board.count(Sort(var.sort))
    frame = Frame()
    if var.at is not None:
        elements = Static(Sort(var.sort), np.arange(size, dtype=np.int32))
        frame = Frame(size).bind(var.at.name, elements, bound=True)
    with located(f"variable '{var.name.name}'", type_.span, "values of elements"):
        ev.begin()
        match type_.kind:
            case "range":
                return _range(ev, var, frame, size)
            case "enum":
                numbers = [ev.ground.symbols.number(name) for name in type_.names]
                return DomainValues("symbol", np.array(numbers, np.int32))
            case "members":
                return _members(ev, type_.bounds[0], frame, size)
            case _:
                name = s.Ref(type_.span, type_.names[0])
                return _members(ev, name, Frame(), size)


def _range(ev: Evaluator, var: s.Var, frame: Frame, size: int) -> DomainValues:
    low, high = (ev.number(bound, frame) for bound in var.type.bounds)
    if var.at is None:
        if low > high:
            raise fail(f"there is no number from {low} to {high}", var.type.span)
        require_room((int(high) - int(low) + 1) * size)
        return DomainValues("int", np.arange(int(low), int(high) + 1, dtype=np.int32))
    some = np.broadcast_to(low <= high, (size,))
    lows, highs = np.broadcast_to(low, (size,)), np.broadcast_to(high, (size,))
    if not some.any():
        return DomainValues("int", np.zeros(0, np.int32))
    least, most = int(lows[some].min()), int(highs[some].max())
    require_room((most - least + 1) * size)
    values = np.arange(least, most + 1, dtype=np.int32)
    allowed = (values >= lows[:, None]) & (values <= highs[:, None])
    return _trimmed("int", values, allowed)


def _members(ev: Evaluator, node: s.Expr, frame: Frame, size: int) -> DomainValues:
    found = ev.static_set(node, frame)
    data = np.asarray(found.data, np.int32)
    values, first, which = np.unique(data, return_index=True, return_inverse=True)
    if not (found.kind == "int" or isinstance(found.kind, Sort)):
        order = np.argsort(first)
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        values, which = values[order], rank[which.ravel()]
    require_room(len(values) * size)
    if found.indptr is None:
        return DomainValues(found.kind, values)
    allowed = np.zeros((size, len(values)), np.bool_)
    allowed[ragged_rows(found.indptr), which.ravel()] = True
    return _trimmed(found.kind, values, allowed)


def _trimmed(kind: Kind, values: Ints, allowed: Bools) -> DomainValues:
    """Return values without those that no element can have."""
    used = allowed.any(axis=0)
    values, allowed = values[used], allowed[:, used]
    return DomainValues(kind, values, None if allowed.all() else allowed)
