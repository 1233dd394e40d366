"""Kinds of the arguments of statements about the whole board."""

from __future__ import annotations

from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS, JOINED, NODES, PUZZLE, SIZED, SORTS
from nlc.language.infer_operators import value_of
from nlc.language.scope import Demands, Kind

_NODES = frozenset(sort for sorts in JOINED.values() for sort in sorts)
_NODE_HINT = "give a set such as '{c for c in cells if …}', or 'dark' of 'var dark : cell -> bool;'"
_EDGE_HINT = "give a set such as '{l for l in links if …}', or 'line' of 'var line : link -> bool;'"


def whole_board(types: Demands, call: s.Call) -> None:
    """Check the arguments of a statement about the whole board."""
    name = call.function.name
    args, size = sized(call)
    misplaced = next((arg for arg in args if isinstance(arg, s.Size)), None)
    if misplaced is not None:
        types.error("how many nodes there are comes last", misplaced.span)
        return
    counts = sorted({len(form) for form in GLOBALS[name].forms})
    if len(args) not in counts:
        numbers = " or ".join(map(str, counts))
        plural = "" if counts == [1] else "s"
        types.error(f"'{name}' takes {numbers} argument{plural}, not {len(args)}", call.span)
        return
    if size is not None:
        _size(types, call, size)
    match name:
        case "acyclic" | "loop":
            _edges(types, name, args[0])
        case "group_sizes":
            _numbers(types, args[0])
        case "path":
            sort = _edges(types, name, args[0])
            for end in args[1:]:
                _require(types, name, end, types.kind(end), sort)
        case "connected" if len(args) == 1:
            sort = _collection(types, name, args[0], nodes=True)
            if sort in NODES and size is not None:
                hint = f"write '{size.kind} … of S;' as a statement of its own"
                types.error(f"'{size.kind}' counts nodes here, not {SORTS[sort]}", size.span, hint)
            elif sort is not None and sort not in {*NODES, *_NODES}:
                _wrong_sort(types, name, args[0], sort)
        case _:
            _along(types, name, args)


def sized(call: s.Call) -> tuple[tuple[s.Expr, ...], s.Size | None]:
    """Return the arguments of a statement, and its number of nodes, if it ends with one."""
    last = call.args[-1] if call.args else None
    return (call.args[:-1], last) if isinstance(last, s.Size) else (call.args, None)


def _size(types: Demands, call: s.Call, size: s.Size) -> None:
    """Check the number of nodes of a statement."""
    name, what = call.function.name, f"the number after '{size.kind}'"
    if name not in SIZED:
        hint = f"of edges, write '{size.kind} … of S;' as a statement of its own"
        types.error(f"'{name}' counts no nodes", size.span, hint)
    for count in size.counts:
        types.number(count, what)


def _numbers(types: Demands, arg: s.Expr) -> None:
    """Check that an argument names a variable with a number for each cell."""
    variable = types.rules.vars.get(arg.name) if isinstance(arg, s.Ref) else None
    if variable is None or variable.sort != "cell" or value_of(types, variable).base != "int":
        hint = "write, say, 'group_sizes(num)' with 'var num : cell -> 1..9;'"
        types.error("'group_sizes' needs a variable with a number for each cell", arg.span, hint)


def _along(types: Demands, name: str, args: tuple[s.Expr, ...]) -> None:
    """Check nodes and, for `reaches`, goals among them, along edges that may be left out."""
    nodes = _collection(types, name, args[0], nodes=True)
    if nodes is not None and nodes not in _NODES:
        form = "connected(N, E)" if name == "connected" else "reaches(N, R, E)"
        hint = f"the nodes come first: '{form}'" if nodes in NODES else None
        message = f"'{name}' joins cells or vertices, not {SORTS.get(nodes, nodes)}"
        types.error(message, args[0].span, hint)
        return
    if name == "reaches":
        goal = types.members(args[1], f"the goal of '{name}'")
        _require(types, name, args[1], goal, nodes)
    for arg in args[2:] if name == "reaches" else args[1:]:
        edges = _collection(types, name, arg)
        if edges is None:
            continue
        joined = JOINED.get(edges)
        if joined is None:
            hint = "cells are joined by links, borders or vertices, vertices by borders"
            types.error(f"{SORTS.get(edges, edges)} join nothing", arg.span, hint)
        elif nodes is not None and nodes not in joined:
            _require(types, name, args[0], Kind(nodes), joined[0])


def _edges(types: Demands, name: str, arg: s.Expr) -> str | None:
    """Check links or borders; return the sort of the nodes that they join."""
    sort = _collection(types, name, arg)
    if sort is not None and sort not in NODES:
        _wrong_sort(types, name, arg, sort)
    return NODES.get(sort or "")


def _wrong_sort(types: Demands, name: str, arg: s.Expr, sort: str) -> None:
    words = "links or borders" if name != "connected" else "cells, links, borders or vertices"
    types.error(f"'{name}' needs {words} here, not {SORTS.get(sort, sort)}", arg.span)


def _require(types: Demands, name: str, arg: s.Expr, found: Kind, wanted: str | None) -> None:
    if wanted is not None and found.base not in (wanted, "any"):
        message = f"'{name}' joins {Kind(wanted).plural()} here, not {found.plural()}"
        types.error(message, arg.span)


def _collection(types: Demands, name: str, arg: s.Expr, nodes: bool = False) -> str | None:
    """Return the sort of the elements of an argument; None after an error.

    It is a boolean variable, bare or lifted over a set, or a set of elements, known or decided.
    """
    ref = arg.variable if isinstance(arg, s.Index) else arg
    hint = _NODE_HINT if nodes else _EDGE_HINT
    if isinstance(ref, s.Ref) and ref.name in types.rules.vars:
        variable = types.rules.vars[ref.name]
        if variable.sort == PUZZLE:
            types.error(f"'{name}' needs a set, and '{ref.name}' is one value", arg.span, hint)
            return None
        if variable.type.kind != "bool":
            message = f"'{name}' needs a set or a bool variable, and '{ref.name}' is neither"
            types.error(message, arg.span, hint)
            return None
        if isinstance(arg, s.Index):
            kind = types.kind(arg)
            if kind.base not in ("set", "any"):
                what = "edges" if variable.sort in NODES else "nodes"
                types.error(f"'{name}' needs several {what}, not one", arg.span)
                return None
        return variable.sort
    kind = types.kind(arg)
    if kind.base == "any":
        return None
    item = kind.item
    if kind.base != "set" or item is None or not (item.element or item.base == "any"):
        what = "a set" if kind.base != "set" else "elements of the board"
        types.error(f"'{name}' needs {what}, not {kind.describe()}", arg.span, hint)
        return None
    return item.base if item.element else None
