"""The syntax tree of a model: the statements of the language that its expressions stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nlc.errors import Span
from nlc.language import syntax as s
from nlc.models.expressions import KNOWN, LISTED, VARIABLE, WHOLE, Expression, Variable, batches
from nlc.models.functions import Edges, Nodes

_SETS: dict[str, type[s.Sum | s.Count]] = {"sum": s.Sum, "count": s.Count}

_CALLS = ("all_different", "product", "min", "max")


def statements(rules: Iterable[tuple[Expression, Span]]) -> tuple[s.Stmt, ...]:
    """Return the statements of some constraints; those of one structure are one statement."""
    every = list(rules)
    spans = [span for _, span in every]
    whole = [i for i, (rule, _) in enumerate(every) if rule.kind == WHOLE]
    out: list[s.Stmt] = [_whole(every[i][0], spans[i]) for i in whole]
    plain = [i for i in range(len(every)) if every[i][0].kind != WHOLE]
    for first, found in batches(every[i][0] for i in plain):
        rule, span = found.flatten(), spans[plain[first]]
        if rule.size == 1:
            out.append(s.Post(span, tree(rule.reshape(()), span)))
        elif rule.size:
            row = s.Ref(span, "_0")
            body = s.Post(span, tree(rule, span, row))
            out.append(s.For(span, _binders(span, row, s.Int(span, 0), rule.size), (body,)))
    return tuple(out)


def _binders(span: Span, name: s.Ref, first: s.Expr, size: int) -> s.Binders:
    """Return the binder of a name to so many numbers."""
    last: s.Expr = s.Arith(span, "+", first, s.Int(span, size - 1))
    if isinstance(first, s.Int):
        last = s.Int(span, first.value + size - 1)
    return s.Binders(span, (s.Binder(span, (name,), s.Between(span, first, last), None),))


def tree(node: Expression, span: Span, row: s.Ref | None = None) -> s.Expr:
    """Return the tree of the expressions of an array with one axis, by the number of the row.

    Without a row the expression is a single one.
    """
    if node.op in (VARIABLE, KNOWN):
        return _leaf(node, span, row)
    if node.op == "+":
        return _added(node, span, row)
    args = [tree(each, span, row) for each in node.args]
    if node.over:
        return _over(node, args, span, row)
    match node.op, args:
        case "not", [one]:
            return s.Not(span, one)
        case "and" | "or", _:
            return (s.And if node.op == "and" else s.Or)(span, tuple(args))
        case "implies", [one, other]:
            return s.Implies(span, one, other)
        case "iff", [one, other]:
            return s.Iff(span, one, other)
        case "abs", [one]:
            return s.Call(span, s.Ref(span, "abs"), (one,))
        case "held", [one]:
            return s.Count(span, s.Listed(span, (one,)))
        case "in", [one]:
            values = tuple(s.Int(span, value) for value in node.more)
            return s.Compare(span, "in", one, s.Listed(span, values))
        case "-" | "*", [one, other]:
            return s.Arith(span, node.op, one, other)
    return s.Compare(span, node.op, *args)


def _leaf(node: Expression, span: Span, row: s.Ref | None) -> s.Expr:
    data = np.ravel(node.data)
    if node.op == VARIABLE:
        variable = s.Ref(span, node.more.name)
        return s.Column(span, row, data.astype(np.int32), variable) if node.more.shape else variable
    if len(data) and (data == data[0]).all():
        value = data[0].item()
        return s.Bool(span, value) if node.kind == "bool" else s.Int(span, value)
    return s.Column(span, row, data if node.kind == "bool" else data.astype(np.int32))


def _added(node: Expression, span: Span, row: s.Ref | None) -> s.Expr:
    """Return a sum; conditions are counted together."""
    held = [each.args[0] for each in node.args if each.op == "held"]
    apart = [each for each in node.args if each.op != "held" or len(held) < 2]
    rest = [tree(each, span, row) for each in apart]
    if len(held) > 1:
        rest.append(s.Count(span, s.Listed(span, tuple(tree(each, span, row) for each in held))))
    while len(rest) > 1:  # by halves, so that the tree stays flat
        halves = zip(rest[::2], rest[1::2], strict=False)
        odd = rest[len(rest) // 2 * 2 :]
        rest = [*(s.Arith(span, "+", one, other) for one, other in halves), *odd]
    return rest[0]


def _over(node: Expression, args: list[s.Expr], span: Span, row: s.Ref | None) -> s.Expr:
    """Return an operation on the members of a set."""
    of: s.Expr
    values = node.over[0]
    if values.op == LISTED:
        of = s.Listed(span, tuple(tree(each, span, row) for each in values.args))
    else:
        width = values.shape[-1]
        first: s.Expr = s.Int(span, 0)
        if row is not None:
            first = s.Arith(span, "*", row, s.Int(span, width))
        name = s.Ref(span, f"_{1 if row is None else int(row.name[1:]) + 1}")
        member, *held = (tree(each.flatten(), span, name) for each in node.over)
        binders = _binders(span, name, first, width)
        of = s.SetOf(span, member, binders, None, held[0] if held else None)
    if node.op in _SETS:
        return _SETS[node.op](span, of)
    if node.op in _CALLS:
        return s.Call(span, s.Ref(span, node.op), (of,))
    return s.Quantifier(span, node.op, tuple(args), of)


def _whole(node: Expression, span: Span) -> s.Stmt:
    """Return the statement about a whole graph."""
    args = tuple(_part(part, span) for part in node.more)
    return s.Post(span, s.Call(span, s.Ref(span, node.op), args))


def _part(part: Nodes | Edges | int | str, span: Span) -> s.Expr:
    if not isinstance(part, (Nodes, Edges)):
        return s.Int(span, part) if isinstance(part, int) else s.Str(span, part)
    if isinstance(part, Nodes):
        return _set(part.labels, part.chosen, span)
    variable = part.chosen.more if part.chosen is not None else None
    if isinstance(variable, Variable) and list(variable.ends) == list(part.ends):
        return s.Ref(span, variable.name)
    return _set(part.ends, part.chosen, span)


def _set(members: Sequence[Any], chosen: Expression | None, span: Span) -> s.Expr:
    """Return the set of some nodes, or of edges, under their conditions."""
    row = s.Ref(span, "_0")
    member: s.Expr
    if members and isinstance(members[0], tuple):
        one, other = (_column([each[i] for each in members], span, row) for i in (0, 1))
        member = s.Edge(span, one, other)
    else:
        member = _column(members, span, row)
    held = None if chosen is None else tree(chosen, span, row)
    return s.SetOf(span, member, _binders(span, row, s.Int(span, 0), len(members)), None, held)


def _column(labels: Sequence[int | str], span: Span, row: s.Ref) -> s.Expr:
    if all(isinstance(label, int) for label in labels):
        return s.Column(span, row, np.array(labels, np.int32))
    return s.Column(span, row, list(map(str, labels)))


def declaration(variable: Variable) -> s.Var:
    """Return the declaration of a variable."""
    span = variable.span
    kind = s.Type(span, "bool")
    if variable.bounds is not None:
        kind = s.Type(span, "range", tuple(s.Int(span, end) for end in variable.bounds))
    over: s.Binders | None = None
    if variable.ends:
        where = s.Ref(span, "_1")
        one, other = (_column([each[i] for each in variable.ends], span, where) for i in (0, 1))
        rows = _binders(span, where, s.Int(span, 0), len(variable.ends))
        pairs = s.SetOf(span, s.Edge(span, one, other), rows, None, None)
        over = s.Binders(span, (s.Binder(span, (s.Ref(span, "_0"),), pairs, None),))
    elif variable.shape:
        axes = [
            _binders(span, s.Ref(span, f"_{i}"), s.Int(span, 0), size).items[0]
            for i, size in enumerate(variable.shape)
        ]
        over = s.Binders(span, tuple(axes))
    sort = "puzzle" if over is None else "entry"
    return s.Var(span, s.Ref(span, variable.name), sort, None, kind, False, None, over)
