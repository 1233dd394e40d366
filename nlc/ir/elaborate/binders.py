"""The instances that binders make, such as ``for k in labels, c in cells where label(c) = k``.

For m values k and n cells c there would be m times n comparisons, few of which are true. If a clue
of the last name must equal a value, the clues are sorted once, and each k is looked up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nlc.arrays import Ints, offsets
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.formula import Formula, Lit
from nlc.ir.elaborate.opening import Case
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import DecidedSet, Static, StaticSet, ragged_rows
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s


class Instances(NamedTuple):
    """The instances of binders for those of a frame.

    Instances of one run are consecutive, and differ in the last name only; runs are numbered in
    ascending order.

    Attributes:
        parents: shape (instances,), the instance of the former frame of each.
        runs: shape (instances,), the run of each.
    """

    frame: Frame
    parents: Ints
    runs: Ints


def expand(ev: Evaluator, binders: s.Binders, frame: Frame) -> Instances:
    """Bind the names of binders to the members of their sets for which the conditions hold."""
    parents = runs = np.arange(frame.rows, dtype=np.int32)
    for binder in binders.items:
        conditions = () if binder.where is None else operands(binder.where)
        for i, name in enumerate(binder.names, 1):
            decided = ev.as_set(binder.domain, frame)
            if isinstance(decided, DecidedSet) and decided.kind != "bool":
                frame, runs = frame.expand(
                    name.name, StaticSet(decided.kind, decided.indptr, decided.data)
                )
                live = np.flatnonzero(decided.lits != -TRUE).astype(np.int32)
                frame, runs = frame.under(Case(decided.lits)), runs[live]
                parents = parents[runs]
                continue
            if not isinstance(decided, StaticSet):
                raise ValueNeededError(binder.domain, None, frame)
            domain = decided
            matching = None
            if conditions and i == len(binder.names):
                matching = _matching(ev, name.name, domain, conditions[0], frame)
            if matching is not None:
                conditions = conditions[1:]
            frame, runs = matching or frame.expand(name.name, domain)
            parents = parents[runs]
        for condition in conditions:
            if frame.rows:
                held = decision(ev, condition, frame)
                if isinstance(held, Lit):
                    mask = held.lits != -TRUE
                    frame, parents, runs = frame.under(Case(held.lits)), parents[mask], runs[mask]
                    continue
                mask = held.over(frame.rows)
                frame, parents, runs = frame.select(mask), parents[mask], runs[mask]
    return Instances(frame, parents, runs)


def decision(ev: Evaluator, condition: s.Expr, frame: Frame) -> Static | Lit:
    """Return a condition, as literals if it is decided; evaluated once if it has no names."""
    if ev.ground.is_open and not frame.is_root and names_in(condition).isdisjoint(frame.names):
        once = decision(ev, condition, Frame())
        rows = np.zeros(frame.rows, np.int32)
        return Lit(once.lits[rows]) if isinstance(once, Lit) else Static("bool", once.over(1)[rows])
    held = ev.value(condition, frame)
    if isinstance(held, Static):
        return held
    return Lit(literals(ev, ev.as_formula(held, frame), condition, frame))


def literals(ev: Evaluator, f: Formula, node: s.Node, frame: Frame) -> Ints:
    """Return a literal for each instance that is equivalent to a formula."""
    rows = np.arange(frame.rows, dtype=np.int32)
    return Reifier(ev.builder, ev.origin(node, frame)).literal(f, rows)


def operands(condition: s.Expr) -> tuple[s.Expr, ...]:
    """Return the operands of a conjunction, or the condition itself."""
    return condition.operands if isinstance(condition, s.And) else (condition,)


def _matching(
    ev: Evaluator, name: str, domain: StaticSet, condition: s.Expr, frame: Frame
) -> tuple[Frame, Ints] | None:
    """Bind a new name to the members of a set whose clue equals a value.

    Returns:
        The result of `Frame.expand` for these members; None if the condition is not of this form.
    """
    if frame.rows < 2 or domain.indptr is not None:
        return None
    if not isinstance(condition, s.Compare) or condition.op != "=":
        return None
    clue, other = condition.left, condition.right
    if not _is_clue_of(ev, name, clue, frame):
        clue, other = other, clue
    if not _is_clue_of(ev, name, clue, frame) or name in names_in(other):
        return None
    wanted = ev.value(other, frame)
    if not isinstance(wanted, Static):
        return None
    members, _ = Frame().expand(name, domain)
    clues = ev.static(clue, members).over(members.rows)
    order = np.argsort(clues, kind="stable")
    clues, values = clues[order], wanted.over(frame.rows)
    low, high = (np.searchsorted(clues, values, side) for side in ("left", "right"))
    require_room(int((high - low).sum()))
    indptr = offsets(high - low)
    runs = ragged_rows(indptr)
    found = order[np.arange(len(runs)) - indptr[runs] + low[runs]]
    inner = frame.take(runs).bind(name, Static(domain.kind, domain.data[found]), bound=True)
    return inner, runs


def _is_clue_of(ev: Evaluator, name: str, node: s.Expr, frame: Frame) -> bool:
    """Return whether an expression is a clue of the element of a name."""
    if not isinstance(node, s.Call) or len(node.args) != 1:
        return False
    (of,), given = node.args, node.function.name
    known = given in ev.ground.givens and given not in frame.names
    known = known and given not in ev.ground.opened
    return known and isinstance(of, s.Ref) and of.name == name


@lru_cache(maxsize=1024)
def names_in(node: s.Node) -> frozenset[str]:
    """Return all names in an expression."""
    return frozenset(each.name for each in s.walk(node) if isinstance(each, s.Ref))
