"""The built-in functions, sets and whole-board statements: the one table of their signatures.

An argument kind is a sort (``cell link border vertex``), several of them joined by ``|``, or one of

- ``set``: a static set of elements or values; ``cells``: one of cells,
- ``given``: the bare name of a given,
- ``edges``: edges between nodes: a set of elements or pairs, static or with a decided ``if``, or a
  decided boolean variable over them, bare or lifted over a static set,
- ``node``: a cell where the edges are links, a vertex where they are borders, a member of a pair,
- ``nodes``: cells or vertices, given like edges,
- ``targets``: a static set of nodes,
- ``values``: the bare name of a variable with a number for each cell,
- ``name``, ``int``: a known name or number,
- ``number``, ``numbers``: a number; several of them, or one set of numbers.

A result is a sort, a set of a sort (``cells links borders vertices``), ``int``, ``bool``, ``item``
(an element of the argument), ``any`` (the set of both members of a ``pair``) or ``values`` (the set
of values of the given).
"""

from __future__ import annotations

from typing import NamedTuple


class Function(NamedTuple):
    """A built-in function of static values.

    Attributes:
        args: the kind of each argument.
        result: the kind of its value.
        optional: whether the value may be absent; ``has f(x)`` tests it.
        doc: a description in one line.
        alone: the kind of a single argument that it takes as well; empty for none.
    """

    args: tuple[str, ...]
    result: str
    optional: bool
    doc: str
    alone: str = ""


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

DECLARED = ("cell", "link", "border", "vertex", "line")
"""The sorts that givens and variables can be over."""

DRAWN = ("cell", "vertex", "line", "border")
"""The sorts whose givens can have a drawing."""

PUZZLE = "puzzle"
"""The sort of a variable with one value for the whole puzzle, and the name of its only element."""

ENTRY = "entry"
"""The sort of a variable with a value for each member of sets, or for each pair of them."""

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
        ("link|border|vertex", "cell"), "link", True, "link, border or corner across a cell"
    ),
    "link": Function(
        ("cell", "cell"), "link", True, "the link between two cells, or across a border", "border"
    ),
    "border": Function(
        ("cell", "cell"), "border", True, "the border between two cells, or of a link", "link"
    ),
    "ends": Function(("pair",), "any", False, "the two members of a pair"),
    "degree": Function(("cell|vertex",), "int", False, "links of a cell, borders at a vertex"),
    "inner": Function(("vertex|border",), "bool", False, "cells lie all round it"),
    "outside": Function(("vertex|border",), "bool", False, "it is on the rim"),
    "lines": Function(("cell",), "lines", False, "the straight lines through a cell"),
    "through": Function(("line",), "cells", False, "cells in line with it, past holes too"),
    "ray": Function(
        ("cell", "link|border|vertex|direction"), "cells", False, "cells straight on from a cell"
    ),
    "neighbours": Function(("cell",), "cells", False, "cells that a cell has a link with"),
    "touching": Function(("cell",), "cells", False, "cells that meet a cell at a side or corner"),
    "knights": Function(("cell",), "cells", False, "cells a knight's move away, on squares"),
    "placed": Function(
        ("name", "cell", "int"), "cells", False, "cells of a drawn shape, turned, with its first"
    ),
    "row_of": Function(("cell",), "int", False, "the row in the name of a cell"),
    "column_of": Function(("cell",), "int", False, "the place in its row in the name of a cell"),
    "mirror": Function(
        ("cell", "cell|border|vertex"), "cell", True, "the cell opposite, seen from a centre"
    ),
    "turn": Function(
        ("cell", "cell|border|vertex", "int"), "cell", True, "the cell after a turn by degrees"
    ),
    "moved": Function(
        ("cell", "cell", "cell", "int"), "cell", True, "the cell after a move, turned or mirrored"
    ),
    "part": Function(
        ("cell", "cells"), "cells", False, "the cells that ways in a set join to a cell"
    ),
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
    "abs": Function(("number",), "int", False, "a number without its sign"),
    "min": Function(("numbers",), "int", False, "the smallest of some numbers"),
    "max": Function(("numbers",), "int", False, "the largest of some numbers"),
    "product": Function(("numbers",), "int", False, "some numbers, multiplied"),
}  # fmt: skip

