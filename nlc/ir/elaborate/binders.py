"""The instances that binders make, such as ``for k in labels, c in cells where label(c) = k``.

For m values k and n cells c there would be m times n comparisons, few of which are true. If a clue
of the last name must equal a value, the clues are sorted once, and each k is looked up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, Wides, look_up, offsets
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.formula import Formula, Lit
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import DecidedSet, Static, StaticSet, ragged_filter, ragged_rows
from nlc.ir.nodes import TRUE
from nlc.language import syntax as s
from nlc.language.builtins import ENTRY, PAIRS


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
        over, hiding = binder.domain, {*ev.ground.rules.lets, *ev.ground.rules.givens}
        paired = isinstance(over, s.Call) and over.function.name in {PAIRS} - hiding
        over = over.args[0] if isinstance(over, s.Call) and paired else over
        for i, name in enumerate(binder.names, 1):
            decided = ev.as_set(over, frame)
            if paired and i == 2:
                decided = _behind(ev.decided_set(over, frame), binder.names[0].name, frame)
            if isinstance(decided, DecidedSet) and decided.kind != "bool":
                frame, runs = frame.expand(
                    name.name, StaticSet(decided.kind, decided.indptr, decided.data)
                )
                live = np.flatnonzero(decided.lits != -TRUE).astype(np.int32)
                frame, runs = frame.under(Guard(decided.lits)), runs[live]
            elif isinstance(decided, StaticSet):
                matching = None
                if conditions and i == len(binder.names):
                    matching = _matching(ev, name.name, decided, conditions[0], frame)
                    conditions = conditions[1:] if matching else conditions
                frame, runs = matching or frame.expand(name.name, decided)
            else:
                raise ValueNeededError(binder.domain, None, frame)
            parents = parents[runs]
        for condition in conditions:
            if frame.rows:
                held = decision(ev, condition, frame)
                if isinstance(held, Lit):
                    mask = held.lits != -TRUE
                    frame, parents, runs = frame.under(Guard(held.lits)), parents[mask], runs[mask]
                    continue
                mask = held.over(frame.rows)
                frame, parents, runs = frame.select(mask), parents[mask], runs[mask]
    return Instances(frame, parents, runs)


def _behind(members: DecidedSet, name: str, frame: Frame) -> DecidedSet:
    """Return the part of a set behind the value of a name, row by row."""
    value = frame.names[name]
    assert isinstance(value, Static)
    rows, place = ragged_rows(members.indptr), np.zeros(frame.rows, np.int64)
    here = np.flatnonzero(members.data == value.over(frame.rows)[rows])
    place[rows[here]] = here
    keep = np.arange(len(members.data)) > place[rows]
    indptr = ragged_filter(members.indptr, keep)
    return DecidedSet(members.kind, indptr, members.data[keep], members.lits[keep])


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


PLAIN = "!#$&'()*+-./:;<>?@^_{|}~"
"""Characters that are not encoded in the names of entries, besides letters and digits."""


class Entries(Struct, frozen=True, eq=False):
    """The entries of one variable, each of them once.

    Attributes:
        sort: the sort with their names, such as ``r1c1,5``.
        frame: has a row for each entry, with the names of its arguments bound.
        columns: the distinct values of each argument, ascending.
        codes: shape (entries,), ascending: the positions of the arguments in the columns, as one
            number.
        order: shape (entries,), the entry of each code.
    """

    sort: Sort
    frame: Frame
    columns: tuple[Ints, ...]
    codes: Wides
    order: Ints

    def find(self, args: list[Ints]) -> Ints:
        """Return the entry of each row of arguments, -1 for none."""
        code, there = _codes(self.columns, args)
        return look_up(self.codes, self.order, np.where(there, code, -1), -1)


def entries_of(ev: Evaluator, var: s.Var) -> Entries:
    """Return the entries of a variable over sets."""
    assert var.over is not None
    what = "given" if isinstance(var, s.Table) else "variable"
    with located(f"{what} '{var.name.name}'", var.over.span, "entries"):
        ev.begin()
        frame = expand(ev, var.over, Frame()).frame
    if frame.cases:
        raise ValueNeededError(var.over.items[0].domain, None, frame)
    values = [value for name in var.names if isinstance(value := frame.names[name.name], Static)]
    args = [value.over(frame.rows) for value in values]
    columns = tuple(np.unique(arg) for arg in args)
    code, _ = _codes(columns, args)
    first = np.sort(np.unique(code, return_index=True)[1])
    frame, code = frame.take(first.astype(np.int32)), code[first]
    order = np.argsort(code, kind="stable").astype(np.int32)
    columns_of = ((value, arg[first].tolist()) for value, arg in zip(values, args, strict=True))
    texts = ([_name(ev, value, item) for item in column] for value, column in columns_of)
    names = tuple(map(",".join, zip(*texts, strict=True)))
    only = values[0].kind if len(values) == 1 else None
    sort = Sort(ENTRY, names, only.value if isinstance(only, Sort) else "")
    return Entries(sort, frame, columns, code[order], order)


def _codes(columns: tuple[Ints, ...], args: list[Ints]) -> tuple[Wides, Bools]:
    """Return the code of each row of arguments, and whether all arguments are in the columns."""
    code = np.zeros(len(args[0]), np.int64)
    there = np.ones(len(args[0]), np.bool_)
    for column, arg in zip(columns, args, strict=True):
        at = np.minimum(np.searchsorted(column, arg), max(len(column) - 1, 0))
        there &= column[at] == arg if len(column) else np.zeros(len(arg), np.bool_)
        code = code * (len(column) + 1) + at
    return code, there


def _name(ev: Evaluator, value: Static, item: int) -> str:
    text = ev.ground.text(value.kind, item)
    return quote(text, safe=PLAIN) if value.kind == "symbol" else text


def places(ev: Evaluator, index: s.Index, frame: Frame) -> Static | StaticSet:
    """Return the entry of the arguments of a variable over sets in each row, or a set.

    Missing entries of a boolean variable are -1.

    Raises:
        UserError: another variable has no such entry.
    """
    name = index.variable.name
    entries = ev.ground.entries[name]
    values = [ev.value(arg, frame) for arg in index.args]
    parents, indptr = np.arange(frame.rows, dtype=np.int32), None
    for value in values:
        if isinstance(value, StaticSet):
            indptr, members = value.over(frame.rows)
            parents = ragged_rows(indptr)
    args = []
    for arg, value in zip(index.args, values, strict=True):
        if isinstance(value, StaticSet):
            args.append(members)
        elif isinstance(value, Static):
            args.append(ev.present(value, arg).over(frame.rows)[parents])
        else:
            raise ValueNeededError(arg, value, frame)
    found = entries.find(args)
    if (found < 0).any() and name in ev.builder.program.domains:
        row = int(np.flatnonzero(found < 0)[0])
        texts = (
            ev.ground.text(value.kind, int(arg[row]))
            for value, arg in zip(values, args, strict=True)
            if isinstance(value, (Static, StaticSet))
        )
        message = f"'{name}' has no value at {', '.join(texts)}"
        raise fail(message, index.span, "choose by a condition before, or declare it there, too")
    return Static(entries.sort, found) if indptr is None else StaticSet(entries.sort, indptr, found)


def places_over(ev: Evaluator, index: s.Index, frame: Frame) -> StaticSet:
    """Return the known set of elements or entries of a variable in a call."""
    if index.variable.name not in ev.ground.entries:
        return ev.static_set(index.args[0], frame)
    found = places(ev, index, frame)
    assert isinstance(found, StaticSet)
    return found
