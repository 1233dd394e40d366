"""The built-in functions, sets and whole-board statements: the one table of their signatures.

An argument kind is a sort (``cell link border vertex``), several of them joined by ``|``, or one of

- ``set``: a static set of elements or values,
- ``given``: the bare name of a given,
- ``edges``: what joins nodes: a set of elements, static or with a decided ``if``, or a decided
  boolean variable over them, bare or lifted over a static set,
- ``node``: a cell where the edges are links, a vertex where they are borders,
- ``nodes``: cells or vertices, given like edges,
- ``targets``: a static set of nodes.

A result is a sort, a set of a sort (``cells links borders vertices``), ``int``, ``bool``, ``item``
(an element of the argument) or ``values`` (the set of values of the given).
"""

from __future__ import annotations

from typing import NamedTuple


class Function(NamedTuple):
    """A built-in function of static values.

    Attributes:
        args: the kind of each argument.
        result: what it gives.
        optional: whether the result may be absent; ``has f(x)`` tells.
        doc: one line for people.
    """

    args: tuple[str, ...]
    result: str
    optional: bool
    doc: str


class Global(NamedTuple):
    """A statement about the whole board; `forms` are the argument kinds of each way to write it."""

    forms: tuple[tuple[str, ...], ...]
    doc: str


SORTS = {
    "cell": "cells",
    "link": "links",
    "border": "borders",
    "vertex": "vertices",
    "line": "lines",
}
"""The sorts of element of a board, and their plurals."""

DECLARED = ("cell", "link", "border", "vertex")
"""The sorts that variables can be over."""

GIVEN = (*DECLARED, "line")
"""The sorts that givens can be over."""

DRAWN = ("cell", "vertex", "line", "border")
"""The sorts whose givens can have a drawing."""

PUZZLE = "puzzle"
"""What a variable is over that has one value for the whole puzzle, and the name of that place."""

SETS = {plural: sort for sort, plural in SORTS.items()}
"""The built-in sets and the sort of their elements; the names double as functions."""

FUNCTIONS: dict[str, Function] = {
    "links": Function(("cell|vertex",), "links", False, "links of a cell, or round a vertex"),
    "borders": Function(("cell|vertex",), "borders", False, "sides of a cell, borders at a vertex"),
    "cells": Function(
        ("vertex|border|link|line",), "cells", False, "cells at a vertex or border, or of a line"
    ),
    "corners": Function(("cell|border",), "vertices", False, "vertices of a cell or border"),
    "a": Function(("link",), "cell", False, "the first of a link's two cells"),
    "b": Function(("link",), "cell", False, "the second of a link's two cells"),
    "other": Function(("link", "cell"), "cell", False, "the cell at the other end of a link"),
    "opposite": Function(
        ("link|border", "cell"), "link", True, "the link or border straight across a cell"
    ),
    "link": Function(("cell", "cell"), "link", True, "the link between two cells"),
    "border": Function(("cell", "cell"), "border", True, "the border between two cells"),
    "degree": Function(("cell|vertex",), "int", False, "links of a cell, borders at a vertex"),
    "inner": Function(("vertex|border",), "bool", False, "cells lie all round it"),
    "outside": Function(("vertex|border",), "bool", False, "it is on the rim"),
    "lines": Function(("cell",), "lines", False, "the straight lines through a cell"),
    "through": Function(("line",), "cells", False, "cells in line with it, past holes too"),
    "ray": Function(("cell", "link|border"), "cells", False, "cells straight on from a cell"),
    "between": Function(("cell", "cell"), "cells", False, "cells between two cells of a line"),
    "distance": Function(("cell", "cell"), "int", True, "the fewest links from a cell to another"),
    "steps": Function(("cell", "cell"), "int", True, "places to a cell in line with another"),
    "row": Function(("cell",), "cells", False, "cells of a square board in one drawn row"),
    "column": Function(("cell",), "cells", False, "cells of a square board in one drawn column"),
    "across": Function(("cell",), "int", False, "places before a cell in its row"),
    "down": Function(("cell",), "int", False, "places before a cell in its column"),
    "ring": Function(("cell",), "cells", False, "cells that share a corner with one, clockwise"),
    "first": Function(("set",), "item", True, "the first element of a set, if it has one"),
    "values": Function(("given",), "values", False, "the different values of a given, in order"),
}  # fmt: skip

GLOBALS: dict[str, Global] = {
    "acyclic": Global((("edges",),), "the chosen edges hold no cycle"),
    "connected": Global(
        (("edges",), ("nodes",), ("nodes", "edges")),
        "the chosen edges, or the nodes of a set along them, are connected",
    ),
    "loop": Global((("edges",),), "the chosen edges are one closed loop"),
    "path": Global((("edges", "node", "node"),), "the chosen edges are one path between two nodes"),
    "reaches": Global(
        (("nodes", "targets"), ("nodes", "targets", "edges")),
        "each node of a set is joined, along chosen edges and nodes of the set, to a target",
    ),
}

