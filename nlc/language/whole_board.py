"""Kinds of the arguments of statements about the whole board."""

from __future__ import annotations

from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS, JOINED, NODES, PUZZLE, SIZED
from nlc.language.infer_operators import value_of
from nlc.language.scope import ANY, Demands, Kind

_NODES = frozenset(sort for sorts in JOINED.values() for sort in sorts)
_NODE_HINT = "give a set such as '{c for c in cells if …}', or 'dark' of 'var dark : cell -> bool;'"
_EDGE_HINT = "give a set such as '{l for l in links if …}', or 'line' of 'var line : link -> bool;'"
_OWN_HINT = "edges of one's own are a set of pairs: '{(c, d) for c in S, d in T(c) if …}'"


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
            node = _edges(types, name, args[0])
            for end in args[1:]:
                _require(types, name, end, types.kind(end), node)
        case "connected" if len(args) == 1:
            kind = _collection(types, name, args[0], nodes=True)
            if _joined(kind) and size is not None:
                hint = f"write '{size.kind} … of S;' as a statement of its own"
                message = f"'{size.kind}' counts nodes here, not {kind.plural()}"
                types.error(message, size.span, hint)
            elif kind.base != "any" and not _joined(kind) and kind.base not in _NODES:
                _wrong_sort(types, name, args[0], kind)
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
    parts = args[2:] if name == "reaches" else args[1:]
    own = any(_collection(types, name, arg).ends for arg in parts)
    nodes = _collection(types, name, args[0], nodes=True, values=own)
    if not own and nodes.base not in (*_NODES, "any"):
        form = "connected(N, E)" if name == "connected" else "reaches(N, R, E)"
        hint = f"the nodes come first: '{form}'" if _joined(nodes) else None
        message = f"'{name}' joins cells or vertices, not {nodes.plural()}"
        types.error(message, args[0].span, hint)
        return
    if name == "reaches":
        goal = types.members(args[1], f"the goal of '{name}'")
        _require(types, name, args[1], goal, nodes)
    for arg in parts:
        edges = _collection(types, name, arg)
        if edges.ends is not None:
            _require(types, name, args[0], nodes, edges.ends)
        elif edges.base not in (*JOINED, "any"):
            hint = "cells are joined by links, borders or vertices, vertices by borders"
            types.error(f"{edges.plural()} join nothing", arg.span, hint)
        elif nodes.base not in (*JOINED.get(edges.base, ()), "any") and edges.base != "any":
            _require(types, name, args[0], nodes, Kind(JOINED[edges.base][0]))


def _joined(edges: Kind) -> Kind | None:
    """Return the kind of the nodes that edges of a kind join by themselves."""
    return edges.ends or (Kind(NODES[edges.base]) if edges.base in NODES else None)


def _edges(types: Demands, name: str, arg: s.Expr) -> Kind | None:
    """Check links, borders or pairs; return the kind of the nodes that they join."""
    kind = _collection(types, name, arg)
    if kind.base != "any" and not _joined(kind):
        _wrong_sort(types, name, arg, kind)
    return _joined(kind)


def _wrong_sort(types: Demands, name: str, arg: s.Expr, kind: Kind) -> None:
    words = "links or borders" if name != "connected" else "cells, links, borders or vertices"
    types.error(f"'{name}' needs {words} here, not {kind.plural()}", arg.span, _OWN_HINT)


def _require(types: Demands, name: str, arg: s.Expr, found: Kind, wanted: Kind | None) -> None:
    words = {"enum": "name"}  # a listed value is a name
    base, other = (words.get(k.base, k.base) for k in (found, wanted or ANY))
    if other != "any" and base not in (other, "any") and wanted is not None:
        message = f"'{name}' joins {wanted.plural()} here, not {found.plural()}"
        types.error(message, arg.span)


def _collection(
    types: Demands, name: str, arg: s.Expr, nodes: bool = False, values: bool = False
) -> Kind:
    """Return the kind of the members of an argument; ANY after an error.

    It is a boolean variable, bare or lifted over a set, or a set of elements or pairs, known or
    decided; of values too if these are `values`. A variable over two sets stands for pairs.
    """
    ref = arg.variable if isinstance(arg, s.Index) else arg
    hint = _NODE_HINT if nodes else _EDGE_HINT
    if isinstance(ref, s.Ref) and ref.name in types.rules.vars:
        variable = types.rules.vars[ref.name]
        if variable.sort == PUZZLE:
            message = f"'{name}' needs a set, and '{ref.name}' is one value"
            return types.error(message, arg.span, hint)
        if variable.type.kind != "bool":
            message = f"'{name}' needs a set or a bool variable, and '{ref.name}' is neither"
            return types.error(message, arg.span, hint)
        over = types.entries_of(variable)
        if over and isinstance(arg, s.Ref):
            one = over[0]
            if len(over) == 2 and over[1].base == one.base and not one.ends:
                return one.pair()
            if len(over) == 1 and (one.element or one.ends or values):
                return one
            message = f"the entries of '{ref.name}' are neither elements nor pairs of one kind"
            return types.error(message, arg.span, hint if nodes else _OWN_HINT)
        if isinstance(arg, s.Index):
            kind = types.kind(arg)
            if kind.base not in ("set", "any"):
                what = "edges" if variable.sort in NODES else "nodes"
                return types.error(f"'{name}' needs several {what}, not one", arg.span)
        if over:
            message = f"'{name}' needs all of '{ref.name}', or a set"
            return types.error(message, arg.span, _OWN_HINT)
        return Kind(variable.sort)
    kind = types.kind(arg)
    if kind.base == "any":
        return ANY
    item = kind.item
    fits = item and (item.element or item.ends or item.base == "any" or values)
    if kind.base != "set" or item is None or not fits or item.base == "bool":
        what = "a set" if kind.base != "set" else "elements of the board"
        return types.error(f"'{name}' needs {what}, not {kind.describe()}", arg.span, hint)
    return item
