"""Evaluates sets whose members are written down: ``{red, blue}`` and ``1..n``."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, offsets, unique_rows
from nlc.board import GRAPH, Sort
from nlc.errors import fail
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import (
    MISSING,
    DecidedSet,
    Static,
    StaticSet,
    ragged_filter,
    ragged_rows,
)
from nlc.language import syntax as s


def listed(ev: Evaluator, node: s.Listed, frame: Frame) -> StaticSet | DecidedSet:
    """Return the set of some values or elements, each once, or of conditions."""
    values = [ev.value(member, frame) for member in node.members]
    first = values[0]
    if not isinstance(first, Static) or first.kind == "bool":
        rows = np.arange(frame.rows, dtype=np.int32)
        reifier = Reifier(ev.builder, ev.origin(node, frame))
        lits = [reifier.literal(ev.as_formula(value, frame), rows) for value in values]
        indptr = np.arange(frame.rows + 1, dtype=np.int32) * np.int32(len(lits))
        return DecidedSet("bool", indptr, np.zeros(0, np.int32), np.stack(lits, axis=1).ravel())
    found = [value for value in values if isinstance(value, Static)]
    rows_ = 1 if all(value.data.ndim == 0 for value in found) else frame.rows
    data = np.stack([value.over(rows_) for value in found], axis=1).ravel().astype(np.int32)
    indptr = np.arange(rows_ + 1, dtype=np.int32) * np.int32(len(found))
    indptr, data = distinct(indptr, data)
    return StaticSet(first.kind, indptr if rows_ == frame.rows > 1 else None, data)


def between(ev: Evaluator, node: s.Between, frame: Frame) -> StaticSet:
    """Return the numbers from one to another, or the cells between two."""
    if isinstance(node.low, s.Loc) and isinstance(node.high, s.Loc):
        return StaticSet(Sort.CELL, None, ev.ground.block(node))
    first = ev.static(node.low, frame)
    if first.kind is Sort.CELL:
        ends = [ev.present(ev.static(end, frame), end) for end in (node.low, node.high)]
        if ev.ground.board.topology == GRAPH:
            raise fail("a graph has no rows, and so no block of cells", node.span)
        block = ev.functions.call("..", ends)
        assert isinstance(block, StaticSet)
        return block
    low, high = ev.number(node.low, frame), ev.number(node.high, frame)
    if low.ndim == high.ndim == 0:
        size = max(int(high) - int(low) + 1, 0)
        require_room(size)
        return StaticSet("int", None, np.arange(int(low), int(low) + size, dtype=np.int32))
    low, high = np.broadcast_to(low, (frame.rows,)), np.broadcast_to(high, (frame.rows,))
    sizes = np.maximum(high.astype(np.int64) - low + 1, 0)
    require_room(int(sizes.sum()))
    indptr = offsets(sizes)
    data = np.arange(indptr[-1]) - np.repeat(indptr[:-1] - low, sizes)
    return StaticSet("int", indptr, data.astype(np.int32))


def distinct(indptr: Ints, data: Ints) -> tuple[Ints, Ints]:
    """Drop repeated and missing members of each row of a ragged array, keeping the first ones."""
    keys = np.stack([ragged_rows(indptr), data], axis=1)
    keep = np.zeros(len(data), np.bool_)
    keep[unique_rows(keys)[0]] = True
    keep &= data != MISSING
    return ragged_filter(indptr, keep), data[keep]
