"""Evaluates conditions and comparisons for all instances of a frame at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints, Wides, offsets
from nlc.errors import fail
from nlc.ir.elaborate import formula as fm
from nlc.ir.elaborate import totals
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.binders import literals
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.sets import members_of
from nlc.ir.elaborate.sums import COMPARISONS, as_sum, cases_of, compare_sums, evaluated, sum_of
from nlc.ir.nodes import TRUE
from nlc.ir.runs import Lengths, fits, has_runs, room_of
from nlc.language import syntax as s
from nlc.language.infer_operators import ring_in
from nlc.language.literals import list_numbers


def condition(ev: Evaluator, node: s.Expr, frame: Frame) -> vs.Static | fm.Formula:
    """Evaluate a boolean expression."""
    match node:
        case s.Not(operand=operand):
            inner = ev.value(operand, frame)
            if isinstance(inner, vs.Static):
                return vs.Static("bool", ~inner.data)
            return fm.negate(ev.as_formula(inner, frame))
        case s.And(operands=operands) | s.Or(operands=operands):
            return _junction(ev, isinstance(node, s.And), operands, frame)
        case s.Implies(left=left, right=right):
            if ev.ground.is_open and _tests_clue(left):
                return _junction(ev, False, (s.Not(left.span, left), right), frame)
            premise = ev.value(left, frame)
            if isinstance(premise, vs.Static):
                return _junction(ev, False, (right,), frame, ~premise.data)
            return fm.Implication(ev.as_formula(premise, frame), ev.formula(right, frame))
        case s.Iff(left=left, right=right):
            one, two = ev.value(left, frame), ev.value(right, frame)
            if isinstance(one, vs.Static) and isinstance(two, vs.Static):
                return vs.Static("bool", one.data == two.data)
            return fm.Equivalence(ev.as_formula(one, frame), ev.as_formula(two, frame))
        case s.Compare():
            return _compare(ev, node, frame)
        case s.Has(operand=operand):
            value = ev.value(operand, frame)
            if isinstance(value, vs.Static):
                return vs.Static("bool", np.asarray(value.data != vs.MISSING))
            assert isinstance(value, vs.FdValue)
            if value.name in ev.ground.opened:
                return ev.there(value.name, value.elements, frame)
            if not ev.builder.program.domains[value.name].optional:
                return vs.Static("bool", np.asarray(True))
            return fm.present(value.name, value.elements)
        case _:
            raise AssertionError(f"{type(node).__name__} is no condition")


def _junction(
    ev: Evaluator, every: bool, operands: Sequence[s.Expr], frame: Frame, known: Bools | None = None
) -> vs.Static | fm.Formula:
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
        if isinstance(value, vs.Static):
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
        return vs.Static("bool", known)
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
    if not isinstance(out, fm.Lit):
        return out
    return fm.Lit(np.where(live, out.lits, TRUE if every else -TRUE))


def quantified(
    ev: Evaluator, node: s.Quantifier, frame: Frame, members: vs.DecidedSet | None = None
) -> vs.Static | fm.Formula:
    """Evaluate ``exactly 0 or 2 of S`` and its kin; `members` is the value of S, if known."""
    if members is None:
        if (cases := _by_cases(ev, node, frame)) is not None:
            return cases
        members = ev.decided_set(node.of, frame)
    indptr, lits = members.indptr, members.lits
    wanted = [sum_of(ev, count, frame) for count in node.counts]
    sign = {"any": ">", "at most": "<=", "at least": ">="}.get(node.kind, "=")
    if any(each.decided for each in wanted):
        among = vs.Sum(terms=((1, members),))
        parts = tuple(compare_sums(ev, sign, among, each, node, frame) for each in wanted)
        return parts[0] if len(parts) == 1 else fm.Junction(False, parts)
    numbers = tuple(np.broadcast_to(each.known.astype(np.int32), (frame.rows,)) for each in wanted)
    sizes = np.diff(indptr)
    if (np.abs(lits) == TRUE).all() and members.among is None:
        true = np.bincount(vs.ragged_rows(indptr)[lits > 0], minlength=frame.rows)
        if node.kind == "odd":
            return vs.Static("bool", true % 2 == 1)
        than = numbers or (sizes if node.kind == "all" else np.zeros(1, np.int32),)
        found = [COMPARISONS[sign](true, each) for each in than]
        return vs.Static("bool", np.logical_or.reduce(found))
    match node.kind:
        case "any":
            return fm.Many(False, indptr, lits)
        case "all" if members.among is not None:
            held = fm.Implication(fm.Lit(members.among), fm.Lit(lits))
            return fm.Many(True, indptr, literals(ev, held, node, Frame(len(lits))))
        case "all":
            return fm.Many(True, indptr, lits)
        case "none":
            return fm.Many(True, indptr, -lits)
        case "odd":
            return fm.CountIs(indptr, lits, "odd", ())
        case "exactly" if node in ev.asserted:
            _refuse_too_many(ev, node, frame, sizes, numbers)
    return fm.CountIs(indptr, lits, sign, numbers)


def _by_cases(ev: Evaluator, node: s.Quantifier, frame: Frame) -> fm.Formula | None:
    """Return a count of ``t[d] = t[c] + 1`` over d: for each value k, t[c] = k implies the count.

    None if it does not count comparisons of this form.
    """
    of = node.of
    if not isinstance(of, s.SetOf) or of.prefix is not None or of.condition is not None:
        return None
    if not isinstance(of.element, s.Compare) or of.element.op != "=":
        return None
    sides = (of.element.left, of.element.right)
    if not any(isinstance(side, s.Arith) for side in sides) or not all(map(_is_shifted, sides)):
        return None
    inner, parents, guard = members_of(ev, of, frame)
    left, right = (sum_of(ev, side, inner) for side in sides)
    number = left.plus(right, -1)
    lacking = any(totals.may_lack(ev, value) for _, value in number.values)
    signs = sorted(weight for weight, _ in number.values)
    if guard is not None or number.terms or number.made or signs != [-1, 1] or lacking:
        return None
    for both in (number.values, number.values[::-1]):
        (sign, shared), (_, other) = both
        elements = np.zeros(frame.rows, np.int32)
        elements[parents] = shared.elements
        if (elements[parents] == shared.elements).all():
            break
    else:
        return None
    indptr, none = offsets(np.bincount(parents, minlength=frame.rows)), np.zeros(0, np.int32)
    parts = []
    for index, value in cases_of(ev, shared.name):
        wanted = np.broadcast_to(sign * number.known + value, (inner.rows,)).astype(np.int32)
        here = ev.domain_index(other.name, wanted)
        lits = ev.builder.atoms(other.name, other.elements, here)
        then = quantified(ev, node, frame, vs.DecidedSet("bool", indptr, none, lits))
        this = fm.Is(shared.name, elements, np.full(frame.rows, index, np.int32))
        parts.append(fm.Implication(this, ev.as_formula(then, frame)))
    return fm.Junction(True, tuple(parts))


def _is_shifted(node: s.Expr) -> bool:
    """Return whether a number is the value of a variable and known ones, added up."""
    if isinstance(node, s.Arith):
        return node.op in "+-" and _is_shifted(node.left) and _is_shifted(node.right)
    return isinstance(node, (s.Index, s.Int, s.Ref, s.Column))


def _refuse_too_many(
    ev: Evaluator, node: s.Quantifier, frame: Frame, sizes: Ints, numbers: tuple[Ints, ...]
) -> None:
    """Check that clues do not exceed the size of a set; a constant that does is merely false.

    Raises:
        UserError: a clue is too large.
    """
    givens, wanted = ev.ground.givens, zip(node.counts, numbers, strict=True)
    clues = [(k, n) for k, n in wanted if isinstance(k, s.Call) and k.function.name in givens]
    for call, ks in clues:
        if len(clues) == len(numbers) and (ks > sizes).any():
            row = int(np.flatnonzero(ks > sizes)[0])
            element = ev.static(call.args[0], frame).over(frame.rows)[row]
            span = ev.ground.span_of(call.function.name, int(element)) or node.span
            message = f"rule '{ev.rule}' asks for exactly {ks[row]} of only {sizes[row]}"
            raise fail(message, span, f"'{call.function.name}' can be at most {sizes[row]} here")


# ---------- comparisons ----------


def _compare(ev: Evaluator, node: s.Compare, frame: Frame) -> vs.Static | fm.Formula:
    if node.op == "in":
        return _member(ev, node, frame)
    left, right = (evaluated(ev, side, frame) for side in (node.left, node.right))
    if isinstance(left, vs.Static) and isinstance(right, vs.Static):
        return _compare_static(node.op, left, right)
    if any(isinstance(side, (vs.StaticSet, vs.DecidedSet)) for side in (left, right)):
        same = _same_sets(ev, node, frame)
        if isinstance(same, vs.Static):
            return vs.Static("bool", same.data == (node.op == "="))
        return same if node.op == "=" else fm.negate(same)
    if node.op in ("=", "!=") and not (isinstance(left, vs.Sum) or isinstance(right, vs.Sum)):
        return _compare_decided(ev, node.op == "=", left, right, frame)
    one, two = as_sum(ev, node.left, left), as_sum(ev, node.right, right)
    return compare_sums(ev, node.op, one, two, node, frame)


def _compare_static(op: str, left: vs.Static, right: vs.Static) -> vs.Static:
    result = COMPARISONS[op](left.data, right.data)
    if op not in ("=", "!=") and left.kind != "bool":
        # A missing value is neither less nor greater than others.
        result = result & (left.data != vs.MISSING) & (right.data != vs.MISSING)
    return vs.Static("bool", np.asarray(result))


def _compare_decided(
    ev: Evaluator, equal: bool, left: object, right: object, frame: Frame
) -> fm.Formula:
    if not isinstance(left, vs.FdValue):
        left, right = right, left
    assert isinstance(left, vs.FdValue)
    if isinstance(right, vs.FdValue):
        domains = ev.ground.domains
        if not np.array_equal(domains[left.name], domains[right.name]):
            both = _same_values(ev, left, right)
            return both if equal else fm.negate(both)
        return fm.Same(left.name, left.elements, right.name, right.elements, equal)
    assert isinstance(right, vs.Static)
    values = ev.domain_index(left.name, right.over(frame.rows))
    return fm.Is(left.name, left.elements, values, equal)


def _same_values(ev: Evaluator, left: vs.FdValue, right: vs.FdValue) -> fm.Formula:
    """Return "two values are equal" for variables, or open givens, of different domains."""
    parts: list[fm.Formula] = []
    values = np.union1d(ev.ground.domains[left.name], ev.ground.domains[right.name])
    for value in (*values.tolist(), vs.MISSING):
        wanted = np.full(len(left.elements), value, np.int32)
        one, two = (ev.domain_index(side.name, wanted) for side in (left, right))
        here = fm.Is(left.name, left.elements, one), fm.Is(right.name, right.elements, two)
        parts.append(fm.Equivalence(*here))
    return fm.Junction(True, tuple(parts))


def _same_sets(ev: Evaluator, node: s.Compare, frame: Frame) -> vs.Static | fm.Formula:
    """Return whether two sets, known or decided, have the same members."""
    sides: list[tuple[Wides, Ints]] = []
    for side in (node.left, node.right):
        found = ev.decided_set(side, frame)
        at = vs.ragged_rows(found.indptr).astype(np.int64)
        sides.append((at * 2**32 + found.data - vs.MISSING, found.lits))
    keys = np.unique(np.concatenate([own for own, _ in sides]))
    within = np.full((2, len(keys)), -TRUE, np.int32)
    for row, (own, lits) in zip(within, sides, strict=True):
        row[np.searchsorted(keys, own)] = lits
    rows = (keys >> 32).astype(np.int32)
    both = fm.Equivalence(*map(fm.Lit, within))
    indptr = offsets(np.bincount(rows, minlength=frame.rows))
    every = fm.Many(True, indptr, literals(ev, both, node, frame.take(rows)))
    return fm.settled(literals(ev, every, node, frame))


def _member(ev: Evaluator, node: s.Compare, frame: Frame) -> vs.Static | fm.Formula:
    value = evaluated(ev, node.left, frame)
    members = ev.static_set(node.right, frame)
    if isinstance(value, (vs.Sum, vs.FdValue)):
        return _is_one_of(ev, value, members, node, frame)
    assert isinstance(value, vs.Static)
    if members.indptr is None:
        return vs.Static("bool", np.asarray(np.isin(value.data, members.data)))
    rows = vs.ragged_rows(members.indptr)
    hits = rows[members.data == value.over(frame.rows)[rows]]
    return vs.Static("bool", np.bincount(hits, minlength=frame.rows) > 0)


def _is_one_of(
    ev: Evaluator, value: vs.Sum | vs.FdValue, members: vs.StaticSet, node: s.Compare, frame: Frame
) -> fm.Formula:
    """Return "a decided number, or value, is a member of a known set"."""

    def equal(one: vs.Sum | vs.FdValue, other: Ints, where: Frame) -> fm.Formula:
        if isinstance(one, vs.Sum):
            return compare_sums(ev, "=", one, vs.Sum(known=other.astype(np.int64)), node, where)
        return fm.Is(one.name, one.elements, ev.domain_index(one.name, other))

    if members.indptr is None:
        each = (np.full(frame.rows, member, np.int32) for member in members.data.tolist())
        parts = tuple(equal(value, wanted, frame) for wanted in each)
        return fm.Junction(False, parts) if parts else fm.constant(np.zeros(frame.rows, np.bool_))
    rows = vs.ragged_rows(members.indptr)
    inner = frame.take(rows)
    same = equal(value.take(rows), members.data, inner)
    return fm.Many(False, members.indptr, literals(ev, same, node, inner))


def runs_are(ev: Evaluator, node: s.Call, frame: Frame) -> vs.Static | fm.Formula:
    """Evaluate the condition "the runs of conditions have the lengths of a list"."""
    of, wanted = node.args
    members = ev.decided_set(of, frame)
    over = ring_in(of)
    cells = None if over is None else ev.as_set(over, frame)
    touching = cells.ring if isinstance(cells, vs.StaticSet) else None
    ring = touching is not None
    lengths = _lengths(ev, wanted, frame, ring)
    indptr, lits = members.indptr, members.lits
    if touching is not None:
        indptr, lits = _with_gaps(np.resize(touching, len(lits)), indptr, lits)
    if (np.abs(lits) == TRUE).all():
        rows = np.split(lits == TRUE, indptr[1:-1])
        held = [has_runs(row, ring, one) for row, one in zip(rows, lengths, strict=False)]
        return vs.Static("bool", np.array(held[: frame.rows], np.bool_))
    found = fm.RunsAre(indptr, lits, lengths, ring)
    if node in ev.asserted:
        _require_room(ev, wanted, frame, found)
    return found


def _lengths(ev: Evaluator, node: s.Expr, frame: Frame, ring: bool) -> tuple[Lengths, ...]:
    """Return the lengths of runs in the list of each instance, without zeros; see `Lengths`."""
    if isinstance(node, s.Str):
        lists = [list_numbers(node.value)] * frame.rows
    else:
        value = ev.present(ev.static(node, frame), node)
        known = {i: ev.ground.numbers(i) for i in np.unique(value.data).tolist()}
        lists = [known[i] for i in value.over(frame.rows).tolist()]
    runs = [tuple(length or 0 for length in each if length != 0) for each in lists]
    return tuple(tuple(sorted(each)) if ring else each for each in runs)


def _with_gaps(touching: Ints, indptr: Ints, lits: Ints) -> tuple[Ints, Ints]:
    """Return the conditions of rings, with a false one between cells that do not touch."""
    apart = touching == 0
    gaps = np.bincount(vs.ragged_rows(indptr)[apart], minlength=len(indptr) - 1)
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
        taken = room_of(lengths) - (not found.ring or len(lengths) < 2)
        what = f"rule '{ev.rule}' asks for runs of {text} in {cells} cells"
        span = ev.ground.span_of(node.function.name, element) or node.span
        hint = f"with a cell between two of them they take {taken}"
        raise fail(f"{what}, where they have no room", span, hint)
