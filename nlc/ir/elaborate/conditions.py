"""Evaluates conditions and comparisons for all instances of a frame at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints, offsets
from nlc.errors import fail
from nlc.ir.elaborate import formula as fm
from nlc.ir.elaborate.binders import literals
from nlc.ir.elaborate.evaluator import Evaluated, Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.sums import COMPARISONS, as_sum, compare_sums, is_calculated, narrowed, sum_of
from nlc.ir.elaborate.values import (
    MISSING,
    DecidedSet,
    FdValue,
    Static,
    StaticSet,
    Sum,
    ragged_rows,
)
from nlc.ir.nodes import TRUE
from nlc.ir.runs import Lengths, fits, lengths_of
from nlc.language import syntax as s
from nlc.language.infer_operators import ring_in
from nlc.language.literals import list_numbers


def condition(ev: Evaluator, node: s.Expr, frame: Frame) -> Static | fm.Formula:
    """Evaluate a boolean expression."""
    match node:
        case s.Not(operand=operand):
            inner = ev.value(operand, frame)
            if isinstance(inner, Static):
                return Static("bool", ~inner.data)
            return fm.negate(ev.as_formula(inner, frame))
        case s.And(operands=operands) | s.Or(operands=operands):
            return _junction(ev, isinstance(node, s.And), operands, frame)
        case s.Implies(left=left, right=right):
            if ev.ground.is_open and _tests_clue(left):
                return _junction(ev, False, (s.Not(left.span, left), right), frame)
            premise = ev.value(left, frame)
            if isinstance(premise, Static):
                return _junction(ev, False, (right,), frame, ~premise.data)
            return fm.Implication(ev.as_formula(premise, frame), ev.formula(right, frame))
        case s.Iff(left=left, right=right):
            one, two = ev.value(left, frame), ev.value(right, frame)
            if isinstance(one, Static) and isinstance(two, Static):
                return Static("bool", one.data == two.data)
            return fm.Equivalence(ev.as_formula(one, frame), ev.as_formula(two, frame))
        case s.Compare():
            return _compare(ev, node, frame)
        case s.Has(operand=operand):
            value = ev.value(operand, frame)
            if isinstance(value, Static):
                return Static("bool", np.asarray(value.data != MISSING))
            assert isinstance(value, FdValue)
            if value.name in ev.ground.opened:
                return ev.there(value.name, value.elements, frame)
            if not ev.builder.program.domains[value.name].optional:
                return Static("bool", np.asarray(True))
            return fm.present(value.name, value.elements)
        case _:
            raise AssertionError(f"{type(node).__name__} is no condition")


def _junction(
    ev: Evaluator,
    every: bool,
    operands: Sequence[s.Expr],
    frame: Frame,
    known: Bools | None = None,
) -> Static | fm.Formula:
    """Evaluate `and` (every) or `or`, from the left.

    An operand is evaluated only for the instances that the static operands before it leave open, so
    that ``has opposite(l, c) and line[opposite(l, c)]`` is safe. `known` is the value of a static
    operand before all of these.
    """
    known = np.asarray(every) if known is None else known
    decided: list[fm.Formula] = []
    for operand in operands:
        live = np.asarray(known == every)
        if not frame.rows or not live.any():
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
            f = ev.as_formula(value, inner)
            if partial:
                f = _spread(f, live, every)
            decided.append(f)
            if ev.ground.is_open and isinstance(f, fm.Lit):
                ends = f.lits == (-TRUE if every else TRUE)
                known = np.where(ends, not every, known) if ends.any() else known
                if _tests_clue(operand):
                    frame = frame.within(Guard(f.lits if every else -f.lits))
    if not decided or not (known == every).any():
        return Static("bool", known)
    if not (known == every).all():
        decided.insert(0, fm.constant(np.broadcast_to(known, (frame.rows,))))
    return decided[0] if len(decided) == 1 else fm.Junction(every, tuple(decided))


def _tests_clue(node: s.Expr) -> bool:
    """Return whether a condition tests for a clue, or for none."""
    return isinstance(node.operand if isinstance(node, s.Not) else node, s.Has)


def _spread(f: fm.Formula, live: Bools, every: bool) -> fm.Formula:
    """Extend a formula of the live instances to all instances.

    Static operands decide the others, so that their value does not matter: a literal has a constant
    there, so that rows do not depend on other instances; other formulas repeat the last live row.
    """
    out = fm.take(f, np.maximum(np.cumsum(live) - 1, 0).astype(np.int32))
    return (
        fm.Lit(np.where(live, out.lits, TRUE if every else -TRUE))
        if isinstance(out, fm.Lit)
        else out
    )


# ---------- comparisons ----------


def _compare(ev: Evaluator, node: s.Compare, frame: Frame) -> Static | fm.Formula:
    if node.op == "in":
        return _member(ev, node, frame)
    left, right = (_side(ev, side, frame) for side in (node.left, node.right))
    if isinstance(left, Static) and isinstance(right, Static):
        return _compare_static(node.op, left, right)
    plain = node.op in ("=", "!=") and not isinstance(left, Sum) and not isinstance(right, Sum)
    if not plain:
        one, two = as_sum(ev, node.left, left), as_sum(ev, node.right, right)
        return compare_sums(ev, node.op, one, two, node, frame)
    assert not isinstance(left, Sum) and not isinstance(right, Sum)
    if isinstance(left, FdValue) or isinstance(right, FdValue):
        return _compare_decided(ev, node.op == "=", left, right, frame)
    both = fm.Equivalence(ev.as_formula(left, frame), ev.as_formula(right, frame))
    return both if node.op == "=" else fm.negate(both)


def _side(ev: Evaluator, node: s.Expr, frame: Frame) -> Evaluated | Sum:
    """Evaluate a side of a comparison: a sum if the solver decides a part of it."""
    lets = ev.ground.rules.lets
    if ev.ground.is_open and isinstance(node, s.Ref) and node.name in lets.keys() - frame.names:
        # A number that is known without open clues may be calculated here.
        node, frame = lets[node.name].value, Frame(frame.rows, cases=frame.cases)
    if not is_calculated(ev, node):
        return ev.value(node, frame)
    found = sum_of(ev, node, frame)
    return found if found.decided else narrowed(found.known, node)


def _compare_static(op: str, left: Static, right: Static) -> Static:
    result = COMPARISONS[op](left.data, right.data)
    if op not in ("=", "!=") and left.kind != "bool":
        # A missing value is neither less nor greater than others.
        result = result & (left.data != MISSING) & (right.data != MISSING)
    return Static("bool", np.asarray(result))


def _compare_decided(
    ev: Evaluator, equal: bool, left: object, right: object, frame: Frame
) -> fm.Formula:
    if not isinstance(left, FdValue):
        left, right = right, left
    assert isinstance(left, FdValue)
    if isinstance(right, FdValue):
        if (left.name in ev.ground.opened) != (right.name in ev.ground.opened):
            both = _same_values(ev, left, right)
            return both if equal else fm.negate(both)
        return fm.Same(left.name, left.elements, right.name, right.elements, equal)
    assert isinstance(right, Static)
    values = ev.domain_index(left.name, right.over(frame.rows))
    return fm.Is(left.name, left.elements, values, equal)


def _same_values(ev: Evaluator, left: FdValue, right: FdValue) -> fm.Formula:
    """Return "two values are equal" for an open given and a variable of different domains."""
    parts: list[fm.Formula] = []
    values = np.union1d(ev.ground.domains[left.name], ev.ground.domains[right.name])
    for value in (*values.tolist(), MISSING):
        wanted = np.full(len(left.elements), value, np.int32)
        one, two = (
            fm.Is(side.name, side.elements, ev.domain_index(side.name, wanted))
            for side in (left, right)
        )
        parts.append(fm.Equivalence(one, two))
    return fm.Junction(True, tuple(parts))


def _member(ev: Evaluator, node: s.Compare, frame: Frame) -> Static | fm.Formula:
    value = _side(ev, node.left, frame)
    members = ev.static_set(node.right, frame)
    if isinstance(value, (Sum, FdValue)):
        return _is_one_of(ev, value, members, node, frame)
    assert isinstance(value, Static)
    if members.indptr is None:
        return Static("bool", np.asarray(np.isin(value.data, members.data)))
    rows = ragged_rows(members.indptr)
    hits = rows[members.data == value.over(frame.rows)[rows]]
    return Static("bool", np.bincount(hits, minlength=frame.rows) > 0)


def _is_one_of(
    ev: Evaluator, value: Sum | FdValue, members: StaticSet, node: s.Compare, frame: Frame
) -> fm.Formula:
    """Return "a decided number, or value, is a member of a known set"."""

    def equal(one: Sum | FdValue, other: Ints, where: Frame) -> fm.Formula:
        if isinstance(one, Sum):
            return compare_sums(ev, "=", one, Sum(known=other.astype(np.int64)), node, where)
        return fm.Is(one.name, one.elements, ev.domain_index(one.name, other))

    if members.indptr is None:
        each = (np.full(frame.rows, member, np.int32) for member in members.data.tolist())
        parts = tuple(equal(value, wanted, frame) for wanted in each)
        return fm.Junction(False, parts) if parts else fm.constant(np.zeros(frame.rows, np.bool_))
    rows = ragged_rows(members.indptr)
    inner = frame.take(rows)
    same = equal(value.take(rows), members.data, inner)
    return fm.Many(False, members.indptr, literals(ev, same, node, inner))


def runs_are(ev: Evaluator, node: s.Call, frame: Frame) -> Static | fm.Formula:
    """Evaluate the condition "the runs of conditions have the lengths of a list"."""
    of, wanted = node.args
    members = ev.value(of, frame)
    if isinstance(members, StaticSet):  # the conditions are known
        indptr, data = members.over(frame.rows)
        members = DecidedSet(members.kind, indptr, data, np.full(len(data), TRUE, np.int32))
    if not isinstance(members, DecidedSet):
        raise ValueNeededError(of, None, frame)
    over = ring_in(of)
    cells = None if over is None else ev.as_set(over, frame)
    touching = cells.ring if isinstance(cells, StaticSet) else None
    ring = touching is not None
    lengths = _lengths(ev, wanted, frame, ring)
    indptr, lits = members.indptr, members.lits
    if touching is not None:
        indptr, lits = _with_gaps(np.resize(touching, len(lits)), indptr, lits)
    if (np.abs(lits) == TRUE).all():
        rows = np.split(lits == TRUE, indptr[1:-1])
        held = [lengths_of(row, ring) == one for row, one in zip(rows, lengths, strict=False)]
        return Static("bool", np.array(held[: frame.rows], np.bool_))
    found = fm.RunsAre(indptr, lits, lengths, ring)
    if node in ev.asserted:
        _require_room(ev, wanted, frame, found)
    return found


def _lengths(ev: Evaluator, node: s.Expr, frame: Frame, ring: bool) -> tuple[Lengths, ...]:
    """Return the lengths of runs in the list of each instance, without zeros."""
    if isinstance(node, s.Str):
        lists = [list_numbers(node.value)] * frame.rows
    else:
        value = ev.present(ev.static(node, frame), node)
        known = {i: ev.ground.numbers(i) for i in np.unique(value.data).tolist()}
        lists = [known[i] for i in value.over(frame.rows).tolist()]
    runs = [tuple(length for length in each if length) for each in lists]
    return tuple(tuple(sorted(each)) if ring else each for each in runs)


def _with_gaps(touching: Ints, indptr: Ints, lits: Ints) -> tuple[Ints, Ints]:
    """Return the conditions of rings, with a false one between cells that do not touch."""
    apart = touching == 0
    gaps = np.bincount(ragged_rows(indptr)[apart], minlength=len(indptr) - 1)
    gapped = np.insert(lits, np.flatnonzero(apart) + 1, -TRUE)
    return offsets(np.diff(indptr) + gaps), gapped.astype(np.int32)


def _require_room(ev: Evaluator, node: s.Expr, frame: Frame, found: fm.RunsAre) -> None:
    """Check that the runs of clues fit into their cells.

    Raises:
        UserError: a clue has too long runs.
    """
    if not isinstance(node, s.Call) or node.function.name not in ev.ground.givens:
        return
    for row, lengths in enumerate(found.lengths):
        lits = found.lits[found.indptr[row] : found.indptr[row + 1]]
        if fits(lengths, found.ring, lits == TRUE, lits != -TRUE):
            continue
        element = int(ev.static(node.args[0], frame).over(frame.rows)[row])
        text = ev.ground.text("list", int(ev.static(node, frame).over(frame.rows)[row]))
        cells = np.count_nonzero(lits != -TRUE)
        taken = sum(lengths) + len(lengths) - (not found.ring or len(lengths) < 2)
        raise fail(
            f"rule '{ev.rule}' asks for runs of {text} in {cells} cells, where they have no room",
            ev.ground.span_of(node.function.name, element) or node.span,
            f"with a cell between two of them they take {taken}",
        )