GLOBALS: dict[str, Global] = {
    "acyclic": Global((("edges",),), "the chosen edges hold no cycle"),
    "connected": Global(
        (("edges",), ("nodes",), ("nodes", "edges")),
        "the chosen edges, or the nodes of a set along them, are connected",
    ),
    "group_sizes": Global(
        (("values",),), "each number is the size of the largest joined group of cells that have it"
    ),
    "loop": Global((("edges",),), "the chosen edges are one closed loop"),
    "path": Global((("edges", "node", "node"),), "the chosen edges are one path between two nodes"),
    "reaches": Global(
        (("nodes", "targets"), ("nodes", "targets", "edges")),
        "each node of a set is joined, along chosen edges and nodes of the set, to a target",
    ),
}

SIZED = ("connected", "reaches")
"""Those that may end with a number of nodes: ``connected(dark, exactly 5)``."""

SQUARES = frozenset(["row", "column", "across", "down", "knights", "placed"])
"""The functions that a board of squares has."""

DRAWN_BOARDS = frozenset(["row_of", "column_of", "ring", "touching", "mirror", "turn", "moved"])
"""The functions that a drawn board has, and no graph."""

DIRECTION = "direction"
"""The type of clues that are sides or corners of a cell."""

PAIRS = "pairs"
"""The pairs of different members of a set, each once: ``for l, m in pairs(S)``."""

NUMERIC = ("abs", "min", "max", "product")
"""The functions that take numbers, also those that the solver decides."""

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
        "for different values, write 'all_different(num[S])'",
    ),
    "total": "numbers are added up by 'sum num[S]' and 'sum {… for x in S}'",
    "len": "the size of a set is 'count S'",
    "size": "the size of a set is 'count S'",
    **dict.fromkeys(
        ("neighbors", "neighbor", "neighbour", "nbrs", "adjacents"),
        "the cells next to c are 'neighbours(c)'; with those at its corners, 'touching(c)'",
    ),
    **dict.fromkeys(("adjacent", "adj"), "two cells are adjacent if 'd in neighbours(c)'"),
    **dict.fromkeys(("kings", "king", "around"), "cells all round one are 'touching(c)'"),
    "knight": "cells a knight's move away are 'knights(c)'",
    **dict.fromkeys(
        ("diagonal", "diagonals"),
        "'ray(c, v)' goes on through a corner; '{c for c in cells where row_of(c) = column_of(c)}'",
    ),
    **dict.fromkeys(("rotate", "rotated", "rotation"), "a turn is 'turn(c, centre, 90)'"),
    **dict.fromkeys(
        ("reflect", "reflection"),
        "the cell opposite is 'mirror(c, centre)'; 'moved(c, p, q, 4)' exchanges right and left",
    ),
    **dict.fromkeys(
        ("congruent", "same_shape"),
        "the cell of a turned or mirrored copy is 'moved(c, p, q, k)', where p comes to q",
    ),
    **dict.fromkeys(("col", "col_of", "colof"), "the column of a cell is 'column_of(c)'"),
    **dict.fromkeys(
        ("index", "row_index", "rowof"), "a cell's numbers: 'row_of(c)', 'column_of(c)'"
    ),
    "forall": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "exists": "write 'any of {… for x in S}'",
    "range": "the numbers from 1 to n are '1..n'",
    "union": "write '{x for x in everything where x in A or x in B}'",
    "foreach": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "each": "write 'for x in S { … }', or 'all of {… for x in S}' in a condition",
    "do": "the body is in braces: 'for x in S { … }'",
    "elif": "write 'else if'",
    "elseif": "write 'else if'",
    "one": "write the number: 'exactly 1 of S'",
    "xor": "write 'not (p iff q)', or 'odd of {p, q}'",
    "rows": "all rows and columns are 'lines'; 'row(c)' is that of a cell, 'row_of(c)' its number",
    "columns": "all rows and columns are 'lines'; 'column(c)' is the column of a cell",
    "some": "write 'any of S', or 'at least 2 of S'",
    "return": "a condition is written alone: 'p;'",
    **dict.fromkeys(("maximum", "largest"), "the largest of some numbers is 'max(num[S])'"),
    **dict.fromkeys(("minimum", "smallest"), "the smallest of some numbers is 'min(num[S])'"),
    PAIRS: "names run over pairs: 'for l, m in pairs(S)'",
    "prod": "numbers are multiplied by 'product(num[S])'",
    "mod": "the remainder of a division is 'x mod y'",
    "to": "the numbers from 1 to n are '1..n'",
    **dict.fromkeys(
        ("up", "down", "left", "right", "above", "below", "north", "south", "east", "west"),
        DIRECTIONS,
    ),
    **dict.fromkeys(
        ("region", "regions", "component", "group"),
        "connected cells: 'connected(N)', or a variable with a cell of each region; 'part(c, S)' of"
        " known ones",
    ),
    "then": "write 'p implies q', or 'if p { q; }' where p is known",
}
"""Hints for words of other languages that users try."""

