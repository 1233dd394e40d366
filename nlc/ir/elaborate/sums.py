"""Compares decided numbers: counts, values of variables, their sums and differences.

Subtracted conditions are counted by their negations: count A - count B is the number of true
conditions of A and of negations of B, less the size of B. A value is split into cases: ``count S =
num[c]`` means for each k that num[c] = k implies count S = k. With several values, products or
weights, all become numbers with steps (`nlc.ir.elaborate.totals`), and "their sum is at least a
bound" is an auxiliary, for the encodings of sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints, offsets
from nlc.board import group_by_key
from nlc.errors import fail
from nlc.ir.elaborate import formula, totals
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.binders import literals, places_over
from nlc.ir.elaborate.bounds import require_room, spend_step
from nlc.ir.elaborate.evaluator import Evaluated, Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.sets import members_of, needs_no_name
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s
from nlc.language.builtins import NUMERIC

ORDERS = frozenset(["<", "<=", ">", ">="])
"""The comparisons that bound numbers."""

COMPARISONS: dict[str, Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
"""The comparisons of known numbers."""

MAX_CASES = 4096
"""The most cases of a comparison; with more, or with three values, values are added up."""

MANY = 9
"""A count of so many conditions is compared with an open given by adding up: a count for each value
is more than one of twice the size."""

MIRROR = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def is_calculated(ev: Evaluator, node: s.Expr) -> bool:
    """Return whether a number is a count, or calculated from others."""
    if isinstance(node, s.Call) and node.function.name in NUMERIC:
        rules, name = ev.ground.rules, node.function.name
        return not (name in rules.lets or name in rules.givens)
    return isinstance(node, s.CALCULATED)


def narrowed(total: vs.Wide, node: s.Expr) -> vs.Static:
    """Return a known number.

    Raises:
        UserError: it is too large.
    """
    totals.refuse_large(np.abs(total), node)
    return vs.Static("int", np.asarray(total.astype(np.int32)))


def evaluated(ev: Evaluator, node: s.Expr, frame: Frame) -> Evaluated:
    """Evaluate any expression: a number is a sum if the solver decides a part of it."""
    if not is_calculated(ev, node):
        return ev.value(node, frame)
    found = sum_of(ev, node, frame)
    return found if found.decided else narrowed(found.known, node)


def sum_of(ev: Evaluator, node: s.Expr, frame: Frame) -> vs.Sum:
    """Evaluate a number."""
    if isinstance(node, s.Arith):
        one, other = sum_of(ev, node.left, frame), sum_of(ev, node.right, frame)
        found = calculated(ev, node, one, other, frame)
        if not found.decided:
            narrowed(found.known, node)
        return found
    if isinstance(node, s.Sum):
        return _total(ev, node, frame)
    if isinstance(node, s.Call) and is_calculated(ev, node):
        return _function(ev, node, frame)
    value = ev.as_set(node.of, frame) if isinstance(node, s.Count) else ev.value(node, frame)
    if isinstance(node, s.Count) and isinstance(value, vs.FdValue):  # a list that is open
        raise ValueNeededError(node.of, value, frame)
    if isinstance(value, vs.DecidedSet):
        return vs.Sum(terms=((1, value),))
    if isinstance(value, vs.StaticSet):
        return vs.Sum(known=value.sizes().astype(np.int64))
    return as_sum(ev, node, value)


def as_sum(ev: Evaluator, node: s.Expr, value: Evaluated) -> vs.Sum:
    """Return a number that is evaluated already as a sum."""
    if isinstance(value, vs.Sum):
        return value
    if isinstance(value, vs.FdValue):
        return vs.Sum(values=((1, value),))
    assert isinstance(value, vs.Static)
    return vs.Sum(known=np.asarray(ev.present(value, node).data.astype(np.int64)))


def calculated(ev: Evaluator, node: s.Arith, one: vs.Sum, other: vs.Sum, frame: Frame) -> vs.Sum:
    """Return the result of an operator on two numbers."""
    if node.op == "*":
        return totals.multiplied(ev, one, other, node, frame)
    if node.op in ("+", "-"):
        return one.plus(other, 1 if node.op == "+" else -1)
    if one.decided or other.decided:
        raise ValueNeededError(node, None, frame)
    if not other.known.all():
        raise fail(f"'{node.op}' by 0", node.right.span)
    operate = np.floor_divide if node.op == "/" else np.mod
    return vs.Sum(known=np.asarray(operate(one.known, other.known)))


def _total(ev: Evaluator, node: s.Sum, frame: Frame) -> vs.Sum:
    """Add up the numbers of a set; once if they are the same for all instances."""
    of = node.of
    if not frame.is_root and needs_no_name(of, frame):
        return _total(ev, node, Frame()).take(np.zeros(frame.rows, np.int32))
    if isinstance(of, s.SetOf):
        inner, parents, guard = members_of(ev, of, frame)
        each = sum_of(ev, of.element, inner)
        held = None if guard is None else literals(ev, guard, of, inner)
        return _add_rows(ev, each, held, of, inner, parents, frame.rows)
    found = vs.Sum()
    for each, inner, parents in _members(ev, of, frame):
        found = found.plus(_add_rows(ev, each, None, of, inner, parents, frame.rows))
    return found


def _add_rows(
    ev: Evaluator,
    one: vs.Sum,
    held: Ints | None,
    node: s.Node,
    frame: Frame,
    parents: Ints,
    size: int,
) -> vs.Sum:
    """Add up numbers, one for each row of a frame, by their sums.

    Args:
        held: the literal of each row under which its number counts.
    """
    known = np.zeros(size, np.int64)
    if held is None:
        np.add.at(known, parents, totals.known_rows(one, frame.rows))
        if not one.decided:
            return vs.Sum(known=known)
        rows = totals.terms_of(ev, one._replace(known=np.zeros((), np.int64)), node, frame)
        return vs.Sum(known=known, made=tuple(map(tuple, totals.grouped(rows, parents, size))))
    made = totals.grouped(totals.guarded(ev, one, held, node, frame), parents, size)
    return vs.Sum(known=known, made=tuple(map(tuple, made)))


def _members(ev: Evaluator, of: s.Expr, frame: Frame) -> list[tuple[vs.Sum, Frame, Ints]]:
    """Return the numbers of a set whose members are known.

    Returns:
        Triples (numbers, a frame with a row for each, the row of `frame` of each).
    """
    every = np.arange(frame.rows, dtype=np.int32)
    match of:
        case s.SetOf():
            inner, parents, guard = members_of(ev, of, frame)
            if guard is not None:
                raise ValueNeededError(of, None, frame)
            return [(sum_of(ev, of.element, inner), inner, parents)]
        case s.Listed(members=members):
            return [(sum_of(ev, member, frame), frame, every) for member in members]
        case s.Index(variable=ref):
            indptr, elements = places_over(ev, of, frame).over(frame.rows)
            parents = vs.ragged_rows(indptr)
            numbers = vs.Sum(values=((1, vs.FdValue(ref.name, elements)),))
            return [(numbers, frame.take(parents), parents)]
    indptr, data = ev.static_set(of, frame).over(frame.rows)
    parents, known = vs.ragged_rows(indptr), ev.present(vs.Static("int", data), of).data
    return [(vs.Sum(known=known.astype(np.int64)), frame.take(parents), parents)]


_REDUCED: dict[str, np.ufunc] = {"min": np.minimum, "max": np.maximum, "product": np.multiply}


def _function(ev: Evaluator, node: s.Call, frame: Frame) -> vs.Sum:
    """Evaluate a function of numbers: its arguments, or the members of one set."""
    name, every = node.function.name, np.arange(frame.rows, dtype=np.int32)
    if len(node.args) == 1 and name != "abs":
        found = _members(ev, node.args[0], frame)
    else:
        found = [(sum_of(ev, arg, frame), frame, every) for arg in node.args]
    if name == "abs" and not found[0][0].decided:
        return vs.Sum(known=np.abs(found[0][0].known))
    parents = np.concatenate([rows for _, _, rows in found])
    if name in ("min", "max") and len(np.unique(parents)) < frame.rows:
        raise fail(f"'{name}' of no numbers", node.span, "choose instances that have some")
    if not any(numbers.decided for numbers, _, _ in found):
        start = {"min": np.inf, "max": -np.inf, "product": 1.0}[name]
        wide = np.full(frame.rows, start)
        data = [totals.known_rows(numbers, inner.rows) for numbers, inner, _ in found]
        _REDUCED[name].at(wide, parents, np.concatenate(data))
        wide = np.nan_to_num(wide, nan=0.0, posinf=np.inf)  # 0 times more than a float holds
        totals.refuse_large(np.abs(wide), node)
        known = wide.astype(np.int64)
        return vs.Sum(known=np.asarray(known[0] if frame.rows == 1 else known))
    rows: list[list[vs.Number]] = [[] for _ in range(frame.rows)]
    needed: list[Ints] = []
    for numbers, inner, owners in found:
        for lits in totals.needed_by(ev, numbers):
            every_of = formula.Many(True, offsets(np.bincount(owners, minlength=frame.rows)), lits)
            needed.append(literals(ev, every_of, node, frame))
        for row, number in zip(
            owners.tolist(), totals.numbers_of(ev, numbers, node, inner), strict=True
        ):
            rows[row].append(number)
    if name == "product":
        return vs.Sum(made=tuple(map(totals.product_of, rows)), optional=tuple(needed))
    if name == "abs":
        rows = [[number, totals.scaled(number, -1)] for (number,) in rows]
    return vs.Sum(made=totals.extreme(ev, rows, name != "min", node, frame), optional=tuple(needed))


def different(ev: Evaluator, node: s.Call, frame: Frame) -> vs.Static | formula.Formula:
    """Return the condition that the numbers of a set differ: at most one of them has each value."""
    equal: dict[int, list[tuple[int, list[int]]]] = {}  # for each value: rows, and its literals
    decided = False
    for numbers, inner, parents in _members(ev, node.args[0], frame):
        decided |= numbers.decided
        if len(numbers.values) == 1 and not (numbers.terms or numbers.made):
            ((weight, value),) = numbers.values
            for index, number in cases_of(ev, value.name):
                lits = ev.builder.atoms(value.name, value.elements, index).tolist()
                known = totals.known_rows(numbers, inner.rows)
                for row, more, lit in zip(parents.tolist(), known, lits, strict=True):
                    equal.setdefault(weight * number + more, []).append((row, [lit]))
            continue
        there = [lits.tolist() for lits in totals.needed_by(ev, numbers)]
        each = totals.numbers_of(ev, numbers, node, inner)
        for i, (row, (levels, steps)) in enumerate(zip(parents.tolist(), each, strict=True)):
            ends = pairwise((int(TRUE), *steps, -int(TRUE)))
            for level, (least, beyond) in zip(levels, ends, strict=True):
                held = [least, -beyond, *(lits[i] for lits in there)]
                equal.setdefault(level, []).append((row, held))
    once, parts = np.ones(frame.rows, np.int32), []
    for found in equal.values():
        found.sort(key=lambda entry: entry[0])
        rows = np.array([row for row, _ in found], np.int32)
        if len(np.unique(rows)) == len(rows):
            continue
        flat = np.array([lit for _, held in found for lit in held], np.int32)
        both = formula.Many(True, offsets(np.array([len(held) for _, held in found])), flat)
        lits = literals(ev, both, node, frame.take(rows))
        indptr = offsets(np.bincount(rows, minlength=frame.rows))
        parts.append(formula.CountIs(indptr, lits, "<=", (once,)))
    always = formula.Lit(np.full(frame.rows, TRUE, np.int32))
    every = formula.Junction(True, tuple(parts)) if parts else always
    return every if decided else formula.settled(literals(ev, every, node, frame))


def compare_sums(
    ev: Evaluator, op: str, left: vs.Sum, right: vs.Sum, node: s.Node, frame: Frame
) -> formula.Formula:
    """Return the comparison of two numbers, not both of which are known."""
    found = left.plus(right, -1)
    cases = 1
    for _, value in found.values:
        cases *= len(cases_of(ev, value.name))
    wide = max((int(np.diff(term.indptr).max(initial=0)) for _, term in found.terms), default=0)
    many = wide >= MANY and any(value.name in ev.ground.opened for _, value in found.values)
    weighs = any(abs(weight) != 1 for weight, _ in found.terms)
    domains = ev.builder.program.domains
    steps = op != "!=" and bool(found.values) and not found.terms
    steps &= all(domains[value.name].ordered for _, value in found.values)
    if steps and node in ev.asserted and len(found.values) <= 2 and not found.made:
        return _bounded(op, *totals.linear(ev, found, node, frame))
    if found.made or weighs or len(found.values) > 2 or cases > MAX_CASES or many or steps:
        return _compare_added(ev, op, found, node, frame)
    require_room(cases * frame.rows)
    return _compare(ev, op, found, frame)


def _compare_added(
    ev: Evaluator, op: str, found: vs.Sum, node: s.Node, frame: Frame
) -> formula.Formula:
    """Return the comparison of a number with 0, and that all values are present."""
    values = [value for _, value in found.values if totals.may_lack(ev, value)]
    there = [formula.present(value.name, value.elements) for value in values]
    needed = map(formula.Lit, found.optional)
    return formula.Junction(True, (_compare_made(ev, op, found, node, frame), *there, *needed))


def _compare_made(
    ev: Evaluator, op: str, found: vs.Sum, node: s.Node, frame: Frame
) -> formula.Formula:
    """Return the comparison of a number with 0, by one or two of its bounds.

    Numbers with two levels of one distance are counted.
    """
    products = bool(found.made) and not found.terms and not found.values
    products &= all(len(row) == 1 and len(row[0].factors) > 1 for row in found.made)
    if products:
        both = zip(totals.known_rows(found, frame.rows), found.made, strict=True)
        bounds = [(-known, term.weight) for known, (term,) in both]
        signs = {weight > 0 for _, weight in bounds}
        if len(signs) == 1 and all(weight and not bound % weight for bound, weight in bounds):
            op = op if True in signs else MIRROR[op]
            factors = [list(term.factors) for (term,) in found.made]
            wanted = [bound // weight for bound, weight in bounds]
            return _at_bounds(ev, op, "*", factors, wanted, node, frame)
    rows, known = totals.linear(ev, found, node, frame)
    gaps = {b - a for row in rows for n in row for a, b in pairwise(n.levels)}
    if products or len(gaps) != 1 or any(len(n.lits) != 1 for row in rows for n in row):
        return _at_bounds(ev, op, "+", rows, [-number for number in known], node, frame)
    (gap,) = gaps
    least = [sum(number.levels[0] for number in row) for row in rows]
    bound = -np.array(known, np.int64) - np.array(least, np.int64)
    if op in ("=", "!="):
        steps = np.where(bound % gap, -1, bound // gap)
    else:
        steps = bound // gap if op in ("<=", ">") else -(-bound // gap)
    lits = np.array([x for row in rows for n in row for x in n.lits], np.int32)
    return _count_is(op, offsets(np.array([len(row) for row in rows], np.int64)), lits, steps)


def _at_bounds(
    ev: Evaluator,
    op: str,
    operator: str,
    rows: list[list[vs.Number]],
    wanted: Sequence[int],
    node: s.Node,
    frame: Frame,
) -> formula.Formula:
    """Return the comparison of totals with known numbers."""
    first = {"=": (0, 1), "!=": (0, 1), "<": (0,), "<=": (1,), ">": (1,), ">=": (0,)}[op]
    bounds = [[number + more for more in first] for number in wanted]
    lits = totals.reached(ev, operator, rows, bounds, node, frame)
    if len(first) == 1:
        held = totals.lit_rows(row[0] for row in lits)
        return held if op in (">", ">=") else formula.negate(held)
    least, beyond = (totals.lit_rows(row[i] for row in lits) for i in (0, 1))
    equal = formula.Junction(True, (least, formula.negate(beyond)))
    return equal if op == "=" else formula.negate(equal)


def _bounded(op: str, rows: list[list[vs.Number]], known: list[int]) -> formula.Formula:
    """Return the comparison of two numbers and a known one with 0: a clause for each level."""
    every: list[list[tuple[int, int]]] = []
    for row, more in zip(rows, known, strict=True):
        one, other = (*row, *[vs.Number((0,))] * 2)[:2]
        clauses: list[tuple[int, int]] = []
        for sign, ops in ((1, "=>="), (-1, "=<=")):
            if op not in ops:
                continue
            first, second = totals.scaled(one, sign), totals.scaled(other, sign)
            bound, last = int(len(op) == 1 and op != "=") - sign * more, -int(TRUE)
            found: dict[int, int] = {}
            for level, beyond in zip(first.levels, (*first.lits, last), strict=True):
                found[totals.at(second, bound - level)] = beyond  # the last one implies others
            clauses += [(beyond, least) for least, beyond in found.items() if least != TRUE]
        every.append(clauses)
    most = max(map(len, every), default=0)
    table = np.full((most, len(rows), 2), TRUE, np.int32)
    for i, clauses in enumerate(every):
        table[: len(clauses), i] = np.array(clauses, np.int32).reshape(-1, 2)
    indptr = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(2)
    parts = tuple(formula.Many(False, indptr, each.ravel()) for each in table)
    return formula.Junction(True, parts)


def _compare(ev: Evaluator, op: str, found: vs.Sum, frame: Frame) -> formula.Formula:
    """Return the comparison of a number with 0."""
    spend_step()
    if not found.values:
        return _count(op, found, frame)
    (sign, value), *others = found.values
    last = not others and not found.terms
    parts: list[formula.Formula] = []
    for index, number in cases_of(ev, value.name):
        this = formula.Is(value.name, value.elements, np.full(frame.rows, index, np.int32))
        known = found.known + sign * number
        if last:
            held = np.broadcast_to(COMPARISONS[op](known, np.zeros((), np.int64)), (frame.rows,))
            if held.any():
                parts.append(
                    this if held.all() else formula.Junction(True, (this, formula.constant(held)))
                )
        else:
            rest = _compare(ev, op, vs.Sum(found.terms, tuple(others), known), frame)
            parts.append(formula.Implication(this, rest))
    if not parts:
        return formula.constant(np.zeros(frame.rows, np.bool_))
    if not last and ev.builder.program.domains[value.name].optional:
        parts.append(formula.present(value.name, value.elements))
    return formula.Junction(not last, tuple(parts))


def cases_of(ev: Evaluator, name: str) -> list[tuple[int, int]]:
    """Return the values of a variable that some element can have, with their indices."""
    every = list(enumerate(ev.ground.domains[name].tolist()))
    allowed = ev.builder.program.domains[name].allowed
    if allowed is None:
        return every
    return [every[i] for i in np.flatnonzero(allowed.any(axis=0)).tolist()]


def _count(op: str, found: vs.Sum, frame: Frame) -> formula.Formula:
    terms, known = found.terms, found.known
    if not terms:
        held = COMPARISONS[op](known, np.zeros((), np.int64))
        return formula.constant(np.broadcast_to(held, (frame.rows,)))
    if all(sign < 0 for sign, _ in terms):
        op, known = MIRROR[op], -known
        terms = tuple((-sign, members) for sign, members in terms)
    bound = np.broadcast_to(-known, (frame.rows,)).copy()
    for sign, members in terms:
        if sign < 0:
            bound += np.diff(members.indptr)
    indptr, lits = _join_terms(terms, frame.rows)
    return _count_is(op, indptr, lits, bound)


def _count_is(op: str, indptr: Ints, lits: Ints, bound: vs.Wide) -> formula.CountIs:
    """Return the comparison of the number of true literals with a known one, row by row."""
    most = int(np.diff(indptr).max(initial=0))
    wanted = bound.clip(-1, most + 1).astype(np.int32) + np.int32({"<": -1, ">": 1}.get(op, 0))
    relation = {"!=": "=", "<": "<=", ">": ">="}.get(op, op)
    return formula.CountIs(indptr, lits, relation, (wanted,), op != "!=")


def _join_terms(terms: tuple[tuple[int, vs.DecidedSet], ...], rows: int) -> tuple[Ints, Ints]:
    """Return the literals of all terms, row by row; those of subtracted terms are negated."""
    if len(terms) == 1:
        return terms[0][1].indptr, terms[0][1].lits
    row = np.concatenate([vs.ragged_rows(members.indptr) for _, members in terms])
    lits = np.concatenate([members.lits * np.int32(sign) for sign, members in terms])
    table = group_by_key(row, lits, rows)
    return table.indptr, table.data
