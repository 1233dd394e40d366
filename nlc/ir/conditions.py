"""Evaluates conditions, comparisons, sets and counts for all instances of a frame at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nlc.board.board import Bools, Ints
from nlc.ir.formula import (
    NOWHERE,
    CountIs,
    Equivalence,
    Formula,
    Implication,
    Is,
    Junction,
    Many,
    Same,
    constant,
    negate,
    present,
    take,
)
from nlc.ir.frame import Frame
from nlc.ir.nodes import ABSENT, TRUE
from nlc.ir.post import Poster
from nlc.ir.values import (
    MISSING,
    DecidedSet,
    FdValue,
    Static,
    StaticSet,
    ragged_filter,
    ragged_rows,
    ragged_take,
)
from nlc.lang import syntax as s
from nlc.lang.diagnostics import fail

if TYPE_CHECKING:
    from nlc.ir.expressions import Evaluator

_Comparison = Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]]
_ORDER: dict[str, _Comparison] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def condition(ev: Evaluator, node: s.Expr, frame: Frame) -> Static | Formula:
    """Evaluate a boolean expression."""
    match node:
        case s.Not(operand=operand):
            inner = ev.value(operand, frame)
            if isinstance(inner, Static):
                return Static("bool", ~inner.data)
            return negate(ev.formula(operand, frame))
        case s.And(operands=operands) | s.Or(operands=operands):
            return _junction(ev, isinstance(node, s.And), operands, frame)
        case s.Implies(left=left, right=right):
            premise = ev.value(left, frame)
            if isinstance(premise, Static):
                return _junction(ev, False, (s.Not(left.span, left), right), frame)
            return Implication(ev.formula(left, frame), ev.formula(right, frame))
        case s.Iff(left=left, right=right):
            one, two = ev.value(left, frame), ev.value(right, frame)
            if isinstance(one, Static) and isinstance(two, Static):
                return Static("bool", one.data == two.data)
            return Equivalence(ev.formula(left, frame), ev.formula(right, frame))
        case s.Compare():
            return _compare(ev, node, frame)
        case s.Has(operand=operand):
            value = ev.value(operand, frame)
            if isinstance(value, Static):
                return Static("bool", np.asarray(value.data != MISSING))
            assert isinstance(value, FdValue)
            if not ev.builder.program.domains[value.name].optional:
                return Static("bool", np.asarray(True))
            return present(value.name, value.elements)
        case _:
            raise AssertionError(f"{type(node).__name__} is no condition")


def _junction(
    ev: Evaluator, every: bool, operands: Sequence[s.Expr], frame: Frame
) -> Static | Formula:
    """Evaluate `and` (every) or `or`, from the left.

    An operand is looked at only for the instances that the static ones before it leave open, so
    that ``has opposite(l, c) and line[opposite(l, c)]`` is safe.
    """
    known: Bools = np.asarray(every)
    decided: list[Formula] = []
    for operand in operands:
        live = np.broadcast_to(known == every, (frame.rows,))
        if not live.any():
            break
        partial = not live.all()
        inner = frame.select(live) if partial else frame
        value = ev.value(operand, inner)
        if isinstance(value, Static):
            if partial:
                full = np.broadcast_to(known, (frame.rows,)).copy()
                full[live] = value.over(inner.rows)
                known = full
            else:
                known = value.data
        else:
            f = ev.formula(operand, inner)
            if partial:
                # The instances left out get some row; the static part outweighs it there.
                f = take(f, np.maximum(np.cumsum(live) - 1, 0).astype(np.int32))
            decided.append(f)
    if not decided or not (known == every).any():
        return Static("bool", known)
    if not (known == every).all():
        decided.insert(0, constant(np.broadcast_to(known, (frame.rows,))))
    return decided[0] if len(decided) == 1 else Junction(every, tuple(decided))


# ---------- comparisons ----------


def _compare(ev: Evaluator, node: s.Compare, frame: Frame) -> Static | Formula:
    if node.op == "in":
        return _member(ev, node, frame)
    for counted, other, op in (
        (node.left, node.right, node.op),
        (node.right, node.left, _MIRROR[node.op]),
    ):
        if isinstance(counted, s.Count):
            value = ev.value(counted.of, frame)
            if isinstance(value, DecidedSet):
                bound = ev.static(other, frame).over(frame.rows)
                return _count_compare(value, op, bound)
    left, right = ev.value(node.left, frame), ev.value(node.right, frame)
    if isinstance(left, Static) and isinstance(right, Static):
        return _compare_static(node.op, left, right)
    if isinstance(left, FdValue) or isinstance(right, FdValue):
        return _compare_decided(ev, node.op == "=", left, right, frame)
    both = Equivalence(ev.formula(node.left, frame), ev.formula(node.right, frame))
    return both if node.op == "=" else negate(both)


def _compare_static(op: str, left: Static, right: Static) -> Static:
    result = _ORDER[op](left.data, right.data)
    if op not in ("=", "!=") and left.kind != "bool":
        # A value that is not there is in no order with anything.
        result = result & (left.data != MISSING) & (right.data != MISSING)
    return Static("bool", np.asarray(result))


def _compare_decided(
    ev: Evaluator, equal: bool, left: object, right: object, frame: Frame
) -> Formula:
    if not isinstance(left, FdValue):
        left, right = right, left
    assert isinstance(left, FdValue)
    if isinstance(right, FdValue):
        return Same(left.name, left.elements, right.name, right.elements, equal)
    assert isinstance(right, Static)
    values = domain_index(ev, left.name, right.over(frame.rows))
    return Is(left.name, left.elements, values, equal)


def domain_index(ev: Evaluator, variable: str, values: Ints) -> Ints:
    """Return the value indices of static values; ABSENT for MISSING, NOWHERE if not in the domain.

    Where the variable is not optional, a missing value is in no domain either.
    """
    members = ev.instance.domain_values(variable)
    out = np.full(len(values), NOWHERE, np.int32)
    if len(members):
        order = np.argsort(members, kind="stable")
        at = np.minimum(np.searchsorted(members[order], values), len(members) - 1)
        found = members[order][at] == values
        out[found] = order[at][found]
    if ev.builder.program.domains[variable].optional:
        out[values == MISSING] = ABSENT
    return out


def _count_compare(members: DecidedSet, op: str, bound: Ints) -> Formula:
    match op:
        case "=" | "!=":
            return CountIs(members.indptr, members.lits, "=", (bound,), op == "=")
        case "<" | "<=":
            numbers = bound - 1 if op == "<" else bound
            return CountIs(members.indptr, members.lits, "<=", (numbers.astype(np.int32),))
        case _:
            numbers = bound + 1 if op == ">" else bound
            return CountIs(members.indptr, members.lits, ">=", (numbers.astype(np.int32),))


def _member(ev: Evaluator, node: s.Compare, frame: Frame) -> Static:
    value = ev.static(node.left, frame)
    members = ev.static_set(node.right, frame)
    if members.indptr is None:
        return Static("bool", np.asarray(np.isin(value.data, members.data)))
    rows = ragged_rows(members.indptr)
    hits = rows[members.data == value.over(frame.rows)[rows]]
    return Static("bool", np.bincount(hits, minlength=frame.rows) > 0)


# ---------- sets and counts ----------


def set_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> StaticSet | DecidedSet:
    """Evaluate a set comprehension; one that uses no local name is evaluated only once."""
    if frame.names and not (_names(node) & frame.names.keys()):
        once = set_of(ev, node, Frame())
        if isinstance(once, StaticSet):
            return StaticSet(once.kind, None, once.data)
        return _repeat(once, frame.rows)
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
            guard = ev.formula(node.condition, inner)
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
    f = ev.formula(node.element, inner)
    both = f if guard is None else Junction(True, (guard, f))
    return DecidedSet("bool", indptr, np.zeros(0, np.int32), _literal(ev, both, node, inner))


def quantified(ev: Evaluator, node: s.Quantified, frame: Frame) -> Static | Formula:
    """Evaluate ``exactly 0 or 2 of S`` and its kin."""
    members = ev.value(node.of, frame)
    assert isinstance(members, DecidedSet)
    indptr, lits = members.indptr, members.lits
    numbers = tuple(ev.static(k, frame).over(frame.rows) for k in node.counts)
    if (np.abs(lits) == TRUE).all():
        true = np.bincount(ragged_rows(indptr)[lits > 0], minlength=frame.rows).astype(np.int32)
        return Static("bool", _compare_numbers(node.kind, true, np.diff(indptr), numbers))
    match node.kind:
        case "any" | "all":
            return Many(node.kind == "all", indptr, lits)
        case "none":
            return Many(True, indptr, -lits)
        case "odd":
            return CountIs(indptr, lits, "odd", ())
        case "exactly":
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
                ev.instance.span_of(call.function.name, int(element)) or node.span,
                f"'{call.function.name}' can be at most {sizes[row]} here",
            )


def _literal(ev: Evaluator, f: Formula, node: s.Node, frame: Frame) -> Ints:
    rows = np.arange(frame.rows, dtype=np.int32)
    return Poster(ev.builder, ev.place(node, frame)).literal(f, rows)


def _repeat(value: DecidedSet, rows: int) -> DecidedSet:
    index = np.zeros(rows, np.int32)
    indptr, lits = ragged_take(value.indptr, value.lits, index)
    data = value.data if value.kind == "bool" else ragged_take(value.indptr, value.data, index)[1]
    return DecidedSet(value.kind, indptr, data, lits)


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
