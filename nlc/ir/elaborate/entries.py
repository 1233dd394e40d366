"""The entries of variables over sets: ``var has : c in cells, n in 1..9 -> bool;``."""

from __future__ import annotations

from urllib.parse import quote

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, Wides, look_up
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import located
from nlc.ir.elaborate.evaluator import Evaluator, Frame, ValueNeededError
from nlc.ir.elaborate.values import Static, StaticSet, ragged_rows
from nlc.language import syntax as s
from nlc.language.builtins import ENTRY

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
    with located(f"variable '{var.name.name}'", var.over.span, "entries"):
        ev.begin()
        frame = expand(ev, var.over, Frame()).frame
    if frame.cases:
        raise ValueNeededError(var.over.items[0].domain, None, frame)
    values = [value for name in var.names if isinstance(value := frame.names[name.name], Static)]
    args = [value.over(frame.rows) for value in values]
    columns = tuple(np.unique(arg) for arg in args)
    code, _ = _codes(columns, args)
    _, first = np.unique(code, return_index=True)
    frame = frame.take(np.sort(first).astype(np.int32))
    code = code[np.sort(first)]
    order = np.argsort(code, kind="stable").astype(np.int32)
    texts = (
        [_name(ev, value, item) for item in arg[np.sort(first)].tolist()]
        for value, arg in zip(values, args, strict=True)
    )
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
