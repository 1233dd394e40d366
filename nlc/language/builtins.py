"""The built-in functions, sets and whole-board statements; their signatures are in a text.

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

import pkgutil
import re
from functools import cache
from typing import NamedTuple


class Function(NamedTuple):
    """A built-in function of static values, or a statement about the whole board.

    Attributes:
        forms: the argument kinds of each way to write it.
        result: the kind of its value; empty for a statement.
        optional: whether the value may be absent; ``has f(x)`` tests it.
    """

    forms: tuple[tuple[str, ...], ...]
    result: str
    optional: bool


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

_SIGNATURE = re.compile(r"(\w+) (\(.*\))(?: -> (\w+)(\??))? *#")


def grammar_text(name: str) -> str:
    """Return a text of the folder of the grammar."""
    return (pkgutil.get_data("nlc.grammar", name) or b"").decode()


def _signatures() -> dict[str, Function]:
    found = {}
    for name, forms, result, optional in _SIGNATURE.findall(grammar_text("functions.txt")):
        each = (tuple(form.split(", ")) for form in forms[1:-1].split(") ("))
        found[name] = Function(tuple(each), result, bool(optional))
    return found


_ALL = _signatures()
FUNCTIONS = {name: each for name, each in _ALL.items() if each.result}
GLOBALS = {name: each for name, each in _ALL.items() if not each.result}
"""The built-in functions, and the statements about the whole board."""

SIZED = ("connected", "reaches")
"""Those that may end with a number of nodes: ``connected(dark, exactly 5)``."""

SQUARES = frozenset(["row", "column", "across", "down", "knights", "placed"])
"""The functions that a board of squares has."""

DRAWN_BOARDS = frozenset(["row_of", "column_of", "ring", "touching", "mirror", "turn", "moved"])
"""The functions that a drawn board has, and no graph."""

DIRECTION = "direction"
"""The type of clues that are sides or corners of a cell."""

SIDES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The names of sides and corners, clockwise."""

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

COMPASS = frozenset(
    "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()  # noqa: SIM905 - shorter
)
"""Directions as boards name the sides of a cell, and rules do not."""


@cache
def hints() -> dict[str, str]:
    """Return the hint for each word of other languages that users try."""
    _, *paragraphs = grammar_text("hints.txt").split("\n\n")
    parts = (paragraph.split("\n", 1) for paragraph in paragraphs)
    return {word: " ".join(hint.split()) for words, hint in parts for word in words.split()}


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
GREYS = ("grey", "grey_square", "grey_disc")
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