NODES = {"link": "cell", "border": "vertex"}
"""The default sort of the nodes that edges of a sort join."""

JOINED = {"link": ("cell",), "border": ("vertex", "cell"), "vertex": ("cell",)}
"""The sorts of the nodes that elements of a sort can join."""

_WORDS = """
shaded lamp star circle disc dot cross tent moon sun mine tree triangle water ring
ship ship_n ship_e ship_s ship_w ship_mid ship_nw ship_ne ship_se ship_sw
"""
SHAPES = tuple(_WORDS.split())
"""The words for how a clue, or a boolean where it holds, is drawn in a cell or on a vertex."""

_WORDS = "boxed grey grey_square grey_disc less greater bar plus minus times divided upright"
CLUE_SHAPES = (*SHAPES, "question", *_WORDS.split())
"""The words for clues; only decided values can be open, which is a question mark."""

STRINGS, HALVES = ("thermometer", "arrow", "track"), ("lower", "upper")
"""The words for numbers over cells that make lines through cells, or stand in half of a cell."""

SLANTS = ("falling", "rising")
"""The words for numbers at corners that belong to a diagonal of cells, which an arrow shows."""

_MARKS = (*SHAPES, "pieces", "outlined", "stone", "digit")
_LINES = ("line", "double")
MARKS = {"cell": _MARKS, "vertex": _MARKS, "link": _LINES, "border": _LINES}
"""The words for how a boolean over a sort is drawn, after ``as`` in ``show`` and ``report``."""

FRAMES = ("circle", "shaded", "corner")
"""The words for drawings behind the text of a clue, or for its place in a corner."""

ROOMS = "rooms"
"""The word for values over cells that are drawn by the borders between different ones, and for a
bool over borders that are drawn like those."""

WORDS = {*SETS, *FUNCTIONS, *GLOBALS, ALL_DIFFERENT, PAIRS, RUNS}
"""Names that no puzzle or genre can use for something else."""

YIELDING = frozenset(
    [
        *("lines", "ray", "between", "distance", "row", "column", "across", "down", "through"),
        *("steps", "neighbours", "touching", "ring", "knights", "row_of", "column_of"),
        *("mirror", "turn", "moved", "part", "placed", PAIRS, RUNS, "ends", *NUMERIC),
    ]
)
"""Names among `WORDS` that a declaration may use for something else, and so hide."""
