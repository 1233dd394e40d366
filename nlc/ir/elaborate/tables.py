"""Givens over sets, read from files of data."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.errors import Source, Span, fail, suggest
from nlc.ir.elaborate.binders import Entries, entries_of
from nlc.ir.elaborate.evaluator import Evaluator, Frame
from nlc.ir.elaborate.values import MISSING, Kind, Static
from nlc.language import syntax as s
from nlc.language.data import GRAPHS, Field, graph_edges, table_rows
from nlc.language.literals import read_literal, token_literal

TRUTHS = {"1": "true", "0": "false", "": "false"}
"""Further words for a condition."""


class Table(Struct, frozen=True, eq=False):
    """The values of a given over sets.

    Attributes:
        data: shape (entries + 1,), as those of a given; the last is that of an entry that is none.
    """

    kind: Kind
    entries: Entries
    data: Ints | Bools


def table_of(ev: Evaluator, table: s.Table, kind: Kind, source: Source) -> Table:
    """Return the values of a table by its file.

    Raises:
        UserError: at a line and a column of the file, or an entry has no value.
    """
    name, entries, graph = table.name.name, entries_of(ev, table), source.path.endswith(GRAPHS)
    frame = entries.frame
    values = [value for n in table.names if isinstance(value := frame.names[n.name], Static)]
    columns = zip(values, entries.columns, strict=True)
    texts = [
        {ev.ground.text(value.kind, x): x for x in column.tolist()} for value, column in columns
    ]
    none, number = (False, np.bool_) if kind == "bool" else (MISSING, np.int32)
    data: Ints | Bools = np.full(len(entries.order) + 1, none, number)
    seen: dict[int, Span] = {}
    for at, field in _lines(table, kind, source):
        for each, known, ref in zip(at, texts, table.names, strict=True):
            if each.value not in known:
                message = f"'{each.value}' is not a value of '{ref.name}' of '{name}'"
                raise fail(message, each.span, suggest(each.value, known))
        args = [np.array([known[each.value]]) for each, known in zip(at, texts, strict=True)]
        entry = int(entries.find(args)[0])
        if (entry < 0 or entry in seen) and not graph:
            what = "no entry here" if entry < 0 else f"a value here already, at {seen[entry]}"
            raise fail(f"'{name}' has {what}", field.span)
        seen[entry] = field.span
        text = TRUTHS.get(field.value, field.value) if kind == "bool" else field.value
        if text:
            literal = read_literal(table.type, token_literal(table.type, text, field.span), name)
            data[entry] = ev.ground.number(literal)
            if kind == "int":
                low, high = (int(ev.number(end, Frame())) for end in table.type.bounds)
                if not low <= int(literal) <= high:
                    hint = f"the type at {table.type.span} says so"
                    raise fail(f"'{name}' is a number from {low} to {high}", field.span, hint)
    data[-1] = none
    missing = np.flatnonzero(data[:-1] == MISSING)
    if len(missing) and not table.optional:
        where = entries.sort.entries[int(missing[0])]
        hint = "'?' behind its type lets entries have none"
        raise fail(f"{where} has no '{name}' in {source.path}", table.name.span, hint)
    return Table(kind, entries, data)


def _lines(table: s.Table, kind: Kind, source: Source) -> Iterator[tuple[list[Field], Field]]:
    """Yield the arguments and the value of each entry that a file has."""
    names = [each.name for each in table.names]
    if source.path.endswith(GRAPHS):
        if kind != "bool" or len(names) != 2:
            raise fail("a graph is a 'bool' over two sets of numbers", table.name.span)
        for a, b in graph_edges(source)[2]:
            yield from (([*ends], s.Str(a.span, "true")) for ends in ((a, b), (b, a)))
        return
    head, *rows = table_rows(source) or [[s.Str(Span(source, 1, 1, 1, 1), "")]]
    long = [field.value for field in head[:-1]] == names
    if not long and (len(names) != 2 or len(head) < 2):
        columns = ",".join([*names, table.name.name])
        raise fail(f"the first line names the columns: {columns}", head[0].span.to(head[-1].span))
    for row in rows:
        if len(row) != len(head):
            place = row[0].span.to(row[-1].span)
            raise fail(f"this line has {len(row)} fields, the first one {len(head)}", place)
        if long:
            yield row[:-1], row[-1]
        else:
            pairs = zip(head[1:], row[1:], strict=True)
            yield from (([row[0], column], value) for column, value in pairs)
