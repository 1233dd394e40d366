"""The built-in functions of the language on the elements of a board, for all rows at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nlc.arrays import Ints
from nlc.board import Board, Incidence, Sort, cached_by_board
from nlc.cached import cached_property
from nlc.ir.elaborate import place_functions as places
from nlc.ir.elaborate.rings import rings
from nlc.ir.elaborate.values import MISSING, Static, StaticSet, ragged_filter, ragged_take

if TYPE_CHECKING:
    from nlc.ir.elaborate.line_functions import LineFunctions

HALF = Static("int", np.asarray(180, np.int32))
"""Half a turn, in degrees."""

Result = Static | StaticSet
Argument = Static | StaticSet


class Functions:
    """Evaluates built-in functions; every method takes static values."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._sets = _sets(board)
        self._sides: tuple[Ints, Ints] | None = None
        self._border_index: tuple[Ints, Ints] | None = None
        self._plain: dict[str, Callable[[Sequence[Argument]], Result]] = {
            "a": lambda args: self._end(args, 0),
            "b": lambda args: self._end(args, 1),
            "other": self._other,
            "opposite": self._opposite,
            "first": self._first,
            "link": self._link,
            "border": self._border,
            "ray": self._ray,
            "row_of": lambda args: places.row_of(board, *_statics(args)),
            "column_of": lambda args: places.column_of(board, *_statics(args)),
            "neighbours": lambda args: places.neighbours(board, *_statics(args)),
            "touching": lambda args: places.touching(board, *_statics(args)),
            "knights": lambda args: places.knights(board, *_statics(args)),
            "turn": lambda args: places.turn(board, *_statics(args)),
            "mirror": lambda args: places.turn(board, *_statics([*args, HALF])),
            "between": lambda args: self._lines.between(*_statics(args)),
            "..": lambda args: self._lines.block(*_statics(args)),
            "distance": lambda args: self._lines.distance(*_statics(args)),
            "lines": lambda args: self._lines.lines(*_statics(args)),
            "through": lambda args: self._lines.through(*_statics(args)),
            "steps": lambda args: self._lines.steps(*_statics(args)),
            "row": lambda args: self._lines.line_up("row", *_statics(args)),
            "column": lambda args: self._lines.line_up("column", *_statics(args)),
            "ring": self._ring,
            "across": lambda args: Static("int", board.col_of[_statics(args)[0].data]),
            "down": lambda args: Static("int", board.row_of[_statics(args)[0].data]),
            "degree": self._degree,
            "inner": lambda args: self._inner(args, True),
            "outside": lambda args: self._inner(args, False),
        }

    @cached_property
    def _across(self) -> Ints:
        """The link across each border, or MISSING."""
        crossed = self.board.link_border
        links = np.flatnonzero(crossed >= 0)
        out = np.full(self.board.count(Sort.BORDER), MISSING, np.int32)
        out[crossed[links]] = links
        return out

    @cached_property
    def _lines(self) -> LineFunctions:
        from nlc.ir.elaborate.line_functions import LineFunctions

        return LineFunctions(self.board)

    def _ray(self, args: Sequence[Argument]) -> StaticSet:
        cell, way = _statics(args)
        if way.kind is Sort.VERTEX:
            return places.diagonal(self.board, cell, way)
        return self._lines.ray(cell, way)

    def call(self, name: str, args: Sequence[Argument]) -> Result:
        """Return the value of a built-in function; arguments have no `MISSING` element."""
        if name in self._plain:
            return self._plain[name](args)
        (arg,) = args
        assert isinstance(arg, Static) and isinstance(arg.kind, Sort)
        if arg.kind is Sort.LINE:
            return self._lines.cells(arg)
        sort, incidence = self._sets[name, arg.kind]
        if arg.data.ndim == 0:
            return StaticSet(sort, None, incidence.row(int(arg.data)))
        return StaticSet(sort, *ragged_take(incidence.indptr, incidence.data, arg.data))

    def _end(self, args: Sequence[Argument], end: int) -> Static:
        return Static(Sort.CELL, self.board.link_cells[args[0].data, end])

    def _other(self, args: Sequence[Argument]) -> Static:
        link, cell = args
        ends = self.board.link_cells[link.data]
        cells = cell.data[..., None]
        at_end = (ends == cells).any(axis=-1)
        return Static(Sort.CELL, np.where(at_end, ends.sum(axis=-1) - cell.data, MISSING))

    def _opposite(self, args: Sequence[Argument]) -> Static:
        link, cell = args
        if link.kind is Sort.BORDER:
            return self._opposite_side(link.data, cell.data)
        ends = self.board.link_cells[link.data]
        both = self.board.opposite[link.data]
        found = np.where(
            ends[..., 0] == cell.data,
            both[..., 0],
            np.where(ends[..., 1] == cell.data, both[..., 1], -1),
        )
        return Static(Sort.LINK, _or_missing(found))

    def _opposite_side(self, borders: Ints, cells: Ints) -> Static:
        table, count = self.board.cell_borders, self.board.count(Sort.CELL)
        if self._sides is None:
            cell = np.repeat(np.arange(count, dtype=np.int32), table.lengths)
            half = self.board.cell_axes[cell]
            side = np.arange(len(cell), dtype=np.int32) - table.indptr[cell]
            across = table.indptr[cell] + (side + half) % np.maximum(2 * half, 1)
            opposed = np.where(half > 0, table.data[np.where(half > 0, across, 0)], MISSING)
            keys = _keys(np.stack([cell, table.data], axis=-1), self.board.count(Sort.BORDER))
            order = np.argsort(keys, kind="stable")
            self._sides = keys[order], opposed[order].astype(np.int32)
        keys, opposed = self._sides
        ends = np.stack(np.broadcast_arrays(cells, borders), axis=-1)
        wanted = _keys(ends, self.board.count(Sort.BORDER))
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found = np.where(keys[at] == wanted, opposed[at], MISSING)
        return Static(Sort.BORDER, found.astype(np.int32))

    def _first(self, args: Sequence[Argument]) -> Static:
        (members,) = args
        assert isinstance(members, StaticSet)
        if members.indptr is None:
            value = members.data[0] if len(members.data) else MISSING
            return Static(members.kind, np.asarray(value, np.int32))
        starts, ends = members.indptr[:-1], members.indptr[1:]
        out = np.full(len(starts), MISSING, np.int32)
        some = starts < ends
        out[some] = members.data[starts[some]]
        return Static(members.kind, out)

    def _link(self, args: Sequence[Argument]) -> Static:
        if len(args) == 1:
            return Static(Sort.LINK, self._across[args[0].data])
        keys = _keys(self.board.link_cells, self.board.count(Sort.CELL))
        order = np.arange(len(keys), dtype=np.int32)
        return Static(Sort.LINK, self._between(args, keys, order))

    def _border(self, args: Sequence[Argument]) -> Static:
        if len(args) == 1:
            return Static(Sort.BORDER, _or_missing(self.board.link_border[args[0].data]))
        if self._border_index is None:
            keys = _keys(self.board.border_cells, self.board.count(Sort.CELL))
            keys[~self.board.border_inner] = -1
            order = np.argsort(keys, kind="stable").astype(np.int32)
            self._border_index = keys[order], order
        return Static(Sort.BORDER, self._between(args, *self._border_index))

    def _between(self, args: Sequence[Argument], keys: Ints, order: Ints) -> Ints:
        """Return the element between two cells, by the ascending keys of pairs, or MISSING."""
        one, two = np.broadcast_arrays(args[0].data, args[1].data)
        ends = np.stack([np.minimum(one, two), np.maximum(one, two)], axis=-1)
        wanted = _keys(ends, self.board.count(Sort.CELL))
        if not len(keys):
            return np.full(wanted.shape, MISSING, np.int32)
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[at] == wanted, order[at], MISSING).astype(np.int32)

    def _degree(self, args: Sequence[Argument]) -> Static:
        (arg,) = args
        cell = arg.kind is Sort.CELL
        lengths = (self.board.cell_links if cell else self.board.vertex_borders).lengths
        return Static("int", lengths[arg.data])

    def _ring(self, args: Sequence[Argument]) -> StaticSet:
        (cell,) = args
        found, touching = rings(self.board)
        some = np.atleast_1d(cell.data)
        indptr, cells = ragged_take(found.indptr, found.data, some)
        touching = ragged_take(found.indptr, touching, some)[1]
        return StaticSet(Sort.CELL, indptr if cell.data.ndim else None, cells, touching)

    def _inner(self, args: Sequence[Argument], wanted: bool) -> Static:
        (arg,) = args
        vertex = arg.kind is Sort.VERTEX
        inner = self.board.vertex_inner if vertex else self.board.border_inner
        return Static("bool", inner[arg.data] == wanted)


