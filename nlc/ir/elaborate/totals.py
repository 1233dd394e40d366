"""Numbers that are calculated from decided ones: sums, products, minima, maxima.

Each has steps (`Number`): literals "it is at least a level". Sums and products are auxiliaries of a
`TotalDefinition`, which is encoded later; minima and maxima take a condition for each level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints, offsets
from nlc.errors import fail
from nlc.ir.elaborate.binders import literals
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.formula import Lit, Many
from nlc.ir.elaborate.values import FdValue, Number, Sum, Term, ragged_rows
from nlc.ir.nodes import ABSENT, TRUE, TotalDefinition, totals_of
from nlc.language import syntax as s

MAX_NUMBER = 2**31 - 2
"""The greatest absolute value of a number in a puzzle."""

Rows = list[list[Term]]
Levels = tuple[tuple[int, ...], ...]


def plain(levels: Iterable[int], lits: Iterable[int]) -> Number:
    """Return a number without known steps."""
    first, *rest = levels
    kept: list[tuple[int, int]] = []
    for level, lit in zip(rest, lits, strict=True):
        if lit == TRUE:
            first = level
        elif lit != -TRUE:
            kept.append((level, lit))
    kept = [(level, lit) for level, lit in kept if level > first]
    return Number((first, *(level for level, _ in kept)), tuple(lit for _, lit in kept))


def scaled(number: Number, weight: int, more: int = 0) -> Number:
    """Return a multiple of a number plus a constant."""
    levels = tuple(weight * level + more for level in number.levels)
    if weight > 0:
        return Number(levels, number.lits)
    if weight == 0:
        return Number((more,))
    return Number(levels[::-1], tuple(-lit for lit in reversed(number.lits)))


def above(number: Number, least: int) -> Number:
    """Return the maximum of a number and `least`."""
    steps = [(v, x) for v, x in zip(number.levels[1:], number.lits, strict=True) if v > least]
    first = max(number.levels[0], least)
    return Number((first, *(v for v, _ in steps)), tuple(x for _, x in steps))


def known_rows(found: Sum, rows: int) -> list[int]:
    """Return the known part of a sum, row by row."""
    out: list[int] = np.broadcast_to(found.known, (rows,)).tolist()
    return out


def terms_of(ev: Evaluator, found: Sum, node: s.Node, frame: Frame) -> Rows:
    """Return the decided terms of a sum, row by row."""
    out: Rows = [list(row) for row in found.made] or [[] for _ in range(frame.rows)]
    for weight, members in found.terms:
        where = ragged_rows(members.indptr).tolist()
        for row, lit in zip(where, members.lits.tolist(), strict=True):
            out[row].append(Term(weight, (plain((0, 1), (lit,)),)))
    for weight, value in found.values:
        steps = ev.steps.of(value, ev.origin(node, frame))
        levels = np.cumsum(np.append(steps.least, steps.gaps)).tolist()
        for row, lits in zip(out, steps.lits.tolist(), strict=True):
            row.append(Term(weight, (plain(levels, lits),)))
    return out


def multiplied(ev: Evaluator, one: Sum, other: Sum, node: s.Node, frame: Frame) -> Sum:
    """Return the product of two numbers."""
    if not one.decided:
        one, other = other, one
    if not one.decided:
        refuse_large(np.abs(one.known.astype(float) * other.known), node)
        return Sum(known=one.known * other.known)
    if not other.decided:
        if other.known.ndim == 0:
            return one.times(int(other.known))
        rows = zip(known_rows(other, frame.rows), terms_of(ev, one, node, frame), strict=True)
        made = tuple(tuple(Term(by * t.weight, t.factors) for t in row) for by, row in rows)
        return Sum(known=one.known * other.known, made=made, optional=needed_by(ev, one))
    sides = [numbers_of(ev, each, node, frame) for each in (one, other)]
    needed = (*needed_by(ev, one), *needed_by(ev, other))
    return Sum(made=tuple(product_of(pair) for pair in zip(*sides, strict=True)), optional=needed)


def may_lack(ev: Evaluator, value: FdValue) -> bool:
    """Return whether a value may be missing."""
    return ev.builder.program.domains[value.name].optional


def needed_by(ev: Evaluator, found: Sum) -> tuple[Ints, ...]:
    """Return the literals of each row without which there is no number."""
    values = [value for _, value in found.values if may_lack(ev, value)]
    absent = (ev.builder.atoms(value.name, value.elements, ABSENT) for value in values)
    return (*found.optional, *(-lits for lits in absent))


def product_of(factors: Sequence[Number]) -> tuple[Term, ...]:
    """Return the product of some numbers.

    A factor that may be below 0 is the difference of its positive and negative parts.
    """
    parts = []
    for factor in factors:
        positive, negative = above(factor, 0), above(scaled(factor, -1), 0)
        parts.append([(sign, x) for sign, x in ((1, positive), (-1, negative)) if x.levels != (0,)])
    out = []
    for choice in product(*parts):
        weight = 1
        for sign, factor in choice:
            weight *= sign * (factor.levels[0] if not factor.lits else 1)
        out.append(Term(weight, tuple(factor for _, factor in choice if factor.lits)))
    return tuple(out)


def numbers_of(ev: Evaluator, found: Sum, node: s.Node, frame: Frame) -> list[Number]:
    """Return a sum as a number for each row."""
    every, more = linear(ev, found, node, frame)
    rows = zip(every, more, strict=True)
    out = [scaled(row[0], 1, k) if len(row) == 1 else Number((k,)) for row, k in rows]
    several = [i for i, row in enumerate(every) if len(row) > 1]
    made = _total_number(ev, "+", [every[i] for i in several], node, frame.take(_index(several)))
    for i, number in zip(several, made, strict=True):
        out[i] = scaled(number, 1, more[i])
    return out


def linear(
    ev: Evaluator, found: Sum, node: s.Node, frame: Frame
) -> tuple[list[list[Number]], list[int]]:
    """Return the numbers of a sum with their weights, row by row, and its known part.

    Products become numbers.
    """
    rows, known = terms_of(ev, found, node, frame), known_rows(found, frame.rows)
    products = [(i, j) for i, row in enumerate(rows) for j, t in enumerate(row) if len(t[1]) > 1]
    where = frame.take(_index([i for i, _ in products]))
    made = _total_number(ev, "*", [list(rows[i][j].factors) for i, j in products], node, where)
    whole = dict(zip(products, made, strict=True))
    out: list[list[Number]] = []
    for i, row in enumerate(rows):
        kept = []
        for j, term in enumerate(row):
            single = term.factors[0] if term.factors else Number((1,))
            number = scaled(whole.get((i, j), single), term.weight)
            known[i] += 0 if number.lits else number.levels[0]
            kept += [number] if number.lits else []
        out.append(kept)
    return out, known


def _total_number(
    ev: Evaluator, op: str, rows: list[list[Number]], node: s.Node, frame: Frame
) -> list[Number]:
    """Return the total of each row of numbers as a number."""
    levels = []
    for row in rows:
        size = reduce(lambda n, number: n * len(number.levels), row, 1)
        room = min(size, sum(n.levels[-1] - n.levels[0] for n in row) + 1 if op == "+" else size)
        require_room(room)
        levels.append(totals_of(op, tuple(number.levels for number in row)))
        refuse_large(np.abs(np.array(levels[-1], float)), node)
    lits = reached(ev, op, rows, [each[1:] for each in levels], node, frame)
    return [plain(each, found) for each, found in zip(levels, lits, strict=True)]


def reached(
    ev: Evaluator,
    op: str,
    rows: list[list[Number]],
    bounds: Sequence[Sequence[int]],
    node: s.Node,
    frame: Frame,
) -> list[list[int]]:
    """Return the literals "the total of the numbers is at least a bound", row by row.

    Bounds are ascending; one that is always or never reached takes no auxiliary.
    """
    keys_of: list[dict[int, tuple[Hashable, ...]]] = []
    shapes: dict[tuple[Levels, tuple[int, ...]], dict[tuple[int, ...], int]] = defaultdict(dict)
    for i, (row, wanted) in enumerate(zip(rows, bounds, strict=True)):
        numbers = sorted(row, key=lambda number: (len(number.levels), number))
        levels, lits = tuple(n.levels for n in numbers), tuple(x for n in numbers for x in n.lits)
        low, high = (_total(op, [each[end] for each in levels]) for end in (0, -1))
        refuse_large(np.abs(np.array([low, high], float)), node)
        keys_of.append({k: (op, levels, lits, k) for k in wanted if low < k <= high})
        new = tuple(k for k, key in keys_of[i].items() if key not in ev.totals)
        if new:
            shapes[levels, new].setdefault(lits, i)
    for (levels, new), first in shapes.items():
        definition = TotalDefinition(op, levels, new, np.array(list(first), np.int32))
        origin = ev.origin(node, frame.take(np.repeat(_index(list(first.values())), len(new))))
        size, label = len(first) * len(new), "sum" if op == "+" else "product"
        found = iter(ev.builder.auxiliary(size, label, definition, origin).tolist())
        ev.totals.update({(op, levels, lits, k): next(found) for lits in first for k in new})
    out = []
    for row, wanted, keys in zip(rows, bounds, keys_of, strict=True):
        low = _total(op, [number.levels[0] for number in row])
        known = {k: int(TRUE if k <= low else -TRUE) for k in wanted}
        out.append([ev.totals[keys[k]] if k in keys else known[k] for k in wanted])
    return out


def _total(op: str, numbers: Iterable[int]) -> int:
    return sum(numbers) if op == "+" else reduce(int.__mul__, numbers, 1)


def _index(rows: list[int]) -> Ints:
    return np.array(rows, np.int32)


def extreme(
    ev: Evaluator, rows: list[list[Number]], largest: bool, node: s.Node, frame: Frame
) -> tuple[tuple[Term, ...], ...]:
    """Return the maximum, or the minimum, of the numbers of each row.

    The maximum is at a level if any number is, the minimum if all are.
    """
    conditions: list[tuple[int, list[int]]] = []
    levels: list[list[int]] = []
    for i, row in enumerate(rows):
        pick = max if largest else min
        first, last = (pick(number.levels[end] for number in row) for end in (0, -1))
        every = {level for number in row for level in number.levels if first < level <= last}
        levels.append([first, *sorted(every)])
        conditions += [(i, [at(number, level) for number in row]) for level in levels[-1][1:]]
    where = frame.take(_index([i for i, _ in conditions]))
    lengths = [len(lits) for _, lits in conditions]
    flat = np.array([x for _, lits in conditions for x in lits], np.int32)
    held = Many(not largest, offsets(np.array(lengths, np.int64)), flat)
    found = iter(literals(ev, held, node, where).tolist())
    return tuple((Term(1, (plain(each, [next(found) for _ in each[1:]]),)),) for each in levels)


def at(number: Number, level: int) -> int:
    """Return the literal "a number is at least a level"."""
    steps = zip(number.levels, (int(TRUE), *number.lits), strict=True)
    return next((lit for step, lit in steps if step >= level), -int(TRUE))


def guarded(
    ev: Evaluator, found: Sum, held: Ints, node: s.Node, frame: Frame
) -> tuple[tuple[Term, ...], ...]:
    """Return a sum if a literal holds, else 0, row by row."""
    every, more = linear(ev, found, node, frame)
    steps = [(i, x) for i, row in enumerate(every) for number in row for x in number.lits]
    where, lits = _index([i for i, _ in steps]), _index([x for _, x in steps])
    pairs = np.stack([held[where], lits], axis=1).ravel().astype(np.int32)
    both = Many(True, np.arange(len(steps) + 1, dtype=np.int32) * np.int32(2), pairs)
    made = iter(literals(ev, both, node, frame.take(where)).tolist() if steps else ())
    out = []
    for row, known, condition in zip(every, more, held.tolist(), strict=True):
        known += sum(number.levels[0] for number in row)
        numbers = []
        if known and (known < 0 or len(row) != 1):
            ends, step = ((0, known), condition) if known > 0 else ((known, 0), -condition)
            numbers.append(plain(ends, [step]))
            known = 0
        for number in row:
            least = [0, known] if known else [0]
            rest = [level - number.levels[0] + known for level in number.levels[1:]]
            held_steps = [condition] * (len(least) - 1) + [next(made) for _ in number.lits]
            numbers.append(plain([*least, *rest], held_steps))
        out.append(tuple(Term(1, (number,)) for number in numbers))
    return tuple(out)


def grouped(rows: Sequence[Sequence[Term]], parents: Ints, size: int) -> list[list[Term]]:
    """Return the terms of the rows that belong together."""
    out: list[list[Term]] = [[] for _ in range(size)]
    for parent, row in zip(parents.tolist(), rows, strict=True):
        out[parent] += row
    return out


def refuse_large(numbers: npt.NDArray[Any], node: s.Node) -> None:
    """Check that numbers, none below 0, are not too large.

    Raises:
        UserError: a number is too large.
    """
    if numbers.size and float(numbers.max()) > MAX_NUMBER:
        raise fail(f"a number grows beyond {MAX_NUMBER} here", node.span)


def lit_rows(lits: Iterable[int]) -> Lit:
    """Return a formula with a literal for each row."""
    return Lit(np.array(list(lits), np.int32))
