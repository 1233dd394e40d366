"""Evaluates set comprehensions for all instances of a frame at once."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, offsets
from nlc.ir.elaborate.binders import expand, names_in
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.formula import Formula, Junction, Lit, Many
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import (
    MISSING,
    DecidedSet,
    Static,
    StaticSet,
    ragged_rows,
)
from nlc.language import syntax as s


def set_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> StaticSet | DecidedSet:
    """Evaluate a set comprehension; one that uses no local name is evaluated only once."""
    if not frame.is_root and needs_no_name(node, frame):
        once = set_of(ev, node, Frame())
        if isinstance(once, StaticSet):
            return StaticSet(once.kind, None, once.data)
        return once.take(np.zeros(frame.rows, np.int32))
    inner, parents, guard = members_of(ev, node, frame)
    indptr = offsets(np.bincount(parents, minlength=frame.rows))
    value = ev.value(node.element, inner)
    if isinstance(value, Static) and value.kind != "bool":
        data = np.ascontiguousarray(value.over(inner.rows), dtype=np.int32)
        single = len(node.binders.items) == 1 and len(node.binders.items[0].names) == 1
        own = single and isinstance(node.element, s.Ref)
        if guard is not None:
            found = DecidedSet(value.kind, indptr, data, literals(ev, guard, node, inner))
            return found if own else _united(ev, found, node, inner)
        if not own:
            from nlc.ir.elaborate.listed import distinct

            indptr, data = distinct(indptr, data)
        return StaticSet(value.kind, None if not frame.names else indptr, data)
    f = ev.as_formula(value, inner)
    none = np.zeros(0, np.int32)
    if guard is None:
        return DecidedSet("bool", indptr, none, literals(ev, f, node, inner))
    among = Lit(literals(ev, guard, node, inner))
    both = literals(ev, Junction(True, (among, f)), node, inner)
    return DecidedSet("bool", indptr, none, both, among.lits)


def needs_no_name(node: s.Expr, frame: Frame) -> bool:
    """Return whether an expression mentions none of the names of a frame."""
    return not frame.names or names_in(node).isdisjoint(frame.names)


def members_of(ev: Evaluator, node: s.SetOf, frame: Frame) -> tuple[Frame, Ints, Formula | None]:
    """Return the possible members of a comprehension, as far as that is known.

    Returns:
        The frame with an instance for each, the row of each, and what decides whether it is one.
    """
    inner, parents, runs = expand(ev, node.binders, frame)
    guards: list[Formula] = []
    if node.prefix is not None:
        from nlc.ir.elaborate.prefixes import prefix_mask

        held = ev.value(node.prefix, inner)
        if isinstance(held, Static):
            mask = prefix_mask(runs, held.over(inner.rows))
            inner, parents = inner.select(mask), parents[mask]
        else:
            steps = literals(ev, ev.as_formula(held, inner), node, inner)
            guards.append(Lit(ev.prefixes.literals(runs, steps, ev.origin(node, inner))))
    if node.condition is not None:
        held = ev.value(node.condition, inner)
        if isinstance(held, Static):
            mask = held.over(inner.rows)
            guards = [Lit(guard.lits[mask]) for guard in guards if isinstance(guard, Lit)]
            inner, parents = inner.select(mask), parents[mask]
        else:
            guards.append(ev.as_formula(held, inner))
    every = Junction(True, tuple(guards)) if len(guards) > 1 else next(iter(guards), None)
    return inner, parents, every


def literals(ev: Evaluator, f: Formula, node: s.Node, frame: Frame) -> Ints:
    """Return a literal for each instance that holds just when a formula does."""
    rows = np.arange(frame.rows, dtype=np.int32)
    return Reifier(ev.builder, ev.origin(node, frame)).literal(f, rows)


def _united(ev: Evaluator, found: DecidedSet, node: s.SetOf, frame: Frame) -> DecidedSet:
    """Return a set with each member once: it is in the set if it is there for any of its causes.

    Members that are missing are left out.
    """
    rows = ragged_rows(found.indptr)
    keys = rows.astype(np.int64) * 2**32 + found.data
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    first = np.sort(first[found.data[first] != MISSING]).astype(np.int32)
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
    return DecidedSet(
        found.kind,
        offsets(np.bincount(rows[first], minlength=len(found.indptr) - 1)),
        found.data[first],
        literals(ev, causes, node, frame.take(first)),
    )