@cached_by_board
def _sets(board: Board) -> dict[tuple[str, Sort], tuple[Sort, Incidence]]:
    """Return the elements round those of a sort, by the name of the function."""
    return {
        ("links", Sort.CELL): (Sort.LINK, board.cell_links),
        ("links", Sort.VERTEX): (Sort.LINK, board.vertex_links),
        ("borders", Sort.CELL): (Sort.BORDER, board.cell_borders),
        ("borders", Sort.VERTEX): (Sort.BORDER, board.vertex_borders),
        ("cells", Sort.VERTEX): (Sort.CELL, board.vertex_cells),
        ("cells", Sort.BORDER): (Sort.CELL, _without_outside(_pairs(board.border_cells))),
        ("cells", Sort.LINK): (Sort.CELL, _pairs(board.link_cells)),
        ("corners", Sort.CELL): (Sort.VERTEX, board.cell_corners),
        ("corners", Sort.BORDER): (Sort.VERTEX, _pairs(board.border_vertices)),
    }


def _statics(args: Sequence[Argument]) -> list[Static]:
    return [arg for arg in args if isinstance(arg, Static)]


def _pairs(table: Ints) -> Incidence:
    n = len(table)
    return Incidence(np.arange(n + 1, dtype=np.int32) * np.int32(2), table.ravel())


def _without_outside(pairs: Incidence) -> Incidence:
    keep = pairs.data >= 0
    return Incidence(ragged_filter(pairs.indptr, keep), pairs.data[keep])


def _or_missing(found: Ints) -> Ints:
    """Return the numbers of elements, with `MISSING` for those below 0."""
    return np.where(found < 0, MISSING, found).astype(np.int32)


def _keys(pairs: Ints, n: int) -> Ints:
    wide = pairs.astype(np.int64)
    return np.asarray(wide[..., 0] * n + wide[..., 1])
