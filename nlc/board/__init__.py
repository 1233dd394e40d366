"""The board: a cell complex of four sorts of element, as NumPy index arrays.

All stages after the parsing of drawings use this class alone. Elements of a sort are numbered
row-major from 0 and sets of them are `Incidence` tables, so that a rule over all cells of a board
is a few array operations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ClassVar, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np
from msgspec import Struct, field

from nlc.arrays import AnyInts, Bools, Floats, Ints, offsets
from nlc.board.lines import Lines, lines_of
from nlc.graph import Graph
from nlc.language.builtins import DECLARED, ENTRY, PUZZLE, SORTS

GRAPH = "graph"
"""The topology of graphs, which are not drawn; see `nlc.board.drawn_board.graph_board`."""


MAX_AXES = 64
"""An upper bound of the pairs of opposite sides of a cell."""


_sorts: WeakValueDictionary[tuple[str, tuple[str, ...], str], Sort] = WeakValueDictionary()


class Sort:
    """A sort of elements of a board: cells, links, …, or the entries of one variable.

    There is one object for each sort. A variable over `PUZZLE` has one value for the whole puzzle;
    a variable over sets has values at entries, such as pairs of a cell and a number.

    >>> Sort("cell") is Sort.CELL, Sort("entry", ("r1c1,1", "r1c1,2")).placed
    (True, False)

    Attributes:
        value: its name in the language, `ENTRY` for entries.
        entries: the names of entries, in order.
        of: the name of the sort of the elements that each entry is one of, else empty.
    """

    __slots__ = ("__weakref__", "entries", "of", "value")

    CELL: ClassVar[Sort]
    LINK: ClassVar[Sort]
    BORDER: ClassVar[Sort]
    VERTEX: ClassVar[Sort]
    LINE: ClassVar[Sort]
    PUZZLE: ClassVar[Sort]
    ALL: ClassVar[tuple[Sort, ...]]

    value: str
    entries: tuple[str, ...]
    of: str

    def __new__(cls, value: str, entries: tuple[str, ...] = (), of: str = "") -> Sort:
        """Return the sort with a name."""
        cached = _sorts.get((value, entries, of))
        if cached is None:
            cached = super().__new__(cls)
            cached.value, cached.entries, cached.of = value, entries, of
            _sorts[value, entries, of] = cached
        return cached

    def __reduce__(self) -> tuple[type[Sort], tuple[str, tuple[str, ...], str]]:
        return Sort, (self.value, self.entries, self.of)

    def __repr__(self) -> str:
        return f"Sort({self.value!r})"

    @property
    def placed(self) -> bool:
        """Whether its elements have places on the board where they can be drawn."""
        return self.value in DECLARED[:4]

    @property
    def drawn(self) -> Sort:
        """The sort of the elements at which a person draws its values: its own, or that of `of`."""
        return Sort(self.of) if self.of in DECLARED[:4] else self

    @property
    def plural(self) -> str:
        """The plural of its name."""
        return {**SORTS, ENTRY: "entries"}.get(self.value, f"{self.value}s")


Sort.ALL = tuple(map(Sort, (*SORTS, PUZZLE)))
Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX, Sort.LINE, Sort.PUZZLE = Sort.ALL


class Incidence(Struct, frozen=True, eq=False):
    """For each of n elements a list of others: row i is ``data[indptr[i]:indptr[i + 1]]``.

    Attributes:
        indptr: shape (n + 1,), ascending.
        data: shape (indptr[-1],), element indices.
    """

    indptr: Ints
    data: Ints

    def row(self, i: int) -> Ints:
        """Return the list of element `i`."""
        return self.data[self.indptr[i] : self.indptr[i + 1]]

    @property
    def lengths(self) -> Ints:
        """The number of entries of each row, shape (n,)."""
        return np.diff(self.indptr).astype(np.int32)


def group_by_key(keys: AnyInts, values: AnyInts, count: int) -> Incidence:
    """Return the values of each key from 0 to `count` - 1, in the given order."""
    order = np.argsort(keys, kind="stable")
    counts = np.bincount(keys, minlength=count)
    return Incidence(offsets(counts), values[order].astype(np.int32))


class Naming(Protocol):
    """The names of the cells, links, borders and vertices of a board, and of its lines."""

    def names(self, sort: Sort) -> list[str]:
        """Return the names of all elements of a sort."""

    def find(self, sort: Sort | None, text: str) -> tuple[Sort, int] | None:
        """Return the element with a name; a line by a cell and an axis, `MAX_AXES` times the cell
        plus the axis."""

    def line(self, cell: int, axis: int) -> str:
        """Return the name of the line along an axis of a cell."""


class Board(Struct, frozen=True, eq=False, weakref=True):
    """A board: cells, links, borders and vertices with their incidences.

    Borders are in the order of their first occurrence in a row-major walk over cells and, within a
    cell, over its sides; so are vertices; links are ordered by (smaller cell, larger cell).

    Attributes:
        topology: the name of the tiling, or ``graph``.
        rows: number of drawn rows (0 for a graph).
        cols: number of tokens of the longest drawn row (0 for a graph).
        link_cells: shape (links, 2), the two cells of a link, smaller first.
        link_border: shape (links,), the border that the link crosses, or -1 (warps, graphs).
        border_cells: shape (borders, 2), smaller cell first; the second is -1 on the rim.
        border_vertices: shape (borders, 2).
        cell_links: links of each cell, clockwise by side (warps last).
        cell_borders: borders of each cell, clockwise by side from the tiling's first side.
        cell_corners: vertices of each cell, clockwise from the tiling's first corner.
        vertex_borders: borders at each vertex, clockwise.
        vertex_cells: cells at each vertex, ascending.
        vertex_links: links that cross a border at each vertex, in the order of vertex_borders.
        border_inner: shape (borders,), True if two cells share the border.
        vertex_inner: shape (vertices,), True if the vertex is not on the rim.
        opposite: shape (links, 2): the link that leaves link_cells[l, i] on the side opposite to l,
            or -1.
        cell_axes: shape (cells,), the pairs of opposite sides of each cell: 2 of a square, 3 of a
            hexagon, 1 of a lane, 0 of a triangle or a cell of a graph.
        link_ports: shape (links, 2): link l leaves link_cells[l, i] through port p of axis k, at
            2 k + p, a port being one of two opposite sides; or -1.
        link_graph: cells joined by links.
        border_graph: vertices joined by borders.
        centers: shape (cells, 2), Euclidean (x, y) with y downwards, for pictures.
        points: shape (vertices, 2), likewise.
        row_of: shape (cells,), drawn row of each cell from 0, or -1 (graphs).
        col_of: shape (cells,), place of its token in the row from 0, or -1 (graphs).
        lanes: shape (cells,), for a bridge lane the lane's number from 0, else -1.
    """

    topology: str
    rows: int
    cols: int
    link_cells: Ints
    link_border: Ints
    border_cells: Ints
    border_vertices: Ints
    cell_links: Incidence
    cell_borders: Incidence
    cell_corners: Incidence
    vertex_borders: Incidence
    vertex_cells: Incidence
    vertex_links: Incidence
    border_inner: Bools
    vertex_inner: Bools
    opposite: Ints
    cell_axes: Ints
    link_ports: Ints
    link_graph: Graph
    border_graph: Graph
    centers: Floats
    points: Floats
    row_of: Ints
    col_of: Ints
    lanes: Ints
    naming: Naming
    _names: dict[Sort, list[str]] = field(default_factory=dict)
    _lines: list[Lines] = field(default_factory=list)

    @property
    def lines(self) -> Lines:
        """The maximal straight lines of its cells."""
        if not self._lines:
            self._lines.append(lines_of(self.cell_axes, self.link_cells, self.link_ports))
        return self._lines[0]

    def line_starts(self) -> tuple[Ints, Ints]:
        """Return the first cell of each line, and the axis of the cell along it."""
        lines = self.lines
        strands = lines.order[lines.indptr[:-1]]
        cells = lines.cell[strands]
        return cells, strands - lines.first_strand[cells]

    def first_borders(self) -> Ints:
        """Return the border at which each line begins, a side of its first cell, shape (lines,)."""
        lines = self.lines
        cells, axes = self.line_starts()
        back = lines.ahead[lines.order[lines.indptr[:-1]]] ^ 1
        sides = self.cell_borders.indptr[cells] + axes + self.cell_axes[cells] * back
        found: Ints = self.cell_borders.data[sides]
        return found

    def count(self, sort: Sort) -> int:
        """Return the number of elements of a sort."""
        if sort.placed:
            tables = self.centers, self.link_cells, self.border_cells, self.points
            return len(tables[Sort.ALL.index(sort)])
        if sort is Sort.LINE:
            return len(self.lines.closed)
        return 1 if sort is Sort.PUZZLE else len(sort.entries)

    def middles(self, sort: Sort) -> Floats:
        """Return the middles of cells, links, borders or vertices, shape (n, 2); see `centers`."""
        corners = {
            Sort.CELL: self.centers[:, None],
            Sort.LINK: self.centers[self.link_cells],
            Sort.BORDER: self.points[self.border_vertices],
            Sort.VERTEX: self.points[:, None],
        }
        middles: Floats = corners[sort].mean(axis=1)
        return middles

    def names(self, sort: Sort) -> list[str]:
        """Return the names of all elements of a sort, such as ``r1c1`` or ``r1c1-r1c2``."""
        if sort not in self._names:
            if sort.value == ENTRY:
                found = list(sort.entries)
            elif sort is Sort.PUZZLE:
                found = [PUZZLE]
            elif sort is Sort.LINE:
                starts = zip(*(each.tolist() for each in self.line_starts()), strict=True)
                found = [self.naming.line(cell, axis) for cell, axis in starts]
            else:
                found = self.naming.names(sort)
            self._names[sort] = found
        return self._names[sort]

    def place(self, variable: str, sort: Sort, element: int) -> str:
        """Return the name of a variable at an element: ``line[r1c1-r1c2]``, or ``n``."""
        return variable if sort is Sort.PUZZLE else f"{variable}[{self.names(sort)[element]}]"

    def find(self, text: str, sort: Sort | None = None) -> tuple[Sort, int] | None:
        """Return the element with a name, or None.

        A border, vertex or line has a name for each of its cells: ``r1c2.side(W)`` is
        ``r1c1|r1c2``.
        """
        if text == PUZZLE:
            return (Sort.PUZZLE, 0) if sort in (None, Sort.PUZZLE) else None
        if sort is not None and sort.value == ENTRY:
            return (sort, sort.entries.index(text)) if text in sort.entries else None
        found = self.naming.find(sort, text)
        if found is not None and found[0] is Sort.LINE:
            cell, axis = divmod(found[1], MAX_AXES)
            return Sort.LINE, int(self.lines.line[self.lines.first_strand[cell] + axis])
        return found


P = ParamSpec("P")
T = TypeVar("T")


def cached_by_board(
    function: Callable[Concatenate[Board, P], T],
) -> Callable[Concatenate[Board, P], T]:
    """Cache a function by board and further arguments, which are hashable.

    The results are shared, so that they must not be changed, and must not refer to the board.
    """
    cached: WeakKeyDictionary[Board, dict[object, T]] = WeakKeyDictionary()

    @wraps(function)
    def wrapper(board: Board, /, *args: P.args, **options: P.kwargs) -> T:
        results = cached.setdefault(board, {})
        key = args, *options.items()
        if key not in results:
            results[key] = function(board, *args, **options)
        return results[key]

    return wrapper
