"""Evaluates set comprehensions for all instances of a frame at once."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, distinct_rows, offsets, unique_rows
from nlc.board import GRAPH, Sort
from nlc.errors import fail
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.binders import expand, literals, names_in
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.formula import Formula, Junction, Lit, Many
from nlc.ir.elaborate.line_functions import block
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.shared import prefix_mask
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s


def set_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> vs.StaticSet | vs.DecidedSet:
    """Evaluate a set comprehension; once if it uses no local name."""
    if not frame.is_root and needs_no_name(node, frame):
        once = set_of(ev, node, Frame())
        if isinstance(once, vs.StaticSet):
            return vs.StaticSet(once.kind, None, once.data)
        return once.take(np.zeros(frame.rows, np.int32))
    inner, parents, guard = members_of(ev, node, frame)
    indptr = offsets(np.bincount(parents, minlength=frame.rows))
    value = ev.value(node.element, inner)
    if isinstance(value, vs.Static) and value.kind != "bool":
        data = np.ascontiguousarray(value.over(inner.rows), dtype=np.int32)
        single = len(node.binders.items) == 1 and len(node.binders.items[0].names) == 1
        own = single and isinstance(node.element, s.Ref)
        if guard is not None:
            found = vs.DecidedSet(value.kind, indptr, data, literals(ev, guard, node, inner))
            return found if own else _unite(ev, found, node, inner)
        if not own:
            indptr, data = distinct(indptr, data)
        return vs.StaticSet(value.kind, None if not frame.names else indptr, data)
    if not isinstance(value, (vs.Static, Formula)):
        raise ValueNeededError(node.element, value, inner)
    f = ev.as_formula(value, inner)
    none = np.zeros(0, np.int32)
    if guard is None:
        return vs.DecidedSet("bool", indptr, none, literals(ev, f, node, inner))
    among = Lit(literals(ev, guard, node, inner))
    both = literals(ev, Junction(True, (among, f)), node, inner)
    return vs.DecidedSet("bool", indptr, none, both, among.lits)


def needs_no_name(node: s.Expr, frame: Frame) -> bool:
    """Return whether an expression mentions none of the names of a frame."""
    if frame.cases:
        return False
    return not frame.names or names_in(node).isdisjoint(frame.names)


def members_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> tuple[Frame, Ints, Formula | None]:
    """Return the possible members of a comprehension.

    Returns:
        The frame with an instance for each member, its row, and its condition.
    """
    inner, parents, runs = expand(ev, node.binders, frame)
    guards: list[Formula] = [Lit(case.lits) for case in inner.cases[len(frame.cases) :]]
    inner = Frame(inner.rows, inner.names, inner.bound, inner.cases[: len(frame.cases)])
    if node.prefix is not None and guards:
        raise ValueNeededError(node, None, frame)
    if node.prefix is not None:
        held = ev.value(node.prefix, inner)
        if isinstance(held, vs.Static):
            mask = prefix_mask(runs, held.over(inner.rows))
            inner, parents = inner.select(mask), parents[mask]
        else:
            steps = literals(ev, ev.as_formula(held, inner), node, inner)
            guards.append(Lit(ev.prefixes.literals(runs, steps, ev.origin(node, inner))))
    if node.condition is not None:
        held = ev.value(node.condition, inner)
        if isinstance(held, vs.Static):
            mask = held.over(inner.rows)
            guards = [Lit(guard.lits[mask]) for guard in guards if isinstance(guard, Lit)]
            inner, parents = inner.select(mask), parents[mask]
        else:
            guards.append(ev.as_formula(held, inner))
    if guards and ev.ground.is_open:
        # A condition that holds for all of them is dropped.
        case = Guard(literals(ev, Junction(True, tuple(guards)), node, inner))
        index = np.flatnonzero(case.lits != -TRUE).astype(np.int32)
        inner, parents, case = inner.take(index), parents[index], case.take(index)
        guards = [] if (case.lits == TRUE).all() else [Lit(case.lits)]
    every = Junction(True, tuple(guards)) if len(guards) > 1 else next(iter(guards), None)
    return inner, parents, every


def _unite(ev: Evaluator, found: vs.DecidedSet, node: s.SetOf, frame: Frame) -> vs.DecidedSet:
    """Return a set with each member once, under the disjunction of its conditions.

    Missing members are left out.
    """
    rows = vs.ragged_rows(found.indptr)
    if isinstance(found.kind, vs.Pairs):  # (c, d) and (d, c) mostly have one condition
        kept = np.sort(distinct_rows(np.stack([rows, found.data, found.lits], axis=1))[0])
        rows, frame = rows[kept], frame.take(kept)
        indptr = offsets(np.bincount(rows, minlength=len(found.indptr) - 1))
        found = vs.DecidedSet(found.kind, indptr, found.data[kept], found.lits[kept])
    keys = rows.astype(np.int64) * 2**32 + found.data
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    first = np.sort(first[found.data[first] != vs.MISSING]).astype(np.int32)
    if len(first) == len(keys):
        return found
    leader = np.full(int(group.max(initial=-1)) + 1, -1, np.int32)
    leader[group.ravel()[first]] = np.arange(len(first), dtype=np.int32)
    which = leader[group.ravel()]
    order = np.argsort(which, kind="stable")
    order = order[which[order] >= 0]
    causes = Many(
        False, offsets(np.bincount(which[order], minlength=len(first))), found.lits[order]
    )
    return vs.DecidedSet(
        found.kind,
        offsets(np.bincount(rows[first], minlength=len(found.indptr) - 1)),
        found.data[first],
        literals(ev, causes, node, frame.take(first)),
    )


def listed(ev: Evaluator, node: s.Listed, frame: Frame) -> vs.StaticSet | vs.DecidedSet:
    """Return the set of some values or elements, each once, or of conditions."""
    values = [ev.value(member, frame) for member in node.members]
    for value, member in zip(values, node.members, strict=True):
        if isinstance(value, vs.FdValue):
            raise ValueNeededError(member, value, frame)
    first = values[0]
    if not isinstance(first, vs.Static) or first.kind == "bool":
        rows = np.arange(frame.rows, dtype=np.int32)
        reifier = Reifier(ev.builder, ev.origin(node, frame))
        lits = [reifier.literal(ev.as_formula(value, frame), rows) for value in values]
        indptr = np.arange(frame.rows + 1, dtype=np.int32) * np.int32(len(lits))
        return vs.DecidedSet("bool", indptr, np.zeros(0, np.int32), np.stack(lits, axis=1).ravel())
    found = [value for value in values if isinstance(value, vs.Static)]
    rows_ = 1 if all(value.data.ndim == 0 for value in found) else frame.rows
    data = np.stack([value.over(rows_) for value in found], axis=1).ravel().astype(np.int32)
    indptr = np.arange(rows_ + 1, dtype=np.int32) * np.int32(len(found))
    indptr, data = distinct(indptr, data)
    return vs.StaticSet(first.kind, indptr if rows_ == frame.rows > 1 else None, data)


def between(ev: Evaluator, node: s.Between, frame: Frame) -> vs.StaticSet:
    """Return the numbers from one to another, or the cells between two."""
    if isinstance(node.low, s.Loc) and isinstance(node.high, s.Loc):
        return vs.StaticSet(Sort.CELL, None, ev.ground.block(node))
    first = ev.static(node.low, frame)
    if first.kind is Sort.CELL:
        ends = [ev.present(ev.static(end, frame), end) for end in (node.low, node.high)]
        if ev.ground.board.topology == GRAPH:
            raise fail("a graph has no rows, and so no block of cells", node.span)
        return block(ev.ground.board, *ends)
    low, high = ev.number(node.low, frame), ev.number(node.high, frame)
    if low.ndim == high.ndim == 0:
        size = max(int(high) - int(low) + 1, 0)
        require_room(size)
        return vs.StaticSet("int", None, np.arange(int(low), int(low) + size, dtype=np.int32))
    low, high = np.broadcast_to(low, (frame.rows,)), np.broadcast_to(high, (frame.rows,))
    sizes = np.maximum(high.astype(np.int64) - low + 1, 0)
    require_room(int(sizes.sum()))
    indptr = offsets(sizes)
    data = np.arange(indptr[-1]) - np.repeat(indptr[:-1] - low, sizes)
    return vs.StaticSet("int", indptr, data.astype(np.int32))


def distinct(indptr: Ints, data: Ints) -> tuple[Ints, Ints]:
    """Drop repeated and missing members of each row of a ragged array, keeping the first ones."""
    keys = np.stack([vs.ragged_rows(indptr), data], axis=1)
    keep = np.zeros(len(data), np.bool_)
    keep[unique_rows(keys)[0]] = True
    keep &= data != vs.MISSING
    return vs.ragged_filter(indptr, keep), data[keep]


def values_of(ev: Evaluator, name: str, node: s.Node, frame: Frame) -> vs.DecidedSet:
    """Return the values of an open given: those that some element may have."""
    elements = np.flatnonzero(ev.ground.opened[name]).astype(np.int32)
    values = np.arange(len(ev.ground.domains[name]), dtype=np.int32)
    where, which = np.tile(elements, len(values)), np.repeat(values, len(elements))
    indptr = np.arange(len(values) + 1, dtype=np.int32) * np.int32(len(elements))
    some = Many(False, indptr, ev.builder.atoms(name, where, which))
    lits = literals(ev, some, node, Frame(len(values)))
    kind = ev.ground.givens[name].kind
    found = vs.DecidedSet(kind, offsets(np.array([len(values)])), ev.ground.domains[name], lits)
    return found.take(np.zeros(frame.rows, np.int32))