ALL_DIFFERENT = "all_different"
"""The condition that the values of a variable over a set are different: ``all_different(num[S])``.
"""

RUNS = "runs"
"""The condition that runs have the lengths of a list: ``runs(dark[cells(l)], clue(l))``.

A given may have the name too, with one argument.
"""

DIRECTIONS = "rules name no directions: 'links(c)' are all ways, 'opposite(l, c)' leads straight on"
"""The hint for directions, which a rule cannot name because they depend on the cell."""

COMPASS = frozenset(
    "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()  # noqa: SIM905 - shorter
)
"""Directions as boards name the sides of a cell, and rules do not."""

TRIED = {
    **dict.fromkeys(
        ("distinct", "different", "alldifferent", "alldiff", "unique"),
        "different values are asked for by 'all_different(num[S])'",
    ),
    "total": "numbers are added up by 'sum num[S]' and 'sum {… for x in S}'",
    "len": "the size of a set is 'count S'",
    "size": "the size of a set is 'count S'",
    "abs": "list the values that it may have: 'x - y in {1, 2}'",
    "neighbours": "write '{other(l, c) for l in links(c)}'",
    "neighbors": "write '{other(l, c) for l in links(c)}'",
    "adjacent": "'link(c, d)' is the link between two cells, if there is one: 'has link(c, d)'",
    "forall": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "exists": "write 'any of {… for x in S}'",
    "range": "the numbers from 1 to n are '1..n'",
    "union": "write '{x for x in everything where x in A or x in B}'",
    "foreach": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "each": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "do": "the body stands in braces: 'for x in S { … }'",
    "elif": "write 'else if'",
    "elseif": "write 'else if'",
    "one": "write the number: 'exactly 1 of S'",
    "xor": "write 'not (p iff q)', or 'odd of {p, q}'",
    "rows": "'row(c)' is the row of a cell; all rows and columns are 'lines'",
    "columns": "'column(c)' is the column of a cell; all rows and columns are 'lines'",
    "some": "write 'any of S', or 'at least 2 of S'",
    "return": "a condition stands by itself: 'p;'",
    "max": "write 'all of {num[c] <= k for c in S}', and 'any of {num[c] = k for c in S}'",
    "min": "write 'all of {num[c] >= k for c in S}', and 'any of {num[c] = k for c in S}'",
    "product": "there is no multiplication: list the numbers that fit, 'p = 2 and q = 3 or …'",
    "to": "the numbers from 1 to n are '1..n'",
    **dict.fromkeys(
        ("up", "down", "left", "right", "above", "below", "north", "south", "east", "west"),
        DIRECTIONS,
    ),
    **dict.fromkeys(
        ("region", "regions", "component", "group"),
        "connected cells: 'connected(N)', or a variable with a cell of each region",
    ),
    "then": "write 'p implies q', or 'if p { q; }' where p is known",
}
"""Words that people try where there is no such thing, and what to write instead."""

NODES = {"link": "cell", "border": "vertex"}
"""The sort of the nodes that edges of a sort join, where nothing says otherwise."""

JOINED = {"link": ("cell",), "border": ("vertex", "cell"), "vertex": ("cell",)}
"""The sorts of the nodes that elements of a sort can join."""

SHAPES = (
    *("shaded", "lamp", "star", "circle", "disc", "dot", "cross", "tent"),
    *("moon", "sun", "mine"),
)
"""The words for how a clue, or a boolean where it holds, is drawn in a cell or on a vertex."""

CLUE_SHAPES = (*SHAPES, "question")
"""Those for clues: what is decided may be open, and a question mark says so."""

_MARKS = (*SHAPES, "pieces", "outlined", "stone", "digit")
_LINES = ("line", "double")
MARKS = {"cell": _MARKS, "vertex": _MARKS, "link": _LINES, "border": _LINES}
"""The words for how a boolean over a sort is drawn, after ``as`` in ``show`` and ``report``."""

FRAMES = ("circle", "shaded", "corner")
"""The words for what is drawn behind a clue that is written, or that it stands in a corner."""

ROOMS = "rooms"
"""The word for values over cells that are drawn by the borders between different ones, and for a
bool over borders that are drawn like those."""

WORDS = {*SETS, *FUNCTIONS, *GLOBALS, ALL_DIFFERENT, RUNS}
"""Names that no puzzle or genre can use for something else."""

YIELDING = frozenset(
    [
        "lines",
        "ray",
        "between",
        "distance",
        "row",
        "column",
        "across",
        "down",
        "through",
        "steps",
        "ring",
        "runs",
    ]
)
"""Names among `WORDS` that a declaration may use for something else, and so hide."""
