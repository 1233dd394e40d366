"""Evaluates set comprehensions and counts for all instances of a frame at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.errors import fail
from nlc.ir.elaborate.evaluator import Evaluator
from nlc.ir.elaborate.formula import CountIs, Formula, Implication, Junction, Lit, Many
from nlc.ir.elaborate.frame import Frame
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import (
    MISSING,
    DecidedSet,
    Static,
    StaticSet,
    ragged_filter,
    ragged_rows,
)
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s


def set_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> StaticSet | DecidedSet:
    """Evaluate a set comprehension; one that uses no local name is evaluated only once."""
    if frame.names and not (_names(node) & frame.names.keys()):
        once = set_of(ev, node, Frame())
        if isinstance(once, StaticSet):
            return StaticSet(once.kind, None, once.data)
        return once.take(np.zeros(frame.rows, np.int32))
    inner, parents = ev.expand(node.binders, frame)
    counts = np.bincount(parents, minlength=frame.rows)
    indptr = np.concatenate([np.zeros(1, np.int32), np.cumsum(counts, dtype=np.int32)])
    guard: Formula | None = None
    if node.condition is not None:
        held = ev.value(node.condition, inner)
        if isinstance(held, Static):
            mask = held.over(inner.rows)
            inner, indptr = inner.select(mask), ragged_filter(indptr, mask)
        else:
            guard = ev.as_formula(held, inner)
    value = ev.value(node.element, inner)
    if isinstance(value, Static) and value.kind != "bool":
        data = np.ascontiguousarray(value.over(inner.rows), dtype=np.int32)
        if guard is not None:
            lits = _literal(ev, guard, node, inner)
            return DecidedSet(value.kind, indptr, data, lits)
        single = len(node.binders.items) == 1 and len(node.binders.items[0].names) == 1
        if not (single and isinstance(node.element, s.Ref)):
            indptr, data = _distinct(indptr, data)
        return StaticSet(value.kind, None if not frame.names else indptr, data)
    f = ev.as_formula(value, inner)
    none = np.zeros(0, np.int32)
    if guard is None:
        return DecidedSet("bool", indptr, none, _literal(ev, f, node, inner))
    among = Lit(_literal(ev, guard, node, inner))
    both = _literal(ev, Junction(True, (among, f)), node, inner)
    return DecidedSet("bool", indptr, none, both, among.lits)


def quantified(ev: Evaluator, node: s.Quantified, frame: Frame) -> Static | Formula:
    """Evaluate ``exactly 0 or 2 of S`` and its kin."""
    members = ev.value(node.of, frame)
    assert isinstance(members, DecidedSet)
    indptr, lits = members.indptr, members.lits
    numbers = tuple(np.broadcast_to(ev.number(k, frame), (frame.rows,)) for k in node.counts)
    if (np.abs(lits) == TRUE).all() and members.among is None:
        true = np.bincount(ragged_rows(indptr)[lits > 0], minlength=frame.rows).astype(np.int32)
        return Static("bool", _compare_numbers(node.kind, true, np.diff(indptr), numbers))
    match node.kind:
        case "any":
            return Many(False, indptr, lits)
        case "all" if members.among is not None:
            held = Implication(Lit(members.among), Lit(lits))
            place = ev.place(node, Frame(len(lits)))
            rows = np.arange(len(lits), dtype=np.int32)
            return Many(True, indptr, Reifier(ev.builder, place).literal(held, rows))
        case "all":
            return Many(True, indptr, lits)
        case "none":
            return Many(True, indptr, -lits)
        case "odd":
            return CountIs(indptr, lits, "odd", ())
        case "exactly":
            if node in ev.asserted:
                _refuse_too_many(ev, node, frame, np.diff(indptr), numbers)
            return CountIs(indptr, lits, "=", numbers)
        case _:
            return CountIs(indptr, lits, "<=" if node.kind == "at most" else ">=", numbers)


def _compare_numbers(
    kind: str, true: Ints, sizes: Ints, numbers: tuple[Ints, ...]
) -> npt.NDArray[Any]:
    """Judge the number of true conditions, known when compiling, in each row."""
    match kind:
        case "any":
            result = true > 0
        case "all":
            result = true == sizes
        case "none":
            result = true == 0
        case "odd":
            result = true % 2 == 1
        case "exactly":
            result = np.any([true == k for k in numbers], axis=0)
        case "at most":
            result = true <= numbers[0]
        case _:
            result = true >= numbers[0]
    return np.asarray(result)


def _refuse_too_many(
    ev: Evaluator, node: s.Quantified, frame: Frame, sizes: Ints, numbers: tuple[Ints, ...]
) -> None:
    """Refuse a clue that asks for more than there is; a constant that does is merely false."""
    clues = [(k, n) for k, n in zip(node.counts, numbers, strict=True) if isinstance(k, s.Call)]
    for call, ks in clues:
        if len(clues) == len(numbers) and (ks > sizes).any():
            row = int(np.flatnonzero(ks > sizes)[0])
            element = ev.static(call.args[0], frame).over(frame.rows)[row]
            raise fail(
                f"rule '{ev.rule}' asks for exactly {ks[row]} of only {sizes[row]}",
                ev.ground.span_of(call.function.name, int(element)) or node.span,
                f"'{call.function.name}' can be at most {sizes[row]} here",
            )


def _literal(ev: Evaluator, f: Formula, node: s.Node, frame: Frame) -> Ints:
    rows = np.arange(frame.rows, dtype=np.int32)
    return Reifier(ev.builder, ev.place(node, frame)).literal(f, rows)


def _distinct(indptr: Ints, data: Ints) -> tuple[Ints, Ints]:
    """Drop repeated and missing members of each row, keeping the first of each."""
    keys = np.stack([ragged_rows(indptr), data], axis=1)
    keep = np.zeros(len(data), np.bool_)
    if len(data):
        keep[np.unique(keys, axis=0, return_index=True)[1]] = True
    keep &= data != MISSING
    return ragged_filter(indptr, keep), data[keep]


def _names(node: object) -> set[str]:
    """Return every name that an expression mentions."""
    if isinstance(node, s.Ref):
        return {node.name}
    if isinstance(node, tuple):
        return set().union(*(_names(item) for item in node)) if node else set()
    if isinstance(node, s.Node):
        fields = [v for k, v in vars(node).items() if k != "span"]
        return set().union(*(_names(v) for v in fields))
    return set()
